// SPDX-License-Identifier: GPL-3.0-or-later
//
// How CANN takes its line-based option files apart.
#pragma once

#include <string_view>
#include <vector>

namespace halftone {

inline constexpr std::string_view kOpTypePrefix = "OpType::";

/// The lines as std::getline() gives them: without line breaks, and none behind the last one.
std::vector<std::string_view> linesOf(std::string_view text);

/// Without the white space at both ends (std::isspace in the C locale).
std::string_view trimmedLikeCann(std::string_view text);

}
