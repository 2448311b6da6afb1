// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/judge/decisions.h"
#include "analysis/oplibrary/oplibrary.h"

#include <optional>
#include <span>
#include <string_view>

namespace halftone {

struct CustomDTypes;
struct KeepDTypes;

/// Ascend's precision modes; several option values may name one mode (ascend.md, section 1).
enum class Mode : std::uint8_t {
    ForceFp16,
    ForceFp32, ///< Also cube_fp16in_fp32out: cube operators take FP16 and give FP32.
    AllowFp32ToFp16,
    AllowFp32ToBf16,
    MixFp16,
    MixBf16,
    KeepOrigin,
    CubeHif8,
    MixHif8,
    ForceLowerPrecision, ///< Known to the engine, but no option value names it.
    AllowFp32ToLowPrecision, ///< Likewise.
};

/// This is a spelling of a mode as CANN's options have it.
struct ModeName
{
    std::string_view name; ///< "allow_mix_precision_fp16"
    Mode mode;
    bool isV2 = false; ///< A value of precision_mode_v2 instead of precision_mode.
    std::string_view doc; ///< One sentence.
    /// Places in the documents' rankings of the option's values: 1 is the most precise, the fastest. 0: not
    /// ranked. Of neighbours in speed the documents only say "at least as fast" for force_fp16 before
    /// allow_mix_precision and for fp16 before mixed_float16.
    int precisionRank = 0;
    int speedRank = 0;
};

/// All spellings, in the order in which menus show them: the most used first.
std::span<const ModeName> modeNames();

/// Reads a spelling of either family; unknown text is E10001 with the nearest known value.
Result<ModeName> parseMode(std::string_view text);

/// True when a mixlist has an effect in this mode (CANN refuses one elsewhere).
bool usesMixlist(Mode mode);

/// True for the modes that need a chip with BF16, with HiFloat8.
bool needsBf16(Mode mode);
bool needsHif8(Mode mode);

/// What a decision depends on besides the graph. Nothing is owned; all must outlive the call only.
struct JudgeInput
{
    const OpLibrary* library = nullptr; ///< Never null.
    Mode mode = Mode::MixFp16;
    const Mixlist* mixlist = nullptr; ///< May be null: no list.
    const KeepDTypes* keepDTypes = nullptr; ///< May be null: no node must keep its types.
    const CustomDTypes* customDTypes = nullptr; ///< May be null: no types are prescribed.
};

/// Decides the dtype of every tensor slot as Ascend's engine does (ascend.md, section 2). Pure: equal inputs
/// give equal decisions. Linear in nodes and edges. Fails when the chip cannot run the mode (E20101), and
/// when a mixlist is given in a mode that has none (E10001); an empty one that is from no file counts as
/// none.
Result<Decisions> judge(const GraphPtr& graph, const JudgeInput& input);

}
