// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings of the policies that are neither Ascend's nor MindSpore's, by the names that the tools themselves
// give them.
#pragma once

#include "analysis/policy/policy.h"

#include <string>

namespace halftone::cli {

/// Sets what \p text says: "ALLOWLIST_ADD=Softmax,Exp", "init_max=1000". Lists grow; op_block_list takes the
/// place of the default one, and all else that of what was there.
Result<void> setPolicyOption(PrecisionPolicy& policy, const std::string& text);

/// All names, with commas between them.
std::string knownPolicySettings();

}
