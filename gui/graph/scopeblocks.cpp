// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scopes for graphs whose names have none. Where one tensor alone leads from what is before to what is
// behind, the graph can be cut without cutting a branch; between cuts stand segments. A sequence of segments
// that comes three times or more is what a person would call a layer.
#include "gui/graph/scopemaker.h"

#include <algorithm>
#include <functional>

namespace halftone {
namespace {

constexpr std::size_t kWideUse = 8; // A mask that every layer reads is no reason not to cut.
constexpr std::size_t kLongestMotif = 48; // segments
constexpr std::size_t kLeastRepeats = 3;
constexpr std::size_t kLeastNodes = 4; // Of a block; fewer are no less to look at than the block.
constexpr std::size_t kPieceNodes = 40; // of what does not repeat

/// One run of nodes between two cuts.
struct Segment
{
    NodeBlock nodes;
    std::size_t content = 0;
};

class BlockCutter
{
public:
    BlockCutter(const Graph& graph, std::span<const NodeId> nodes)
        : m_graph(graph)
        , m_nodes(nodes)
        , m_place(graph.nodeCount(), kOutside)
    {
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            m_place[nodes[i]] = i;
    }

    std::vector<NodeBlock> run()
    {
        findSegments();
        for (std::size_t i = 0; i < m_segments.size();) {
            const auto [length, repeats] = motifAt(i);
            if (repeats < kLeastRepeats) {
                m_piece.count += m_segments[i++].nodes.count;
                if (m_piece.count >= kPieceNodes)
                    flushPiece();
                continue;
            }
            flushPiece();
            for (std::size_t repeat = 0; repeat < repeats; ++repeat, i += length)
                m_blocks.push_back({m_segments[i].nodes.first, nodesOf(i, length)});
            m_piece.first = m_blocks.back().first + m_blocks.back().count;
        }
        flushPiece();
        return std::move(m_blocks);
    }

private:
    static constexpr std::uint32_t kOutside = Id<void>::kNone;
    struct Motif
    {
        std::size_t length = 0; ///< In segments.
        std::size_t repeats = 0;
    };

    // For every place the number of tensors that are made before and read behind it.
    std::vector<int> tensorsAcross() const
    {
        std::vector<int> across(m_nodes.size() + 1, 0);
        for (std::uint32_t i = 0; i < m_nodes.size(); ++i) {
            for (ValueId value : m_graph.outputs(m_nodes[i])) {
                const std::uint32_t last = value.isValid() ? lastUse(value) : kOutside;
                if (last == kOutside || last <= i)
                    continue;
                ++across[i];
                --across[last];
            }
        }
        for (std::size_t i = 1; i < across.size(); ++i)
            across[i] += across[i - 1];
        return across;
    }

    std::uint32_t lastUse(ValueId value) const
    {
        const std::span<const Graph::Use> uses = m_graph.uses(value);
        if (!isReducibleFloat(m_graph.value(value).dtype) || uses.size() > kWideUse)
            return kOutside;
        std::uint32_t last = 0;
        for (const Graph::Use& use : uses)
            last = m_place[use.node] == kOutside ? last : std::max(last, m_place[use.node]);
        return last;
    }

    void findSegments()
    {
        const std::vector<int> across = tensorsAcross();
        for (std::size_t first = 0, i = 0; i < m_nodes.size(); ++i) {
            if (across[i] > 1 && i + 1 < m_nodes.size())
                continue;
            m_segments.push_back({{first, i + 1 - first}, contentOf(first, i + 1)});
            first = i + 1;
        }
    }

    std::size_t contentOf(std::size_t first, std::size_t end) const
    {
        std::size_t content = end - first;
        const auto add = [&content](std::size_t item) { content = content * 0x9E3779B97F4A7C15 + item + 1; };
        for (std::size_t i = first; i < end; ++i) {
            add(std::hash<std::string>()(m_graph.node(m_nodes[i]).opType));
            for (ValueId value : m_graph.inputs(m_nodes[i])) {
                const NodeId producer = value.isValid() ? m_graph.value(value).producer : NodeId{};
                const std::uint32_t place = producer.isValid() ? m_place[producer] : kOutside;
                add(place == kOutside || place < first ? 0 : i - place);
            }
        }
        return content;
    }

    std::size_t nodesOf(std::size_t segment, std::size_t length) const
    {
        const NodeBlock& last = m_segments[segment + length - 1].nodes;
        return last.first + last.count - m_segments[segment].nodes.first;
    }

    // Of the sequences that repeat from here on the one that covers most; of equal ones the shortest.
    Motif motifAt(std::size_t start) const
    {
        Motif best;
        const std::size_t left = m_segments.size() - start;
        for (std::size_t length = 1; length <= std::min(kLongestMotif, left / kLeastRepeats); ++length) {
            std::size_t equal = 0;
            while (start + equal + length < m_segments.size() &&
                m_segments[start + equal].content == m_segments[start + equal + length].content)
                ++equal;
            const std::size_t repeats = equal / length + 1;
            if (repeats >= kLeastRepeats && nodesOf(start, length) >= kLeastNodes &&
                length * repeats > best.length * best.repeats)
                best = {length, repeats};
        }
        return best;
    }

    void flushPiece()
    {
        if (m_piece.count > 0)
            m_blocks.push_back(m_piece);
        m_piece = {m_piece.first + m_piece.count, 0};
    }

    const Graph& m_graph;
    std::span<const NodeId> m_nodes;
    IdMap<NodeId, std::uint32_t> m_place;
    std::vector<Segment> m_segments;
    std::vector<NodeBlock> m_blocks;
    NodeBlock m_piece;
};

}

std::vector<NodeBlock> cutIntoBlocks(const Graph& graph, std::span<const NodeId> nodes)
{
    return BlockCutter(graph, nodes).run();
}

}
