// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/overrides.h"

#include <algorithm>

namespace halftone {

Overrides::Overrides(const KeepDTypes* keep, const CustomDTypes* custom)
    : m_customDTypes(custom)
{
    const auto fill = [](Indexes& indexes, const auto& entries) {
        for (std::uint32_t i = 0; i < entries.size(); ++i)
            (entries[i].isType ? indexes.byType : indexes.byName).try_emplace(entries[i].name, i);
    };
    if (keep)
        fill(m_keep, keep->entries);
    if (custom)
        fill(m_custom, custom->entries);
}

std::uint32_t Overrides::keepOfPart(const AscendPart& part) const
{
    if (m_keep.byType.empty())
        return kNone;
    for (const std::string& type : part.types) {
        if (const std::uint32_t entry = find(m_keep.byType, type); entry != kNone)
            return entry;
    }
    return kNone;
}

bool keepsItsName(std::span<const AscendPart> parts)
{
    return parts.size() == 1 && std::ranges::none_of(parts.front().inputs, [](const AscendInput& input) {
        return input.source == AscendInput::Source::Constant;
    });
}

}
