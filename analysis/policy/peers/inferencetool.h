// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the converters of inference models have in common. They never see gradients; here these follow their
// forward operators, and that is said.
#pragma once

#include "analysis/policy/decisionwriter.h"

#include <functional>
#include <string_view>

namespace halftone {

/// Calls \p decideNode for every node of the forward pass and the loss, lets gradients follow, leaves the
/// optimizer alone.
void writeInferenceTool(DecisionWriter& writer, const std::function<void(NodeId)>& decideNode);

/// Says that a training graph is nothing that the tool knows.
void addInferenceTool(Decisions& decisions);

/// Says that Casts of the model stay, which the tool would take out; \p rule is the one that they have.
void addKeptCasts(Decisions& decisions, std::string_view rule);

}
