// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace halftone {

enum class Theme : std::uint8_t { System, Light, Dark, HighContrast };

/// Spelled "system", "light", "dark", "high-contrast".
QString name(Theme theme);
/// The inverse; System for anything else.
Theme themeNamed(const QString& name);

/// Gives the whole program the Fusion style and the palette of the theme. The palette is our own: asking Qt
/// for a dark scheme changes nothing on some platforms.
void applyTheme(Theme theme);

/// Makes all text so many percent of the size that the system wants.
void applyTextSize(int percent);

}
