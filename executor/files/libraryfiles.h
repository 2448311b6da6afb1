// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/oplibrary/libraryedit.h"
#include "analysis/oplibrary/oplibrary.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace halftone {

/// The files of a library in the order in which CANN reads them: of a folder all *.json, those with "legacy"
/// in the name first, then by length of the name (and by name where that is equal); of a file, it alone. A
/// folder without any is an error.
Result<std::vector<std::filesystem::path>> libraryFiles(const std::filesystem::path& path);

/// Opens a library in CANN's layout (aic-<soc>-ops-info*.json, a file or the folder), with the published AI
/// CPU operators beside it. \p chip says what the chip can do; null takes it from the names of the files, and
/// the 910B where they do not say.
Result<std::shared_ptr<const OpLibrary>> openLibrary(
    const std::filesystem::path& path, const ChipTraits* chip);

/// The text of a library file after an edit.
struct EditedFile
{
    std::filesystem::path path;
    std::string text;
};

/// Puts operators of the library at \p path into lists. Each edit changes the file that counts for its
/// operator; only files that change are given. Nothing is written.
Result<std::vector<EditedFile>> editLibrary(
    const std::filesystem::path& path, std::span<const LibraryEdit> edits);

/// Writes an edited file in place of the original, which stays beside it as <name>.orig. That name does not
/// end in .json, so CANN does not load it. A backup that is there already is the true original and stays.
Result<void> replaceWithBackup(const EditedFile& file);

}
