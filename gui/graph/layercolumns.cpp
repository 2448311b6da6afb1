// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/layeredgraph.h"

#include <algorithm>

namespace halftone {
namespace {

// How strongly a vertex holds the place it wants. The spine must not give way at all; long lines give way
// less than boxes because a bend in a line costs more than a box that stands a little aside.
constexpr double kBoxWeight = 1;
constexpr double kLineWeight = 4;
constexpr double kSpineWeight = 1e7;
constexpr double kAloneWeight = 1e-3;

// How much a neighbour counts in the median: after dot (Gansner et al. 1993), which keeps inner parts of long
// edges straight first.
constexpr double kBoxToBox = 1;
constexpr double kBoxToLine = 2;
constexpr double kLineToLine = 8;

/// Columns of one layer: each vertex as near as possible to where it wants to be, in order and without
/// overlap. Pool adjacent violators (Ayer et al. 1955) on places from which the needed distances are
/// subtracted: the least squares solution in one pass.
class LayerFitter
{
public:
    void clear() { m_blocks.clear(); }

    void add(double wanted, double weight)
    {
        m_blocks.push_back({weight, weight * wanted, 1});
        while (m_blocks.size() > 1 && m_blocks[m_blocks.size() - 2].mean() > m_blocks.back().mean()) {
            const Block last = m_blocks.back();
            m_blocks.pop_back();
            m_blocks.back().weight += last.weight;
            m_blocks.back().sum += last.sum;
            m_blocks.back().count += last.count;
        }
    }

    template <typename Visit>
    void forEachPlace(Visit visit) const
    {
        for (const Block& block : m_blocks) {
            for (std::size_t i = 0; i < block.count; ++i)
                visit(block.mean());
        }
    }

private:
    struct Block
    {
        double weight = 0;
        double sum = 0;
        std::size_t count = 0;
        double mean() const { return sum / weight; }
    };
    std::vector<Block> m_blocks;
};

class ColumnPlacer
{
public:
    ColumnPlacer(const LayoutInput& input, const LayeredGraph& graph)
        : m_graph(graph)
        , m_extents(vertexExtents(input, graph))
        , m_centre(graph.vertexCount(), 0)
    {
    }

    std::vector<double> run()
    {
        constexpr int kRounds = 4;
        for (const std::vector<std::uint32_t>& layer : m_graph.layers)
            packAroundSpine(layer);
        for (int round = 0; round < kRounds; ++round) {
            for (const std::vector<std::uint32_t>& layer : m_graph.layers)
                fit(layer, Look::Up);
            for (std::size_t rank = m_graph.layers.size(); rank-- > 0;)
                fit(m_graph.layers[rank], Look::Down);
        }
        // Last of all boxes move below what feeds them: side branches then hang close to the main path.
        for (const std::vector<std::uint32_t>& layer : m_graph.layers)
            fit(layer, Look::Both);
        for (const std::vector<std::uint32_t>& layer : m_graph.layers)
            fit(layer, Look::Up);
        return std::move(m_centre);
    }

private:
    enum class Look { Up, Down, Both };

    struct Pull
    {
        double place = 0;
        double weight = 0;
    };

    double distance(std::uint32_t left, std::uint32_t right) const
    {
        return m_extents[left].right + m_extents[right].left;
    }

    void packAroundSpine(const std::vector<std::uint32_t>& layer)
    {
        double x = 0;
        double anchor = 0;
        bool hasSpine = false;
        for (std::size_t i = 0; i < layer.size(); ++i) {
            x += i == 0 ? 0 : distance(layer[i - 1], layer[i]);
            m_centre[layer[i]] = x;
            if (m_graph.isSpine[layer[i]]) {
                anchor = x;
                hasSpine = true;
            }
        }
        const double shift = hasSpine ? anchor : x / 2;
        for (const std::uint32_t vertex : layer)
            m_centre[vertex] -= shift;
    }

    void collect(std::uint32_t vertex, const Adjacency& neighbours)
    {
        for (const std::uint32_t other : neighbours[vertex]) {
            const int lines = (m_graph.isVirtual(vertex) ? 1 : 0) + (m_graph.isVirtual(other) ? 1 : 0);
            const double weight = lines == 0 ? kBoxToBox : lines == 1 ? kBoxToLine : kLineToLine;
            m_pulls.push_back({m_centre[other], weight});
        }
    }

    // A box that nothing leads to or from stands as near to the main path as there is room.
    bool isAlone(std::uint32_t vertex) const
    {
        return m_graph.up[vertex].empty() && m_graph.down[vertex].empty();
    }

    double wantedPlace(std::uint32_t vertex, Look look)
    {
        if (m_graph.isSpine[vertex] || isAlone(vertex))
            return 0;
        m_pulls.clear();
        if (look != Look::Down)
            collect(vertex, m_graph.up);
        if (look != Look::Up)
            collect(vertex, m_graph.down);
        return m_pulls.empty() ? m_centre[vertex] : weightedMedian();
    }

    double weightedMedian()
    {
        std::ranges::sort(m_pulls, {}, &Pull::place);
        double total = 0;
        for (const Pull& pull : m_pulls)
            total += pull.weight;
        double below = 0;
        for (std::size_t i = 0; i < m_pulls.size(); ++i) {
            below += m_pulls[i].weight;
            if (2 * below == total)
                return (m_pulls[i].place + m_pulls[i + 1].place) / 2;
            if (2 * below > total)
                return m_pulls[i].place;
        }
        return m_pulls.back().place;
    }

    double weight(std::uint32_t vertex) const
    {
        if (m_graph.isSpine[vertex])
            return kSpineWeight;
        if (isAlone(vertex))
            return kAloneWeight;
        return m_graph.isVirtual(vertex) ? kLineWeight : kBoxWeight;
    }

    void fit(const std::vector<std::uint32_t>& layer, Look look)
    {
        m_fitter.clear();
        m_needed.clear();
        double needed = 0;
        for (std::size_t i = 0; i < layer.size(); ++i) {
            needed += i == 0 ? 0 : distance(layer[i - 1], layer[i]);
            m_needed.push_back(needed);
            m_fitter.add(wantedPlace(layer[i], look) - needed, weight(layer[i]));
        }
        std::size_t i = 0;
        m_fitter.forEachPlace([&](double place) {
            m_centre[layer[i]] = place + m_needed[i];
            ++i;
        });
        anchorSpine(layer);
    }

    // The great weight of the spine leaves it a hair beside its place; here it gets there, and neighbours
    // that are then a hair too near give way.
    void anchorSpine(const std::vector<std::uint32_t>& layer)
    {
        const auto isSpine = [this](std::uint32_t vertex) { return m_graph.isSpine[vertex]; };
        const auto found = std::ranges::find_if(layer, isSpine);
        if (found == layer.end())
            return;
        m_centre[*found] = 0;
        for (auto it = found; it + 1 != layer.end(); ++it)
            m_centre[it[1]] = std::max(m_centre[it[1]], m_centre[it[0]] + distance(it[0], it[1]));
        for (auto it = found; it != layer.begin(); --it)
            m_centre[it[-1]] = std::min(m_centre[it[-1]], m_centre[it[0]] - distance(it[-1], it[0]));
    }

    const LayeredGraph& m_graph;
    std::vector<Extent> m_extents;
    std::vector<double> m_centre;
    std::vector<Pull> m_pulls;
    std::vector<double> m_needed;
    LayerFitter m_fitter;
};

}

std::vector<double> placeColumns(const LayoutInput& input, const LayeredGraph& graph)
{
    return ColumnPlacer(input, graph).run();
}

}
