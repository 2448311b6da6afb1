// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/target.h"
#include "executor/cli/cli.h"
#include "executor/cli/policyoptions.h"
#include "executor/files/mixedmodelfile.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <format>
#include <memory>
#include <print>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Export
{
    ModelOptions model;
    JudgeOptions judge;
    PolicyOptions policy;
    std::string target = "ops-info";
    std::string ioTypes = "original";
    std::vector<std::string> black;
    std::vector<std::string> white;
    std::vector<std::string> gray;
    std::string output;
    bool json = false;
};

struct Edits
{
    const std::vector<std::string>& types;
    List list;
};

std::string targetsHelp()
{
    std::string text = "What to write:";
    for (const ExportTarget& target : exportTargets())
        text += std::format("\n  {:<17} {}", target.id, target.doc);
    return text;
}

// Lists edited on the command line are those that decide.
Result<void> applyEdits(DecidedModel& decided, const Export& options)
{
    if (options.black.empty() && options.white.empty() && options.gray.empty())
        return {};
    auto* ascend = std::get_if<AscendSettings>(&decided.policy.settings);
    if (!ascend || !usesMixlist(decided.judged.settings.mode))
        return std::unexpected(Error{ErrorKind::Usage, "E10001", "Only Ascend's mixed modes have lists.",
            "--black, --white, --gray", "Choose a mixed --mode, or leave these options out."});
    const OpLibrary& library = *decided.judged.settings.library;
    for (const Edits& edits : {Edits{options.black, List::Black}, Edits{options.white, List::White},
             Edits{options.gray, List::Gray}}) {
        for (const std::string& type : edits.types) {
            const LibraryOp* op = library.find(type);
            ascend->mixlist = withOpInList(ascend->mixlist, type, op ? op->list : List::Gray, edits.list);
        }
    }
    auto decisions = decide(decided.judged.graph, decided.policy);
    if (!decisions)
        return std::unexpected(decisions.error());
    decided.judged.decisions = *std::move(decisions);
    decided.refusal = refusalOf(decided.judged.decisions, decided.policy, options.model.path);
    decided.judged.findings = lintMixlist(ascend->mixlist, library, ascendTypes(decided.judged.decisions));
    return {};
}

void addFindings(Json& json, const std::vector<Finding>& findings)
{
    json["findings"] = Json::array();
    for (const Finding& finding : findings)
        json["findings"].push_back({{"id", finding.id}, {"severity", name(kindOf(finding).severity)},
            {"where", finding.where}, {"message", finding.message}, {"remedy", kindOf(finding).remedy}});
}

// What was written where; with --json the one object on standard output.
void tell(const Export& options, std::vector<std::string> files, const std::vector<Finding>& findings)
{
    if (options.json) {
        Json json{{"target", options.target}, {"written", files}};
        addFindings(json, findings);
        std::println("{}", json.dump(2, ' ', false, Json::error_handler_t::replace));
        return;
    }
    for (const Finding& finding : findings)
        std::println(stderr, "{}: {}: {} {}", name(kindOf(finding).severity), finding.where, finding.message,
            kindOf(finding).remedy);
}

Exit exportOnnx(const DecidedModel& decided, const Export& options)
{
    if (options.output == "-")
        return report({ErrorKind::Usage, "E-USAGE", "A model cannot go to standard output.", "--out",
                          "Give the name of a file."},
            options.json);
    MixedOnnxOptions onnx;
    if (options.ioTypes == "low")
        onnx.interface = MixedOnnxOptions::Interface::Low;
    const auto written = exportMixedModel(options.model.path, decided.judged.decisions, options.output, onnx);
    if (!written)
        return report(written.error(), options.json);
    std::vector<std::string> files{options.output};
    if (!written->dataFile.empty())
        files.push_back(written->dataFile.string());
    tell(options, std::move(files), written->findings);
    return Exit::Done;
}

Exit exportText(const DecidedModel& decided, const ExportTarget& target, const Export& options)
{
    const ExportInput input{.decisions = decided.judged.decisions,
        .policy = decided.policy,
        .library = decided.judged.settings.library,
        .model = options.model.path,
        .modeName = decided.modeName,
        .findings = decided.judged.findings};
    const auto text = writeTarget(target, input);
    if (!text)
        return report(text.error(), options.json);
    const bool isStandardOutput = options.output == "-";
    if (const Exit done = writeOutput(options.output, text->text, options.json); done != Exit::Done)
        return done;
    if (!isStandardOutput || !options.json)
        tell(options, {options.output}, text->findings);
    return Exit::Done;
}

Exit exportDecisions(Export options)
{
    const auto target = findExportTarget(options.target);
    if (!target)
        return report(target.error(), options.json);
    if (options.output.empty())
        options.output = target->fileName;
    auto decided = openAndDecide(options.model, options.judge, options.policy, {});
    if (!decided)
        return report(decided.error(), options.json);
    if (const auto edited = applyEdits(*decided, options); !edited)
        return report(edited.error(), options.json);
    // Files for CANN that CANN stops at are of no use to anyone; a mixed model is for other runtimes.
    if (decided->refusal && target->write)
        return report(*decided->refusal, options.json);
    if (!options.json) {
        for (const Finding& finding : decided->judged.findings) {
            if (finding.id.starts_with("mixlist."))
                std::println(stderr, "{}: {}: {} {}", name(kindOf(finding).severity), finding.where,
                    finding.message, kindOf(finding).remedy);
        }
    }
    return target->write ? exportText(*decided, *target, options) : exportOnnx(*decided, options);
}

}

void addExport(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Export>();
    CLI::App* command =
        app.add_subcommand("export", "Write decisions as ops_info.json, mixed ONNX, or for another tool");
    addModelOptions(*command, options->model);
    addJudgeOptions(*command, options->judge, PurposeOption::Offered);
    addPolicyOptions(*command, options->policy);
    command->add_option("--to", options->target, targetsHelp())->type_name("TARGET")->capture_default_str();
    command
        ->add_option("--io-types", options->ioTypes,
            "onnx: inputs and outputs keep their original types, or take the low ones of their nodes")
        ->check(CLI::IsMember({"original", "low"}))
        ->capture_default_str();
    command->add_option("--black", options->black, "Ascend types that must keep their precision")
        ->type_name("TYPE");
    command->add_option("--white", options->white, "Ascend types that may be lowered")->type_name("TYPE");
    command->add_option("--gray", options->gray, "Ascend types that follow their predecessor")
        ->type_name("TYPE");
    command
        ->add_option("--out", options->output,
            "File to write, or - for standard output; each target has a name of its own without it")
        ->type_name("FILE");
    command->add_flag("--json", options->json, "Say what was written as one JSON object");
    command->callback([options, &run] { run = [options] { return exportDecisions(*options); }; });
}

}
