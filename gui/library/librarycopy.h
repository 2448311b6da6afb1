// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/oplibrary/libraryedit.h"

#include <QString>

#include <span>

namespace halftone {

/// Writes the library at \p source, a file or a folder, to \p target with \p edits made: a file, or all
/// library files of the folder into an existing one. Refuses the place of the original.
Result<void> writeLibraryCopy(
    const QString& source, const QString& target, std::span<const LibraryEdit> edits);

}
