// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/layeredgraph.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace halftone {
namespace {

constexpr double kPortStep = 24; // Between two lines that end at one box, where there is room.
constexpr double kPortMargin = 40; // No line ends at the corners of a box.
constexpr double kStraight = 0.5; // Centres this near to each other count as equal.

/// This hands out the points of one side of a box: the line that comes straight gets the middle, the others
/// stand to both sides in the order in which they arrive, so that lines do not cross at the box.
class PortSpreader
{
public:
    struct Line
    {
        double far = 0; ///< x of the other end.
        std::uint32_t key = 0; ///< What the caller wants to know the port of.
    };

    void clear() { m_lines.clear(); }
    void add(Line line) { m_lines.push_back(line); }

    template <typename Visit>
    void spread(double centre, double width, Visit visit)
    {
        std::ranges::stable_sort(m_lines, {}, &Line::far);
        const auto straight = std::ranges::find_if(
            m_lines, [&](const Line& line) { return std::abs(line.far - centre) < kStraight; });
        const double last = static_cast<double>(m_lines.size()) - 1;
        const double middle =
            straight == m_lines.end() ? last / 2 : static_cast<double>(straight - m_lines.begin());
        const double side = std::max(middle, last - middle);
        const double room = std::max(0.0, width / 2 - kPortMargin);
        const double step = side > 0 ? std::min(kPortStep, room / side) : 0;
        for (std::size_t i = 0; i < m_lines.size(); ++i)
            visit(m_lines[i].key, centre + (static_cast<double>(i) - middle) * step);
    }

private:
    std::vector<Line> m_lines;
};

class LayoutDrawer
{
public:
    LayoutDrawer(const LayoutInput& input, const LayeredGraph& graph, std::vector<double> centres)
        : m_input(input)
        , m_graph(graph)
        , m_centre(std::move(centres))
    {
    }

    GraphLayout run()
    {
        if (m_graph.boxCount == 0)
            return {};
        placeRanks();
        moveToOrigin();
        placeBoxes();
        spreadPorts();
        drawRoutes();
        return std::move(m_layout);
    }

private:
    void placeRanks()
    {
        m_layout.ranks.resize(m_graph.layers.size());
        std::vector<double> tallest(m_graph.layers.size(), 0);
        for (std::uint32_t box = 0; box < m_graph.boxCount; ++box)
            tallest[m_graph.rank[box]] = std::max(tallest[m_graph.rank[box]], m_input.sizes[box].height);
        double y = 0;
        for (std::size_t rank = 0; rank < tallest.size(); ++rank) {
            m_layout.ranks[rank].top = y;
            m_layout.ranks[rank].bottom = y + tallest[rank];
            y += tallest[rank] + m_input.rankGap;
        }
        m_layout.height = m_layout.ranks.back().bottom;
    }

    void moveToOrigin()
    {
        const std::vector<Extent> extents = vertexExtents(m_input, m_graph);
        double left = std::numeric_limits<double>::max();
        double right = std::numeric_limits<double>::lowest();
        for (std::uint32_t vertex = 0; vertex < m_graph.vertexCount(); ++vertex) {
            // The gap belongs between two boxes, not at the rim of the drawing.
            const double gap = m_graph.isVirtual(vertex) ? 0 : m_input.columnGap / 2;
            left = std::min(left, m_centre[vertex] - extents[vertex].left + gap);
            right = std::max(right, m_centre[vertex] + extents[vertex].right - gap);
        }
        for (double& centre : m_centre)
            centre -= left;
        m_layout.width = right - left;
    }

    void placeBoxes()
    {
        m_layout.boxes.resize(m_graph.boxCount);
        for (std::uint32_t rank = 0; rank < m_graph.layers.size(); ++rank) {
            const auto first = static_cast<std::uint32_t>(m_layout.byRank.size());
            for (const std::uint32_t vertex : m_graph.layers[rank]) {
                if (m_graph.isVirtual(vertex))
                    continue;
                const auto& [width, height] = m_input.sizes[vertex];
                const GraphLayout::Rank& band = m_layout.ranks[rank];
                m_layout.boxes[vertex] = {m_centre[vertex] - width / 2, (band.top + band.bottom - height) / 2,
                    width, height, rank, static_cast<std::uint32_t>(m_layout.byRank.size()) - first};
                m_layout.byRank.push_back(vertex);
            }
            m_layout.ranks[rank].boxes = {first, static_cast<std::uint32_t>(m_layout.byRank.size()) - first};
        }
    }

    double xBehind(std::size_t e) const
    {
        const Slice chain = m_graph.chains[e];
        return m_centre[chain.count > 0 ? chain.first : m_input.edges[e].to];
    }
    double xBefore(std::size_t e) const
    {
        const Slice chain = m_graph.chains[e];
        return m_centre[chain.count > 0 ? chain.first + chain.count - 1 : m_input.edges[e].from];
    }

    void spreadPorts()
    {
        const auto edgeCount = static_cast<std::uint32_t>(m_input.edges.size());
        std::vector<Adjacency::Pair> in;
        std::vector<Adjacency::Pair> out;
        for (std::uint32_t e = 0; e < edgeCount; ++e) {
            if (m_graph.isStub[e])
                continue;
            in.push_back({m_input.edges[e].to, e});
            out.push_back({m_input.edges[e].from, e});
        }
        m_start.assign(edgeCount, 0);
        m_end.assign(edgeCount, 0);
        const Adjacency inOf(m_graph.boxCount, in);
        const Adjacency outOf(m_graph.boxCount, out);
        PortSpreader ports;
        for (std::uint32_t box = 0; box < m_graph.boxCount; ++box) {
            ports.clear();
            for (const std::uint32_t e : inOf[box])
                ports.add({xBefore(e), e});
            ports.spread(
                m_centre[box], m_input.sizes[box].width, [this](std::uint32_t e, double x) { m_end[e] = x; });
            spreadOutputs(box, outOf[box], ports);
        }
    }

    // All lines of one value leave at one point; a node with several outputs has one point for each.
    void spreadOutputs(std::uint32_t box, std::span<const std::uint32_t> edges, PortSpreader& ports)
    {
        m_sorted.assign(edges.begin(), edges.end());
        const auto valueOf = [this](std::uint32_t e) { return m_input.edges[e].value; };
        std::ranges::stable_sort(m_sorted, {}, valueOf);
        ports.clear();
        for (std::size_t i = 0; i < m_sorted.size(); ++i) {
            if (i == 0 || valueOf(m_sorted[i]) != valueOf(m_sorted[i - 1]))
                ports.add({xBehind(m_sorted[i]), valueOf(m_sorted[i])});
        }
        ports.spread(m_centre[box], m_input.sizes[box].width, [&](std::uint32_t value, double x) {
            for (const std::uint32_t e : m_sorted) {
                if (valueOf(e) == value)
                    m_start[e] = x;
            }
        });
    }

    void drawRoutes()
    {
        m_layout.routes.resize(m_input.edges.size());
        for (std::uint32_t e = 0; e < m_input.edges.size(); ++e) {
            if (m_graph.isStub[e])
                continue;
            const auto first = static_cast<std::uint32_t>(m_layout.points.size());
            m_first = first;
            drawRoute(e);
            m_layout.routes[e] = {first, static_cast<std::uint32_t>(m_layout.points.size()) - first};
        }
    }

    // Down inside the bands of the ranks and sideways only between them: no line runs through a box.
    void drawRoute(std::uint32_t e)
    {
        const GraphLayout::Box& from = m_layout.boxes[m_input.edges[e].from];
        const GraphLayout::Box& to = m_layout.boxes[m_input.edges[e].to];
        addPoint({m_start[e], from.y + from.height});
        addPoint({m_start[e], m_layout.ranks[from.rank].bottom});
        const Slice chain = m_graph.chains[e];
        for (std::uint32_t vertex = chain.first; vertex < chain.first + chain.count; ++vertex) {
            const GraphLayout::Rank& band = m_layout.ranks[m_graph.rank[vertex]];
            addPoint({m_centre[vertex], band.top});
            addPoint({m_centre[vertex], band.bottom});
        }
        addPoint({m_end[e], m_layout.ranks[to.rank].top});
        addPoint({m_end[e], to.y});
    }

    // Points in the middle of a straight vertical line say nothing.
    void addPoint(LayoutPoint point)
    {
        std::vector<LayoutPoint>& points = m_layout.points;
        const std::size_t count = points.size() - m_first;
        if (count >= 1 && points.back() == point)
            return;
        if (count >= 2 && points[points.size() - 1].x == point.x && points[points.size() - 2].x == point.x)
            points.back() = point;
        else
            points.push_back(point);
    }

    const LayoutInput& m_input;
    const LayeredGraph& m_graph;
    std::vector<double> m_centre;
    GraphLayout m_layout;
    std::vector<double> m_start; // x where an edge leaves
    std::vector<double> m_end; // and where it arrives
    std::vector<std::uint32_t> m_sorted;
    std::size_t m_first = 0; // point of the route being drawn
};

}

GraphLayout drawLayout(const LayoutInput& input, const LayeredGraph& graph, std::vector<double> centres)
{
    return LayoutDrawer(input, graph, std::move(centres)).run();
}

}
