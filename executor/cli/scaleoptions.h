// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options that say how a run scales its loss and what it takes for an overflow.
#pragma once

#include "executor/train/precision.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace halftone::cli {

/// As they are typed.
struct ScaleOptions
{
    std::string rule; ///< Empty: what comes with the policy.
    std::optional<double> initial;
    std::optional<std::int64_t> window;
    std::vector<std::string> set; ///< "growth=4"
    bool saturate = false;
    bool anyTensor = false;
    std::string accumulation = "f32";
};

void addScaleOptions(CLI::App& app, ScaleOptions& options);

/// Applies them to \p precision. Fails, with what the rule reads, for a parameter that it does not have.
Result<void> applyScaleOptions(const ScaleOptions& options, Precision& precision);

}
