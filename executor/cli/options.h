// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options that several subcommands share, spelled alike everywhere, and the steps behind them.
#pragma once

#include "analysis/differentiate/differentiate.h"
#include "analysis/onnx/import.h"
#include "executor/cli/judgesettings.h"

#include <map>
#include <string>
#include <vector>

namespace halftone::cli {

struct ModelOptions
{
    std::string path;
    std::vector<std::string> dims; ///< "N=32"
};

enum class OutputFormat : std::uint8_t { Text, Json };

void addModelOptions(CLI::App& app, ModelOptions& options);

Result<std::map<std::string, std::int64_t>> parseDims(const std::vector<std::string>& dims);

/// The model, its graph to judge (forward, or training when asked), and what judging needs.
struct JudgedModel
{
    ImportedModel model;
    GraphPtr graph;
    JudgeSettings settings;
    Decisions decisions;
    std::vector<Finding> findings; ///< Of import, differentiation, option files and the mixlist.

    JudgeInput input() const { return settings.input(); }
};

/// The graph to judge, with what was found out on the way; settings and decisions are left out.
Result<JudgedModel> openGraph(
    const ModelOptions& model, const JudgeOptions& options, const DifferentiateOptions& loss);

Result<JudgedModel> openAndJudge(
    const ModelOptions& model, const JudgeOptions& judge, const DifferentiateOptions& loss);

/// The Ascend types that the judged graph consists of, bodies included, sorted, each once.
std::vector<std::string> ascendTypes(const Decisions& decisions);

}
