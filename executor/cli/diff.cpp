// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/decisiondiff.h"
#include "analysis/policy/policyexplainer.h"
#include "analysis/report/decisionreport.h"
#include "executor/cli/cli.h"
#include "executor/cli/policyoptions.h"
#include "executor/cli/table.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <format>
#include <memory>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Diff
{
    ModelOptions model;
    JudgeOptions judge, otherJudge;
    PolicyOptions policy, otherPolicy;
    bool json = false;
};

bool setsMode(const JudgeOptions& options)
{
    return !options.mode.empty() || options.precisionMode || options.precisionModeV2;
}

// Whether a list can be taken along to the mode; one that cannot be read is complained about later.
bool hasLists(const JudgeOptions& options)
{
    const std::string& text = options.precisionMode ? *options.precisionMode
        : options.precisionModeV2                   ? *options.precisionModeV2
                                                    : options.mode;
    const auto mode = parseMode(text);
    return mode && usesMixlist(mode->mode);
}

// What is not set for the second way is as in the first.
JudgeOptions otherJudge(const JudgeOptions& first, JudgeOptions other)
{
    other.training = first.training;
    if (other.soc.empty() && other.library.empty()) {
        other.soc = first.soc;
        other.library = first.library;
    }
    if (!setsMode(other)) {
        other.mode = first.mode;
        other.precisionMode = first.precisionMode;
        other.precisionModeV2 = first.precisionModeV2;
    }
    if (other.mixlist.empty() && hasLists(other))
        other.mixlist = first.mixlist;
    if (other.keepDTypes.empty())
        other.keepDTypes = first.keepDTypes;
    if (other.customDTypes.empty())
        other.customDTypes = first.customDTypes;
    return other;
}

std::string sideText(const Decisions& decisions, NodeId node)
{
    std::string text;
    for (DType dtype : decisions.inputDTypes(node))
        text += std::format("{}{}", text.empty() ? "" : ",", dtype == DType::Undefined ? "-" : name(dtype));
    text += std::format(" > {}", name(decisions.precision(node)));
    return text;
}

std::string diffText(
    const DecidedModel& first, const DecidedModel& second, const std::vector<NodePlace>& changed)
{
    const Decisions& before = first.judged.decisions;
    const Decisions& after = second.judged.decisions;
    Table table({"operator", "type", "first", "second", "why, in the second"});
    for (const NodePlace& place : changed) {
        const Decisions& a = place.in(before);
        const Decisions& b = place.in(after);
        table.add({place.text(before), a.graph()->node(place.node).opType, sideText(a, place.node),
            sideText(b, place.node), reasonLine(b, place.node, second.policy)});
    }
    return std::format("first: {}\nsecond: {}\n\n{}\n{} of {} operators differ; {} casts against {}.\n",
        describe(first.policy), describe(second.policy), changed.empty() ? "" : table.render(),
        changed.size(), summarize(before, findCasts(before)).nodes,
        summarize(before, findCasts(before)).casts, summarize(after, findCasts(after)).casts);
}

Json namesOf(std::span<const DType> dtypes)
{
    Json names = Json::array();
    for (DType dtype : dtypes)
        names.push_back(name(dtype));
    return names;
}

Json sideJson(const Decisions& decisions, NodeId node, const PrecisionPolicy& policy)
{
    return {{"precision", name(decisions.precision(node))}, {"inputs", namesOf(decisions.inputDTypes(node))},
        {"outputs", namesOf(decisions.outputDTypes(node))}, {"list", name(decisions.node(node).list)},
        {"engine", name(decisions.node(node).engine)}, {"reason", reasonLine(decisions, node, policy)}};
}

Json wayJson(const DecidedModel& decided)
{
    const Decisions& decisions = decided.judged.decisions;
    return {{"policy", describe(decided.policy)}, {"mode", decided.modeName},
        {"casts", summarize(decisions, findCasts(decisions)).casts}};
}

std::string diffJson(
    const DecidedModel& first, const DecidedModel& second, const std::vector<NodePlace>& changed)
{
    Json json{{"first", wayJson(first)}, {"second", wayJson(second)},
        {"nodes", summarize(first.judged.decisions, {}).nodes}, {"changed", Json::array()}};
    for (const NodePlace& place : changed) {
        const Decisions& before = place.in(first.judged.decisions);
        json["changed"].push_back(
            {{"node", place.text(first.judged.decisions)}, {"op", before.graph()->node(place.node).opType},
                {"first", sideJson(before, place.node, first.policy)},
                {"second", sideJson(place.in(second.judged.decisions), place.node, second.policy)}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Exit diff(const Diff& options)
{
    const auto first = openAndDecide(options.model, options.judge, options.policy, {});
    if (!first)
        return report(first.error(), options.json);
    const bool setsPolicy = options.otherPolicy != PolicyOptions();
    const auto second = decideAlso(*first, options.model.path, otherJudge(options.judge, options.otherJudge),
        setsPolicy ? options.otherPolicy : options.policy);
    if (!second)
        return report(second.error(), options.json);
    const std::vector<NodePlace> changed = changedNodes(first->judged.decisions, second->judged.decisions);
    return writeWithRefusal("-",
        options.json ? diffJson(*first, *second, changed) : diffText(*first, *second, changed), options.json,
        first->refusal ? first->refusal : second->refusal);
}

}

void addDiff(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Diff>();
    CLI::App* command = app.add_subcommand("diff",
        "Show the operators that two modes, lists or policies decide differently; --other-... is the second");
    addModelOptions(*command, options->model);
    addJudgeOptions(*command, options->judge, PurposeOption::Offered);
    addPolicyOptions(*command, options->policy);
    options->otherJudge.mode.clear();
    addJudgeOptions(*command, options->otherJudge, PurposeOption::Fixed, "other-");
    addPolicyOptions(*command, options->otherPolicy, "other-");
    command->add_flag("--json", options->json, "One JSON object; the format stands in halftone-cli(1)");
    command->callback([options, &run] { run = [options] { return diff(*options); }; });
}

}
