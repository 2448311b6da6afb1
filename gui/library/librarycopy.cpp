// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/librarycopy.h"

#include "executor/files/atomicfile.h"
#include "executor/files/libraryfiles.h"
#include "executor/files/mappedfile.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct LibraryCopy
{
    Q_DECLARE_TR_FUNCTIONS(halftone::LibraryCopy)
};

Result<void> writeOne(const std::filesystem::path& file, const std::filesystem::path& target,
    const std::vector<EditedFile>& edited)
{
    const auto changed = std::ranges::find(edited, file, &EditedFile::path);
    if (changed != edited.end())
        return writeFileAtomically(target, changed->text);
    const auto original = mapFile(file);
    if (!original)
        return std::unexpected(original.error());
    return writeFileAtomically(target,
        std::string_view(reinterpret_cast<const char*>(original->bytes.data()), original->bytes.size()));
}

}

Result<void> writeLibraryCopy(
    const QString& source, const QString& target, std::span<const LibraryEdit> edits)
{
    if (QFileInfo(source).canonicalFilePath() == QFileInfo(target).canonicalFilePath())
        return std::unexpected(Error{ErrorKind::Usage, "E-LIBRARY-COPY",
            LibraryCopy::tr("The copy would replace the original.").toStdString(), target.toStdString(),
            LibraryCopy::tr("Choose another place.").toStdString()});
    const auto files = libraryFiles(source.toStdString());
    if (!files)
        return std::unexpected(files.error());
    const auto edited = editLibrary(source.toStdString(), edits);
    if (!edited)
        return std::unexpected(edited.error());
    const std::filesystem::path place = target.toStdString();
    for (const std::filesystem::path& file : *files) {
        if (auto done = writeOne(file, QFileInfo(source).isDir() ? place / file.filename() : place, *edited);
            !done)
            return done;
    }
    return {};
}

}
