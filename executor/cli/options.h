// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options that several subcommands share, spelled alike everywhere, and the steps behind them.
#pragma once

#include "analysis/differentiate/differentiate.h"
#include "analysis/judge/judge.h"
#include "analysis/onnx/import.h"
#include "executor/train/precision.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace halftone::cli {

struct ModelOptions
{
    std::string path;
    std::vector<std::string> dims; ///< "N=32"
};

struct JudgeOptions
{
    std::string soc = "ascend910b";
    std::string mode = "allow_mix_precision_fp16";
    std::string mixlist; ///< A file; empty for none.
    bool training = false;
};

enum class OutputFormat : std::uint8_t { Text, Json };

void addModelOptions(CLI::App& app, ModelOptions& options);
void addJudgeOptions(CLI::App& app, JudgeOptions& options);

Result<std::map<std::string, std::int64_t>> parseDims(const std::vector<std::string>& dims);

/// The model, its graph to judge (forward, or training when asked), and what judging needs.
struct JudgedModel
{
    ImportedModel model;
    GraphPtr graph;
    std::shared_ptr<const OpLibrary> library;
    Mixlist mixlist;
    Mode mode = Mode::MixFp16;
    std::string modeName;
    Decisions decisions;
    std::vector<Finding> findings;

    JudgeInput input() const
    {
        return {.library = library.get(), .mode = mode, .mixlist = usesMixlist(mode) ? &mixlist : nullptr};
    }
};

Result<JudgedModel> openAndJudge(
    const ModelOptions& model, const JudgeOptions& judge, const DifferentiateOptions& loss);

/// The Ascend types that the judged graph consists of, sorted, each once.
std::vector<std::string> ascendTypes(const Decisions& decisions);

/// Reads an ops_info.json file.
Result<LoadedMixlist> openMixlist(const std::string& path);

}
