// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/mixlist/mixlist.h"

#include <algorithm>

namespace halftone {
namespace {

bool contains(const Mixlist& mixlist, const MixlistEntry& entry)
{
    return std::ranges::contains(mixlist.entries, entry);
}

MixlistEntry entryFor(std::string_view opType, List list, MixlistEntry::Action action)
{
    return {.opType = std::string(opType), .list = list, .action = action};
}

}

std::string_view name(List list)
{
    switch (list) {
    case List::White:
        return "white";
    case List::Black:
        return "black";
    case List::Gray:
        return "gray";
    }
    return {};
}

// The order is GraphEngine's: removal from the library's list first, then black wins over white. Adding to
// the gray list does nothing by itself.
List effectiveList(std::string_view opType, List fromLibrary, const Mixlist& mixlist)
{
    using enum MixlistEntry::Action;
    if (contains(mixlist, entryFor(opType, List::Black, Add)))
        return List::Black;
    if (contains(mixlist, entryFor(opType, List::White, Add)))
        return List::White;
    return contains(mixlist, entryFor(opType, fromLibrary, Remove)) ? List::Gray : fromLibrary;
}

Mixlist withOpInList(const Mixlist& mixlist, std::string_view opType, List fromLibrary, List wanted)
{
    using enum MixlistEntry::Action;
    const auto isOp = [&](const MixlistEntry& entry) { return entry.opType == opType; };
    Mixlist changed = mixlist;
    const auto place = std::ranges::find_if(changed.entries, isOp) - changed.entries.begin();
    std::erase_if(changed.entries, isOp);
    if (wanted == fromLibrary)
        return changed;
    changed.entries.insert(changed.entries.begin() + place,
        wanted == List::Gray ? entryFor(opType, fromLibrary, Remove) : entryFor(opType, wanted, Add));
    return changed;
}

}
