// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/shell/appearance.h"
#include "gui/shell/language.h"

#include <QByteArray>
#include <QMap>
#include <QStringList>

class QSettings;

namespace halftone {

/// This is what the program remembers between two starts: taste only, nothing that changes a number.
struct Settings
{
    Theme theme = Theme::System;
    Language language = Language::System; ///< From the next start on.
    int autosaveSeconds = 30; ///< Between two copies of the work; 0: none.
    QStringList recentFiles; ///< The latest first.
    QByteArray geometry;
    QMap<QString, QByteArray> layouts; ///< Of the docks, by the name of the view.

    bool operator==(const Settings&) const = default;
};

Settings loadSettings(const QSettings& store);
void saveSettings(const Settings& settings, QSettings& store);

/// Puts \p path in front of the recent files, at most eight.
void remember(QStringList& recentFiles, const QString& path);

}
