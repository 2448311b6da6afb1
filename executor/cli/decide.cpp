// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/decidedlevel.h"
#include "analysis/policy/policyexplainer.h"
#include "analysis/report/decisionreport.h"
#include "executor/cli/cli.h"
#include "executor/cli/graphoptions.h"
#include "executor/cli/policyoptions.h"
#include "executor/cli/table.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <format>
#include <memory>

namespace halftone::cli {
namespace {

struct Decide
{
    ModelOptions model;
    JudgeOptions judge;
    PolicyOptions policy;
    GraphOptions graph;
    std::string format;
    std::string output = "-";
    bool json = false;
};

std::string typeChange(const Decisions& decisions, NodeId id)
{
    const auto first = [](std::span<const DType> dtypes) {
        return dtypes.empty() ? DType::Undefined : dtypes.front();
    };
    return std::format("{} → {}", name(first(decisions.inputDTypes(id))), name(decisions.precision(id)));
}

void addRows(Table& table, const DecidedLevel& level, const PrecisionPolicy& policy)
{
    const Decisions& decisions = *level.decisions;
    const PolicyExplainer explainer(decisions, policy);
    for (NodeId id : level.graph().nodes()) {
        const Node& node = level.graph().node(id);
        table.add({level.nameOf(id), node.opType, std::string(name(node.phase)),
            std::string(name(decisions.node(id).list)), typeChange(decisions, id), explainer.line(id)});
    }
}

std::string decideText(const DecidedModel& decided)
{
    const Decisions& decisions = decided.judged.decisions;
    Table table({"operator", "type", "phase", "list", "precision", "why"});
    for (const DecidedLevel& level : levelsOf(decisions))
        addRows(table, level, decided.policy);
    const std::vector<CastEdge> casts = findCasts(decisions);
    const DecisionSummary summary = summarize(decisions, casts);
    std::string text = table.render();
    text += std::format("\n{}{}: {} operators, {} in float16, {} in bfloat16, {} in float32; {} casts.\n",
        describe(decided.policy), decided.judged.settings.isDefaultMode ? " (CANN's default here)" : "",
        summary.nodes, summary.float16, summary.bfloat16, summary.float32, summary.casts);
    for (const auto* findings : {&decided.judged.findings, &decisions.findings()}) {
        for (const Finding& finding : *findings)
            text += std::format("{}: {}: {} {}\n", name(kindOf(finding).severity), finding.where,
                finding.message, kindOf(finding).remedy);
    }
    return text;
}

Exit decide(Decide options)
{
    if (options.json)
        options.format = "json";
    const bool asJson = options.format == "json";
    const auto graph = readGraphOptions(options.graph);
    if (!graph)
        return report(graph.error(), asJson);
    const auto decided = openAndDecide(options.model, options.judge, options.policy, *graph);
    if (!decided)
        return report(decided.error(), asJson);
    const JudgedModel& judged = decided->judged;
    const ReportContext context{options.model.path, decided->modeName, judged.findings};
    std::string text;
    if (asJson)
        text = decisionsJson(judged.decisions, decided->policy, context);
    else if (options.format == "csv")
        text = decisionsCsv(judged.decisions, decided->policy);
    else if (options.format == "markdown")
        text = decisionsMarkdown(judged.decisions, decided->policy, context);
    else
        text = decideText(*decided);
    if (const Exit written = writeWithRefusal(options.output, text, asJson, decided->refusal);
        written != Exit::Done)
        return written;
    const auto isProblem = [](const Finding& finding) {
        return kindOf(finding).severity == Severity::Problem;
    };
    const bool hasProblem = std::ranges::any_of(judged.findings, isProblem) ||
        std::ranges::any_of(judged.decisions.findings(), isProblem);
    return hasProblem ? Exit::Findings : Exit::Done;
}

}

void addDecide(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Decide>();
    CLI::App* command =
        app.add_subcommand("decide", "Say for every operator in which precision it runs, and why");
    addModelOptions(*command, options->model);
    addJudgeOptions(*command, options->judge, PurposeOption::Offered);
    addPolicyOptions(*command, options->policy);
    addGraphOptions(*command, options->graph);
    command->add_flag("--json", options->json, "One JSON object; the format stands in halftone-cli(1)");
    command->add_option("--format", options->format, "text, json, csv or markdown")
        ->default_val("text")
        ->check(CLI::IsMember({"text", "json", "csv", "markdown"}));
    command->add_option("--out", options->output, "Write to this file instead of standard output")
        ->type_name("FILE");
    command->callback([options, &run] { run = [options] { return decide(*options); }; });
}

}
