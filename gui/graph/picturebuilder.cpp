// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/picturebuilder.h"

#include "gui/graph/picturemetrics.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct PictureTexts
{
    Q_DECLARE_TR_FUNCTIONS(halftone::PictureTexts)
};

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

}

QString scopeTitle(const Scope& scope)
{
    const QString name = text(scope.name);
    return scope.kind == Scope::Kind::Fold ? QStringLiteral("%1 ×%2").arg(name).arg(scope.repeats) : name;
}

PictureBuilder::PictureBuilder(const Grouping& grouping, std::shared_ptr<PanelPlans> plans)
    : m_tree(*grouping.tree())
{
    m_picture.graph = m_tree.graph();
    m_picture.grouping = grouping;
    m_picture.plans = plans ? std::move(plans) : std::make_shared<PanelPlans>(grouping.tree());
}

GraphPicture PictureBuilder::run()
{
    addPanel(ScopeTree::root(), GraphPicture::kNoBox, {});
    fillShownIn();
    indexEdges();
    place();
    addStubs();
    return std::move(m_picture);
}

void PictureBuilder::addPanel(ScopeId scope, std::uint32_t frame, NodeId owner)
{
    const auto number = static_cast<std::uint32_t>(m_picture.panels.size());
    const auto firstBox = static_cast<std::uint32_t>(m_picture.boxes.size());
    const auto firstEdge = static_cast<std::uint32_t>(m_picture.edges.size());
    const auto firstConsumer = static_cast<std::uint32_t>(m_picture.consumers.size());
    const std::shared_ptr<const PanelPlan> plan = m_picture.plans->plan(scope);
    m_picture.panels.push_back({scope, plan, frame, firstBox, firstEdge, owner});
    for (const PanelUnit& unit : plan->units) {
        PictureBox box = boxFor(unit, m_picture.panels.back());
        box.panel = number;
        if (box.isScope()) {
            box.group = static_cast<std::uint32_t>(m_picture.groups.size());
            m_picture.groups.push_back({.box = static_cast<std::uint32_t>(m_picture.boxes.size())});
        }
        m_picture.boxes.push_back(std::move(box));
    }
    for (const PanelEdge& edge : plan->edges) {
        m_picture.edges.push_back({.from = firstBox + edge.from,
            .to = firstBox + edge.to,
            .panel = number,
            .value = edge.value,
            .values = edge.values,
            .consumers = {firstConsumer + edge.consumers.first, edge.consumers.count}});
    }
    m_picture.consumers.insert(m_picture.consumers.end(), plan->consumers.begin(), plan->consumers.end());
    for (std::uint32_t box = firstBox; box < firstBox + plan->units.size(); ++box) {
        if (m_picture.boxes[box].kind != PictureBox::Kind::Frame)
            continue;
        const Scope& inside = m_tree.scope(m_picture.boxes[box].scope);
        addPanel(m_picture.boxes[box].scope, box,
            inside.kind == Scope::Kind::Owner && !owner.isValid() ? inside.owner : owner);
    }
}

PictureBox PictureBuilder::boxFor(const PanelUnit& unit, const PicturePanel& panel) const
{
    if (unit.kind == PanelUnit::Kind::Node)
        return nodeBox(unit.node, panel);
    if (unit.kind != PanelUnit::Kind::Scope)
        return endFor(unit, *panel.plan->graph);
    const Scope& scope = m_tree.scope(unit.scope);
    const bool isOpen = m_picture.grouping.isOpen(unit.scope);
    PictureBox box;
    if (scope.kind == Scope::Kind::Owner) {
        box = nodeBox(scope.owner, panel);
        box.kind = isOpen ? PictureBox::Kind::Frame : PictureBox::Kind::Operator;
        box.scope = unit.scope;
        return box;
    }
    const std::size_t count = scope.body ? scope.body->nodeCount() : scope.members.count;
    box = {.kind = isOpen ? PictureBox::Kind::Frame : PictureBox::Kind::Group,
        .node = panel.owner,
        .scope = unit.scope,
        .title = scopeTitle(scope),
        .name = PictureTexts::tr("%Ln operators", nullptr, static_cast<int>(count))};
    if (!scope.body && scope.members.count > 0)
        box.phase = m_picture.graph->node(m_tree.members(unit.scope).front()).phase;
    return box;
}

PictureBox PictureBuilder::nodeBox(NodeId node, const PicturePanel& panel) const
{
    const Graph& graph = *panel.plan->graph;
    return {.node = panel.owner.isValid() ? panel.owner : node,
        .inner = node,
        .title = text(graph.node(node).opType),
        .name = text(graph.displayName(node)),
        .phase = graph.node(node).phase};
}

// Of a port the names at the other end, unless there is a single tensor, which has a name of its own.
PictureBox PictureBuilder::endFor(const PanelUnit& unit, const Graph& graph) const
{
    static constexpr std::array kKinds{
        PictureBox::Kind::Input, PictureBox::Kind::Output, PictureBox::Kind::Entry, PictureBox::Kind::Exit};
    PictureBox box{
        .kind =
            kKinds[static_cast<std::size_t>(unit.kind) - static_cast<std::size_t>(PanelUnit::Kind::Input)],
        .inner = unit.node,
        .scope = unit.scope,
        .value = unit.value,
        .title = text(graph.value(unit.value).name),
        .name = text(graph.shapeText(unit.value))};
    if (!box.isPort())
        return box;
    box.title = otherEnd(unit, graph);
    if (unit.values > 1)
        box.name = PictureTexts::tr("%Ln tensors", nullptr, static_cast<int>(unit.values));
    return box;
}

QString PictureBuilder::otherEnd(const PanelUnit& unit, const Graph& graph) const
{
    return unit.scope.isValid() ? scopeTitle(m_tree.scope(unit.scope)) : text(graph.displayName(unit.node));
}

void PictureBuilder::fillShownIn()
{
    m_picture.shownIn = IdMap<NodeId, std::uint32_t>(m_picture.graph->nodeCount(), GraphPicture::kNoBox);
    for (std::uint32_t box = 0; box < m_picture.boxes.size(); ++box) {
        const PictureBox& row = m_picture.boxes[box];
        if (m_picture.panels[row.panel].owner.isValid())
            continue;
        if (row.inner.isValid() && !row.isPort())
            m_picture.shownIn[row.inner] = box;
        else if (row.kind == PictureBox::Kind::Group)
            for (NodeId node : m_tree.members(row.scope))
                m_picture.shownIn[node] = box;
    }
}

void PictureBuilder::indexEdges()
{
    std::vector<Adjacency::Pair> into;
    std::vector<Adjacency::Pair> from;
    into.reserve(m_picture.edges.size());
    from.reserve(m_picture.edges.size());
    for (std::uint32_t e = 0; e < m_picture.edges.size(); ++e) {
        into.push_back({m_picture.edges[e].to, e});
        from.push_back({m_picture.edges[e].from, e});
    }
    m_picture.edgesInto = Adjacency(m_picture.boxes.size(), into);
    m_picture.edgesFrom = Adjacency(m_picture.boxes.size(), from);
}

// Inner panels first, because a frame is as large as what is in it.
void PictureBuilder::place()
{
    auto places = std::make_shared<PicturePlaces>();
    places->panels.resize(m_picture.panels.size());
    std::vector<std::vector<LayoutInput::Size>> sizes(m_picture.panels.size()); // where something is open
    for (std::size_t i = m_picture.panels.size(); i-- > 0;) {
        const PicturePanel& panel = m_picture.panels[i];
        const PanelPlan& plan = *panel.plan;
        places->panels[i].places = sizes[i].empty()
            ? plan.closed
            : indexPlaces(drawWithSizes(plan.input, *plan.skeleton, sizes[i]), plan.input.edges);
        if (panel.frame == GraphPicture::kNoBox)
            continue;
        const GraphLayout& layout = places->panels[i].layout();
        const std::uint32_t outer = m_picture.boxes[panel.frame].panel;
        if (sizes[outer].empty())
            sizes[outer] = m_picture.panels[outer].plan->input.sizes;
        LayoutInput::Size& size = sizes[outer][panel.frame - m_picture.panels[outer].firstBox];
        size = {std::max(size.width, layout.width + 2 * kFrameInset),
            layout.height + kFrameHeader + 2 * kFrameInset};
    }
    for (std::size_t i = 1; i < m_picture.panels.size(); ++i) {
        const PicturePanel& panel = m_picture.panels[i];
        const std::uint32_t outer = m_picture.boxes[panel.frame].panel;
        const GraphLayout::Box& frame =
            places->panels[outer].layout().boxes[panel.frame - m_picture.panels[outer].firstBox];
        places->panels[i].x =
            places->panels[outer].x + frame.x + (frame.width - places->panels[i].layout().width) / 2;
        places->panels[i].y = places->panels[outer].y + frame.y + kFrameHeader + kFrameInset;
    }
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
        if (m_picture.isStub(e) && !std::ranges::contains(stub.others, other))
            stub.others.push_back(other);
    }
    if (stub.others.empty())
        return;
    const auto count = static_cast<int>(stub.others.size());
    const PictureBox& first = m_picture.boxes[stub.others.front()];
    const QString firstName = first.inner.isValid() && !first.isPort() ? first.name : first.title;
    if (count == 1)
        stub.label = firstName;
    else if (isOutgoing)
        stub.label = PictureTexts::tr("%n users", nullptr, count);
    else
        stub.label = PictureTexts::tr("%1 and %n more", nullptr, count - 1).arg(firstName);
    m_picture.stubs.push_back(std::move(stub));
}

}
