// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>
#include <QTest>

namespace halftone::test {

/// The path of a file of the shared facts and corpus, which are not part of the repository.
inline QString sharedPath(const QString& relative) { return QStringLiteral(HALFTONE_SHARED_DIR "/") + relative; }

/// All bytes of a file; empty when it cannot be read.
inline QByteArray readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}

/// Skips the test, by name and visibly, on machines without the shared folder.
#define HALFTONE_NEED_SHARED(relative)                                                                       \
    if (!QFile::exists(halftone::test::sharedPath(QStringLiteral(relative))))                                \
    QSKIP("needs shared/" relative " (CMake variable HALFTONE_SHARED_DIR)")
