// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr auto kLanguages = std::to_array<Language>({Language::System, Language::English, Language::Chinese});
constexpr auto kNames = std::to_array<const char*>({"system", "en", "zh_CN"});

// One for our texts and one for Qt's; they live as long as the program.
QTranslator& translator(std::size_t which)
{
    static std::array<QTranslator, 2> translators;
    return translators[which];
}

void use(std::size_t which, const QString& file)
{
    QTranslator& chosen = translator(which);
    QCoreApplication::removeTranslator(&chosen);
    if (!file.isEmpty() && chosen.load(file))
        QCoreApplication::installTranslator(&chosen);
}

}

std::span<const Language> languages()
{
    return kLanguages;
}

QString name(Language language)
{
    return QLatin1String(kNames[static_cast<std::size_t>(language)]);
}

std::optional<Language> languageNamed(const QString& name)
{
    const auto found =
        std::ranges::find_if(kNames, [&](const char* each) { return name == QLatin1String(each); });
    if (found == kNames.end())
        return std::nullopt;
    return kLanguages[static_cast<std::size_t>(found - kNames.begin())];
}

QString title(Language language)
{
    switch (language) {
    case Language::System:
        return QCoreApplication::translate("Language", "&System");
    case Language::English:
        return QStringLiteral("&English");
    case Language::Chinese:
        return QStringLiteral("&简体中文");
    }
    return {};
}

Language languageOfSystem()
{
    const QLocale wanted(QLocale::system().uiLanguages().value(0));
    const bool isChinese =
        wanted.language() == QLocale::Chinese && wanted.script() == QLocale::SimplifiedHanScript;
    return isChinese ? Language::Chinese : Language::English;
}

void applyLanguage(Language language)
{
    const Language meant = language == Language::System ? languageOfSystem() : language;
    const bool isChinese = meant == Language::Chinese;
    const QString qtFolder = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    use(0, isChinese ? qtFolder + QStringLiteral("/qtbase_zh_CN.qm") : QString());
    // Installed last, so our words come first.
    use(1, isChinese ? QStringLiteral(":/translations/halftone_zh_CN.qm") : QString());
}

}
