// SPDX-License-Identifier: GPL-3.0-or-later
//
// Precision by hand as a file, with groups of nodes for networks whose names have no scopes:
//
//     {"groups": {"head": ["fc1", "fc2"]},
//      "calls": [{"to_float": "head", "type": "float32"}, {"add_flags": "conv1", "type": "float16"}]}
#pragma once

#include "analysis/core/error.h"
#include "analysis/policy/override.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// This is a name for several nodes and scopes.
struct NodeGroup
{
    std::string name;
    std::vector<std::string> members;

    bool operator==(const NodeGroup&) const = default;
};

struct OverrideFile
{
    std::vector<NodeGroup> groups;
    std::vector<PrecisionOverride> calls; ///< In the order in which they are made.
};

/// A call on a group where \p target is the name of one, else on a node or scope. Of groups of one name the
/// last counts.
PrecisionOverride makeOverride(
    std::string target, PrecisionOverride::Kind kind, DType dtype, std::span<const NodeGroup> groups);

/// Reads such a file; both members may be missing. Fails with line and column for anything else in it.
Result<OverrideFile> parseOverrides(std::string_view text, const std::string& fileName);

/// The text of a file with these calls and their groups; parseOverrides() reads equal calls back. Ends with a
/// newline. Calls on one group have the same members, else those of the last count.
std::string writeOverrides(std::span<const PrecisionOverride> calls);

}
