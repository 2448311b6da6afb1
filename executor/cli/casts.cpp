// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/advice/castadvice.h"
#include "analysis/casts/castislands.h"
#include "analysis/policy/policyexplainer.h"
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

struct Casts
{
    ModelOptions model;
    JudgeOptions judge;
    PolicyOptions policy;
    std::size_t edits = 3;
    bool json = false;
};

struct Advice
{
    std::map<std::pair<DType, DType>, CastCost> costs;
    CastCost cost;
    std::vector<CastIsland> islands;
    std::vector<CastEdit> edits;
};

std::string islandName(const CastIsland& island)
{
    return (island.path.empty() ? "" : island.path + "/") +
        island.decisions->graph()->displayName(island.node);
}

std::string castsText(const Advice& advice, const DecidedModel& decided)
{
    std::string text = std::format("{}: {} casts, {} bytes read and written.\n", describe(decided.policy),
        advice.cost.casts, advice.cost.bytes);
    if (!advice.costs.empty()) {
        Table types({"from", "to", "casts", "bytes"});
        for (const auto& [pair, cost] : advice.costs)
            types.add({std::string(name(pair.first)), std::string(name(pair.second)),
                std::to_string(cost.casts), std::to_string(cost.bytes)});
        text += "\n" + types.render();
    }
    if (!advice.islands.empty()) {
        const PolicyExplainer explainer(decided.judged.decisions, decided.policy);
        Table islands({"alone in its width", "type", "precision", "why"});
        for (const CastIsland& island : advice.islands)
            islands.add({islandName(island), island.decisions->graph()->node(island.node).opType,
                std::string(name(island.decisions->precision(island.node))),
                island.path.empty() ? explainer.line(island.node) : std::string()});
        text += "\n" + islands.render();
    }
    if (advice.edits.empty())
        return text + "\nNo single edit saves casts.\n";
    Table edits({"edit", "casts then", "bytes then", "to 16 bits", "to FP32"});
    for (const CastEdit& edit : advice.edits)
        edits.add({describe(edit), std::to_string(edit.after.casts), std::to_string(edit.after.bytes),
            std::to_string(edit.lowered), std::to_string(edit.raised)});
    return text + "\nEdits that save most casts, each on top of those above:\n" + edits.render();
}

Json costJson(const CastCost& cost)
{
    return {{"casts", cost.casts}, {"bytes", cost.bytes}};
}

std::string castsJson(const Advice& advice, const Casts& options, const DecidedModel& decided)
{
    Json json{{"model", options.model.path}, {"mode", decided.modeName}, {"total", costJson(advice.cost)},
        {"byTypes", Json::array()}, {"islands", Json::array()}, {"edits", Json::array()}};
    for (const auto& [pair, cost] : advice.costs) {
        json["byTypes"].push_back({{"from", name(pair.first)}, {"to", name(pair.second)}});
        json["byTypes"].back().update(costJson(cost));
    }
    for (const CastIsland& island : advice.islands)
        json["islands"].push_back(
            {{"node", islandName(island)}, {"op", island.decisions->graph()->node(island.node).opType},
                {"precision", name(island.decisions->precision(island.node))}});
    for (const CastEdit& edit : advice.edits) {
        const bool isList = edit.kind == CastEdit::Kind::List;
        json["edits"].push_back({{"kind", isList ? "list" : "override"}, {"target", edit.target},
            {"to", isList ? name(edit.list) : name(edit.dtype)}, {"lowered", edit.lowered},
            {"raised", edit.raised}, {"after", costJson(edit.after)}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Exit casts(const Casts& options)
{
    const auto decided = openAndDecide(options.model, options.judge, options.policy, {});
    if (!decided)
        return report(decided.error(), options.json);
    const Decisions& decisions = decided->judged.decisions;
    const Advice advice{.costs = costByTypes(decisions),
        .cost = costOf(decisions),
        .islands = findIslands(decisions),
        .edits = adviseCasts(decisions, decided->policy, options.edits)};
    return writeWithRefusal("-",
        options.json ? castsJson(advice, options, *decided) : castsText(advice, *decided), options.json,
        decided->refusal);
}

}

void addCasts(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Casts>();
    CLI::App* command =
        app.add_subcommand("casts", "Count casts, find lonely operators, and edits that save most casts");
    addModelOptions(*command, options->model);
    addJudgeOptions(*command, options->judge, PurposeOption::Offered);
    addPolicyOptions(*command, options->policy);
    command->add_option("--edits", options->edits, "Propose that many edits at most")->capture_default_str();
    command->add_flag("--json", options->json, "One JSON object; the format stands in halftone-cli(1)");
    command->callback([options, &run] { run = [options] { return casts(*options); }; });
}

}
