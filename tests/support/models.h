// SPDX-License-Identifier: GPL-3.0-or-later
//
// Models from the world as rows of a test.
#pragma once

#include "tests/support/shared.h"

#include <QDir>

#include <initializer_list>

namespace halftone::test {

inline void addModelsIn(const QDir& folder, const QString& title)
{
    for (const QString& file : folder.entryList({"*.onnx"}, QDir::Files))
        QTest::addRow("%s/%s", qPrintable(title), qPrintable(file)) << folder.filePath(file);
}

/// A row with the column "path" for each model in these folders of the corpus, and in the one that the
/// environment variable HALFTONE_MODELS names: models that may not be passed on, fetched by the corpus's
/// fetch-real-models. Without it there is one row with an empty path.
inline void addModelRows(std::initializer_list<const char*> folders)
{
    QTest::addColumn<QString>("path");
    for (const char* folder : folders)
        addModelsIn(QDir(sharedPath(QStringLiteral("corpus/") + folder)), folder);
    const QString more = qEnvironmentVariable("HALFTONE_MODELS");
    if (more.isEmpty())
        QTest::addRow("models of HALFTONE_MODELS") << QString();
    else
        addModelsIn(QDir(more), "HALFTONE_MODELS");
}

}

/// Skips the row that stands for models that are not here.
#define HALFTONE_NEED_MODEL(path)                                                                            \
    if ((path).isEmpty())                                                                                    \
    QSKIP("needs a folder of fetched models (environment variable HALFTONE_MODELS)")
