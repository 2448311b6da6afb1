// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace halftone {

/// The bytes of a file of resources/ that is built into the program, by its path there
/// ("oplibrary/ascend910b.tsv"). Which files those are stands in analysis/CMakeLists.txt. A path that is not
/// among them gives an empty span.
std::span<const std::byte> embeddedFile(std::string_view path);

/// The same as text.
std::string_view embeddedText(std::string_view path);

}
