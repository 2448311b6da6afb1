// SPDX-License-Identifier: GPL-3.0-or-later
//
// One way to decide, typed in one word of the command line: --column "--mode force_fp16 --soc ascend910".
#pragma once

#include "executor/cli/policyoptions.h"

namespace halftone::cli {

/// The options of one way.
struct ColumnOptions
{
    JudgeOptions judge;
    PolicyOptions policy;
};

/// Reads the options of a way, or a single word: a mode (force_fp16), a level (O2) or a policy (pytorch).
/// Chip and library are those of \p first where the text names none; nothing else is taken over.
Result<ColumnOptions> parseColumn(const std::string& text, const ColumnOptions& first);

}
