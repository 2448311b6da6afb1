// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/policy/policy.h"

#include <optional>
#include <span>
#include <string>

namespace halftone {

/// This is one way to decide that menus offer: a mode of Ascend by one of its spellings, a level of
/// MindSpore, or another tool.
struct PolicyChoice
{
    std::string name; ///< What a person types elsewhere, where there is such a word: "mixed_float16", "O2".
    std::string group; ///< The option or function that the name is a value of: "precision_mode".
    std::string doc; ///< One sentence.
    PolicySettings settings; ///< With the tool's defaults. Of Ascend: the mode alone.
    std::optional<Mode> mode; ///< Of Ascend only.

    bool isAscend() const { return mode.has_value(); }
};

/// All of them in the order of menus: Ascend's modes, MindSpore's levels, other tools.
std::span<const PolicyChoice> policyChoices();

/// The choice of that name; the first one where several share it (their decisions are equal). Null: unknown.
const PolicyChoice* findChoice(std::string_view name);

}
