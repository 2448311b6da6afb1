// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/librarycompare.h"
#include "executor/cli/cli.h"
#include "executor/cli/options.h"
#include "executor/cli/table.h"
#include "executor/files/atomicfile.h"
#include "executor/files/libraryfiles.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <format>
#include <memory>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Show
{
    std::string soc;
    std::string library;
    std::vector<std::string> types;
    std::string list;
    bool json = false;
};

struct Compare
{
    std::string first;
    std::string second;
    bool json = false;
};

struct Edit
{
    std::string path;
    std::vector<std::string> black;
    std::vector<std::string> white;
    std::vector<std::string> gray;
    std::string output;
    bool inPlace = false;
    bool json = false;
};

std::string rendered(const Json& json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json columnsJson(const std::vector<DTypeColumn>& columns)
{
    Json list = Json::array();
    for (const DTypeColumn& column : columns)
        list.push_back(columnText(column));
    return list;
}

Result<std::vector<const LibraryOp*>> chooseOps(const Show& options, const OpLibrary& library)
{
    std::vector<const LibraryOp*> ops;
    for (const std::string& type : options.types) {
        const LibraryOp* op = library.find(type);
        if (!op)
            return std::unexpected(unknownOp(type, "--op", library));
        ops.push_back(op);
    }
    if (options.types.empty()) {
        for (const LibraryOp& op : library.ops())
            ops.push_back(&op);
    }
    if (!options.list.empty())
        std::erase_if(ops, [&](const LibraryOp* op) { return name(op->list) != options.list; });
    return ops;
}

std::string showText(const std::vector<const LibraryOp*>& ops, const OpLibrary& library, bool withColumns)
{
    Table table({"type", "list", "kernels", "matrix", "no kernel", "from"});
    for (const LibraryOp* op : ops)
        table.add({op->type, std::string(name(op->list)),
            op->columns.empty() ? "by code" : std::to_string(op->columns.size()), op->isCube ? "yes" : "",
            op->isNullKernel ? "yes" : "", library.placeOf(*op)});
    std::string text = table.render();
    for (const LibraryOp* op : withColumns ? ops : std::vector<const LibraryOp*>{}) {
        text += std::format("\n{}\n", op->type);
        for (const DTypeColumn& column : op->columns)
            text += std::format("  {}\n", columnText(column));
    }
    return text;
}

std::string showJson(const std::vector<const LibraryOp*>& ops, const OpLibrary& library)
{
    Json json{{"soc", library.traits().soc}, {"title", library.traits().title},
        {"bf16", library.traits().hasBf16}, {"hif8", library.traits().hasHif8},
        {"partial", library.traits().isPartial}, {"ops", Json::array()}};
    for (const LibraryOp* op : ops)
        json["ops"].push_back({{"type", op->type}, {"list", name(op->list)}, {"matrix", op->isCube},
            {"nullKernel", op->isNullKernel}, {"columns", columnsJson(op->columns)},
            {"place", library.placeOf(*op)}});
    return rendered(json);
}

Exit show(const Show& options)
{
    const auto library = chooseLibrary(options.soc, options.library);
    if (!library)
        return report(library.error(), options.json);
    const auto ops = chooseOps(options, **library);
    if (!ops)
        return report(ops.error(), options.json);
    return writeOutput("-",
        options.json ? showJson(*ops, **library) : showText(*ops, **library, !options.types.empty()),
        options.json);
}

// A chip's name, or else a path.
Result<std::shared_ptr<const OpLibrary>> openEither(const std::string& text)
{
    auto embedded = OpLibrary::embedded(text);
    if (embedded)
        return embedded;
    std::error_code ignored;
    if (std::filesystem::exists(text, ignored))
        return openLibrary(text, nullptr);
    return embedded;
}

std::string compareText(const LibraryComparison& comparison, const Compare& options)
{
    std::string text;
    for (const std::string& type : comparison.onlyInFirst)
        text += std::format("only in {}: {}\n", options.first, type);
    for (const std::string& type : comparison.onlyInSecond)
        text += std::format("only in {}: {}\n", options.second, type);
    for (const LibraryComparison::ListChange& change : comparison.lists)
        text += std::format("list of {}: {} -> {}\n", change.type, name(change.first), name(change.second));
    for (const LibraryComparison::ColumnChange& change : comparison.columns) {
        text += std::format("kernels of {}:", change.type);
        for (const DTypeColumn& column : change.onlyInFirst)
            text += std::format(" -{}", columnText(column));
        for (const DTypeColumn& column : change.onlyInSecond)
            text += std::format(" +{}", columnText(column));
        text += change.onlyInFirst.empty() && change.onlyInSecond.empty() ? " another order\n" : "\n";
    }
    return text.empty() ? "The libraries do not differ in lists and kernels.\n" : text;
}

std::string compareJson(const LibraryComparison& comparison, const Compare& options)
{
    Json json{{"first", options.first}, {"second", options.second}, {"onlyInFirst", comparison.onlyInFirst},
        {"onlyInSecond", comparison.onlyInSecond}, {"lists", Json::array()}, {"kernels", Json::array()}};
    for (const LibraryComparison::ListChange& change : comparison.lists)
        json["lists"].push_back(
            {{"type", change.type}, {"first", name(change.first)}, {"second", name(change.second)}});
    for (const LibraryComparison::ColumnChange& change : comparison.columns)
        json["kernels"].push_back({{"type", change.type}, {"onlyInFirst", columnsJson(change.onlyInFirst)},
            {"onlyInSecond", columnsJson(change.onlyInSecond)}});
    return rendered(json);
}

Exit compare(const Compare& options)
{
    const auto first = openEither(options.first);
    if (!first)
        return report(first.error(), options.json);
    const auto second = openEither(options.second);
    if (!second)
        return report(second.error(), options.json);
    const LibraryComparison comparison = compareLibraries(**first, **second);
    return writeOutput("-",
        options.json ? compareJson(comparison, options) : compareText(comparison, options), options.json);
}

std::vector<LibraryEdit> editsOf(const Edit& options)
{
    std::vector<LibraryEdit> edits;
    for (const std::string& type : options.black)
        edits.push_back({type, List::Black});
    for (const std::string& type : options.white)
        edits.push_back({type, List::White});
    for (const std::string& type : options.gray)
        edits.push_back({type, List::Gray});
    return edits;
}

Result<std::string> writeEdited(const EditedFile& file, const Edit& options, bool isOnly)
{
    namespace fs = std::filesystem;
    if (options.inPlace) {
        if (auto done = replaceWithBackup(file); !done)
            return std::unexpected(done.error());
        return file.path.string();
    }
    std::error_code ignored;
    const fs::path target = fs::is_directory(options.output, ignored)
        ? fs::path(options.output) / file.path.filename()
        : fs::path(options.output);
    if (!isOnly && target == options.output)
        return std::unexpected(Error{ErrorKind::Usage, "E-USAGE", "Several files of the library change.",
            "--out", "Give an existing folder to --out, or --in-place."});
    if (auto done = writeFileAtomically(target, file.text); !done)
        return std::unexpected(done.error());
    return target.string();
}

Exit edit(const Edit& options)
{
    const auto edited = editLibrary(options.path, editsOf(options));
    if (!edited)
        return report(edited.error(), options.json);
    if (!options.inPlace && options.output.empty() && edited->size() == 1 && !options.json)
        return writeOutput("-", edited->front().text, false);
    if (!options.inPlace && options.output.empty() && !edited->empty())
        return report({ErrorKind::Usage, "E-USAGE", "There is no place to write to.", "--out",
                          "Give --out or --in-place."},
            options.json);
    Json written = Json::array();
    for (const EditedFile& file : *edited) {
        const auto path = writeEdited(file, options, edited->size() == 1);
        if (!path)
            return report(path.error(), options.json);
        written.push_back(*path);
    }
    std::string text = options.json ? rendered({{"written", written}}) : std::string();
    for (const Json& path : options.json ? Json::array() : written)
        text += std::format("wrote {}\n", path.get<std::string>());
    if (text.empty())
        text = "Nothing to change.\n";
    return writeOutput("-", text, options.json);
}

void addShow(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Show>();
    CLI::App* command = app.add_subcommand("show", "List operators: their list and kernels");
    command->add_option("--soc", options->soc, "Chip; ascend910b without it");
    command->add_option("--lib", options->library, "Library file or folder in CANN's layout")
        ->type_name("PATH");
    command->add_option("--op", options->types, "Only these operators, with their kernels")
        ->type_name("TYPE");
    command->add_option("--list", options->list, "Only those of one list")
        ->check(CLI::IsMember({"white", "black", "gray"}));
    command->add_flag("--json", options->json, "One JSON object");
    command->callback([options, &run] { run = [options] { return show(*options); }; });
}

void addCompare(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Compare>();
    CLI::App* command = app.add_subcommand("compare", "Say how two libraries differ in lists and kernels");
    command->add_option("first", options->first, "Chip, library file or folder")->required();
    command->add_option("second", options->second, "Likewise")->required();
    command->add_flag("--json", options->json, "One JSON object");
    command->callback([options, &run] { run = [options] { return compare(*options); }; });
}

void addEdit(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Edit>();
    CLI::App* command = app.add_subcommand(
        "edit", "Move operators of a library to other lists; all else stays byte for byte");
    command->add_option("path", options->path, "Library file or folder in CANN's layout")->required();
    command->add_option("--black", options->black, "Ascend types that must keep their precision")
        ->type_name("TYPE");
    command->add_option("--white", options->white, "Ascend types that may be lowered")->type_name("TYPE");
    command->add_option("--gray", options->gray, "Ascend types that follow their predecessor")
        ->type_name("TYPE");
    auto* output = command
                       ->add_option("--out", options->output,
                           "Write the copy there, a file or an existing folder; without it to standard "
                           "output")
                       ->type_name("PATH");
    command
        ->add_flag("--in-place", options->inPlace,
            "Change the library itself; the original stays beside it as <name>.orig")
        ->excludes(output);
    command->add_flag("--json", options->json, "Print the names of written files as a JSON object");
    command->callback([options, &run] { run = [options] { return edit(*options); }; });
}

}

void addLibrary(CLI::App& app, Run& run)
{
    CLI::App* command = app.add_subcommand("lib", "Show, compare and edit operator libraries");
    command->require_subcommand(1);
    addShow(*command, run);
    addCompare(*command, run);
    addEdit(*command, run);
}

}
