// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/core/embedded.h"
#include "analysis/oplibrary/oplibrary.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <format>
#include <utility>

namespace halftone {
namespace {

// Intrinsic_mmad (f322f32) and Intrinsic_vconv (f322bf16) of CANN's platform files, as of 2026. The 910, the
// 310P and the 310 have no mode in which a result becomes infinite.
constexpr auto kChips = std::to_array<ChipTraits>({
    {.soc = "ascend910b", .title = "Ascend 910B", .cubeTakesFp32 = true, .hasBf16 = true},
    {.soc = "ascend910", .title = "Ascend 910", .overflowSaturates = true},
    {.soc = "ascend310p", .title = "Ascend 310P", .overflowSaturates = true},
    {.soc = "ascend310b", .title = "Ascend 310B", .cubeTakesFp32 = true, .hasBf16 = true},
    {.soc = "ascend310", .title = "Ascend 310", .overflowSaturates = true},
    {.soc = "ascend950",
        .title = "Ascend 950",
        .cubeTakesFp32 = true,
        .hasBf16 = true,
        .hasHif8 = true,
        .isPartial = true},
});

OpLibrary parseEmbedded(std::string_view name, const ChipTraits& traits)
{
    const std::string fileName = std::format("{}.tsv", name);
    Result<OpLibrary> library = OpLibrary::parse(embeddedText("oplibrary/" + fileName), fileName, traits);
    assert(library && "the embedded tables are tested");
    return std::move(*library);
}

const std::shared_ptr<const OpLibrary>& aiCpuLibrary()
{
    static const auto library = std::make_shared<const OpLibrary>(parseEmbedded("aicpu", {.soc = "aicpu"}));
    return library;
}

// One function per chip, so that each library is parsed when it is first asked for, and once.
template <std::size_t index>
const std::shared_ptr<const OpLibrary>& chipLibrary()
{
    static const std::shared_ptr<const OpLibrary> library = [] {
        OpLibrary parsed = parseEmbedded(kChips[index].soc, kChips[index]);
        parsed.setAiCpu(aiCpuLibrary());
        return std::make_shared<const OpLibrary>(std::move(parsed));
    }();
    return library;
}

using LibraryFunction = const std::shared_ptr<const OpLibrary>& (*)();

constexpr auto kLibraries = []<std::size_t... indices>(std::index_sequence<indices...>) {
    return std::array<LibraryFunction, sizeof...(indices)>{chipLibrary<indices>...};
}(std::make_index_sequence<kChips.size()>());

bool equalsIgnoringCase(std::string_view left, std::string_view right)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(left, right, {}, lower, lower);
}

bool namesChip(std::string_view text, const ChipTraits& chip)
{
    constexpr std::string_view kPrefix = "ascend";
    return equalsIgnoringCase(text, chip.soc) || equalsIgnoringCase(text, chip.soc.substr(kPrefix.size()));
}

Error unknownChip(std::string_view soc)
{
    std::string known;
    for (const ChipTraits& chip : kChips)
        known += std::format("{}{}", known.empty() ? "" : ", ", chip.soc);
    return {.kind = ErrorKind::Usage,
        .code = "E10001",
        .what = std::format("\"{}\" is no chip with a library here.", soc),
        .where = "soc",
        .remedy = std::format("Choose one of {}.", known)};
}

}

std::span<const ChipTraits> OpLibrary::chips()
{
    return kChips;
}

std::shared_ptr<const OpLibrary> OpLibrary::embeddedAiCpu()
{
    return aiCpuLibrary();
}

// "aic-ascend910b-ops-info": the part between the first two hyphens.
const ChipTraits* OpLibrary::chipOfFile(std::string_view fileName)
{
    const std::size_t begin = fileName.find('-');
    if (begin == std::string_view::npos)
        return nullptr;
    const std::string_view soc = fileName.substr(begin + 1, fileName.find('-', begin + 1) - begin - 1);
    const auto chip =
        std::ranges::find_if(kChips, [&](const ChipTraits& row) { return equalsIgnoringCase(soc, row.soc); });
    return chip == kChips.end() ? nullptr : &*chip;
}

Result<std::shared_ptr<const OpLibrary>> OpLibrary::embedded(std::string_view soc)
{
    const auto chip =
        std::ranges::find_if(kChips, [&](const ChipTraits& row) { return namesChip(soc, row); });
    if (chip == kChips.end())
        return std::unexpected(unknownChip(soc));
    return kLibraries[static_cast<std::size_t>(chip - kChips.begin())]();
}

}
