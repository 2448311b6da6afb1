// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/cost.h"

#include "analysis/ops/opdef.h"

#include <algorithm>

namespace halftone {
namespace {

double elements(const Graph& graph, ValueId id)
{
    double count = 1;
    for (const Dim& dim : graph.dims(id))
        count *= dim.isFixed() ? static_cast<double>(dim.size) : 1.0;
    return count;
}

double flopsOf(const Graph& graph, NodeId id)
{
    const std::span<const ValueId> inputs = graph.inputs(id);
    const std::span<const ValueId> outputs = graph.outputs(id);
    if (graph.node(id).op->opClass != OpClass::Compute || inputs.size() < 2 || outputs.empty())
        return 0;
    const double left = elements(graph, inputs[0]);
    const double result = elements(graph, outputs[0]);
    const std::string& type = graph.node(id).opType;
    if (type == "Gemm" || type == "MatMul" || type == "BatchMatMul") {
        if (graph.dims(inputs[0]).size() < 2)
            return 0;
        // Each element of the result sums one row of the left operand.
        const std::span<const Dim> dims = graph.dims(inputs[0]);
        const bool transposed = attributeOr(graph.node(id).attributes, "transA", std::int64_t{0}) != 0;
        const Dim& inner = dims[transposed ? dims.size() - 2 : dims.size() - 1];
        return 2 * result * (inner.isFixed() ? static_cast<double>(inner.size) : 1.0);
    }
    // Every output pixel of the forward convolution meets each weight of its channel once, in all three
    // directions.
    const bool isWeightGradient = type == "ConvGradWeight";
    const double forwardResult = type == "Conv" ? result : left;
    if (graph.dims(inputs[1]).empty())
        return 0;
    const ValueId weights = isWeightGradient ? outputs[0] : inputs[1];
    const double outputChannels = std::max(1.0, static_cast<double>(graph.dims(weights)[0].size));
    return 2 * forwardResult * elements(graph, weights) / outputChannels;
}

}

double countMatrixFlops(const Graph& graph)
{
    double flops = 0;
    for (NodeId id : graph.nodes())
        flops += flopsOf(graph, id);
    return flops;
}

}
