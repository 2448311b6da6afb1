// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/layeredgraph.h"

#include <algorithm>
#include <utility>

namespace halftone {
namespace {

using Layers = std::vector<std::vector<std::uint32_t>>;

// Walks down from every source, first input and first user first: a tree comes out without crossings, and
// branches stand in the order in which the model lists them.
void orderDepthFirst(LayeredGraph& graph)
{
    for (std::vector<std::uint32_t>& layer : graph.layers)
        layer.clear();
    std::vector<bool> isSeen(graph.vertexCount(), false);
    std::vector<std::uint32_t> stack;
    for (std::uint32_t source = 0; source < graph.vertexCount(); ++source) {
        if (!graph.up[source].empty())
            continue;
        stack.push_back(source);
        while (!stack.empty()) {
            const std::uint32_t vertex = stack.back();
            stack.pop_back();
            if (isSeen[vertex])
                continue;
            isSeen[vertex] = true;
            graph.layers[graph.rank[vertex]].push_back(vertex);
            const std::span<const std::uint32_t> below = graph.down[vertex];
            stack.insert(stack.end(), below.rbegin(), below.rend());
        }
    }
}

class Sweeper
{
public:
    explicit Sweeper(LayeredGraph& graph)
        : m_graph(graph)
        , m_position(graph.vertexCount(), 0)
        , m_key(graph.vertexCount(), 0)
    {
        notePositions();
    }

    void sweepDown()
    {
        for (std::size_t rank = 1; rank < m_graph.layers.size(); ++rank)
            sortLayer(m_graph.layers[rank], m_graph.up);
    }
    void sweepUp()
    {
        for (std::size_t rank = m_graph.layers.size(); rank-- > 1;)
            sortLayer(m_graph.layers[rank - 1], m_graph.down);
    }

    std::uint64_t countCrossings()
    {
        std::uint64_t total = 0;
        for (std::size_t rank = 0; rank + 1 < m_graph.layers.size(); ++rank)
            total += crossingsBelow(m_graph.layers[rank], m_graph.layers[rank + 1].size());
        return total;
    }

    void restore(const Layers& layers)
    {
        m_graph.layers = layers;
        notePositions();
    }

private:
    void notePositions()
    {
        for (const std::vector<std::uint32_t>& layer : m_graph.layers)
            notePositions(layer);
    }
    void notePositions(const std::vector<std::uint32_t>& layer)
    {
        for (std::uint32_t i = 0; i < layer.size(); ++i)
            m_position[layer[i]] = i;
    }

    // Vertices without neighbours on that side stay where they are; the others are sorted around them.
    void sortLayer(std::vector<std::uint32_t>& layer, const Adjacency& neighbours)
    {
        m_slots.clear();
        m_moving.clear();
        for (std::uint32_t i = 0; i < layer.size(); ++i) {
            const std::span<const std::uint32_t> near = neighbours[layer[i]];
            if (near.empty())
                continue;
            double sum = 0;
            for (const std::uint32_t other : near)
                sum += m_position[other];
            m_key[layer[i]] = sum / static_cast<double>(near.size());
            m_slots.push_back(i);
            m_moving.push_back(layer[i]);
        }
        std::ranges::stable_sort(m_moving, {}, [this](std::uint32_t vertex) { return m_key[vertex]; });
        for (std::size_t i = 0; i < m_slots.size(); ++i)
            layer[m_slots[i]] = m_moving[i];
        notePositions(layer);
    }

    // Barth, Mutzel and Jünger (2002): crossings are the inversions in the lower ends of the links, counted
    // with a Fenwick tree.
    std::uint64_t crossingsBelow(const std::vector<std::uint32_t>& layer, std::size_t belowCount)
    {
        m_tree.assign(belowCount + 1, 0);
        std::uint64_t crossings = 0;
        std::uint64_t seen = 0;
        for (const std::uint32_t vertex : layer) {
            for (const std::uint32_t other : m_graph.down[vertex]) {
                std::uint64_t notRight = 0;
                for (std::size_t i = m_position[other] + 1; i > 0; i -= i & (~i + 1))
                    notRight += m_tree[i];
                crossings += seen - notRight;
            }
            for (const std::uint32_t other : m_graph.down[vertex]) {
                for (std::size_t i = m_position[other] + 1; i <= belowCount; i += i & (~i + 1))
                    ++m_tree[i];
                ++seen;
            }
        }
        return crossings;
    }

    LayeredGraph& m_graph;
    std::vector<std::uint32_t> m_position;
    std::vector<double> m_key;
    std::vector<std::uint32_t> m_slots;
    std::vector<std::uint32_t> m_moving;
    std::vector<std::uint32_t> m_tree;
};

}

std::uint64_t orderLayers(LayeredGraph& graph)
{
    constexpr int kSweeps = 8;
    constexpr int kFruitlessSweeps = 2; // One in each direction.
    orderDepthFirst(graph);
    Sweeper sweeper(graph);
    std::uint64_t fewest = sweeper.countCrossings();
    if (fewest == 0)
        return 0;
    Layers best = graph.layers;
    int fruitless = 0;
    for (int sweep = 0; sweep < kSweeps && fewest > 0 && fruitless < kFruitlessSweeps; ++sweep) {
        if (sweep % 2 == 0)
            sweeper.sweepDown();
        else
            sweeper.sweepUp();
        const std::uint64_t crossings = sweeper.countCrossings();
        ++fruitless;
        if (crossings < fewest) {
            fewest = crossings;
            best = graph.layers;
            fruitless = 0;
        }
    }
    sweeper.restore(best);
    return fewest;
}

}
