// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/casts/bodyreads.h"
#include "analysis/casts/castinsertion.h"

namespace halftone {
namespace {

class CastFinder
{
public:
    explicit CastFinder(const Decisions& decisions)
        : m_decisions(decisions)
        , m_graph(*decisions.graph())
    {
    }

    std::vector<CastEdge> run()
    {
        const auto reads = bodyReads(m_graph);
        auto read = reads.begin();
        for (NodeId node : m_graph.nodes()) {
            const std::span<const ValueId> inputs = m_graph.inputs(node);
            const std::span<const DType> wanted = m_decisions.inputDTypes(node);
            for (std::uint32_t slot = 0; slot < inputs.size(); ++slot)
                compare(inputs[slot], wanted[slot], {node, slot});
            for (; read != reads.end() && read->first == node; ++read)
                compare(read->second, m_graph.value(read->second).dtype, {node, Graph::kBodySlot});
        }
        const std::span<const ValueId> outputs = m_graph.graphOutputs();
        for (std::uint32_t i = 0; i < outputs.size(); ++i)
            compare(outputs[i], m_graph.value(outputs[i]).dtype, {NodeId{}, i});
        return std::move(m_casts);
    }

private:
    void compare(ValueId value, DType to, CastEdge::Consumer consumer)
    {
        if (!value.isValid() || to == DType::Undefined)
            return;
        const DType from = m_decisions.produced(value);
        if (from != DType::Undefined && from != to)
            m_casts.push_back({value, from, to, {consumer}});
    }

    const Decisions& m_decisions;
    const Graph& m_graph;
    std::vector<CastEdge> m_casts;
};

std::uint64_t elementCount(const Graph& graph, ValueId value)
{
    if (!graph.value(value).shapeKnown)
        return 0;
    std::uint64_t count = 1;
    for (const Dim& dim : graph.dims(value)) {
        if (dim.isFixed())
            count *= static_cast<std::uint64_t>(dim.size);
    }
    return count;
}

}

std::vector<CastEdge> findCasts(const Decisions& decisions)
{
    return CastFinder(decisions).run();
}

std::uint64_t castBytes(const Graph& graph, std::span<const CastEdge> casts)
{
    constexpr std::uint64_t kBitsPerByte = 8;
    std::uint64_t bytes = 0;
    for (const CastEdge& cast : casts)
        bytes += elementCount(graph, cast.value) * (bitsPerElement(cast.from) + bitsPerElement(cast.to)) /
            kBitsPerByte;
    return bytes;
}

}
