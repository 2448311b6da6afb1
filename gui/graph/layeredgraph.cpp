// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/layeredgraph.h"

#include <queue>

#include <algorithm>
#include <limits>
#include <numeric>

namespace halftone {

namespace {

class LayerMaker
{
public:
    explicit LayerMaker(const LayoutInput& input)
        : m_input(input)
    {
        m_graph.boxCount = static_cast<std::uint32_t>(input.sizes.size());
    }

    LayeredGraph run()
    {
        indexEdges();
        findOrder();
        dropEdgesAgainstOrder();
        findWideValues();
        rankByLongestPath();
        pullDownToUsers();
        findStubs();
        makeChains();
        makeLinks();
        findSpine();
        fillLayers();
        return std::move(m_graph);
    }

private:
    const LayoutInput::Edge& edge(std::uint32_t index) const { return m_input.edges[index]; }
    std::uint32_t& rankOf(std::uint32_t vertex) { return m_graph.rank[vertex]; }

    void indexEdges();
    void findOrder();
    void dropEdgesAgainstOrder();
    void findWideValues();
    void rankByLongestPath();
    void pullDownToUsers();
    void findStubs();
    std::size_t virtualVertices(std::uint32_t longest);
    void makeChains();
    void chainOneValue(std::span<const std::uint32_t> edges);
    void makeLinks();
    void findSpine();
    void fillLayers();

    const LayoutInput& m_input;
    LayeredGraph m_graph;
    Adjacency m_out; // edges by the box they leave
    Adjacency m_in;
    std::vector<std::uint32_t> m_order; // boxes, each behind those that feed it
    std::vector<bool> m_isBack; // edges that no order can make run down
    std::vector<bool> m_isWide; // edges of values with very many users
};

void LayerMaker::indexEdges()
{
    std::vector<Adjacency::Pair> out;
    std::vector<Adjacency::Pair> in;
    out.reserve(m_input.edges.size());
    in.reserve(m_input.edges.size());
    for (std::uint32_t i = 0; i < m_input.edges.size(); ++i) {
        out.push_back({edge(i).from, i});
        in.push_back({edge(i).to, i});
    }
    m_out = Adjacency(m_graph.boxCount, out);
    m_in = Adjacency(m_graph.boxCount, in);
}

// Boxes mostly come in topological order already. Otherwise by Kahn's method, the lowest index first; where
// only cycles are left, the lowest index goes on anyway.
void LayerMaker::findOrder()
{
    m_order.resize(m_graph.boxCount);
    std::iota(m_order.begin(), m_order.end(), 0u);
    if (std::ranges::all_of(m_input.edges, [](const LayoutInput::Edge& e) { return e.from < e.to; }))
        return;
    std::vector<std::uint32_t> missing(m_graph.boxCount, 0);
    for (const LayoutInput::Edge& e : m_input.edges)
        ++missing[e.to];
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    std::vector<bool> isQueued(m_graph.boxCount, false);
    const auto enqueue = [&](std::uint32_t box) {
        if (!isQueued[box])
            ready.push(box);
        isQueued[box] = true;
    };
    m_order.clear();
    for (std::uint32_t box = 0; box < m_graph.boxCount; ++box) {
        if (missing[box] == 0)
            enqueue(box);
    }
    std::uint32_t nextStuck = 0;
    while (m_order.size() < m_graph.boxCount) {
        while (ready.empty()) {
            enqueue(nextStuck);
            ++nextStuck;
        }
        const std::uint32_t box = ready.top();
        ready.pop();
        m_order.push_back(box);
        for (const std::uint32_t e : m_out[box]) {
            if (--missing[edge(e).to] == 0)
                enqueue(edge(e).to);
        }
    }
}

void LayerMaker::dropEdgesAgainstOrder()
{
    std::vector<std::uint32_t> position(m_graph.boxCount);
    for (std::uint32_t i = 0; i < m_order.size(); ++i)
        position[m_order[i]] = i;
    m_isBack.resize(m_input.edges.size());
    for (std::uint32_t i = 0; i < m_input.edges.size(); ++i)
        m_isBack[i] = position[edge(i).from] >= position[edge(i).to];
}

void LayerMaker::findWideValues()
{
    std::uint32_t valueCount = 0;
    for (const LayoutInput::Edge& e : m_input.edges)
        valueCount = std::max(valueCount, e.value + 1);
    std::vector<std::uint32_t> users(valueCount, 0);
    for (const LayoutInput::Edge& e : m_input.edges)
        ++users[e.value];
    m_isWide.resize(m_input.edges.size());
    for (std::uint32_t i = 0; i < m_input.edges.size(); ++i)
        m_isWide[i] = users[edge(i).value] > m_input.wideUse;
}

void LayerMaker::rankByLongestPath()
{
    m_graph.rank.assign(m_graph.boxCount, 0);
    for (const std::uint32_t box : m_order) {
        for (const std::uint32_t e : m_out[box]) {
            if (!m_isBack[e])
                rankOf(edge(e).to) = std::max(rankOf(edge(e).to), rankOf(box) + 1);
        }
    }
}

// Longest path puts every box as high as it can stand. One that has more lines below it than above (an input,
// a constant, the start of a side branch) is better off just above its first user.
void LayerMaker::pullDownToUsers()
{
    for (std::size_t i = m_order.size(); i-- > 0;) {
        const std::uint32_t box = m_order[i];
        std::uint32_t firstUser = std::numeric_limits<std::uint32_t>::max();
        std::size_t below = 0;
        for (const std::uint32_t e : m_out[box]) {
            if (m_isBack[e])
                continue;
            firstUser = std::min(firstUser, rankOf(edge(e).to));
            below += m_isWide[e] ? 0 : 1;
        }
        const auto above = static_cast<std::size_t>(
            std::ranges::count_if(m_in[box], [&](std::uint32_t e) { return !m_isBack[e] && !m_isWide[e]; }));
        const bool hasUsers = firstUser != std::numeric_limits<std::uint32_t>::max();
        if (hasUsers && (above == 0 || below > above))
            rankOf(box) = firstUser - 1;
    }
}

// Virtual vertices that drawing all edges up to this length takes. One chain serves all users of a value, so
// the longest edge of each value counts.
std::size_t LayerMaker::virtualVertices(std::uint32_t longest)
{
    std::size_t total = 0;
    for (std::uint32_t box = 0; box < m_graph.boxCount; ++box) {
        std::uint32_t lowest = 0;
        for (const std::uint32_t e : m_out[box]) {
            const std::uint32_t span = rankOf(edge(e).to) - rankOf(box);
            if (!m_isBack[e] && !m_isWide[e] && span <= std::min(longest, edge(e).longest))
                lowest = std::max(lowest, span);
        }
        total += lowest > 1 ? lowest - 1 : 0;
    }
    return total;
}

// The work after this is linear in the virtual vertices, so they must stay linear in the boxes.
void LayerMaker::findStubs()
{
    constexpr std::size_t kVirtualPerBox = 8;
    constexpr std::size_t kAlwaysAllowed = 2000;
    std::uint32_t longest = 1;
    for (const LayoutInput::Edge& e : m_input.edges)
        longest = std::max(longest, e.longest);
    while (longest > 1 && virtualVertices(longest) > kVirtualPerBox * m_graph.boxCount + kAlwaysAllowed)
        longest /= 2;
    m_graph.isStub.resize(m_input.edges.size());
    for (std::uint32_t i = 0; i < m_input.edges.size(); ++i) {
        const std::uint32_t span = rankOf(edge(i).to) - rankOf(edge(i).from);
        m_graph.isStub[i] = m_isBack[i] || m_isWide[i] || span > std::min(longest, edge(i).longest);
    }
}

void LayerMaker::makeChains()
{
    m_graph.chains.resize(m_input.edges.size());
    std::vector<std::uint32_t> drawn;
    for (std::uint32_t box = 0; box < m_graph.boxCount; ++box) {
        drawn.clear();
        std::ranges::copy_if(
            m_out[box], std::back_inserter(drawn), [&](std::uint32_t e) { return !m_graph.isStub[e]; });
        std::ranges::stable_sort(drawn, {}, [&](std::uint32_t e) { return edge(e).value; });
        for (std::size_t first = 0; first < drawn.size();) {
            std::size_t end = first;
            while (end < drawn.size() && edge(drawn[end]).value == edge(drawn[first]).value)
                ++end;
            chainOneValue(std::span(drawn).subspan(first, end - first));
            first = end;
        }
    }
}

void LayerMaker::chainOneValue(std::span<const std::uint32_t> edges)
{
    const std::uint32_t top = rankOf(edge(edges[0]).from);
    const auto first = static_cast<std::uint32_t>(m_graph.rank.size());
    std::uint32_t lowest = top;
    for (const std::uint32_t e : edges) {
        const std::uint32_t bottom = rankOf(edge(e).to);
        m_graph.chains[e] = {first, bottom - top - 1};
        lowest = std::max(lowest, bottom);
    }
    for (std::uint32_t rank = top + 1; rank < lowest; ++rank)
        m_graph.rank.push_back(rank);
}

void LayerMaker::makeLinks()
{
    std::vector<Adjacency::Pair> down;
    std::vector<Adjacency::Pair> up;
    std::vector<bool> isLinked(m_graph.vertexCount(), false); // virtual vertices that hang on the one above
    const auto link = [&](std::uint32_t from, std::uint32_t to) {
        down.push_back({from, to});
        up.push_back({to, from});
    };
    for (std::uint32_t box = 0; box < m_graph.boxCount; ++box) {
        for (const std::uint32_t e : m_out[box]) {
            if (m_graph.isStub[e])
                continue;
            std::uint32_t above = box;
            const Slice chain = m_graph.chains[e];
            for (std::uint32_t v = chain.first; v < chain.first + chain.count; ++v) {
                if (!isLinked[v])
                    link(above, v);
                isLinked[v] = true;
                above = v;
            }
            link(above, edge(e).to);
        }
    }
    m_graph.down = Adjacency(m_graph.vertexCount(), down);
    m_graph.up = Adjacency(m_graph.vertexCount(), up);
}

// The path of the greatest total weight. Of equal ones the first wins, so that branches keep their order.
void LayerMaker::findSpine()
{
    constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
    m_graph.isSpine.assign(m_graph.vertexCount(), false);
    std::vector<double> best(m_graph.boxCount, 0.0);
    std::vector<std::uint32_t> via(m_graph.boxCount, kNone);
    std::uint32_t end = kNone;
    for (const std::uint32_t box : m_order) {
        for (const std::uint32_t e : m_in[box]) {
            const double total = best[edge(e).from] + edge(e).weight;
            if (!m_graph.isStub[e] && total > best[box]) {
                best[box] = total;
                via[box] = e;
            }
        }
        if (end == kNone || best[box] > best[end])
            end = box;
    }
    for (std::uint32_t box = end; box != kNone;) {
        m_graph.isSpine[box] = true;
        const std::uint32_t e = via[box];
        if (e == kNone)
            return;
        const Slice chain = m_graph.chains[e];
        std::fill_n(m_graph.isSpine.begin() + chain.first, chain.count, true);
        box = edge(e).from;
    }
}

void LayerMaker::fillLayers()
{
    if (m_graph.rank.empty())
        return;
    m_graph.layers.resize(*std::ranges::max_element(m_graph.rank) + 1);
    for (std::uint32_t vertex = 0; vertex < m_graph.vertexCount(); ++vertex)
        m_graph.layers[rankOf(vertex)].push_back(vertex);
}

}

LayeredGraph makeLayers(const LayoutInput& input)
{
    return LayerMaker(input).run();
}

std::vector<Extent> vertexExtents(const LayoutInput& input, const LayeredGraph& graph)
{
    std::vector<Extent> extents(graph.vertexCount(), {input.lineGap / 2, input.lineGap / 2});
    for (std::uint32_t box = 0; box < graph.boxCount; ++box) {
        const double half = (input.sizes[box].width + input.columnGap) / 2;
        extents[box] = {half, half};
    }
    std::vector<bool> hasStub(graph.boxCount, false);
    for (std::size_t e = 0; e < input.edges.size(); ++e) {
        if (graph.isStub[e])
            hasStub[input.edges[e].from] = hasStub[input.edges[e].to] = true;
    }
    for (std::uint32_t box = 0; box < graph.boxCount; ++box)
        extents[box].right += hasStub[box] ? input.stubWidth : 0;
    return extents;
}

}
