// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ends of a training graph: the loss in front of the backward pass, and the update behind it. Only
// differentiate.cpp and the files that hold them include this.
#pragma once

#include "analysis/differentiate/differentiate.h"
#include "analysis/graph/graphbuilder.h"

#include <vector>

namespace halftone::differentiation {

struct AppendedLoss
{
    ValueId prediction;
    ValueId labels;
    ValueId loss;
    std::vector<Finding> findings;
};

/// Appends the loss behind the nodes of \p forward, which \p builder holds with the same ids; with
/// Loss::InGraph finds it there.
Result<AppendedLoss> appendLoss(GraphBuilder& builder, const Graph& forward, Loss loss);

/// One finding for each operator type that keeps the gradient of \p loss from weights that have no other way
/// to it;
/// \p wanted are the values that depend on weights.
std::vector<Finding> findBlockedGradients(
    const Graph& graph, ValueId loss, const IdMap<ValueId, bool>& wanted);

/// Appends unscaling, clipping and the optimizer for the parameters of \p training, whose weights and
/// gradients are set, and fills in the rest of them.
void appendUpdates(GraphBuilder& builder, TrainingGraph& training, const Graph& forward,
    const DifferentiateOptions& options);

}
