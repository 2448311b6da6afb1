// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/canntype.h"

#include <algorithm>
#include <array>
#include <string>

namespace halftone {
namespace {

// Known to CANN and without a meaning here.
constexpr auto kOtherWords =
    std::to_array<std::string_view>({"dual", "dual_sub_int8", "dual_sub_uint8", "float6_e2m3", "float6_e3m2",
        "hifloat4", "qint16", "quint16", "resource", "string_ref", "uint2", "variant"});

}

std::optional<DType> parseCannType(std::string_view word)
{
    std::string lower(word);
    std::ranges::transform(lower, lower.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (std::ranges::contains(kOtherWords, lower))
        return DType::Other;
    if (lower == "float64" || lower == "other") // our spellings
        return std::nullopt;
    return parseDType(lower);
}

}
