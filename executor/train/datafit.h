// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a dataset and a training graph belong together, before anything runs.
#pragma once

#include "analysis/differentiate/differentiate.h"
#include "executor/data/synthetic.h"

#include <optional>

namespace halftone {

/// The number of classes that labels may have: what the loss reads tells, or the size of a target. No bound
/// (the largest number) where a target is one number.
std::int64_t countClasses(const TrainingGraph& training);

/// The class number that a loss of the model itself leaves out (ignore_index); nullopt without one.
std::optional<std::int64_t> ignoredClass(const TrainingGraph& training);

/// What the loss reads for each sample.
LabelForm labelFormOf(const TrainingGraph& training);

/// Says what of \p data the training cannot be fed with: indices outside a table, targets of another number
/// than the loss reads, class numbers that are none of the model's. Class numbers of whole samples are for
/// Batches::make().
std::optional<Error> findUnfitData(const TrainingGraph& training, ValueId input, const Dataset& data);

}
