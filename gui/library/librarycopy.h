// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/oplibrary/libraryedit.h"

#include <QString>

#include <string_view>
#include <vector>

namespace halftone {

/// This is what a copy is made of.
struct LibraryCopy
{
    QString source; ///< A library of an own CANN: a file or a folder.
    QString target; ///< A file, or an existing folder that takes all library files.
    std::vector<LibraryEdit> edits;
    bool replaces = false; ///< A person agreed that files of the same names in the folder go.
};

/// What stands at the code of an error that a copy which `replaces` would not meet.
inline constexpr std::string_view kLibraryExists = "E-LIBRARY-EXISTS";

/// Writes it. Refuses the place of the original, a folder with files of the same names as long as they must
/// not be replaced, and one with other library files: CANN would read both.
Result<void> writeLibraryCopy(const LibraryCopy& copy);

}
