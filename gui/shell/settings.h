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
    int fontPercent = 100; ///< Size of text, of that of the system.
    int threads = 0; ///< For work in the background; 0: as many as the processor has.
    int recentCount = 8; ///< How many recent files are kept.
    QStringList recentFiles; ///< The latest first.
    QStringList pinnedFiles; ///< Listed in front of the recent ones, and never dropped.
    QByteArray geometry;
    QMap<QString, QByteArray> layouts; ///< Of the docks, by the name of the view.

    bool operator==(const Settings&) const = default;
};

Settings loadSettings(const QSettings& store);
void saveSettings(const Settings& settings, QSettings& store);

inline constexpr int kLeastFont = 70; ///< Percent.
inline constexpr int kMostFont = 200;
inline constexpr int kLongestAutosave = 3600; ///< Seconds.
inline constexpr int kMostRecent = 30;

/// Puts \p path in front of the recent files and drops the oldest where there are too many.
void remember(Settings& settings, const QString& path);

/// Pins a file to the list, or takes the pin away; it stays a recent one then.
void setPinned(Settings& settings, const QString& path, bool isPinned);

/// Takes a file out of the list, pinned or not.
void forget(Settings& settings, const QString& path);

}
