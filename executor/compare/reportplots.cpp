// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/compare/reportparts.h"
#include "executor/train/errortrace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>

namespace halftone {
namespace {

constexpr double kWidth = 1120;
constexpr double kLeft = 64, kRight = 16;

// ---- the strip

constexpr double kBand = 22, kBandGap = 6;
constexpr std::uint32_t kMostColumns = 260;

/// What operators of some depths run in.
struct Share
{
    std::size_t half = 0, brain = 0, full = 0, differ = 0;
    std::size_t total() const { return half + brain + full; }
};

std::vector<Share> sharesOf(const WayComparison& comparison, const ComparedWay& way,
    const IdMap<NodeId, std::uint32_t>& depths, std::uint32_t deepest)
{
    std::vector<Share> shares(std::min(kMostColumns, deepest + 1));
    for (NodeId node : comparison.graph->nodes()) {
        Share& share = shares[std::size_t{depths[node]} * shares.size() / (deepest + 1)];
        const DType type = way.decisions->precision(node);
        share.half += type == DType::Float16 ? 1 : 0;
        share.brain += type == DType::BFloat16 ? 1 : 0;
        share.full += type == DType::Float32 ? 1 : 0;
        share.differ += way.differsAt(node) ? 1 : 0;
    }
    return shares;
}

std::string bandSvg(const std::vector<Share>& shares, double top)
{
    std::string text;
    const double width = (kWidth - kLeft - kRight) / static_cast<double>(shares.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const Share& share = shares[i];
        const double left = kLeft + static_cast<double>(i) * width;
        double y = top;
        const auto part = [&](std::size_t count, const char* kind) {
            if (count == 0)
                return;
            const double height = kBand * static_cast<double>(count) / static_cast<double>(share.total());
            text += std::format(R"(<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" />)",
                kind, left, y, width + 0.1, height);
            if (kind == std::string_view("p16"))
                text += std::format(R"(<path class="hatch" d="M{:.1f} {:.1f}L{:.1f} {:.1f}" />)", left,
                    y + height, left + width, y);
            y += height;
        };
        part(share.full, "p32");
        part(share.brain, "pb");
        part(share.half, "p16");
        if (share.differ > 0)
            text += std::format(R"(<rect class="bad" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="3" />)",
                left, top + kBand, width);
    }
    return text + "\n";
}

// ---- the plot

constexpr double kPlotHeight = 320, kPlotTop = 36, kPlotBottom = 52;
constexpr double kBeyond = 20; // of what is infinite or exact, from the end of the axis

/// Decades of the axis; what is not finite stands above the highest, what is exact below the lowest.
struct Axis
{
    int lowest = -8;
    int highest = 0;

    double y(double error, bool isFinite) const
    {
        if (!isFinite)
            return kPlotTop - kBeyond;
        if (error <= 0)
            return kPlotHeight - kPlotBottom + kBeyond;
        const double share = (std::log10(error) - lowest) / (highest - lowest);
        return kPlotHeight - kPlotBottom -
            std::clamp(share, 0.0, 1.0) * (kPlotHeight - kPlotTop - kPlotBottom);
    }
};

const ErrorMeasures& errorOf(const NodeComparison& node, PlottedError which)
{
    return which == PlottedError::Accumulated ? node.accumulated : node.isolated;
}

Axis axisFor(const WayComparison& comparison, PlottedError which)
{
    Axis axis;
    for (const ComparedWay& way : comparison.ways) {
        if (!way.numbers())
            continue;
        for (const NodeComparison& node : way.numbers()->nodes) {
            const double error = errorOf(node, which).relative();
            if (error > 0 && std::isfinite(error))
                axis.highest = std::max(axis.highest, static_cast<int>(std::ceil(std::log10(error))));
        }
    }
    return axis;
}

// One shape for each way, so that they are told apart without colours.
std::string markSvg(std::size_t way, double x, double y)
{
    constexpr std::array kShapes{"M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M-3.5 -3.5h7v7h-7z",
        "M0 -4.5l4.5 8h-9z", "M0 -5l5 5l-5 5l-5 -5z", "M-4 -4l8 8M-4 4l8 -8", "M0 -5v10M-5 0h10",
        "M-4.5 -4h9l-4.5 8z", "M-5 0h10"};
    constexpr std::size_t kColours = 4;
    return std::format(R"x(<path class="w w{}" transform="translate({:.1f} {:.1f})" d="{}" />)x",
        way % kColours, x, y, kShapes[way % kShapes.size()]);
}

std::string frameSvg(const Axis& axis, std::uint32_t deepest, std::string_view label)
{
    std::string text =
        std::format(R"(<svg viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" role="img" aria-label="{2}">)"
                    "\n",
            kWidth, kPlotHeight, label);
    for (int decade = axis.lowest; decade <= axis.highest; decade += 2) {
        const double y = axis.y(std::pow(10.0, decade), true);
        text += std::format(
            R"(<path class="line" d="M{0:.0f} {1:.1f}H{2:.0f}" /><text class="muted" x="{3:.0f}" y="{4:.1f}" text-anchor="end">{5}</text>)",
            kLeft, y, kWidth - kRight, kLeft - 8, y + 4, decade == 0 ? "1" : std::format("1e{}", decade));
    }
    text += std::format(
        R"(<text class="muted" x="{0:.0f}" y="{1:.0f}" text-anchor="end">∞</text><text class="muted" x="{0:.0f}" y="{2:.0f}" text-anchor="end">0</text>)",
        kLeft - 8, kPlotTop - kBeyond + 4, kPlotHeight - kPlotBottom + kBeyond + 4);
    return text +
        std::format(
            R"(<text class="muted" x="{:.0f}" y="{:.0f}">depth 0</text><text class="muted" x="{:.0f}" y="{:.0f}" text-anchor="end">depth {}</text>)"
            "\n",
            kLeft, kPlotHeight - 6, kWidth - kRight, kPlotHeight - 6, deepest);
}

std::uint32_t deepestOf(const Graph& graph, const IdMap<NodeId, std::uint32_t>& depths)
{
    std::uint32_t deepest = 0;
    for (NodeId node : graph.nodes())
        deepest = std::max(deepest, depths[node]);
    return deepest;
}

std::string legendSvg(const WayComparison& comparison)
{
    std::string text;
    double x = kLeft + 120;
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        text += markSvg(i, x, kPlotHeight - 10) +
            std::format(R"(<text x="{:.0f}" y="{:.0f}">{}</text>)", x + 9, kPlotHeight - 6, wayLetter(i));
        x += 42;
    }
    return text;
}

}

std::string depthStrip(const WayComparison& comparison)
{
    const IdMap<NodeId, std::uint32_t> depths = depthsOf(*comparison.graph);
    const std::uint32_t deepest = deepestOf(*comparison.graph, depths);
    const double height = (kBand + kBandGap) * static_cast<double>(comparison.ways.size());
    std::string text = std::format(
        R"(<svg viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" role="img" aria-label="Precision of the operators from the first to the last, one band for each way">)"
        "\n",
        kWidth, height);
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        const double top = (kBand + kBandGap) * static_cast<double>(i);
        text += std::format(R"(<text x="{:.0f}" y="{:.0f}" text-anchor="end" font-weight="600">{}</text>)",
            kLeft - 8, top + 15, wayLetter(i));
        if (comparison.ways[i].decisions)
            text += bandSvg(sharesOf(comparison, comparison.ways[i], depths, deepest), top);
    }
    return text + "</svg>\n";
}

std::string errorPlot(const WayComparison& comparison, PlottedError which)
{
    const IdMap<NodeId, std::uint32_t> depths = depthsOf(*comparison.graph);
    const std::uint32_t deepest = deepestOf(*comparison.graph, depths);
    const Axis axis = axisFor(comparison, which);
    std::string text = frameSvg(axis, deepest,
        which == PlottedError::Accumulated ? "Error with all before, over the depth in the graph"
                                           : "Error of each operator alone, over its depth in the graph");
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        if (!comparison.ways[i].numbers())
            continue;
        for (const NodeComparison& node : comparison.ways[i].numbers()->nodes) {
            const ErrorMeasures& error = errorOf(node, which);
            // Ways stand beside one another, so that equal errors do not hide behind the last one.
            const double room = (kWidth - kLeft - kRight) / (deepest + 1.0);
            const double middle = static_cast<double>(comparison.ways.size() - 1) / 2;
            const double x = kLeft + room * (depths[node.id] + 0.5) +
                (static_cast<double>(i) - middle) *
                    std::min(9.0, room / static_cast<double>(comparison.ways.size() + 1));
            text += std::format("<g><title>{} {}: {}</title>{}</g>\n", wayLetter(i), htmlText(node.tensor),
                errorText(error), markSvg(i, x, axis.y(error.relative(), error.notFinite == 0)));
        }
    }
    return text + legendSvg(comparison) + "</svg>\n";
}

}
