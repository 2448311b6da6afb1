// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an operator that decides its own sizes, or runs bodies, is called with.
#pragma once

#include "analysis/core/error.h"
#include "analysis/graph/graph.h"

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace halftone {

struct DynamicCall
{
    const Graph& graph;
    NodeId node;
    std::vector<const TensorData*> inputs; ///< By slot; null for an absent one.
    /// Runs the body of that attribute ("then_branch") on its inputs; what it captures is passed on.
    std::function<Result<std::vector<TensorData>>(std::string_view attribute, std::vector<TensorData> inputs)>
        runBody;

    const TensorData* input(std::size_t slot) const { return slot < inputs.size() ? inputs[slot] : nullptr; }
    template <typename T>
    T attribute(std::string_view name, T fallback) const
    {
        return attributeOr(graph.node(node).attributes, name, std::move(fallback));
    }
    std::unexpected<Error> refuse(std::string what) const;
};

/// The part of a tensor at one place of an axis, without that axis. \p index must be within it.
TensorData partAt(const TensorData& tensor, std::size_t axis, std::int64_t index);

/// Parts of one shape and type put together along a new axis; \p shape is that of a part where there are
/// none.
TensorData stacked(const std::vector<TensorData>& parts, std::size_t axis, const TensorData& shape);

/// Whether the only element of a condition is true.
bool isTrue(const TensorData& condition);

}
