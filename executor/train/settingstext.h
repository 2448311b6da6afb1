// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a run depends on, as text: one line a setting, so that a refusal to resume can show what differs.
#pragma once

#include "executor/train/trainer.h"

#include <string>
#include <string_view>

namespace halftone {

/// \p settings with the batch size of the model, \p scale with the rule's own values filled in, \p threads as
/// chosen. The number of steps is left out: a run may go on for longer.
std::string describeSettings(const TrainSettings& settings, const LossScaleParameters& scale, int threads);

/// The number of threads that such a text names, 0 where it names none that could be.
int threadsOf(std::string_view settings);

/// A number that changes with the operators, tensors and types of a graph, thus also with every decision, but
/// not with its weights.
std::string fingerprint(const Graph& graph);

/// A number that changes with the labels and their order.
std::string fingerprint(const Dataset& data);

/// The lines that one of the two has and the other has not: "  batch 32, was 64".
std::string describeDifference(std::string_view now, std::string_view before);

}
