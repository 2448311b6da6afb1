// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/options.h"

#include <CLI/CLI.hpp>

#include <format>
#include <memory>
#include <print>

namespace halftone::cli {
namespace {

struct Export
{
    ModelOptions model;
    JudgeOptions judge;
    std::vector<std::string> black;
    std::vector<std::string> white;
    std::vector<std::string> gray;
    std::string output = "ops_info.json";
};

struct Edits
{
    const std::vector<std::string>& types;
    List list;
};

Exit exportMixlist(const Export& options)
{
    const auto judged = openAndJudge(options.model, options.judge, {});
    if (!judged)
        return report(judged.error(), false);
    const OpLibrary& library = *judged->settings.library;
    Mixlist mixlist = judged->settings.mixlist;
    for (const Edits& edits : {Edits{options.black, List::Black}, Edits{options.white, List::White},
             Edits{options.gray, List::Gray}}) {
        for (const std::string& type : edits.types) {
            const LibraryOp* op = library.find(type);
            mixlist = withOpInList(mixlist, type, op ? op->list : List::Gray, edits.list);
        }
    }
    for (const Finding& finding : lintMixlist(mixlist, library, ascendTypes(judged->decisions)))
        std::println(stderr, "{}: {}: {} {}", name(kindOf(finding).severity), finding.where, finding.message,
            kindOf(finding).remedy);
    return writeOutput(options.output, writeMixlist(mixlist), false);
}

}

void addExport(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Export>();
    CLI::App* command = app.add_subcommand("export", "Write ops_info.json for modify_mixlist");
    addModelOptions(*command, options->model);
    addJudgeOptions(*command, options->judge, PurposeOption::Offered);
    command->add_option("--black", options->black, "Ascend types that must keep their precision")
        ->type_name("TYPE");
    command->add_option("--white", options->white, "Ascend types that may be lowered")->type_name("TYPE");
    command->add_option("--gray", options->gray, "Ascend types that follow their predecessor")
        ->type_name("TYPE");
    command->add_option("--out", options->output, "File to write, or - for standard output")
        ->capture_default_str();
    command->callback([options, &run] { run = [options] { return exportMixlist(*options); }; });
}

}
