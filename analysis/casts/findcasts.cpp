// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/casts/bodyreads.h"
#include "analysis/casts/castinsertion.h"

#include <format>
#include <map>
#include <tuple>

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
                compare(read->second, m_decisions.original(read->second), {node, Graph::kBodySlot});
            addBehind(node);
        }
        const std::span<const ValueId> outputs = m_graph.graphOutputs();
        for (std::uint32_t i = 0; i < outputs.size(); ++i)
            compare(outputs[i], m_decisions.delivered(i), {NodeId{}, i});
        return std::move(m_casts);
    }

private:
    void compare(ValueId value, DType to, CastEdge::Consumer consumer)
    {
        if (!value.isValid() || to == DType::Undefined)
            return;
        const DType from = m_decisions.produced(value);
        if (from == DType::Undefined || from == to)
            return;
        if (CastEdge* shared = sharedCast(value, to, consumer.node))
            shared->consumers.push_back(consumer);
        else
            m_casts.push_back({value, from, to, {consumer}});
    }

    // The cast that an earlier consumer has and this one may use; otherwise notes the one that comes next.
    CastEdge* sharedCast(ValueId value, DType to, NodeId node)
    {
        const CastSharing sharing = sharingOf(value);
        if (sharing == CastSharing::PerEdge)
            return nullptr;
        const NodeId scope = sharing == CastSharing::PerNode ? node : NodeId{};
        const auto [found, isNew] = m_shared.try_emplace({value, to, scope}, m_casts.size());
        return isNew ? nullptr : &m_casts[found->second];
    }

    CastSharing sharingOf(ValueId value) const
    {
        const CastSharings& sharings = m_decisions.sharings();
        switch (m_graph.value(value).kind) {
        case ValueKind::Input:
            return sharings.inputs;
        case ValueKind::Initializer:
            return sharings.weights;
        case ValueKind::Intermediate:
        case ValueKind::Captured:
            break;
        }
        return sharings.others;
    }

    void addBehind(NodeId node)
    {
        const std::span<const ValueId> outputs = m_graph.outputs(node);
        const std::span<const DType> made = m_decisions.outputDTypes(node);
        for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
            if (outputs[slot].isValid() && made[slot] != m_decisions.produced(outputs[slot]))
                m_casts.push_back({outputs[slot], made[slot], m_decisions.produced(outputs[slot]), {}});
        }
    }

    const Decisions& m_decisions;
    const Graph& m_graph;
    std::vector<CastEdge> m_casts;
    std::map<std::tuple<ValueId, DType, NodeId>, std::size_t> m_shared; // into m_casts
};

void addGraph(std::vector<GraphCasts>& all, const Decisions& decisions, const std::string& path)
{
    all.push_back({path, &decisions, findCasts(decisions)});
    const Graph& graph = *decisions.graph();
    for (NodeId node : graph.nodes()) {
        const std::vector<Body>& bodies = graph.node(node).bodies;
        for (std::size_t i = 0; i < bodies.size(); ++i)
            addGraph(all, decisions.body(node, i),
                std::format("{}{}{}/{}", path, path.empty() ? "" : "/", graph.displayName(node),
                    bodies[i].attribute));
    }
}

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

std::vector<GraphCasts> findAllCasts(const Decisions& decisions)
{
    std::vector<GraphCasts> all;
    addGraph(all, decisions, "");
    return all;
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
