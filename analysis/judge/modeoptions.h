// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two options by which CANN is told the precision mode, as a person sets them (shared semantics,
// section 1).
#pragma once

#include "analysis/judge/judge.h"

#include <optional>
#include <string>

namespace halftone {

/// What a model is built for; the default mode differs.
enum class Purpose : std::uint8_t { Inference, Training };

/// This is what was set. At most one of the two options may be.
struct ModeOptions
{
    std::optional<std::string> precisionMode;
    std::optional<std::string> precisionModeV2;
    Purpose purpose = Purpose::Inference; ///< Of interest where neither is set.
};

/// This is the mode that is in force, and why.
struct ChosenMode
{
    ModeName name;
    bool isDefault = false; ///< Neither option was set.
    /// The finding judge.no-hif8, where the mode needs what the chip is not documented to have.
    std::optional<Finding> warning;
};

/// Decides as CANN does. Errors: E10056 when both options are set, E10001 for a value that the option does
/// not have (the nearest one is named, or the option that has it), E20101 for BF16 on a chip without it.
Result<ChosenMode> chooseMode(const ModeOptions& options, const ChipTraits& chip);

/// What CANN takes when neither option is set: force_fp16 for inference; for training must_keep_origin_dtype
/// where the matrix unit takes FP32, else allow_fp32_to_fp16.
ModeName defaultMode(Purpose purpose, const ChipTraits& chip);

/// "allow_mix_precision, mixed_float16": the other spellings of a mode, in the order of modeNames(), each
/// once; empty for force_fp32's kin that have none. precision_mode and precision_mode_v2 name the same modes.
std::string otherSpellings(const ModeName& name);

/// E20101 when the mode needs BF16 and the chip has none.
std::optional<Error> refusalOf(Mode mode, const ChipTraits& chip);

/// The finding judge.no-hif8, or nothing.
std::optional<Finding> hif8Warning(Mode mode, const ChipTraits& chip);

}
