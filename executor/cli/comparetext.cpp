// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/comparetext.h"

#include "analysis/policy/policyexplainer.h"
#include "executor/cli/table.h"
#include "executor/train/errortrace.h"

#include <format>
#include <map>

namespace halftone::cli {
namespace {

std::vector<std::string> lettersAfter(std::vector<std::string> header, const WayComparison& comparison)
{
    for (std::size_t i = 0; i < comparison.ways.size(); ++i)
        header.push_back(wayLetter(i));
    return header;
}

std::string errorText(const ComparedWay& way)
{
    const Comparison* numbers = way.numbers();
    if (!numbers)
        return way.numerics ? "not possible" : "-";
    return std::format("{:.2g}{}", numbers->worst(), numbers->isFinite() ? "" : " !inf");
}

std::string waysText(const WayComparison& comparison)
{
    Table table({"", "way", "fp16", "bf16", "fp32", "casts", "KiB cast", "KiB of tensors", "differ",
        "worst error", "fail"});
    constexpr std::uint64_t kKibi = 1024;
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        const ComparedWay& way = comparison.ways[i];
        const DecisionSummary& sum = way.summary;
        table.add({wayLetter(i) + (i == comparison.baseline ? "*" : ""), describe(way.policy),
            std::to_string(sum.float16), std::to_string(sum.bfloat16), std::to_string(sum.float32),
            std::to_string(sum.casts), std::to_string(sum.castBytes / kKibi),
            std::to_string(way.tensorBytes / kKibi), std::to_string(way.differences.size()), errorText(way),
            way.numbers() ? std::to_string(way.numbers()->failing()) : "-"});
    }
    return table.render();
}

std::string differencesText(const WayComparison& comparison)
{
    Table table(lettersAfter({"operator", "type"}, comparison));
    for (NodeId node : comparison.differences()) {
        std::vector<std::string> row{
            comparison.graph->displayName(node), comparison.graph->node(node).opType};
        for (const ComparedWay& way : comparison.ways)
            row.push_back(way.decisions ? std::string(name(way.decisions->precision(node))) : "-");
        table.add(std::move(row));
    }
    const std::size_t count = comparison.differences().size();
    return count == 0 ? "All ways decide alike.\n"
                      : table.render() +
            std::format("\n{} of {} operators differ; * is what the others are compared with.\n", count,
                comparison.graph->nodeCount());
}

/// Tensors that fail in some way, with their errors alone and with all before.
std::string failuresText(const WayComparison& comparison)
{
    std::map<std::pair<NodeId, ValueId>, std::vector<std::string>> rows;
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        const Comparison* numbers = comparison.ways[i].numbers();
        for (const NodeComparison& node : numbers ? numbers->nodes : std::vector<NodeComparison>()) {
            if (node.passes())
                continue;
            auto [row, isNew] = rows.try_emplace({node.id, node.value});
            if (isNew)
                row->second = {node.tensor, node.op};
            row->second.resize(2 + comparison.ways.size());
            row->second[2 + i] = std::format("{:.2g}, alone {:.2g}{}", node.accumulated.relative(),
                node.isolated.relative(), node.accumulated.notFinite > 0 ? " !inf" : "");
        }
    }
    if (rows.empty())
        return "Every tensor passes Ascend's rule in every way.\n";
    Table table(lettersAfter({"tensor that fails", "type"}, comparison));
    for (auto& [place, row] : rows)
        table.add(std::move(row));
    return table.render();
}

std::string originsText(const WayComparison& comparison, std::size_t index)
{
    const Comparison& numbers = *comparison.ways[index].numbers();
    const ErrorTrace trace = traceErrors(*comparison.graph, numbers.nodes);
    std::string text;
    const auto add = [&](std::span<const std::size_t> rows, std::string_view what) {
        if (rows.empty())
            return;
        const NodeComparison& first = numbers.nodes[rows.front()];
        text += std::format("{}: {} in \"{}\" ({}){}.\n", wayLetter(index), what, first.tensor, first.op,
            rows.size() > 1 ? std::format(" and {} more", rows.size() - 1) : "");
    };
    add(trace.births, "infinity or NaN begins");
    add(trace.collapses, "everything becomes zero");
    add(trace.jumps, "the error jumps");
    return text;
}

std::string singleText(const Comparison& comparison)
{
    Table table({"node", "type", "phase", "dtype", "cosine", "max abs", "max rel", "alone: cosine", "max abs",
        "max rel", "ULP", ""});
    for (const NodeComparison& node : comparison.nodes)
        table.add({node.node, node.op, std::string(name(node.phase)), std::string(name(node.dtype)),
            std::format("{:.6f}", node.accumulated.cosine),
            std::format("{:.2g}", node.accumulated.maxAbsolute),
            std::format("{:.2g}", node.accumulated.maxRelative), std::format("{:.6f}", node.isolated.cosine),
            std::format("{:.2g}", node.isolated.maxAbsolute),
            std::format("{:.2g}", node.isolated.maxRelative), std::format("{:.2g}", node.isolated.maxUlp),
            node.passes() ? "" : "fails"});
    return table.render();
}

std::string lossText(const WayComparison& comparison)
{
    std::string text;
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        const ComparedWay& way = comparison.ways[i];
        if (const Comparison* numbers = way.numbers()) {
            text += wayLetter(i) + ": ";
            if (comparison.pass == ComparisonSettings::Pass::Training)
                text += std::format("loss {:.6f} in FP32, {:.6f} in mixed precision; loss scale {:g}. ",
                    numbers->loss, numbers->mixedLoss, numbers->scale);
            text += std::format(
                "{} of {} tensors fail Ascend's rule.\n", numbers->failing(), numbers->nodes.size());
            text += originsText(comparison, i);
        } else if (way.refusal || way.numerics) {
            text += std::format(
                "{}: {}\n", wayLetter(i), describe(way.refusal ? *way.refusal : way.numerics->error()));
        }
    }
    return text;
}

}

std::string comparisonText(const WayComparison& comparison)
{
    const Comparison* only = comparison.ways.size() == 1 ? comparison.ways.front().numbers() : nullptr;
    if (only)
        return singleText(*only) + "\n" + lossText(comparison);
    std::string text = waysText(comparison) + "\n" + differencesText(comparison);
    if (!comparison.data.empty())
        text += "\n" + failuresText(comparison) + "\n";
    return text + lossText(comparison);
}

}
