// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/scopemaker.h"

#include <algorithm>

namespace halftone {
namespace {

bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}

std::vector<std::string_view> scopesOfName(std::string_view name)
{
    const char mark = name.contains('/') ? '/' : '.';
    std::vector<std::string_view> parts;
    for (std::size_t first = 0; first <= name.size();) {
        const std::size_t end = std::min(name.find(mark, first), name.size());
        if (end > first)
            parts.push_back(name.substr(first, end - first));
        first = end + 1;
    }
    if (!parts.empty())
        parts.pop_back(); // The operator itself,
    if (mark == '.' && !parts.empty() && isNumber(name.substr(name.rfind('.') + 1)))
        parts.pop_back(); // whose name may be "relu.3".
    return parts;
}

std::string_view stemOf(std::string_view name)
{
    while (!name.empty() && std::string_view("0123456789._-# ").contains(name.back()))
        name.remove_suffix(1);
    return name;
}

}
