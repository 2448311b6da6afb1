// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/columnoptions.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <format>

namespace halftone::cli {
namespace {

constexpr std::array kLevels{"O0", "O1", "O2", "O3", "auto"};

std::unexpected<Error> unknown(const std::string& text, const std::string& why)
{
    return std::unexpected(Error{ErrorKind::Usage, "E-COLUMN",
        std::format("\"{}\" is no way to decide: {}", text, why), "--column",
        "Write a mode, a level or a policy (force_fp16, O2, pytorch), or options in quotes: --column "
        "\"--mode force_fp16 --soc ascend910\"."});
}

Result<ColumnOptions> parseWord(const std::string& word)
{
    ColumnOptions column;
    if (word == kDefaultMode || parseMode(word))
        column.judge.mode = word;
    else if (std::ranges::contains(kLevels, word))
        column.policy.level = word;
    else if (std::ranges::contains(policyTable(), word, &PolicyDef::id))
        column.policy.policy = word;
    else
        return unknown(word, "no mode, level or policy has that name.");
    return column;
}

Result<ColumnOptions> parseOptions(const std::string& text)
{
    ColumnOptions column;
    CLI::App app;
    app.set_help_flag();
    addJudgeOptions(app, column.judge, PurposeOption::Fixed);
    addPolicyOptions(app, column.policy);
    try {
        app.parse(text, false);
    } catch (const CLI::ParseError& error) {
        return unknown(text, error.what());
    }
    return column;
}

}

Result<ColumnOptions> parseColumn(const std::string& text, const ColumnOptions& first)
{
    auto column = text.contains("--") ? parseOptions(text) : parseWord(text);
    if (!column)
        return column;
    column->judge.training = first.judge.training;
    if (column->judge.soc.empty() && column->judge.library.empty()) {
        column->judge.soc = first.judge.soc;
        column->judge.library = first.judge.library;
    }
    return column;
}

}
