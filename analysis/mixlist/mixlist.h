// SPDX-License-Identifier: GPL-3.0-or-later
//
// ops_info.json, the file behind CANN's modify_mixlist option: names of Ascend operator types that are added
// to or removed from the black, white and gray lists of the op library. Rules: shared semantics, section 3
// (from GraphEngine's modify_mixlist_config_parser.cc).
#pragma once

#include "analysis/core/error.h"
#include "analysis/core/finding.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

class OpLibrary;

/// White may be lowered to FP16, Black must keep its precision, Gray follows the operator before it.
enum class List : std::uint8_t { White, Black, Gray };

/// Spelled "white", "black", "gray".
std::string_view name(List list);

/// This is one name in one array of the file.
struct MixlistEntry
{
    enum class Action : std::uint8_t { Add, Remove };

    std::string opType; ///< Ascend type, exactly as written.
    List list = List::Gray;
    Action action = Action::Add;
    int line = 0; ///< 1-based place in the file; 0 for an entry made here.
    int column = 0;

    /// Two entries are equal when they say the same; where they stand does not matter.
    bool operator==(const MixlistEntry& other) const
    {
        return opType == other.opType && list == other.list && action == other.action;
    }
};

/// This is the whole file as a value.
struct Mixlist
{
    std::string fileName; ///< For messages; empty for a list made here.
    std::vector<MixlistEntry> entries; ///< In file order.

    bool isEmpty() const { return entries.empty(); }
    bool operator==(const Mixlist& other) const { return entries == other.entries; }
};

struct LoadedMixlist
{
    Mixlist mixlist;
    std::vector<Finding> findings; ///< What CANN would refuse or ignore although it could be read here.
};

/// Reads ops_info.json. Comments are accepted with a finding (CANN refuses them); everything else that CANN
/// refuses is an Error with CANN's code, line and column: E21002 for a file that is not as it should be,
/// E20003 for one operator in a forbidden combination of arrays.
Result<LoadedMixlist> parseMixlist(std::string_view text, std::string fileName);

/// Strict JSON with two-space indent, keys in CANN's order, names sorted; parseMixlist() reads the same list
/// back.
std::string writeMixlist(const Mixlist& mixlist);

/// The list that is in force for \p opType, given the list \p fromLibrary that the chip's library puts it in.
List effectiveList(std::string_view opType, List fromLibrary, const Mixlist& mixlist);

/// A copy of \p mixlist in which \p opType ends up in \p wanted, with the fewest entries for that operator:
/// none when the library already has it there. A wish for gray is a removal from the library's list.
Mixlist withOpInList(const Mixlist& mixlist, std::string_view opType, List fromLibrary, List wanted);

/// What a person should know about the list: unknown and miscased names with the nearest known one, names in
/// ONNX vocabulary, entries that change nothing. \p modelTypes are the Ascend types of the open model, empty
/// when none is open.
std::vector<Finding> lintMixlist(
    const Mixlist& mixlist, const OpLibrary& library, std::span<const std::string> modelTypes);

}
