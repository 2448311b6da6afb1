// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/policyexplainer.h"
#include "executor/cli/cli.h"
#include "executor/cli/fileplace.h"
#include "executor/cli/nodechoice.h"
#include "executor/cli/policyoptions.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <format>
#include <memory>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Why
{
    ModelOptions model;
    JudgeOptions judge;
    PolicyOptions policy;
    std::string node;
    bool json = false;
};

std::string typesText(std::span<const DType> dtypes)
{
    std::string text;
    for (DType dtype : dtypes)
        text += std::format("{}{}", text.empty() ? "" : ", ", dtype == DType::Undefined ? "-" : name(dtype));
    return text;
}

std::string whyText(const Decisions& decisions, NodeId node, const Explanation& why, const std::string& title)
{
    const Graph& graph = *decisions.graph();
    std::string text =
        std::format("{} ({}): {} -> {}; {}\n", graph.displayName(node), graph.node(node).opType,
            typesText(decisions.inputDTypes(node)), typesText(decisions.outputDTypes(node)), title);
    for (const Explanation::Step& step : why.steps)
        text +=
            std::format("  {}{}\n", step.text, step.source.empty() ? "" : std::format(" [{}]", step.source));
    return text;
}

Json stepJson(const Explanation::Step& step, const Graph& graph)
{
    const FilePlace place = filePlace(step.source);
    return {{"text", step.text}, {"source", step.source}, {"file", place.line > 0 ? place.file : ""},
        {"line", place.line}, {"column", place.column},
        {"node", step.node.isValid() ? Json(graph.displayName(step.node)) : Json(nullptr)}};
}

// The node itself, the one that it follows, and so on to the one that decided.
Json chainJson(const Decisions& decisions, NodeId node)
{
    const Graph& graph = *decisions.graph();
    Json chain = Json::array();
    for (NodeId next = node; next.isValid(); next = decisions.node(next).decidedBy)
        chain.push_back({{"id", next.index}, {"name", graph.displayName(next)},
            {"op", graph.node(next).opType}, {"precision", name(decisions.precision(next))},
            {"list", name(decisions.node(next).list)}, {"rule", decisions.node(next).rule}});
    return chain;
}

std::string whyJson(const DecidedModel& decided, const NodePlace& place, const Explanation& why)
{
    const Decisions& decisions = place.in(decided.judged.decisions);
    Json json{{"node", place.text(decided.judged.decisions)}, {"policy", describe(decided.policy)},
        {"mode", decided.modeName}, {"precision", name(decisions.precision(place.node))},
        {"chain", chainJson(decisions, place.node)}, {"steps", Json::array()}};
    for (const Explanation::Step& step : why.steps)
        json["steps"].push_back(stepJson(step, *decisions.graph()));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Exit why(const Why& options)
{
    const auto decided = openAndDecide(options.model, options.judge, options.policy, {});
    if (!decided)
        return report(decided.error(), options.json);
    const auto place = chooseNode(decided->judged.decisions, options.node);
    if (!place)
        return report(place.error(), options.json);
    const Decisions& decisions = place->in(decided->judged.decisions);
    const Explanation explanation = explain(decisions, place->node, decided->policy);
    return writeWithRefusal("-",
        options.json ? whyJson(*decided, *place, explanation)
                     : whyText(decisions, place->node, explanation, describe(decided->policy)),
        options.json, decided->refusal);
}

}

void addWhy(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Why>();
    CLI::App* command = app.add_subcommand(
        "why", "Explain one operator: every step from it to the list or rule that decided");
    addModelOptions(*command, options->model);
    command->add_option("node", options->node, kNodeHelp)->required();
    addJudgeOptions(*command, options->judge, PurposeOption::Offered);
    addPolicyOptions(*command, options->policy);
    command->add_flag("--json", options->json, "One JSON object; the format stands in halftone-cli(1)");
    command->callback([options, &run] { run = [options] { return why(*options); }; });
}

}
