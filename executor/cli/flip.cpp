// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/flip.h"

#include "executor/cli/cli.h"
#include "executor/cli/nodechoice.h"
#include "executor/cli/policyoptions.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <format>
#include <memory>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct FlipCommand
{
    ModelOptions model;
    JudgeOptions judge;
    PolicyOptions policy;
    std::string node;
    std::string to;
    std::size_t limit = FlipOptions().maxTried;
    bool json = false;
};

std::string flipText(const Flip& flip, const Decisions& decisions, std::size_t castsNow)
{
    constexpr std::size_t kShown = 5;
    std::string text = std::format("  {}: {}\n", flip.edit.where, flip.edit.what);
    if (flip.others.empty())
        text += "    moves nothing else";
    else
        text += std::format("    moves {} more:", flip.others.size());
    for (const PrecisionChange& change : std::span(flip.others).first(std::min(flip.others.size(), kShown)))
        text +=
            std::format(" {} ({} -> {})", change.place.text(decisions), name(change.from), name(change.to));
    text += std::format(
        "{}; {} casts, {} now\n", flip.others.size() > kShown ? " ..." : "", flip.casts, castsNow);
    return text;
}

std::string reportText(const FlipReport& report, const std::string& node, const Decisions& decisions)
{
    std::string text = std::format("{} is {}. ", node, name(report.now));
    if (report.tried == 0)
        return text + "There is nothing to edit for it: no list, file or call moves it.\n";
    if (report.flips.empty())
        text += std::format("No single edit of {} makes it {}.\n", report.tried, name(report.wanted));
    else
        text += std::format(
            "{} of {} single edits make it {}:\n", report.flips.size(), report.tried, name(report.wanted));
    for (const Flip& flip : report.flips)
        text += flipText(flip, decisions, report.casts);
    if (report.untried > 0)
        text += std::format("{} more edits were not tried; see --limit.\n", report.untried);
    return text;
}

Json flipJson(const Flip& flip, const Decisions& decisions)
{
    Json others = Json::array();
    for (const PrecisionChange& change : flip.others)
        others.push_back(
            {{"node", change.place.text(decisions)}, {"from", name(change.from)}, {"to", name(change.to)}});
    return {{"where", flip.edit.where}, {"edit", flip.edit.what}, {"casts", flip.casts}, {"others", others}};
}

std::string reportJson(const FlipReport& report, const std::string& node, const DecidedModel& decided)
{
    Json json{{"node", node}, {"policy", describe(decided.policy)}, {"precision", name(report.now)},
        {"wanted", name(report.wanted)}, {"casts", report.casts}, {"tried", report.tried},
        {"untried", report.untried}, {"flips", Json::array()}};
    for (const Flip& flip : report.flips)
        json["flips"].push_back(flipJson(flip, decided.judged.decisions));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<std::optional<DType>> wantedType(const std::string& text)
{
    if (text.empty())
        return std::nullopt;
    const std::optional<DType> dtype = parseDType(text);
    if (dtype && (isReducibleFloat(*dtype) || *dtype == DType::HiFloat8))
        return dtype;
    return std::unexpected(
        Error{ErrorKind::Usage, "E-TYPE", std::format("\"{}\" is no type to flip to.", text), "--to",
            "Choose float32, float16, bfloat16 or hifloat8."});
}

Exit flip(const FlipCommand& options)
{
    const auto wanted = wantedType(options.to);
    if (!wanted)
        return report(wanted.error(), options.json);
    const auto decided = openAndDecide(options.model, options.judge, options.policy, {});
    if (!decided)
        return report(decided.error(), options.json);
    const Decisions& decisions = decided->judged.decisions;
    const auto place = chooseNode(decisions, options.node);
    if (!place)
        return report(place.error(), options.json);
    const FlipReport found =
        findFlips(decisions, *place, decided->policy, {.wanted = *wanted, .maxTried = options.limit});
    const std::string node = place->text(decisions);
    return writeWithRefusal("-",
        options.json ? reportJson(found, node, *decided) : reportText(found, node, decisions), options.json,
        decided->refusal);
}

}

void addFlip(CLI::App& app, Run& run)
{
    auto options = std::make_shared<FlipCommand>();
    CLI::App* command = app.add_subcommand(
        "flip", "Find the single edits that give one operator another type, and what else each moves");
    addModelOptions(*command, options->model);
    command->add_option("node", options->node, kNodeHelp)->required();
    command
        ->add_option("--to", options->to,
            "The type that it should get; without it float32 for 16 bits, and 16 bits for float32")
        ->type_name("TYPE");
    command->add_option("--limit", options->limit, "Try so many edits at most; each decides the model again")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    addJudgeOptions(*command, options->judge, PurposeOption::Offered);
    addPolicyOptions(*command, options->policy);
    command->add_flag("--json", options->json, "One JSON object; the format stands in halftone-cli(1)");
    command->callback([options, &run] { run = [options] { return flip(*options); }; });
}

}
