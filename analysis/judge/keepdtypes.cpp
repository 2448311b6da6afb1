// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/keepdtypes.h"

#include "analysis/judge/optiontext.h"

#include <algorithm>
#include <cctype>

namespace halftone {

KeepDTypes parseKeepDTypes(std::string_view text, std::string fileName)
{
    KeepDTypes keep{.fileName = std::move(fileName)};
    int number = 0;
    for (std::string_view line : linesOf(text)) {
        ++number;
        if (line.empty())
            continue;
        const std::string_view name = trimmedLikeCann(line);
        const bool isType = name.starts_with(kOpTypePrefix);
        keep.entries.push_back({.name = std::string(isType ? name.substr(kOpTypePrefix.size()) : name),
            .isType = isType,
            .line = number});
    }
    return keep;
}

bool isPascalCase(std::string_view type)
{
    const auto isLetterOrDigit = [](unsigned char c) { return std::isalnum(c) != 0; };
    return !type.empty() && type.front() >= 'A' && type.front() <= 'Z' &&
        std::ranges::all_of(type, isLetterOrDigit);
}

}
