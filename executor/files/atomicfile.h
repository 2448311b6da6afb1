// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <filesystem>
#include <functional>
#include <string_view>

namespace halftone {

/// Writes a whole file so that a reader, a full disk or a crash never meets half of it: a temporary file in
/// the same folder is written, synced and renamed over \p path. On failure an existing file stays as it was
/// and nothing is left beside it. A new file follows the umask. An existing one keeps its permissions and is
/// refused where it is read-only; a link to one stays, and the file behind it is written. Devices and pipes
/// are written as they are.
Result<void> writeFileAtomically(const std::filesystem::path& path, std::string_view contents);

/// Fails where writing that file would fail now (a folder that is not there, permissions), and changes
/// nothing: for results that come at the end of a long run.
Result<void> checkWritable(const std::filesystem::path& path);

/// Takes the next part of a file that is being written; false when it cannot be written.
using FileAppender = std::function<bool(std::string_view)>;

/// The same for contents that are never in memory as a whole: \p produce hands them over part by part, and
/// returns false as soon as a part could not be written.
Result<void> writeFileAtomically(
    const std::filesystem::path& path, const std::function<bool(const FileAppender&)>& produce);

}
