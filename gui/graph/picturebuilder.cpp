// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/picturebuilder.h"

#include "gui/graph/picturemetrics.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

constexpr LayoutInput::Size kBoxSize = {kBoxWidth, kBoxHeight};
constexpr LayoutInput::Size kEndSize = {kEndWidth, kEndHeight};

// Activations go a long way round from forward to backward; drawn, they would hide everything else.
constexpr std::uint32_t kLongestToBackward = 3;
constexpr std::uint32_t kLongest = 24;

/// The context of the texts below for translators.
struct StubTexts
{
    Q_DECLARE_TR_FUNCTIONS(halftone::StubTexts)
};

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

// The main path runs through large floating-point tensors, not through the arithmetic of shapes.
double mainPathWeight(const Graph& graph, ValueId value)
{
    constexpr double kSideChain = 0.05;
    constexpr double kDoublingsPerStep = 8;
    if (!isReducibleFloat(graph.value(value).dtype))
        return kSideChain;
    double elements = 1;
    for (const Dim& dim : graph.dims(value))
        elements *= dim.isFixed() ? static_cast<double>(dim.size) : 1.0;
    return 1 + std::log2(1 + elements) / kDoublingsPerStep;
}

}

PictureBuilder::PictureBuilder(const GraphPtr& graph, PhaseSet phases)
    : m_graph(*graph)
    , m_source(graph->valueCount(), GraphPicture::kNoBox)
{
    m_picture.graph = graph;
    m_picture.phases = phases;
    m_picture.boxOf = IdMap<NodeId, std::uint32_t>(graph->nodeCount(), GraphPicture::kNoBox);
}

GraphPicture PictureBuilder::run()
{
    addInputs();
    addNodes();
    addOutputs();
    indexEdges();
    place();
    addStubs();
    return std::move(m_picture);
}

std::uint32_t PictureBuilder::addBox(PictureBox box)
{
    m_picture.boxes.push_back(std::move(box));
    return static_cast<std::uint32_t>(m_picture.boxes.size() - 1);
}

void PictureBuilder::addInputs()
{
    for (ValueId value : m_graph.graphInputs()) {
        const bool isUsed = std::ranges::any_of(m_graph.uses(value), [this](const Graph::Use& use) {
            return m_picture.phases.contains(m_graph.node(use.node).phase);
        });
        if (isUsed)
            m_source[value] = addBox({.kind = PictureBox::Kind::Input,
                .value = value,
                .title = text(m_graph.value(value).name),
                .name = text(m_graph.shapeText(value))});
    }
}

void PictureBuilder::addNodes()
{
    for (NodeId node : m_graph.nodes()) {
        const Phase phase = m_graph.node(node).phase;
        if (!m_picture.phases.contains(phase))
            continue;
        const std::uint32_t box = addBox({.node = node,
            .title = text(m_graph.node(node).opType),
            .name = text(m_graph.displayName(node)),
            .phase = phase});
        m_picture.boxOf[node] = box;
        const std::span<const ValueId> inputs = m_graph.inputs(node);
        for (std::uint32_t slot = 0; slot < inputs.size(); ++slot)
            addEdge(inputs[slot], box, {node, slot});
        for (ValueId output : m_graph.outputs(node)) {
            if (output.isValid())
                m_source[output] = box;
        }
    }
    for (ValueId value : m_graph.values()) {
        for (const Graph::Use& use : m_graph.uses(value)) {
            if (use.slot == Graph::kBodySlot && m_picture.box(use.node) != GraphPicture::kNoBox)
                addEdge(value, m_picture.box(use.node), {use.node, use.slot});
        }
    }
}

// A training graph gives every updated weight as an output; a box for each would say nothing.
void PictureBuilder::addOutputs()
{
    const std::span<const ValueId> outputs = m_graph.graphOutputs();
    for (std::uint32_t position = 0; position < outputs.size(); ++position) {
        const ValueId value = outputs[position];
        const NodeId producer = m_graph.value(value).producer;
        if (m_source[value] == GraphPicture::kNoBox || !producer.isValid() ||
            m_graph.node(producer).phase == Phase::Update)
            continue;
        const std::uint32_t box = addBox({.kind = PictureBox::Kind::Output,
            .value = value,
            .title = text(m_graph.value(value).name),
            .name = text(m_graph.shapeText(value))});
        addEdge(value, box, {NodeId{}, position});
    }
}

void PictureBuilder::addEdge(ValueId value, std::uint32_t to, CastEdge::Consumer consumer)
{
    if (value.isValid() && m_source[value] != GraphPicture::kNoBox)
        m_picture.edges.push_back({m_source[value], to, value, consumer});
}

void PictureBuilder::indexEdges()
{
    std::vector<Adjacency::Pair> into;
    std::vector<Adjacency::Pair> from;
    for (std::uint32_t e = 0; e < m_picture.edges.size(); ++e) {
        into.push_back({m_picture.edges[e].to, e});
        from.push_back({m_picture.edges[e].from, e});
    }
    m_picture.edgesInto = Adjacency(m_picture.boxes.size(), into);
    m_picture.edgesFrom = Adjacency(m_picture.boxes.size(), from);
}

LayoutInput PictureBuilder::layoutInput() const
{
    LayoutInput input;
    input.stubWidth = kStubReach;
    input.sizes.reserve(m_picture.boxes.size());
    for (const PictureBox& box : m_picture.boxes)
        input.sizes.push_back(box.isOperator() ? kBoxSize : kEndSize);
    input.edges.reserve(m_picture.edges.size());
    for (const PictureEdge& edge : m_picture.edges) {
        const Phase fromPhase = m_picture.boxes[edge.from].phase;
        const Phase toPhase = m_picture.boxes[edge.to].phase;
        const bool goesBack = fromPhase == Phase::Forward && toPhase == Phase::Backward;
        input.edges.push_back({.from = edge.from,
            .to = edge.to,
            .value = edge.value.index,
            .weight = toPhase == Phase::Update ? 0 : mainPathWeight(m_graph, edge.value),
            .longest = goesBack ? kLongestToBackward : kLongest});
    }
    return input;
}

void PictureBuilder::place()
{
    auto places = std::make_shared<PicturePlaces>();
    places->layout = layOut(layoutInput());
    std::vector<Adjacency::Pair> below;
    for (std::uint32_t e = 0; e < m_picture.edges.size(); ++e) {
        if (places->layout.isStub(e))
            continue;
        const std::uint32_t last = places->layout.boxes[m_picture.edges[e].to].rank;
        for (std::uint32_t rank = places->layout.boxes[m_picture.edges[e].from].rank; rank < last; ++rank)
            below.push_back({rank, e});
    }
    places->edgesBelowRank = Adjacency(places->layout.ranks.size(), below);
    m_picture.places = std::move(places);
}

void PictureBuilder::addStubs()
{
    m_picture.stubsOf.resize(m_picture.boxes.size());
    for (std::uint32_t box = 0; box < m_picture.boxes.size(); ++box) {
        const auto first = static_cast<std::uint32_t>(m_picture.stubs.size());
        addStub(box, m_picture.edgesInto[box], false);
        addStub(box, m_picture.edgesFrom[box], true);
        m_picture.stubsOf[box] = {first, static_cast<std::uint32_t>(m_picture.stubs.size()) - first};
    }
}

void PictureBuilder::addStub(std::uint32_t box, std::span<const std::uint32_t> edges, bool isOutgoing)
{
    PictureStub stub{.box = box, .isOutgoing = isOutgoing};
    for (const std::uint32_t e : edges) {
        const std::uint32_t other = isOutgoing ? m_picture.edges[e].to : m_picture.edges[e].from;
        if (m_picture.layout().isStub(e) && !std::ranges::contains(stub.others, other))
            stub.others.push_back(other);
    }
    if (stub.others.empty())
        return;
    const auto count = static_cast<int>(stub.others.size());
    const PictureBox& first = m_picture.boxes[stub.others.front()];
    const QString firstName = first.isOperator() ? first.name : first.title;
    if (count == 1)
        stub.label = firstName;
    else if (isOutgoing)
        stub.label = StubTexts::tr("%n users", nullptr, count);
    else
        stub.label = StubTexts::tr("%1 and %n more", nullptr, count - 1).arg(firstName);
    m_picture.stubs.push_back(std::move(stub));
}

}
