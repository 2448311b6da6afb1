// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/coverage.h"
#include "analysis/ops/optable.h"
#include "executor/cli/cli.h"
#include "executor/cli/table.h"
#include "executor/ops/opruns.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <format>
#include <memory>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Ops
{
    bool markdown = false;
    bool json = false;
};

bool hasRow(const OpCoverage& row)
{
    return row.op != &unknownOp();
}

std::string_view gradientText(const OpCoverage& row)
{
    switch (row.op->gradient.state) {
    case GradientRule::State::Implemented:
        return "yes";
    case GradientRule::State::NotDifferentiable:
        return "none exists";
    case GradientRule::State::NotImplemented:
        break;
    }
    return "no";
}

std::vector<std::string> cells(const OpCoverage& row)
{
    const bool runs = findOpRun(row.name, row.domain) != nullptr;
    return {std::string(row.domain.empty() ? "" : std::string(row.domain) + ".") + std::string(row.name),
        std::string(name(row.op->opClass)), row.ascendTypes.empty() ? "-" : row.ascendTypes,
        runs ? "yes" : "no", std::string(gradientText(row)), std::string(hasRow(row) ? row.op->why : "")};
}

const std::vector<std::string> kHeader{
    "operator", "class", "Ascend types", "forward", "backward", "in low precision"};

std::string markdownRow(const std::vector<std::string>& row)
{
    std::string text = "|";
    for (const std::string& cell : row)
        text += " " + cell + " |";
    return text + "\n";
}

std::string opsMarkdown(std::span<const OpCoverage> rows)
{
    std::string text = markdownRow(kHeader) + markdownRow(std::vector<std::string>(kHeader.size(), "---"));
    for (const OpCoverage& row : rows)
        text += markdownRow(cells(row));
    return text;
}

std::string opsText(std::span<const OpCoverage> rows)
{
    Table table(kHeader);
    std::size_t forward = 0;
    for (const OpCoverage& row : rows) {
        forward += findOpRun(row.name, row.domain) != nullptr;
        table.add(cells(row));
    }
    return table.render() + std::format("\n{} operators, {} of them run here.\n", rows.size(), forward);
}

std::string opsJson(std::span<const OpCoverage> rows)
{
    Json json{{"operators", Json::array()}};
    for (const OpCoverage& row : rows)
        json["operators"].push_back(
            {{"name", row.name}, {"domain", row.domain}, {"class", name(row.op->opClass)},
                {"ascend", row.ascendTypes}, {"forward", findOpRun(row.name, row.domain) != nullptr},
                {"backward", gradientText(row)}, {"note", hasRow(row) ? row.op->why : std::string_view()}});
    return json.dump(2) + "\n";
}

Exit ops(const Ops& options)
{
    const std::vector<OpCoverage> rows = opCoverage();
    return writeOutput("-",
        options.json           ? opsJson(rows)
            : options.markdown ? opsMarkdown(rows)
                               : opsText(rows),
        options.json);
}

}

void addOps(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Ops>();
    CLI::App* command =
        app.add_subcommand("ops", "List all operators: class, Ascend types, what runs and what trains");
    command->add_flag("--markdown", options->markdown, "A Markdown table, for documents");
    command->add_flag("--json", options->json, "One JSON object; the format stands in halftone-cli(1)");
    command->callback([options, &run] { run = [options] { return ops(*options); }; });
}

}
