// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"

#include "executor/compare/waycomparison.h"
#include "executor/files/atomicfile.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <new>
#include <print>
#include <span>
#include <stdexcept>

namespace halftone::cli {
namespace {

// Where the command line itself is wrong, nothing has been read from it.
bool asksForJson(int argc, char** argv)
{
    return std::ranges::contains(std::span(argv, static_cast<std::size_t>(argc)), std::string_view("--json"),
        [](const char* argument) { return std::string_view(argument); });
}

std::string typedCommand(int argc, char** argv)
{
    std::string command = "halftone-cli";
    for (const char* argument : std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0))
        command += " " + shellQuoted(argument);
    return command;
}

constexpr const char* kExamples = R"(Examples:
  halftone-cli inspect sample:lenet5
  halftone-cli decide model.onnx --soc ascend910b --mode allow_mix_precision_fp16 --mixlist ops_info.json
  halftone-cli decide model.onnx --training --json > decisions.json
  halftone-cli why model.onnx relu_3 --level O1
  halftone-cli diff model.onnx --mode force_fp16 --other-mode mixed_float16
  halftone-cli train sample:lenet5 --twin
  halftone-cli compare sample:lenet5 --column force_fp16 --column O2 --report comparison.html
  halftone-cli export model.onnx --black SoftmaxV2 --out ops_info.json
  halftone-cli export model.onnx --to onnx --out mixed.onnx
  halftone-cli weights model.onnx
  halftone-cli casts model.onnx
  halftone-cli lint ops_info.json --model model.onnx
  halftone-cli lib compare 910b path/to/ops_info_library

Exit status: 0 done, 1 problems found, 2 usage, 3 file not readable or writable, 4 file malformed,
5 not possible with this model, chip or machine, 6 out of memory or disk.)";

}

namespace {

std::string errorJson(const Error& error)
{
    const nlohmann::ordered_json json{{"error",
        {{"code", error.code}, {"message", error.what}, {"file", error.where}, {"line", error.line},
            {"column", error.column}, {"remedy", error.remedy}}}};
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}

Exit exitFor(const Error& error)
{
    switch (error.kind) {
    case ErrorKind::Usage:
        return Exit::Usage;
    case ErrorKind::File:
        return Exit::File;
    case ErrorKind::Format:
        return Exit::Format;
    case ErrorKind::Unsupported:
        return Exit::Unsupported;
    case ErrorKind::Resource:
        return Exit::Resource;
    }
    return Exit::Usage;
}

Exit report(const Error& error, bool asJson)
{
    if (asJson) {
        std::println("{}", errorJson(error));
    } else {
        std::println(stderr, "halftone-cli: {}", describe(error));
    }
    return exitFor(error);
}

Exit writeOutput(const std::string& path, const std::string& text, bool asJson)
{
    if (path.empty() || path == "-") {
        const bool isWritten =
            std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
        return isWritten ? Exit::Done : Exit::File;
    }
    const auto written = writeFileAtomically(path, text);
    return written ? Exit::Done : report(written.error(), asJson);
}

Exit writeWithRefusal(
    const std::string& path, const std::string& text, bool asJson, const std::optional<Error>& refusal)
{
    if (!refusal)
        return writeOutput(path, text, asJson);
    // Both are objects over several lines, so one goes on where the other ends.
    constexpr std::string_view kEnd = "\n}";
    std::string front = errorJson(*refusal);
    front.resize(front.size() - kEnd.size());
    const Exit written = writeOutput(path, asJson ? front + "," + text.substr(1) : text, asJson);
    if (written != Exit::Done)
        return written;
    return asJson ? exitFor(*refusal) : report(*refusal, false);
}

namespace {

// A model may ask for sizes that no machine has.
Exit withinMemory(const Run& run, bool asJson)
{
    const Error tooLarge{ErrorKind::Resource, "E-MEMORY", "There is not enough memory for this.", {},
        "Choose smaller inputs or a smaller batch."};
    try {
        return run();
    } catch (const std::bad_alloc&) {
        return report(tooLarge, asJson);
    } catch (const std::length_error&) {
        return report(tooLarge, asJson);
    }
}

}

int runCommandLine(int argc, char** argv)
{
    CLI::App app("Mixed precision, operator by operator: what runs in FP16, what stays in FP32, and why.",
        "halftone-cli");
    app.set_version_flag("--version", std::string("halftone-cli ") + HALFTONE_VERSION);
    app.footer(kExamples);
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    Run run;
    addInspect(app, run);
    addDecide(app, run);
    addWhy(app, run);
    addFlip(app, run);
    addDiff(app, run);
    addTrain(app, run);
    addExport(app, run);
    addPlan(app, run);
    addReplay(app, run);
    addCompare(app, run, typedCommand(argc, argv));
    addRun(app, run);
    addEval(app, run);
    addLint(app, run);
    addLibrary(app, run);
    addWeights(app, run);
    addCasts(app, run);
    addOps(app, run);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0 && asksForJson(argc, argv))
            return static_cast<int>(report(
                {ErrorKind::Usage, "E-USAGE", error.what(), "command line", "See halftone-cli --help."},
                true));
        return app.exit(error) == 0 ? 0 : static_cast<int>(Exit::Usage);
    }
    return static_cast<int>(withinMemory(run, asksForJson(argc, argv)));
}

}
