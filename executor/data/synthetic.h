// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"
#include "executor/data/dataset.h"

#include <cstdint>

namespace halftone {

/// What belongs to a sample: one class number, or one for each of many places (the pixels of an image).
struct LabelForm
{
    std::int64_t classes = 2;
    std::size_t perSample = 1;
};

/// Random samples for a model whose batch dimension is bound, so that any model can be tried at once: numbers
/// from -1 to 1 for a float32 input, indices that its tables have for an int64 one; class numbers, which
/// each have a pattern of their own in the samples, or follow from the numbers at their place, so that there
/// is something to learn. The same seed gives the same samples on every machine.
DatasetPair syntheticData(const Graph& model, ValueId input, LabelForm labels, std::uint64_t seed);

}
