// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/settings.h"

#include <QSettings>

#include <algorithm>

namespace halftone {
namespace {

constexpr qsizetype kRecentFiles = 8;
constexpr int kLongestAutosave = 3600; // seconds
const QString kLayoutGroup = QStringLiteral("layouts/");

}

Settings loadSettings(const QSettings& store)
{
    Settings settings;
    settings.theme = themeNamed(store.value("theme").toString());
    settings.language = languageNamed(store.value("language").toString()).value_or(Language::System);
    settings.autosaveSeconds =
        std::clamp(store.value("autosaveSeconds", settings.autosaveSeconds).toInt(), 0, kLongestAutosave);
    settings.recentFiles = store.value("recentFiles").toStringList();
    settings.geometry = store.value("geometry").toByteArray();
    for (const QString& key : store.allKeys()) {
        if (key.startsWith(kLayoutGroup))
            settings.layouts.insert(key.mid(kLayoutGroup.size()), store.value(key).toByteArray());
    }
    return settings;
}

void saveSettings(const Settings& settings, QSettings& store)
{
    store.setValue("theme", name(settings.theme));
    store.setValue("language", name(settings.language));
    store.setValue("autosaveSeconds", settings.autosaveSeconds);
    store.setValue("recentFiles", settings.recentFiles);
    store.setValue("geometry", settings.geometry);
    store.remove("layouts");
    for (auto layout = settings.layouts.cbegin(); layout != settings.layouts.cend(); ++layout)
        store.setValue(kLayoutGroup + layout.key(), layout.value());
}

void remember(QStringList& recentFiles, const QString& path)
{
    recentFiles.removeAll(path);
    recentFiles.prepend(path);
    if (recentFiles.size() > kRecentFiles)
        recentFiles.resize(kRecentFiles);
}

}
