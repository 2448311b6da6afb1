// SPDX-License-Identifier: GPL-3.0-or-later
//
// The file behind CANN's keep_dtype option: one operator per line that must not be lowered, by its name or as
// OpType::Type (GraphEngine, api/aclgrph/attr_options/keep_dtype_option.cc).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// This is one line of the file.
struct KeepDTypesEntry
{
    std::string name; ///< Of a node, or the Ascend type.
    bool isType = false;
    int line = 0; ///< 1-based; 0 for an entry made here.

    bool operator==(const KeepDTypesEntry& other) const
    {
        return name == other.name && isType == other.isType;
    }
};

struct KeepDTypes
{
    std::string fileName; ///< For messages.
    std::vector<KeepDTypesEntry> entries; ///< In file order.

    bool operator==(const KeepDTypes& other) const { return entries == other.entries; }
};

/// Reads the file; every text is one. Empty lines are skipped and lines trimmed; there are no comments. What
/// CANN says to names that no operator has comes from judge(), which knows the graph.
KeepDTypes parseKeepDTypes(std::string_view text, std::string fileName);

/// Whether CANN takes a text for an operator type: capital letter first, then letters and digits.
bool isPascalCase(std::string_view type);

}
