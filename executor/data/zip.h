// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace halftone {

/// Unpacks the members of a zip file, stored or deflated, as numpy.savez writes them (PKWARE APPNOTE 6.3;
/// sizes up to 4 GiB). All offsets and sizes are checked; more than \p limit bytes in all are an error found
/// at that point. \p name is for messages.
Result<std::map<std::string, std::vector<std::byte>>> unpackZip(
    std::span<const std::byte> bytes, const std::string& name, std::size_t limit);

}
