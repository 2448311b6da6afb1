// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/modeoptions.h"

#include "analysis/core/nearestname.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

constexpr std::string_view kOption = "precision_mode";
constexpr std::string_view kOptionV2 = "precision_mode_v2";

std::string_view optionOf(const ModeName& name)
{
    return name.isV2 ? kOptionV2 : kOption;
}

const ModeName* findName(std::string_view text, bool isV2)
{
    const auto found = std::ranges::find_if(
        modeNames(), [&](const ModeName& row) { return row.isV2 == isV2 && row.name == text; });
    return found == modeNames().end() ? nullptr : &*found;
}

Result<ModeName> parseValue(const std::string& text, bool isV2)
{
    if (const ModeName* name = findName(text, isV2))
        return *name;
    Error error{.kind = ErrorKind::Usage,
        .code = "E10001",
        .what = std::format("\"{}\" is no value of {}.", text, isV2 ? kOptionV2 : kOption),
        .where = std::string(isV2 ? kOptionV2 : kOption)};
    if (const ModeName* other = findName(text, !isV2)) {
        error.remedy = std::format("It is a value of {}.", optionOf(*other));
        return std::unexpected(std::move(error));
    }
    NearestName nearest(text);
    std::string known;
    for (const ModeName& row : modeNames()) {
        if (row.isV2 != isV2)
            continue;
        nearest.offer(row.name);
        known += std::format("{}{}", known.empty() ? "" : ", ", row.name);
    }
    error.remedy = nearest.best().empty() ? std::format("Choose one of {}.", known)
                                          : std::format("Did you mean {}?", nearest.best());
    return std::unexpected(std::move(error));
}

Error bothSet(const ModeOptions& options)
{
    const ModeName* older = findName(*options.precisionMode, false);
    const ModeName* newer = findName(*options.precisionModeV2, true);
    const bool sameMode = older && newer && older->mode == newer->mode;
    return {.kind = ErrorKind::Usage,
        .code = "E10056",
        .what = std::format("{} and {} are both set.", kOption, kOptionV2),
        .where = std::string(kOption),
        .remedy = sameMode ? "Set one of them: here they name the same mode."
                           : "Set one of them: they are two names for one option."};
}

}

ModeName defaultMode(Purpose purpose, const ChipTraits& chip)
{
    const std::string_view name = purpose == Purpose::Inference ? "force_fp16"
        : chip.cubeTakesFp32                                    ? "must_keep_origin_dtype"
                                                                : "allow_fp32_to_fp16";
    return *findName(name, false);
}

std::string otherSpellings(const ModeName& name)
{
    std::string text;
    for (const ModeName& row : modeNames()) {
        const bool isListed = text.ends_with(row.name);
        if (row.mode == name.mode && row.name != name.name && !isListed)
            text += std::format("{}{}", text.empty() ? "" : ", ", row.name);
    }
    return text;
}

std::optional<Error> refusalOf(Mode mode, const ChipTraits& chip)
{
    if (!needsBf16(mode) || chip.hasBf16)
        return std::nullopt;
    return Error{.kind = ErrorKind::Unsupported,
        .code = "E20101",
        .what = std::format("{} does not support BFloat16, which this mode needs.", chip.title),
        .where = std::string(kOption),
        .remedy = "Choose allow_mix_precision_fp16, or a chip that has BF16."};
}

std::optional<Finding> hif8Warning(Mode mode, const ChipTraits& chip)
{
    if (!needsHif8(mode) || chip.hasHif8)
        return std::nullopt;
    return Finding{.id = "judge.no-hif8",
        .where = std::string(kOptionV2),
        .message =
            std::format("The mode asks for HiFloat8, which {} is not documented to have.", chip.title)};
}

Result<ChosenMode> chooseMode(const ModeOptions& options, const ChipTraits& chip)
{
    ChosenMode chosen{.name = defaultMode(options.purpose, chip), .isDefault = true};
    if (options.precisionMode && options.precisionModeV2)
        return std::unexpected(bothSet(options));
    if (options.precisionMode || options.precisionModeV2) {
        const bool isV2 = options.precisionModeV2.has_value();
        Result<ModeName> name = parseValue(isV2 ? *options.precisionModeV2 : *options.precisionMode, isV2);
        if (!name)
            return std::unexpected(std::move(name.error()));
        chosen = {.name = *name};
    }
    if (std::optional<Error> error = refusalOf(chosen.name.mode, chip))
        return std::unexpected(std::move(*error));
    chosen.warning = hif8Warning(chosen.name.mode, chip);
    return chosen;
}

}
