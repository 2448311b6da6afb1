// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/theme/palette.h"

#include <QApplication>
#include <QDir>
#include <QStyleFactory>
#include <QWidget>

namespace halftone::test {

/// Makes pictures independent of the desktop: Fusion in the colours of \p scheme.
inline void useScheme(Scheme scheme)
{
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(themePalette(scheme));
}

/// Whether this run saves pictures for people to look at: HALFTONE_SHOTS names a folder.
inline bool savesPictures()
{
    return !qEnvironmentVariableIsEmpty("HALFTONE_SHOTS");
}

inline void savePicture(QWidget& widget, const QString& name)
{
    const QString folder = qEnvironmentVariable("HALFTONE_SHOTS");
    QDir().mkpath(folder);
    widget.grab().save(QStringLiteral("%1/%2.png").arg(folder, name));
}

}
