// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/librarycopy.h"

#include "executor/files/atomicfile.h"
#include "executor/files/libraryfiles.h"
#include "executor/files/mappedfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct LibraryCopies
{
    Q_DECLARE_TR_FUNCTIONS(halftone::LibraryCopies)
};

Error refusal(std::string_view code, const QString& what, const QString& where, const QString& remedy)
{
    return {
        ErrorKind::Usage, std::string(code), what.toStdString(), where.toStdString(), remedy.toStdString()};
}

// What must not be lost in the folder that shall take the copy.
Result<void> checkFolder(const std::vector<std::filesystem::path>& files, const LibraryCopy& copy)
{
    QStringList same;
    QStringList others;
    const QDir folder(copy.target);
    for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files)) {
        const bool isSame = std::ranges::contains(
            files, name.toStdString(), [](const auto& file) { return file.filename().string(); });
        (isSame ? same : others) += name;
    }
    if (!others.isEmpty())
        return std::unexpected(refusal("E-LIBRARY-COPY",
            LibraryCopies::tr(
                "The folder has other library files, which CANN would read beside the copy: %1.")
                .arg(others.join(QStringLiteral(", "))),
            copy.target, LibraryCopies::tr("Choose an empty folder.")));
    if (!same.isEmpty() && !copy.replaces)
        return std::unexpected(refusal(kLibraryExists,
            LibraryCopies::tr("The folder has a library already: %1.").arg(same.join(QStringLiteral(", "))),
            copy.target, LibraryCopies::tr("Choose an empty folder, or replace what is there.")));
    return {};
}

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

Result<void> writeLibraryCopy(const LibraryCopy& copy)
{
    if (QFileInfo(copy.source).canonicalFilePath() == QFileInfo(copy.target).canonicalFilePath())
        return std::unexpected(
            refusal("E-LIBRARY-COPY", LibraryCopies::tr("The copy would replace the original."), copy.target,
                LibraryCopies::tr("Choose another place.")));
    const auto files = libraryFiles(copy.source.toStdString());
    if (!files)
        return std::unexpected(files.error());
    const bool isFolder = QFileInfo(copy.source).isDir();
    if (const auto free = isFolder ? checkFolder(*files, copy) : Result<void>(); !free)
        return free;
    const auto edited = editLibrary(copy.source.toStdString(), copy.edits);
    if (!edited)
        return std::unexpected(edited.error());
    const std::filesystem::path place = copy.target.toStdString();
    for (const std::filesystem::path& file : *files) {
        if (auto done = writeOne(file, isFolder ? place / file.filename() : place, *edited); !done)
            return done;
    }
    return {};
}

}
