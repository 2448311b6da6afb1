// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks a file of CANN's precision options before hours of training do: what CANN would refuse, and what it
// would accept and ignore.
#include "executor/cli/cli.h"
#include "executor/cli/fileplace.h"
#include "executor/cli/options.h"
#include "executor/files/mappedfile.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <format>
#include <memory>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Lint
{
    std::string file;
    std::string kind;
    std::string model;
    std::vector<std::string> dims;
    JudgeOptions judge;
    bool json = false;
};

constexpr auto kMixlist = "mixlist";
constexpr auto kKeepDType = "keep-dtype";
constexpr auto kCustomizeDTypes = "customize-dtypes";

// By what is in the file: JSON, types of tensors, or names.
Result<std::string> guessKind(const std::string& path)
{
    const auto file = mapFile(path);
    if (!file)
        return std::unexpected(file.error());
    const std::string_view text(reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size());
    const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first == std::string_view::npos || text[first] == '{' || text[first] == '[' || text[first] == '/')
        return kMixlist;
    return text.find("InputDtype") != std::string_view::npos ||
            text.find("OutputDtype") != std::string_view::npos
        ? kCustomizeDTypes
        : kKeepDType;
}

// With a model: what judging it says about the files.
Result<std::vector<Finding>> lintWithModel(const Lint& options, JudgeOptions judgeOptions)
{
    auto judged = openAndJudge({options.model, options.dims}, judgeOptions, {});
    if (!judged)
        return std::unexpected(judged.error());
    std::vector<Finding> findings = judged->findings;
    findings.insert(findings.end(), judged->decisions.findings().begin(), judged->decisions.findings().end());
    std::erase_if(findings, [&](const Finding& finding) { return !finding.where.starts_with(options.file); });
    return findings;
}

Result<std::vector<Finding>> lintAlone(const Lint& options, const std::string& kind)
{
    if (kind == kKeepDType) {
        const auto keep = openKeepDTypes(options.file);
        if (!keep)
            return std::unexpected(keep.error());
        return std::vector<Finding>();
    }
    if (kind == kCustomizeDTypes) {
        auto loaded = openCustomDTypes(options.file);
        if (!loaded)
            return std::unexpected(loaded.error());
        return loaded->findings;
    }
    auto library = chooseLibrary(options.judge.soc, options.judge.library);
    if (!library)
        return std::unexpected(library.error());
    auto loaded = openMixlist(options.file);
    if (!loaded)
        return std::unexpected(loaded.error());
    std::vector<Finding> findings = loaded->findings;
    const std::vector<Finding> lint = lintMixlist(loaded->mixlist, **library, {});
    findings.insert(findings.end(), lint.begin(), lint.end());
    return findings;
}

std::size_t countOf(const std::vector<Finding>& findings, Severity severity)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        findings, [&](const Finding& finding) { return kindOf(finding).severity == severity; }));
}

std::string lintJson(const Lint& options, const std::string& kind, const std::vector<Finding>& findings)
{
    Json json{{"file", options.file}, {"kind", kind}, {"findings", Json::array()},
        {"problems", countOf(findings, Severity::Problem)},
        {"warnings", countOf(findings, Severity::Warning)}};
    for (const Finding& finding : findings) {
        const FilePlace place = filePlace(finding.where);
        json["findings"].push_back({{"id", finding.id}, {"severity", name(kindOf(finding).severity)},
            {"file", place.file}, {"line", place.line}, {"column", place.column},
            {"message", finding.message}, {"remedy", kindOf(finding).remedy}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string lintText(const Lint& options, const std::vector<Finding>& findings)
{
    std::string text;
    for (const Finding& finding : findings)
        text += std::format("{}: {}: {} {}\n", finding.where, name(kindOf(finding).severity), finding.message,
            kindOf(finding).remedy);
    return text.empty() ? std::format("{}: nothing to complain about.\n", options.file) : text;
}

Exit lint(const Lint& options)
{
    const auto guessed = options.kind.empty() ? guessKind(options.file) : Result<std::string>(options.kind);
    if (!guessed) {
        Error error = guessed.error();
        error.code = "E21001"; // What CANN says to a mixlist that it cannot open.
        return report(error, options.json);
    }
    JudgeOptions judgeOptions = options.judge;
    (*guessed == kKeepDType                ? judgeOptions.keepDTypes
            : *guessed == kCustomizeDTypes ? judgeOptions.customDTypes
                                           : judgeOptions.mixlist) = options.file;
    const auto findings =
        options.model.empty() ? lintAlone(options, *guessed) : lintWithModel(options, judgeOptions);
    if (!findings)
        return report(findings.error(), options.json);
    const std::string text =
        options.json ? lintJson(options, *guessed, *findings) : lintText(options, *findings);
    if (const Exit written = writeOutput("-", text, options.json); written != Exit::Done)
        return written;
    return countOf(*findings, Severity::Problem) > 0 ? Exit::Findings : Exit::Done;
}

}

void addLint(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Lint>();
    CLI::App* command = app.add_subcommand("lint",
        "Check an ops_info.json, keep_dtype or customize_dtypes file for what CANN refuses or ignores");
    command->add_option("file", options->file, "The file")->required();
    command
        ->add_option("--kind", options->kind,
            "mixlist, keep-dtype or customize-dtypes; without it the content decides")
        ->check(CLI::IsMember({kMixlist, kKeepDType, kCustomizeDTypes}));
    command
        ->add_option("--model", options->model, "Check against this model, too: ONNX file or sample:lenet5")
        ->type_name("MODEL");
    command->add_option("--dim", options->dims, "As for decide")->type_name("NAME=SIZE");
    addJudgeOptions(*command, options->judge, PurposeOption::Offered);
    command->add_flag("--json", options->json, "One JSON object; the format stands in halftone-cli(1)");
    command->callback([options, &run] { run = [options] { return lint(*options); }; });
}

}
