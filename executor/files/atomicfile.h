// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <filesystem>
#include <string_view>

namespace halftone {

/// Writes a whole file so that a reader, a full disk or a crash never meets half of it: a temporary file in
/// the same folder is written, synced and renamed over \p path. On failure an existing file stays as it was
/// and nothing is left beside it. A new file follows the umask. An existing one keeps its permissions and is
/// refused where it is read-only; a link to one stays, and the file behind it is written. Devices and pipes
/// are written as they are.
Result<void> writeFileAtomically(const std::filesystem::path& path, std::string_view contents);

}
