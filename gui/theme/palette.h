// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

#include <cstdint>

namespace halftone {

/// This is the family of colours that a window is drawn in.
enum class Scheme : std::uint8_t { Light, Dark, HighContrast };

/// What a colour means. Views never name colours otherwise; no meaning rests on hue alone.
enum class ColorRole : std::uint8_t {
    Canvas, ///< Background of the graph and of plots.
    Text,
    MutedText, ///< Names and axis labels; still readable: 4.5 : 1 on the canvas.
    Grid, ///< Lines behind plots; decoration only.
    Edge,
    Selection, ///< Ring around the selected box, and its edges.
    Changed, ///< Dot on boxes that the last edit changed.
    BlackFill,
    BlackText,
    BlackOutline,
    WhiteFill,
    WhiteText,
    WhiteOutline,
    GrayFill,
    GrayText,
    GrayOutline, ///< Dashed.
    Fp16,
    Fp16Text,
    Fp32,
    Fp32Text,
    Bf16,
    Bf16Text,
    OtherType,
    OtherTypeText,
    Unsupported,
    Cast,
    CastOutline,
    Overflow,
    Skipped,
    Growth,
    Fp32Curve,
    MixedCurve,
    ThirdCurve,
    FourthCurve,
    ErrorFill,
    ErrorText,
};

QColor color(ColorRole role, Scheme scheme);

/// True when text is lighter than the window it stands on.
bool isDark(const QPalette& palette);

/// The scheme that fits a widget's palette; pure white on pure black is high contrast.
Scheme schemeOf(const QPalette& palette);

/// The palette for the whole program in that scheme, for the Fusion style.
QPalette themePalette(Scheme scheme);

/// Contrast of two opaque colours after WCAG 2.1, section 1.4.3: 1 to 21.
double contrast(const QColor& a, const QColor& b);

}
