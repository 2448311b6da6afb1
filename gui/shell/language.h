// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <span>

namespace halftone {

enum class Language : std::uint8_t { System, English, Chinese };

/// All of them, in the order of the menu.
std::span<const Language> languages();

/// Spelled "system", "en", "zh_CN".
QString name(Language language);
/// The inverse; nullopt for anything else.
std::optional<Language> languageNamed(const QString& name);
/// As its speakers call it, with a mnemonic, so that who cannot read the others finds it.
QString title(Language language);

/// What System stands for on this machine: Chinese where simplified Chinese is the first language that the
/// person wants, English everywhere else.
Language languageOfSystem();

/// Gives the whole program, and Qt's own dialogs, this language. Windows that exist keep the one that they
/// were made in, so this is called before the first one.
void applyLanguage(Language language);

}
