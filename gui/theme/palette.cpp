// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/palette.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace halftone {
namespace {

struct ColorRow
{
    ColorRole role;
    QRgb light;
    QRgb dark;
    QRgb highContrast;
};

// The three precisions are those of Okabe and Ito, told apart with every kind of colour blindness, and carry
// letters and a texture besides. Texts keep 4.5 : 1 on their fill (a test measures it).
constexpr auto kColors = std::to_array<ColorRow>({
    {ColorRole::Canvas, 0xfff7f8fa, 0xff1b1d21, 0xff000000},
    {ColorRole::Text, 0xff1f2328, 0xfff2f2f2, 0xffffffff},
    {ColorRole::MutedText, 0xff57606a, 0xffa9b1ba, 0xffffffff},
    {ColorRole::Grid, 0xffdfe3e8, 0xff33373d, 0xff5a5a5a},
    {ColorRole::Edge, 0xff6e7781, 0xff8b949e, 0xffffffff},
    {ColorRole::Selection, 0xff0550ae, 0xff79c0ff, 0xffffff00},
    {ColorRole::Changed, 0xff8250df, 0xffd2a8ff, 0xff00ffff},
    {ColorRole::BlackFill, 0xff1f2328, 0xff000000, 0xff000000},
    {ColorRole::BlackText, 0xffffffff, 0xfff2f2f2, 0xffffffff},
    {ColorRole::BlackOutline, 0xff1f2328, 0xfff2f2f2, 0xffffffff},
    {ColorRole::WhiteFill, 0xffffffff, 0xfff2f2f2, 0xffffffff},
    {ColorRole::WhiteText, 0xff1f2328, 0xff1f2328, 0xff000000},
    {ColorRole::WhiteOutline, 0xff1f2328, 0xfff2f2f2, 0xffffffff},
    {ColorRole::GrayFill, 0xffb8bdc4, 0xff7a808a, 0xff9a9a9a},
    {ColorRole::GrayText, 0xff1f2328, 0xff000000, 0xff000000},
    {ColorRole::GrayOutline, 0xff3d444d, 0xfff2f2f2, 0xffffffff},
    {ColorRole::Fp16, 0xff0072b2, 0xff0072b2, 0xff56b4e9},
    {ColorRole::Fp16Text, 0xffffffff, 0xffffffff, 0xff000000},
    {ColorRole::Fp32, 0xffd55e00, 0xffd55e00, 0xffff7a1a},
    {ColorRole::Fp32Text, 0xff000000, 0xff000000, 0xff000000},
    {ColorRole::Bf16, 0xff009e73, 0xff009e73, 0xff2fd6a3},
    {ColorRole::Bf16Text, 0xff000000, 0xff000000, 0xff000000},
    {ColorRole::OtherType, 0xff57606a, 0xff57606a, 0xffffffff},
    {ColorRole::OtherTypeText, 0xffffffff, 0xffffffff, 0xff000000},
    {ColorRole::Unsupported, 0xffb3000c, 0xffff6b6b, 0xffff5050},
    {ColorRole::Cast, 0xffcc79a7, 0xffcc79a7, 0xffff9fd0},
    {ColorRole::CastOutline, 0xff1f2328, 0xfff2f2f2, 0xffffffff},
    {ColorRole::Overflow, 0xffd55e00, 0xffff8a3d, 0xffff7a1a},
    {ColorRole::Skipped, 0xff57606a, 0xffa9b1ba, 0xffffffff},
    {ColorRole::Growth, 0xff0072b2, 0xff56b4e9, 0xff56b4e9},
    {ColorRole::Fp32Curve, 0xffc25500, 0xffff9a4d, 0xffff9a4d},
    {ColorRole::MixedCurve, 0xff0072b2, 0xff56b4e9, 0xff56b4e9},
    {ColorRole::ThirdCurve, 0xff007a59, 0xff2fd6a3, 0xff2fd6a3},
    {ColorRole::FourthCurve, 0xff9a3d78, 0xffe58fc0, 0xffff9fd0},
    {ColorRole::ErrorFill, 0xffffebe9, 0xff4a1d1f, 0xff000000},
    {ColorRole::ErrorText, 0xff82071e, 0xffffdcd7, 0xffffffff},
});

constexpr bool rowsFollowTheEnum()
{
    for (std::size_t i = 0; i < kColors.size(); ++i) {
        if (kColors[i].role != static_cast<ColorRole>(i))
            return false;
    }
    return kColors.size() == static_cast<std::size_t>(ColorRole::ErrorText) + 1;
}
static_assert(rowsFollowTheEnum(), "color() indexes the table by the role");

struct PaletteRow
{
    QPalette::ColorRole role;
    QRgb light;
    QRgb dark;
    QRgb highContrast;
};

// Fusion draws outlines darker than the window, which cannot be seen on a dark one: there the fields are
// lighter than the window instead.
constexpr auto kPalette = std::to_array<PaletteRow>({
    {QPalette::Window, 0xffeff1f4, 0xff202328, 0xff000000},
    {QPalette::WindowText, 0xff1f2328, 0xfff2f2f2, 0xffffffff},
    {QPalette::Base, 0xffffffff, 0xff2f343b, 0xff000000},
    {QPalette::AlternateBase, 0xfff4f6f8, 0xff353a42, 0xff1a1a1a},
    {QPalette::ToolTipBase, 0xffffffff, 0xff33373d, 0xff000000},
    {QPalette::ToolTipText, 0xff1f2328, 0xfff2f2f2, 0xffffffff},
    {QPalette::PlaceholderText, 0xff646d76, 0xffa0a8b1, 0xffffffff},
    {QPalette::Text, 0xff1f2328, 0xfff2f2f2, 0xffffffff},
    {QPalette::Button, 0xffe7eaee, 0xff3a4048, 0xff1a1a1a},
    {QPalette::ButtonText, 0xff1f2328, 0xfff2f2f2, 0xffffffff},
    {QPalette::BrightText, 0xffffffff, 0xffffffff, 0xffffffff},
    {QPalette::Light, 0xffffffff, 0xff454a52, 0xffffffff},
    {QPalette::Midlight, 0xfff4f6f8, 0xff3a3f46, 0xffb0b0b0},
    {QPalette::Mid, 0xffb4bac1, 0xff4d535c, 0xffffffff},
    {QPalette::Dark, 0xff9299a1, 0xff15171a, 0xffffffff},
    {QPalette::Shadow, 0xff5c636b, 0xff000000, 0xffffffff},
    {QPalette::Highlight, 0xff0550ae, 0xff1f6feb, 0xffffff00},
    {QPalette::HighlightedText, 0xffffffff, 0xffffffff, 0xff000000},
    {QPalette::Link, 0xff0550ae, 0xff79c0ff, 0xffffff00},
    {QPalette::LinkVisited, 0xff6639ba, 0xffd2a8ff, 0xffffff00},
});

constexpr PaletteRow kDisabledText = {QPalette::Text, 0xff6e7781, 0xff8b949e, 0xffb0b0b0};

template <typename Row>
QColor pick(const Row& row, Scheme scheme)
{
    switch (scheme) {
    case Scheme::Light:
        return QColor::fromRgb(row.light);
    case Scheme::Dark:
        return QColor::fromRgb(row.dark);
    case Scheme::HighContrast:
        return QColor::fromRgb(row.highContrast);
    }
    return {};
}

double linear(float channel)
{
    constexpr double kToe = 0.04045; // sRGB is linear below this value.
    return channel <= kToe ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& c)
{
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

}

QColor color(ColorRole role, Scheme scheme)
{
    return pick(kColors[static_cast<std::size_t>(role)], scheme);
}

bool isDark(const QPalette& palette)
{
    return luminance(palette.color(QPalette::WindowText)) > luminance(palette.color(QPalette::Window));
}

Scheme schemeOf(const QPalette& palette)
{
    if (!isDark(palette))
        return Scheme::Light;
    const bool isPure =
        palette.color(QPalette::Window) == Qt::black && palette.color(QPalette::WindowText) == Qt::white;
    return isPure ? Scheme::HighContrast : Scheme::Dark;
}

QPalette themePalette(Scheme scheme)
{
    QPalette palette;
    for (const PaletteRow& row : kPalette)
        palette.setColor(row.role, pick(row, scheme));
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, pick(kDisabledText, scheme));
    palette.setColor(QPalette::Accent, pick(kColors[static_cast<std::size_t>(ColorRole::Selection)], scheme));
    return palette;
}

double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

}
