// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/judgesettings.h"

#include "executor/cli/fileplace.h"
#include "executor/files/libraryfiles.h"
#include "executor/files/mappedfile.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <format>

namespace halftone::cli {
namespace {

std::string knownChips()
{
    std::string chips;
    for (const ChipTraits& chip : OpLibrary::chips())
        chips += (chips.empty() ? "" : ", ") + std::string(chip.soc);
    return chips;
}

void addModeOptions(CLI::App& app, JudgeOptions& options, const std::string& prefix)
{
    auto* mode = app.add_option("--" + prefix + "mode", options.mode,
                        "Precision mode: a value of precision_mode or precision_mode_v2, or \"default\" for "
                        "what CANN takes without either")
                     ->capture_default_str();
    app.add_option("--" + prefix + "precision-mode", options.precisionMode,
           "CANN's precision_mode, instead of --" + prefix + "mode")
        ->type_name("MODE")
        ->excludes(mode);
    app.add_option("--" + prefix + "precision-mode-v2", options.precisionModeV2,
           "CANN's precision_mode_v2, instead of --" + prefix + "mode")
        ->type_name("MODE")
        ->excludes(mode);
}

// The text of a file; \p error gives what CANN says where it cannot be read.
Result<std::string> readText(const std::string& path, std::string missingCode, std::string unreadableCode)
{
    const auto file = mapFile(path);
    if (file)
        return std::string(reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size());
    Error error = file.error();
    std::error_code ignored;
    error.code = std::filesystem::exists(path, ignored) ? std::move(unreadableCode) : std::move(missingCode);
    return std::unexpected(std::move(error));
}

Result<ChosenMode> readMode(const JudgeOptions& options, const ChipTraits& chip)
{
    ModeOptions mode{.precisionMode = options.precisionMode,
        .precisionModeV2 = options.precisionModeV2,
        .purpose = options.training ? Purpose::Training : Purpose::Inference};
    if (mode.precisionMode || mode.precisionModeV2 || options.mode == kDefaultMode)
        return chooseMode(mode, chip);
    const auto name = parseMode(options.mode);
    if (!name)
        return std::unexpected(name.error());
    (name->isV2 ? mode.precisionModeV2 : mode.precisionMode) = std::string(name->name);
    return chooseMode(mode, chip);
}

Result<void> readFiles(const JudgeOptions& options, JudgeSettings& settings)
{
    const auto note = [&](const std::vector<Finding>& findings) {
        settings.findings.insert(settings.findings.end(), findings.begin(), findings.end());
    };
    if (!options.mixlist.empty()) {
        if (!usesMixlist(settings.mode))
            return std::unexpected(Error{ErrorKind::Usage, "E10001",
                std::format("modify_mixlist has no effect in the mode {}.", settings.modeName), "--mixlist",
                "Choose allow_mix_precision_fp16 or another mixed mode, or leave the list out."});
        auto loaded = openMixlist(options.mixlist);
        if (!loaded)
            return std::unexpected(loaded.error());
        settings.mixlist = std::move(loaded->mixlist);
        note(loaded->findings);
    }
    if (!options.keepDTypes.empty()) {
        auto loaded = openKeepDTypes(options.keepDTypes);
        if (!loaded)
            return std::unexpected(loaded.error());
        settings.keepDTypes = *std::move(loaded);
    }
    if (!options.customDTypes.empty()) {
        auto loaded = openCustomDTypes(options.customDTypes);
        if (!loaded)
            return std::unexpected(loaded.error());
        settings.customDTypes = std::move(loaded->dtypes);
        note(loaded->findings);
    }
    return {};
}

}

void addJudgeOptions(CLI::App& app, JudgeOptions& options, PurposeOption purpose, const std::string& prefix)
{
    app.add_option("--" + prefix + "soc", options.soc,
        "Chip: " + knownChips() + "; ascend910b without it, or the chip that --lib is named after");
    app.add_option("--" + prefix + "lib", options.library,
           "Operator library of your CANN: aic-<soc>-ops-info*.json, or the folder with them")
        ->type_name("PATH");
    addModeOptions(app, options, prefix);
    app.add_option("--" + prefix + "mixlist", options.mixlist,
           "ops_info.json with changes to the black, white and gray lists")
        ->type_name("FILE");
    app.add_option(
           "--" + prefix + "keep-dtype", options.keepDTypes, "File of operators that must not be lowered")
        ->type_name("FILE");
    app.add_option("--" + prefix + "customize-dtypes", options.customDTypes,
           "File with types of single operators' tensors")
        ->type_name("FILE");
    if (purpose == PurposeOption::Fixed)
        return;
    auto* training = app.add_flag(
        "--training", options.training, "Judge the training graph: forward, loss, backward and update");
    app.add_flag("--inference", "Judge the forward graph alone (the default)")->excludes(training);
}

Result<std::shared_ptr<const OpLibrary>> chooseLibrary(const std::string& soc, const std::string& path)
{
    const ChipTraits* chip = nullptr;
    if (!soc.empty() || path.empty()) {
        auto embedded = OpLibrary::embedded(soc.empty() ? OpLibrary::chips().front().soc : soc);
        if (!embedded || path.empty())
            return embedded;
        chip = &(*embedded)->traits(); // the embedded libraries live forever
    }
    return openLibrary(path, chip);
}

Result<JudgeSettings> readSettings(const JudgeOptions& options)
{
    auto library = chooseLibrary(options.soc, options.library);
    if (!library)
        return std::unexpected(library.error());
    const auto mode = readMode(options, (*library)->traits());
    if (!mode)
        return std::unexpected(mode.error());
    JudgeSettings settings{.library = *std::move(library),
        .mode = mode->name.mode,
        .modeName = std::string(mode->name.name),
        .isDefaultMode = mode->isDefault};
    if (auto read = readFiles(options, settings); !read)
        return std::unexpected(read.error());
    return settings;
}

// The parser reads files with comments, so that the window can offer to mend them; CANN does not.
Result<LoadedMixlist> openMixlist(const std::string& path)
{
    const auto text = readText(path, "E21001", "E21001");
    if (!text)
        return std::unexpected(text.error());
    auto loaded = parseMixlist(*text, path);
    if (!loaded)
        return loaded;
    const auto comments = std::ranges::find(loaded->findings, "mixlist.comments", &Finding::id);
    if (comments == loaded->findings.end())
        return loaded;
    const FilePlace place = filePlace(comments->where);
    return std::unexpected(Error{.kind = ErrorKind::Format,
        .code = "E21002",
        .what = comments->message,
        .where = path,
        .remedy = std::string(kindOf(*comments).remedy),
        .line = place.line,
        .column = place.column});
}

Result<KeepDTypes> openKeepDTypes(const std::string& path)
{
    const auto text = readText(path, "E10001", "E13001");
    if (!text)
        return std::unexpected(text.error());
    return parseKeepDTypes(*text, path);
}

Result<LoadedCustomDTypes> openCustomDTypes(const std::string& path)
{
    const auto text = readText(path, "E20101", "E21001");
    if (!text)
        return std::unexpected(text.error());
    return parseCustomDTypes(*text, path);
}

}
