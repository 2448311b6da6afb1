// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace halftone {

/// Whether the bytes start like a gzip file.
bool isGzip(std::span<const std::byte> bytes);

/// Unpacks a gzip file, also one of several members. A file that unpacks to more than \p limit bytes is an
/// error found at that point, so that a small file cannot fill the memory; so are damaged data and anything
/// behind the end. \p name is for messages.
Result<std::vector<std::byte>> unpackGzip(
    std::span<const std::byte> packed, const std::string& name, std::size_t limit);

}
