// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a node gives when the shapes of its inputs are known: ONNX's own inference functions, one node at a
// time.
#pragma once

#include "analysis/graph/graph.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halftone {

/// What is known about a tensor before it is computed.
struct KnownTensor
{
    DType dtype = DType::Undefined;
    std::optional<std::vector<std::int64_t>> dims; ///< Nullopt while one of the sizes is not known.
    std::optional<TensorData> data; ///< The elements, where they are known, too.
};

struct NodeInference
{
    std::vector<KnownTensor> outputs; ///< By output slot; without elements.
    /// Input slots whose elements were asked for and are not known: the shapes may depend on them.
    std::vector<std::uint32_t> wanted;
    std::string fault; ///< Why ONNX finds the inputs wrong; empty when it does not.
};

/// \p inputs stand by slot; null for an absent one. Types are those of the node as it is computed: where ONNX
/// has no such form (FP16 beside FP32), the shapes are those of the form in FP32. Bodies are not looked at.
NodeInference inferNode(const Graph& graph, NodeId node, std::span<const KnownTensor* const> inputs);

}
