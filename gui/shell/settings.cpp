// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/settings.h"

#include "executor/train/trainsettings.h"

#include <QSettings>

#include <algorithm>

namespace halftone {
namespace {

const QString kLayoutGroup = QStringLiteral("layouts/");

// Numbers that a person may also have typed into the file.
int numberIn(const QSettings& store, const char* key, int otherwise, int least, int most)
{
    return std::clamp(store.value(key, otherwise).toInt(), least, most);
}

}

Settings loadSettings(const QSettings& store)
{
    Settings settings;
    settings.theme = themeNamed(store.value("theme").toString());
    settings.language = languageNamed(store.value("language").toString()).value_or(Language::System);
    settings.autosaveSeconds =
        numberIn(store, "autosaveSeconds", settings.autosaveSeconds, 0, kLongestAutosave);
    settings.fontPercent = numberIn(store, "fontPercent", settings.fontPercent, kLeastFont, kMostFont);
    settings.threads = numberIn(store, "threads", settings.threads, 0, kMostThreads);
    settings.recentCount = numberIn(store, "recentCount", settings.recentCount, 1, kMostRecent);
    settings.pinnedFiles = store.value("pinnedFiles").toStringList();
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
    store.setValue("fontPercent", settings.fontPercent);
    store.setValue("threads", settings.threads);
    store.setValue("recentCount", settings.recentCount);
    store.setValue("pinnedFiles", settings.pinnedFiles);
    store.setValue("recentFiles", settings.recentFiles);
    store.setValue("geometry", settings.geometry);
    store.remove("layouts");
    for (auto layout = settings.layouts.cbegin(); layout != settings.layouts.cend(); ++layout)
        store.setValue(kLayoutGroup + layout.key(), layout.value());
}

void remember(Settings& settings, const QString& path)
{
    settings.recentFiles.removeAll(path);
    settings.recentFiles.prepend(path);
    if (settings.recentFiles.size() > settings.recentCount)
        settings.recentFiles.resize(settings.recentCount);
}

void setPinned(Settings& settings, const QString& path, bool isPinned)
{
    settings.pinnedFiles.removeAll(path);
    if (isPinned)
        settings.pinnedFiles.append(path);
    else
        remember(settings, path);
}

void forget(Settings& settings, const QString& path)
{
    settings.pinnedFiles.removeAll(path);
    settings.recentFiles.removeAll(path);
}

}
