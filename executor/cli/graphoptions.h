// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options that say what a training graph is made of: loss, optimizer, groups and clipping.
#pragma once

#include "analysis/differentiate/differentiate.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace halftone::cli {

/// As they are typed.
struct GraphOptions
{
    std::string loss = "softmax-cross-entropy";
    std::string optimizer = "momentum";
    DifferentiateOptions graph; ///< Loss, optimizer and groups stand beside it.
    std::vector<std::string> noDecay; ///< Patterns.
    std::vector<std::string> groups; ///< "PATTERN:weight-decay=0,lr=0.1"
};

void addGraphOptions(CLI::App& app, GraphOptions& options);

/// What they stand for.
Result<DifferentiateOptions> readGraphOptions(const GraphOptions& options);

}
