// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/compare/reportparts.h"
#include "executor/train/errortrace.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

constexpr std::size_t kMostBoxes = 600;
constexpr std::size_t kMostUsers = 8; // of a value that is drawn with lines
constexpr double kWidth = 168, kHeight = 34, kCell = 16, kGapX = 18, kGapY = 26;

// No more than so many bytes, and no half of a character.
std::string shortened(std::string text, bool keepsEnd)
{
    constexpr std::size_t kLongest = 22;
    const auto isInside = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
    };
    if (text.size() <= kLongest)
        return text;
    std::size_t cut = keepsEnd ? text.size() - kLongest : kLongest;
    while (cut < text.size() && isInside(cut))
        ++cut;
    return keepsEnd ? "…" + text.substr(cut) : text.substr(0, cut) + "…";
}

struct Box
{
    std::uint32_t depth = 0;
    double x = 0; // of its centre
};

/// Operators in rows by depth, each near those that it reads.
class Picture
{
public:
    explicit Picture(const WayComparison& comparison)
        : m_comparison(comparison)
        , m_graph(*comparison.graph)
        , m_boxes(m_graph.nodeCount())
    {
        place();
    }

    std::string svg() const
    {
        std::string text = std::format(
            R"(<svg viewBox="{:.0f} -8 {:.0f} {:.0f}" width="{:.0f}" role="img" aria-label="Graph of the model; operators that differ have a cell for each way">)"
            "\n",
            m_left, m_right - m_left, height(), std::min(m_right - m_left, kWidest));
        for (NodeId node : m_graph.nodes())
            text += edges(node);
        for (NodeId node : m_graph.nodes())
            text += box(node);
        return text + "</svg>\n";
    }

private:
    static constexpr double kWidest = 1180;

    double rowHeight() const { return kHeight + kCell + kGapY; }
    double height() const { return rowHeight() * static_cast<double>(m_rows.size()) + kGapY; }
    double top(NodeId node) const { return rowHeight() * m_boxes[node].depth; }
    bool differs(NodeId node) const { return m_comparison.ways[m_comparison.baseline].differsAt(node); }

    void place()
    {
        const IdMap<NodeId, std::uint32_t> depths = depthsOf(m_graph);
        for (NodeId node : m_graph.nodes()) {
            m_boxes[node].depth = depths[node];
            m_rows.resize(std::max<std::size_t>(m_rows.size(), depths[node] + 1));
            m_rows[depths[node]].push_back(node);
        }
        for (std::vector<NodeId>& row : m_rows) {
            std::ranges::stable_sort(row, {}, [this](NodeId node) { return wish(node); });
            for (std::size_t i = 0; i < row.size(); ++i)
                m_boxes[row[i]].x =
                    (kWidth + kGapX) * (static_cast<double>(i) - static_cast<double>(row.size() - 1) / 2);
            m_right = std::max(m_right, static_cast<double>(row.size()) * (kWidth + kGapX) / 2);
        }
        constexpr double kRoomForLong = 64; // edges beside the boxes
        m_left = -m_right - kRoomForLong;
    }

    // The middle of what it reads.
    double wish(NodeId node) const
    {
        double sum = 0;
        double count = 0;
        for (ValueId input : m_graph.inputs(node)) {
            if (input.isValid() && m_graph.value(input).producer.isValid()) {
                sum += m_boxes[m_graph.value(input).producer].x;
                count += 1;
            }
        }
        return count > 0 ? sum / count : 0;
    }

    std::string edges(NodeId node) const
    {
        std::string text;
        for (ValueId input : m_graph.inputs(node)) {
            if (!input.isValid() || !m_graph.value(input).producer.isValid() ||
                m_graph.uses(input).size() > kMostUsers)
                continue;
            const NodeId from = m_graph.value(input).producer;
            text += edge(from, node);
        }
        return text.empty() ? text : text + "\n";
    }

    // One that passes rows goes around them on the left.
    std::string edge(NodeId from, NodeId to) const
    {
        constexpr double kBow = 14;
        const double start = top(from) + kHeight + (differs(from) ? kCell : 0);
        const double end = top(to);
        const auto rows = m_boxes[to].depth - m_boxes[from].depth;
        if (rows > 1) {
            const double side =
                std::min(m_boxes[from].x, m_boxes[to].x) - kWidth / 2 - kBow - std::min(40.0, 2.0 * rows);
            return std::format(
                R"(<path class="edge far" d="M{0:.0f} {1:.0f}C{0:.0f} {2:.0f} {3:.0f} {1:.0f} {3:.0f} {4:.0f}V{5:.0f}C{3:.0f} {6:.0f} {7:.0f} {8:.0f} {7:.0f} {6:.0f}" />)",
                m_boxes[from].x, start, start + kGapY, side, start + 2 * kGapY,
                std::max(start + 2 * kGapY, end - 2 * kGapY), end, m_boxes[to].x, end - kGapY);
        }
        const double middle = (start + end) / 2;
        return std::format(
            R"(<path class="edge" d="M{0:.0f} {1:.0f}C{0:.0f} {2:.0f} {3:.0f} {2:.0f} {3:.0f} {4:.0f}" />)",
            m_boxes[from].x, start, middle, m_boxes[to].x, end);
    }

    std::string box(NodeId node) const
    {
        const std::string whole = htmlText(m_graph.displayName(node));
        const std::string name = shortened(validUtf8(m_graph.displayName(node)), true);
        const std::string type = shortened(validUtf8(m_graph.node(node).opType), false);
        const double x = m_boxes[node].x - kWidth / 2;
        std::string text = std::format(
            R"(<g{0}><title>{1} ({2})</title><rect class="box{3}" x="{4:.0f}" y="{5:.0f}" width="{6:.0f}" height="{7:.0f}" rx="4" />)"
            R"(<text x="{8:.0f}" y="{9:.0f}" font-weight="600">{2}</text><text class="muted" x="{8:.0f}" y="{10:.0f}">{11}</text>)",
            differs(node) ? "" : R"( class="same")", whole, htmlText(type), differs(node) ? " differs" : "",
            x, top(node), kWidth, kHeight + (differs(node) ? kCell : 0), x + 8, top(node) + 14,
            top(node) + 28, htmlText(name));
        if (differs(node))
            text += cells(node, x);
        return text + "</g>\n";
    }

    std::string cells(NodeId node, double x) const
    {
        std::string text;
        const double width = kWidth / static_cast<double>(m_comparison.ways.size());
        for (std::size_t i = 0; i < m_comparison.ways.size(); ++i) {
            const Decisions* decisions = m_comparison.ways[i].decisions.get();
            const DType type = decisions ? decisions->precision(node) : DType::Undefined;
            const double left = x + static_cast<double>(i) * width;
            text +=
                std::format(R"(<rect class="{}" x="{:.1f}" y="{:.0f}" width="{:.1f}" height="{:.0f}" />)"
                            R"(<text class="on{}" x="{:.1f}" y="{:.0f}" text-anchor="middle">{} {}</text>)",
                    precisionClass(type), left, top(node) + kHeight, width - 1, kCell - 1,
                    precisionClass(type).substr(1), left + width / 2, top(node) + kHeight + 12, wayLetter(i),
                    precisionLetters(type));
        }
        return text;
    }

    const WayComparison& m_comparison;
    const Graph& m_graph;
    IdMap<NodeId, Box> m_boxes;
    std::vector<std::vector<NodeId>> m_rows;
    double m_left = 0;
    double m_right = 0;
};

}

std::string graphPicture(const WayComparison& comparison)
{
    if (comparison.graph->nodeCount() == 0 || comparison.graph->nodeCount() > kMostBoxes)
        return std::format(
            "<p class=\"note\">A graph of {} operators does not fit a page; the strip above shows "
            "where the ways differ.</p>\n",
            comparison.graph->nodeCount());
    return "<div class=\"wide\">" + Picture(comparison).svg() + "</div>\n";
}

}
