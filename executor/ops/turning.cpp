// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/turning.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

namespace halftone {

bool isTurning(const Graph& graph, NodeId node)
{
    if (graph.node(node).opType != "Transpose" || !graph.node(node).domain.empty())
        return false;
    std::vector<std::int64_t> turned(graph.dims(graph.inputs(node)[0]).size());
    if (turned.size() < 2)
        return false;
    std::iota(turned.rbegin(), turned.rend(), 0);
    const auto order = attributeOr(graph.node(node).attributes, "perm", turned);
    std::iota(turned.begin(), turned.end(), 0);
    std::swap(turned[turned.size() - 1], turned[turned.size() - 2]);
    return order == turned;
}

bool isOnlyMultiplied(const ProgramBuilder& b, ValueId id)
{
    constexpr std::array<std::string_view, 3> kProducts{"Gemm", "MatMul", "BatchMatMul"};
    const Graph& graph = b.graph();
    return !std::ranges::contains(graph.graphOutputs(), id) &&
        std::ranges::all_of(graph.uses(id), [&](const Graph::Use& use) {
            const std::string& type = graph.node(use.node).opType;
            if (type == "Cast") // of weights above all: it goes over them as they lie
                return isReducibleFloat(b.stored(graph.outputs(use.node)[0]).dtype) &&
                    isOnlyMultiplied(b, graph.outputs(use.node)[0]);
            return use.slot < 2 && std::ranges::contains(kProducts, type);
        });
}

bool isOnlyTurned(const ProgramBuilder& b, ValueId id)
{
    const auto uses = b.graph().uses(id);
    return uses.size() == 1 && isTurning(b.graph(), uses.front().node) &&
        !std::ranges::contains(b.graph().graphOutputs(), id);
}

}
