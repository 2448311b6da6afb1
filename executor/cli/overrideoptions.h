// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/cli/policyoptions.h"

namespace halftone::cli {

/// The calls of --overrides, then those of --to-float and --add-flags, whose scopes may be groups of either.
Result<std::vector<PrecisionOverride>> readOverrides(const PolicyOptions& options);

}
