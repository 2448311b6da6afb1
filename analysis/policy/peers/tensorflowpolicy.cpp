// SPDX-License-Identifier: GPL-3.0-or-later
//
// TensorFlow's grappler pass auto_mixed_precision: paints a whole graph, gradients included, by four lists.
//
//   1. Operators of the allow list are FP16. If there are none, the pass does nothing.
//   2. Danger spreads forwards: from each operator of the deny list through infer and clear operators; a
//   clear
//      operator only passes it on when a deny or infer operator follows. deny -> infer -> clear -> infer ->
//      clear -> allow gives D D D D C A.
//   3. An infer operator is FP16 only on a path from one allow operator to another that danger has not
//   reached.
//   4. FP16 spreads from every FP16 operator in both directions through clear operators that danger has not
//   reached.
//
// A type attribute may be FP16 where it is FP32 now and every tensor of it has a 16-bit form; batch
// normalisation has a second one for its statistics, which stays FP32. One Cast serves all consumers of a
// tensor. Loss scaling is no part of the pass. Left out: tensor lists and loops, which ONNX does not have in
// this form. Linear in nodes and edges.
#include "analysis/policy/decidelevels.h"
#include "analysis/policy/decisionwriter.h"
#include "analysis/policy/families.h"
#include "analysis/policy/peers/tensorflowlists.h"
#include "analysis/policy/policyfindings.h"
#include "analysis/policy/policyrules.h"

#include <queue>

#include <algorithm>
#include <format>
#include <set>

namespace halftone {
namespace {

/// What the pass knows of one node.
struct Paint
{
    GrapplerList list = GrapplerList::None;
    bool canBeHalf = false;
    bool isDenied = false;
    bool isHalf = false;
    std::string_view rule;
    NodeId from; // whom it followed
};

class Painter
{
public:
    Painter(Decisions fresh, const TensorFlowSettings& settings)
        : m_writer(std::move(fresh))
        , m_graph(m_writer.graph())
        , m_paint(m_graph.nodeCount())
    {
        const GrapplerLists lists(settings);
        for (NodeId node : m_graph.nodes())
            m_paint[node] = {.list = lists.of(tensorFlowOp(m_graph, node)), .canBeHalf = canBeHalf(node)};
    }

    Decisions run()
    {
        if (allow()) {
            spreadDanger();
            inferBetween();
            spreadThroughClear();
        }
        for (NodeId node : m_graph.nodes())
            write(node);
        halveCasts();
        m_writer.decisions().setSharings({.inputs = CastSharing::PerValue,
            .weights = CastSharing::PerValue,
            .others = CastSharing::PerValue});
        return std::move(m_writer.decisions());
    }

private:
    bool canBeHalf(NodeId node) const
    {
        const FloatSlots& slots = m_writer.slots(node);
        const auto isFloat32 = [&](std::span<const ValueId> values, const std::vector<SlotRole>& roles) {
            for (std::size_t slot = 0; slot < values.size(); ++slot) {
                if (roles[slot] == SlotRole::Data && m_writer.original(values[slot]) != DType::Float32)
                    return false;
            }
            return true;
        };
        return slots.hasData() && isFloat32(m_graph.inputs(node), slots.inputs) &&
            isFloat32(m_graph.outputs(node), slots.outputs);
    }

    // Neighbours along float data: an index or a shape carries neither danger nor FP16.
    template <typename Visit>
    void forEachProducer(NodeId node, const Visit& visit) const
    {
        const FloatSlots& slots = m_writer.slots(node);
        const std::span<const ValueId> inputs = m_graph.inputs(node);
        for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
            if (slots.inputs[slot] == SlotRole::Data && m_graph.value(inputs[slot]).producer.isValid())
                visit(m_graph.value(inputs[slot]).producer);
        }
    }

    template <typename Visit>
    void forEachConsumer(NodeId node, const Visit& visit) const
    {
        const FloatSlots& slots = m_writer.slots(node);
        const std::span<const ValueId> outputs = m_graph.outputs(node);
        for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
            if (slots.outputs[slot] != SlotRole::Data)
                continue;
            for (const Graph::Use& use : m_graph.uses(outputs[slot])) {
                if (use.slot != Graph::kBodySlot &&
                    m_writer.slots(use.node).inputs[use.slot] == SlotRole::Data)
                    visit(use.node);
            }
        }
    }

    template <typename Visit>
    void forEachNodeBackwards(const Visit& visit) const
    {
        for (std::uint32_t index = static_cast<std::uint32_t>(m_graph.nodeCount()); index-- > 0;)
            visit(NodeId{index});
    }

    bool allow()
    {
        bool any = false;
        for (NodeId node : m_graph.nodes()) {
            Paint& paint = m_paint[node];
            if (paint.list != GrapplerList::Allow || !paint.canBeHalf)
                continue;
            paint.isHalf = any = true;
            paint.rule = rules::kTensorFlowAllow;
        }
        m_isIdle = !any;
        return any;
    }

    // Whether danger may enter a node: a clear operator lets it in when a deny or infer operator follows it
    // through clear operators only.
    IdMap<NodeId, bool> findEntrances() const
    {
        IdMap<NodeId, bool> lets(m_graph.nodeCount(), false);
        forEachNodeBackwards([&](NodeId node) {
            const GrapplerList list = m_paint[node].list;
            bool follows = list == GrapplerList::Deny || list == GrapplerList::Infer;
            if (list == GrapplerList::Clear)
                forEachConsumer(node, [&](NodeId consumer) { follows |= lets[consumer]; });
            lets[node] = follows;
        });
        return lets;
    }

    void spreadDanger()
    {
        const IdMap<NodeId, bool> lets = findEntrances();
        for (NodeId node : m_graph.nodes()) {
            Paint& paint = m_paint[node];
            if (paint.list == GrapplerList::Deny) {
                paint.isDenied = true;
                paint.rule = rules::kTensorFlowDenied;
                continue;
            }
            if (!lets[node])
                continue;
            forEachProducer(node, [&](NodeId producer) {
                if (m_paint[producer].isDenied && !paint.isDenied) {
                    paint.isDenied = true;
                    paint.rule = rules::kTensorFlowTainted;
                    paint.from = producer;
                }
            });
        }
    }

    bool mayFollow(const Paint& paint) const
    {
        return (paint.list == GrapplerList::Infer || paint.list == GrapplerList::Clear) && !paint.isDenied &&
            paint.canBeHalf;
    }

    void inferBetween()
    {
        IdMap<NodeId, NodeId> behind(m_graph.nodeCount()); // the producer on the way from an allow operator
        for (NodeId node : m_graph.nodes()) {
            if (!mayFollow(m_paint[node]))
                continue;
            forEachProducer(node, [&](NodeId producer) {
                if (m_paint[producer].isHalf || behind[producer].isValid())
                    behind[node] = producer;
            });
        }
        forEachNodeBackwards([&](NodeId node) {
            Paint& paint = m_paint[node];
            if (!behind[node].isValid())
                return;
            forEachConsumer(node, [&](NodeId consumer) { paint.isHalf |= m_paint[consumer].isHalf; });
            if (paint.isHalf) {
                paint.rule = rules::kTensorFlowBetween;
                paint.from = behind[node];
            }
        });
    }

    void spreadThroughClear()
    {
        std::queue<NodeId> waiting;
        for (NodeId node : m_graph.nodes()) {
            if (m_paint[node].isHalf)
                waiting.push(node);
        }
        while (!waiting.empty()) {
            const NodeId node = waiting.front();
            waiting.pop();
            const auto visit = [&](NodeId neighbour) {
                Paint& paint = m_paint[neighbour];
                if (paint.list != GrapplerList::Clear || paint.isHalf || !mayFollow(paint))
                    return;
                paint.isHalf = true;
                paint.rule = rules::kTensorFlowClear;
                paint.from = node;
                waiting.push(neighbour);
            };
            forEachConsumer(node, visit);
            forEachProducer(node, visit);
        }
    }

    std::string_view ruleOf(const Paint& paint) const
    {
        if (!paint.rule.empty())
            return paint.rule;
        if (m_isIdle)
            return rules::kTensorFlowNothingAllowed;
        if (paint.list == GrapplerList::None)
            return rules::kTensorFlowUnlisted;
        if (!paint.canBeHalf)
            return rules::kTensorFlowNoHalf;
        return paint.list == GrapplerList::Clear ? rules::kTensorFlowClearLeft : rules::kTensorFlowInferLeft;
    }

    void write(NodeId node)
    {
        const Paint& paint = m_paint[node];
        Verdict verdict{.rule = ruleOf(paint),
            .list = paint.list == GrapplerList::Allow ? List::White
                : paint.isDenied                      ? List::Black
                                                      : List::Gray,
            .type = std::string(tensorFlowOp(m_graph, node)),
            .decidedBy = paint.from};
        if (paint.isHalf)
            m_writer.give(node, DType::Float16, std::move(verdict), DecisionWriter::Parameters::Stay);
        else
            m_writer.keep(node, std::move(verdict));
    }

    // A Cast of the model to FP32 that only FP16 operators read.
    void halveCasts()
    {
        Decisions& decisions = m_writer.decisions();
        for (NodeId node : m_graph.nodes()) {
            if (m_graph.node(node).opType != "Cast" || m_graph.outputs(node).empty())
                continue;
            const ValueId output = m_graph.outputs(node)[0];
            const std::span<const Graph::Use> uses = m_graph.uses(output);
            const auto readsHalf = [&](const Graph::Use& use) {
                return use.slot != Graph::kBodySlot &&
                    decisions.inputDTypes(use.node)[use.slot] == DType::Float16;
            };
            const bool isPublic = std::ranges::contains(m_graph.graphOutputs(), output);
            if (m_graph.value(output).dtype != DType::Float32 || uses.empty() || isPublic ||
                !std::ranges::all_of(uses, readsHalf))
                continue;
            decisions.setOutput(node, 0, DType::Float16);
            decisions.setNode(node, {.rule = rules::kTensorFlowCast, .decidedBy = uses.front().node}, {});
        }
    }

    DecisionWriter m_writer;
    const Graph& m_graph;
    IdMap<NodeId, Paint> m_paint;
    bool m_isIdle = false;
};

bool isUnlisted(const Decisions& decisions, NodeId node)
{
    const Node& row = decisions.graph()->node(node);
    return decisions.node(node).rule == rules::kTensorFlowUnlisted && row.phase == Phase::Forward &&
        row.opType != "Cast" && row.opType != "Constant" && FloatSlots(decisions, node).hasData();
}

// The types of the forward pass that the lists do not know, in the order of the graph.
void addUnlisted(Decisions& decisions)
{
    constexpr std::size_t kShown = 5;
    std::vector<std::string> types;
    Finding finding{.id = "policy.unlisted"};
    for (const DecidedLevel& level : levelsOf(decisions)) {
        for (NodeId node : level.graph().nodes()) {
            const std::string& type = level.graph().node(node).opType;
            if (!isUnlisted(*level.decisions, node) || std::ranges::contains(types, type))
                continue;
            if (types.empty()) {
                finding.where = level.nameOf(node);
                finding.node = level.outermost(node);
            }
            types.push_back(type);
        }
    }
    if (types.empty())
        return;
    std::string shown;
    for (std::size_t i = 0; i < types.size() && i < kShown; ++i)
        shown += (i == 0 ? "" : ", ") + types[i];
    finding.message = std::format(
        "In none of the four lists, so in FP32: {}{}.", shown, types.size() > kShown ? " and others" : "");
    decisions.addFinding(std::move(finding));
}

Result<Decisions> decideTensorFlow(const GraphPtr& graph, const PrecisionPolicy& policy)
{
    auto decisions = decideLevels(graph, [&](Decisions fresh, const LevelPlace&) -> Result<Decisions> {
        return Painter(std::move(fresh), std::get<TensorFlowSettings>(policy.settings)).run();
    });
    if (decisions) {
        applyOverrides(*decisions, policy.overrides);
        addUnlisted(*decisions);
    }
    return decisions;
}

std::string placeInTensorFlow(const Decisions& decisions, NodeId node, const PolicySettings& chosen)
{
    return GrapplerLists::placeOf(
        tensorFlowOp(*decisions.graph(), node), std::get<TensorFlowSettings>(chosen));
}

std::string describeTensorFlow(const PolicySettings& chosen)
{
    return std::get<TensorFlowSettings>(chosen).tensorCoresOnly
        ? "TensorFlow auto_mixed_precision, tensor cores only"
        : "TensorFlow auto_mixed_precision";
}

}

const PolicyDef kTensorFlowPolicy{.id = "tensorflow",
    .title = "TensorFlow auto_mixed_precision",
    .doc = "Grappler's pass: paints the whole graph, gradients included, by an allow, infer, deny and clear "
           "list.",
    .source = {"TensorFlow", "core/grappler/optimizers/auto_mixed_precision.cc", "2.x (e1c1b297)"},
    .decide = decideTensorFlow,
    .describe = describeTensorFlow,
    .placeOf = placeInTensorFlow,
    .addEdits = addTensorFlowEdits};

}
