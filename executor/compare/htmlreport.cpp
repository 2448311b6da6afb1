// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/compare/htmlreport.h"

#include "analysis/policy/policyexplainer.h"
#include "executor/compare/reportparts.h"
#include "executor/train/errortrace.h"

#include <array>
#include <cmath>
#include <format>
#include <map>

namespace halftone {
namespace {

constexpr std::size_t kMostRows = 2000; // of a table
constexpr std::uint64_t kKibi = 1024;

// " ▲27", " ▼2", and nothing where there is no difference.
std::string deltaText(std::uint64_t here, std::uint64_t base)
{
    if (here == base)
        return {};
    return here > base ? std::format(" ▲{}", here - base) : std::format(" ▼{}", base - here);
}

std::string wayName(const WayComparison& comparison, std::size_t index)
{
    return std::format("<b>{}</b> {}{}", wayLetter(index), htmlText(describe(comparison.ways[index].policy)),
        index == comparison.baseline ? " <small>baseline</small>" : "");
}

std::string headCells(const WayComparison& comparison, const char* kind)
{
    std::string text;
    for (std::size_t i = 0; i < comparison.ways.size(); ++i)
        text += std::format("<th{}>{}</th>", kind, wayLetter(i));
    return text;
}

std::string tooMany(std::size_t all, const char* where)
{
    return all <= kMostRows
        ? std::string()
        : std::format("<p class=\"note\">The first {} of {} rows; {} has all.</p>\n", kMostRows, all, where);
}

std::string verdictCell(const ComparedWay& way)
{
    if (way.refusal)
        return std::format(
            "<td class=\"bad\" colspan=\"2\">not possible: {}</td>", htmlText(way.refusal->what));
    if (way.numerics && !*way.numerics)
        return std::format(
            "<td class=\"bad\" colspan=\"2\">no numbers: {}</td>", htmlText(way.numerics->error().what));
    const Comparison* numbers = way.numbers();
    if (!numbers)
        return "<td class=\"n\">–</td><td class=\"n\">–</td>";
    return std::format("<td class=\"n{0}\">{1:.2g}{2}</td><td class=\"n{3}\">{4} of {5}</td>",
        numbers->isFinite() ? "" : " bad", numbers->worst(), numbers->isFinite() ? "" : " !inf",
        numbers->failing() > 0 ? " bad" : "", numbers->failing(), numbers->nodes.size());
}

std::string summaryTable(const WayComparison& comparison)
{
    std::string text =
        "<div class=\"wide\"><table><thead><tr><th>Way</th><th class=\"n\">FP16</th><th class=\"n\">BF16</th>"
        "<th class=\"n\">FP32</th><th class=\"n\">Casts</th><th class=\"n\">KiB cast</th>"
        "<th class=\"n\">KiB of tensors</th><th class=\"n\">Differ</th><th class=\"n\">Worst error</th>"
        "<th class=\"n\">Fail</th></tr></thead>\n<tbody>\n";
    const ComparedWay& base = comparison.ways[comparison.baseline];
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        const ComparedWay& way = comparison.ways[i];
        const auto cell = [&](std::uint64_t here, std::uint64_t there) {
            return std::format("<td class=\"n\">{}{}</td>", here,
                way.decisions && base.decisions ? deltaText(here, there) : "");
        };
        const DecisionSummary& sum = way.summary;
        text += std::format("<tr><td>{}</td>", wayName(comparison, i)) +
            cell(sum.float16, base.summary.float16) + cell(sum.bfloat16, base.summary.bfloat16) +
            cell(sum.float32, base.summary.float32) + cell(sum.casts, base.summary.casts) +
            cell(sum.castBytes / kKibi, base.summary.castBytes / kKibi) +
            cell(way.tensorBytes / kKibi, base.tensorBytes / kKibi) +
            std::format("<td class=\"n\">{}</td>", way.differences.size()) + verdictCell(way) + "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

std::string originItems(const WayComparison& comparison, std::size_t index)
{
    const Comparison* numbers = comparison.ways[index].numbers();
    if (!numbers)
        return {};
    const ErrorTrace trace = traceErrors(*comparison.graph, numbers->nodes);
    std::string text;
    const auto add = [&](std::span<const std::size_t> rows, std::string_view what) {
        if (rows.empty())
            return;
        const NodeComparison& first = numbers->nodes[rows.front()];
        text += std::format("<li><b>{}</b>: {} in <b>{}</b> ({}){}.</li>\n", wayLetter(index), what,
            htmlText(first.tensor), htmlText(first.op),
            rows.size() > 1 ? std::format(" and {} more", rows.size() - 1) : "");
    };
    add(trace.births, "infinity or NaN begins");
    add(trace.collapses, "everything becomes zero");
    add(trace.jumps, "the error jumps most");
    return text;
}

std::string decisionCell(const ComparedWay& way, const PolicyExplainer* explainer, NodeId node)
{
    if (!way.decisions)
        return "<td>–</td>";
    const DType type = way.decisions->precision(node);
    return std::format(R"(<td class="w"><span class="tag {}">{}</span> {}<small>{}</small></td>)",
        precisionClass(type), precisionLetters(type), name(type), htmlText(explainer->line(node)));
}

std::string differencesTable(const WayComparison& comparison)
{
    const std::vector<NodeId>& all = comparison.differences();
    if (all.empty())
        return "<p>All ways decide alike.</p>\n";
    std::vector<std::unique_ptr<const PolicyExplainer>> explainers;
    for (const ComparedWay& way : comparison.ways)
        explainers.push_back(
            way.decisions ? std::make_unique<const PolicyExplainer>(*way.decisions, way.policy) : nullptr);
    std::string text =
        "<div class=\"wide\"><table class=\"sorts\"><thead><tr><th>Operator</th><th>Type</th><th>Phase</th>" +
        headCells(comparison, "") + "</tr></thead>\n<tbody>\n";
    for (NodeId node : std::span(all).first(std::min(all.size(), kMostRows))) {
        text += std::format("<tr><td>{}</td><td>{}</td><td>{}</td>",
            htmlText(comparison.graph->displayName(node)), htmlText(comparison.graph->node(node).opType),
            name(comparison.graph->node(node).phase));
        for (std::size_t i = 0; i < comparison.ways.size(); ++i)
            text += decisionCell(comparison.ways[i], explainers[i].get(), node);
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n" + tooMany(all.size(), "--csv");
}

std::string errorCell(const NodeComparison* row)
{
    constexpr double kBeyond = 1e300; // sorts behind all numbers
    if (!row)
        return "<td class=\"n\" data-v=\"-1\">–</td>";
    return std::format("<td class=\"n{0}\" data-v=\"{1:g}\">{2}<small>{3} alone, cos {4:.4f}{5}</small></td>",
        row->passes() ? "" : " bad", row->accumulated.notFinite > 0 ? kBeyond : row->accumulated.relative(),
        errorText(row->accumulated), errorText(row->isolated), row->accumulated.cosine,
        row->passes() ? "" : ", fails");
}

std::string errorsTable(const WayComparison& comparison)
{
    std::map<std::pair<NodeId, ValueId>, std::vector<const NodeComparison*>> tensors;
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        if (!comparison.ways[i].numbers())
            continue;
        for (const NodeComparison& row : comparison.ways[i].numbers()->nodes) {
            auto& rows = tensors[{row.id, row.value}];
            rows.resize(comparison.ways.size());
            rows[i] = &row;
        }
    }
    std::string text =
        "<div class=\"wide\"><table class=\"sorts\"><thead><tr><th>Tensor</th><th>Type</th><th>Phase</th>" +
        headCells(comparison, " class=\"n\"") + "</tr></thead>\n<tbody>\n";
    std::size_t count = 0;
    for (const auto& [place, rows] : tensors) {
        if (++count > kMostRows)
            break;
        const Node& node = comparison.graph->node(place.first);
        text += std::format("<tr><td>{}</td><td>{}</td><td>{}</td>",
            htmlText(comparison.graph->value(place.second).name), htmlText(node.opType), name(node.phase));
        for (const NodeComparison* row : rows)
            text += errorCell(row);
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n" + tooMany(tensors.size(), "--json");
}

std::string numbersSection(const WayComparison& comparison)
{
    if (comparison.data.empty())
        return "<h2>Numbers</h2>\n<p class=\"muted\">Not computed.</p>\n";
    std::string origins;
    for (std::size_t i = 0; i < comparison.ways.size(); ++i)
        origins += originItems(comparison, i);
    return "<h2>Where errors come from</h2>\n" +
        (origins.empty() ? "<p>Nothing becomes infinite or zero, and no error jumps.</p>\n"
                         : "<ul>\n" + origins + "</ul>\n") +
        "<h2>Error over depth</h2>\n<p class=\"note\">The largest error of a tensor in units of its largest "
        "right element, with all errors before it.</p>\n" +
        errorPlot(comparison, PlottedError::Accumulated) +
        "<p class=\"note\">The same of each operator alone: its inputs are those of the FP32 run.</p>\n" +
        errorPlot(comparison, PlottedError::Isolated) +
        "<h2>Error by tensor</h2>\n<p class=\"note\">A tensor fails Ascend's rule with a cosine below 0.9, "
        "an absolute "
        "error above 1, or a cosine below 0.99 and an error above 0.001.</p>\n" +
        errorsTable(comparison);
}

std::string settingsSection(const WayComparison& comparison, const ReportFacts& facts)
{
    std::string text = "<h2>Settings</h2>\n<dl>\n";
    const auto add = [&](std::string_view term, std::string_view value) {
        text += std::format("<dt>{}</dt><dd>{}</dd>\n", term, htmlText(value));
    };
    add("Model", comparison.model);
    add("Graph", comparison.pass == ComparisonSettings::Pass::Training ? "training step" : "forward pass");
    if (!comparison.data.empty())
        add("Data",
            std::format("{}, batch of {}, {} steps trained before", comparison.data, comparison.batch,
                comparison.after));
    for (std::size_t i = 0; i < comparison.ways.size(); ++i)
        add(std::format("Way {}", wayLetter(i)),
            commandOptions(comparison.ways[i].policy, comparison.ways[i].library));
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        const auto* ascend = std::get_if<AscendSettings>(&comparison.ways[i].policy.settings);
        if (ascend && !ascend->mixlist.isEmpty())
            add(std::format("Mixlist of {}", wayLetter(i)), writeMixlist(ascend->mixlist));
    }
    add("Made", facts.date);
    add("Machine", facts.machine);
    add("Versions", facts.versions);
    return text + "</dl>\n<h2>Make it again</h2>\n<pre>" + htmlText(comparison.command) + "</pre>\n";
}

}

std::string comparisonHtml(const WayComparison& comparison, const ReportFacts& facts)
{
    const std::size_t differing = comparison.differences().size();
    std::string html =
        std::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
                    "<meta name=\"viewport\" content=\"width=device-width\" />\n"
                    "<title>{0} ways to decide {1}</title>\n<style>{2}</style>\n</head>\n<body>\n"
                    "<h1>{0} ways to decide {1}</h1>\n<p class=\"muted\">{3} of {4} operators of the "
                    "{5} differ. {6}</p>\n<h2>Summary</h2>\n",
            comparison.ways.size(), htmlText(comparison.model), reportStyle(), differing,
            comparison.graph->nodeCount(),
            comparison.pass == ComparisonSettings::Pass::Training ? "training step" : "forward pass",
            htmlText(facts.date));
    html += summaryTable(comparison);
    html += "<h2>Precision from the first operator to the last</h2>\n<p class=\"note\">Blue with a stroke is "
            "FP16, green "
            "BF16, orange FP32; a red line below marks what differs from the baseline.</p>\n" +
        depthStrip(comparison);
    html += "<h2>Graph</h2>\n" + graphPicture(comparison);
    html += "<h2>Differences</h2>\n" + differencesTable(comparison);
    html += numbersSection(comparison) + settingsSection(comparison, facts);
    return html + std::format("<script>{}</script>\n</body>\n</html>\n", reportScript());
}

}
