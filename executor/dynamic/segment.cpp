// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/dynamic/segment.h"

#include "analysis/graph/graphbuilder.h"
#include "analysis/ops/opdef.h"
#include "analysis/shapes/shapewalk.h"
#include "executor/ops/opruns.h"

#include <algorithm>
#include <format>
#include <set>

namespace halftone {

bool SegmentNeed::isMetBy(const TensorTable& tensors) const
{
    const TensorData* tensor = tensors.find(value);
    return tensor && tensor->dtype == dtype && tensor->dims == dims &&
        (!elements || std::ranges::equal(tensor->bytes, elements->bytes));
}

bool Segment::fits(const TensorTable& tensors) const
{
    return std::ranges::all_of(needs, [&](const SegmentNeed& need) { return need.isMetBy(tensors); });
}

void Segment::run(TensorTable& tensors)
{
    ++runs;
    for (const auto& [value, data] : folded)
        tensors.set(value, data);
    if (!program)
        return;
    for (const auto& [value, own] : feeds)
        std::ranges::copy(tensors.find(value)->bytes, program->bytes(own).begin());
    for (const Stage stage : {Stage::Compute, Stage::Carry, Stage::Apply})
        program->run(stage);
    for (const auto& [value, own] : results)
        tensors.set(value, program->tensor(own));
}

void Segment::setInitializer(ValueId id, const TensorData& data)
{
    for (const auto& [value, own] : weights) {
        if (value == id)
            std::ranges::copy(data.bytes, program->bytes(own).begin());
    }
}

bool isConstant(const Graph& graph, NodeId node)
{
    return std::ranges::all_of(
        graph.outputs(node), [&](ValueId output) { return output.isValid() && graph.data(output); });
}

namespace {

class SegmentPlanner
{
public:
    SegmentPlanner(const GraphPtr& graph, NodeId first, const TensorTable& tensors)
        : m_graph(*graph)
        , m_first(first)
        , m_end(first)
        , m_tensors(tensors)
        , m_walk(m_graph)
        , m_ownOf(m_graph.valueCount())
    {
    }

    Result<Segment> plan(const ProgramOptions& options)
    {
        if (auto admitted = admitNodes(); !admitted)
            return std::unexpected(admitted.error());
        m_segment.firstNode = m_first.index;
        m_segment.nodeCount = m_end.index - m_first.index;
        listNeeds();
        copyNodes();
        if (m_segment.results.empty())
            return std::move(m_segment);
        auto finished = std::move(m_builder).finish();
        if (!finished)
            return std::unexpected(finished.error());
        if (auto checked = checkSizes(*finished->graph); !checked)
            return std::unexpected(checked.error());
        auto program = Program::compile(finished->graph, options);
        if (!program)
            return std::unexpected(program.error());
        m_segment.program = *std::move(program);
        return std::move(m_segment);
    }

private:
    Result<void> admitNodes()
    {
        for (; m_end.index < m_graph.nodeCount(); ++m_end.index) {
            const auto admitted = isConstant(m_graph, m_end) || admit(m_end);
            if (!admitted && m_end == m_first)
                return std::unexpected(unknownSize());
            if (!admitted)
                break;
        }
        return {};
    }

    /// Whether the node can be planned. The first one may have its operands looked at: they are there.
    bool admit(NodeId node)
    {
        const OpRun* run = findOpRun(m_graph.node(node).opType, m_graph.node(node).domain);
        if (!run || !run->compile)
            return false;
        const std::span<const ValueId> inputs = m_graph.inputs(node);
        for (ValueId input : inputs) {
            if (input.isValid() && !introduce(input))
                return false;
        }
        for (std::uint32_t slot = 0; slot < inputs.size(); ++slot) {
            const bool mustBeKnown = slot < 32 && (run->constants >> slot & 1) != 0 && inputs[slot].isValid();
            if (mustBeKnown && !m_walk.known(inputs[slot]).data && !bind(node, slot))
                return false;
        }
        ShapeWalk::Step step = m_walk.step(node);
        if (!step.isKnown && !step.wanted.empty() && bindAll(node, step.wanted))
            step = m_walk.step(node);
        m_fault = step.fault;
        return step.isKnown;
    }

    /// Tells the walk about a tensor that was there before the segment; false where there is none.
    bool introduce(ValueId id)
    {
        if (m_walk.known(id).dtype != DType::Undefined)
            return true;
        const TensorData* tensor = m_tensors.find(id);
        if (tensor)
            m_walk.know(id, {tensor->dtype, tensor->dims, std::nullopt});
        return tensor != nullptr;
    }

    bool bind(NodeId node, std::uint32_t slot)
    {
        const ValueId id = m_graph.inputs(node)[slot];
        const TensorData* tensor = m_tensors.find(id);
        if (node != m_first || !tensor)
            return false;
        m_walk.know(id, {tensor->dtype, tensor->dims, *tensor});
        m_bound.insert(id);
        return true;
    }

    bool bindAll(NodeId node, const std::vector<std::uint32_t>& slots)
    {
        return std::ranges::all_of(slots, [&](std::uint32_t slot) { return bind(node, slot); });
    }

    Error unknownSize() const
    {
        return {ErrorKind::Unsupported, "E-RUN",
            m_fault.empty() ? "The sizes of its result cannot be found." : m_fault,
            std::format("node \"{}\" ({})", m_graph.displayName(m_first), m_graph.node(m_first).opType),
            "Check the shapes of the inputs, or export the model again."};
    }

    bool isInside(NodeId node) const
    {
        return node.isValid() && node.index >= m_first.index && node.index < m_end.index;
    }

    template <typename Visit>
    void forEachNode(const Visit& visit)
    {
        for (NodeId node = m_first; node != m_end; ++node.index) {
            if (!isConstant(m_graph, node))
                visit(node);
        }
    }

    void listNeeds()
    {
        std::set<ValueId> seen;
        forEachNode([&](NodeId node) {
            for (ValueId id : m_graph.inputs(node)) {
                if (!id.isValid() || m_graph.data(id) || isInside(m_graph.value(id).producer) ||
                    !seen.insert(id).second)
                    continue;
                const TensorData& tensor = *m_tensors.find(id);
                m_segment.needs.push_back({id, tensor.dtype, tensor.dims,
                    m_bound.contains(id) ? std::optional(tensor) : std::nullopt});
            }
        });
    }

    bool isFolded(NodeId node)
    {
        return std::ranges::all_of(m_graph.outputs(node),
            [&](ValueId output) { return output.isValid() && m_walk.known(output).data; });
    }

    bool isReadLater(ValueId id) const
    {
        return std::ranges::contains(m_graph.graphOutputs(), id) ||
            std::ranges::any_of(
                m_graph.uses(id), [&](const Graph::Use& use) { return use.node.index >= m_end.index; });
    }

    void copyNodes()
    {
        m_builder.setName(m_graph.name());
        m_builder.setOpset(m_graph.opset());
        forEachNode([&](NodeId node) {
            if (!isFolded(node))
                return copyNode(node);
            for (ValueId output : m_graph.outputs(node)) {
                if (isReadLater(output))
                    m_segment.folded.emplace_back(output, *m_walk.known(output).data);
            }
        });
    }

    void copyNode(NodeId node)
    {
        const Node& row = m_graph.node(node);
        GraphBuilder::NodeSpec spec{.opType = row.opType,
            .name = m_graph.displayName(node),
            .domain = row.domain,
            .attributes = row.attributes,
            .phase = row.phase};
        for (ValueId input : m_graph.inputs(node))
            spec.inputs.push_back(input.isValid() ? operand(input) : ValueId{});
        for (ValueId output : m_graph.outputs(node)) {
            if (!output.isValid()) {
                spec.outputs.push_back({});
                continue;
            }
            const ValueId own = addValue(output);
            spec.outputs.push_back(own);
            if (!isReadLater(output))
                continue;
            m_builder.markOutput(own);
            m_segment.results.emplace_back(output, own);
        }
        m_builder.addNode(std::move(spec));
    }

    ValueId addValue(ValueId id)
    {
        const KnownTensor& known = m_walk.known(id);
        std::optional<std::vector<Dim>> dims;
        if (known.dims)
            dims = fixedDims(*known.dims);
        m_ownOf[id] = m_builder.addValue(m_graph.value(id).name, known.dtype, std::move(dims));
        return m_ownOf[id];
    }

    /// A value of the program: made in it, a constant, or fed.
    ValueId operand(ValueId id)
    {
        ValueId& own = m_ownOf[id];
        if (own.isValid())
            return own;
        const KnownTensor& known = m_walk.known(id);
        const std::string& name = m_graph.value(id).name;
        if (m_graph.value(id).kind == ValueKind::Initializer) { // The table may have other elements for it.
            own = m_builder.addInitializer(name, *m_tensors.find(id));
            m_segment.weights.emplace_back(id, own);
            return own;
        }
        if (known.data)
            return own = m_builder.addInitializer(name, *known.data);
        own = m_builder.addInput(name, known.dtype, fixedDims(*known.dims));
        m_segment.feeds.emplace_back(id, own);
        return own;
    }

    // What import checks where it knows the sizes.
    static Result<void> checkSizes(const Graph& graph)
    {
        for (NodeId node : graph.nodes()) {
            const OpDef& op = *graph.node(node).op;
            std::string mismatch = op.findMismatch ? op.findMismatch(graph, node) : std::string();
            if (!mismatch.empty())
                return std::unexpected(Error{ErrorKind::Usage, "E-SHAPE", std::move(mismatch),
                    std::format("node \"{}\" ({})", graph.displayName(node), graph.node(node).opType),
                    "Feed inputs of the shape that the model takes."});
        }
        return {};
    }

    const Graph& m_graph;
    NodeId m_first;
    NodeId m_end;
    const TensorTable& m_tensors;
    ShapeWalk m_walk;
    std::set<ValueId> m_bound;
    std::string m_fault;
    GraphBuilder m_builder;
    IdMap<ValueId, ValueId> m_ownOf;
    Segment m_segment;
};

}

Result<Segment> planSegment(
    const GraphPtr& graph, NodeId first, const TensorTable& tensors, const ProgramOptions& options)
{
    return SegmentPlanner(graph, first, tensors).plan(options);
}

}
