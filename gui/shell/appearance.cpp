// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/appearance.h"

#include "gui/theme/palette.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleHints>
#include <QStyleOption>

#include <array>

namespace halftone {
namespace {

struct ThemeRow
{
    Theme theme;
    const char* name;
};
constexpr auto kThemes = std::to_array<ThemeRow>({{Theme::System, "system"}, {Theme::Light, "light"},
    {Theme::Dark, "dark"}, {Theme::HighContrast, "high-contrast"}});

// Fusion draws the outline of fields darker than the window, which cannot be seen on a dark one, and a button
// that is down only a little darker.
class OutlinedStyle : public QProxyStyle
{
public:
    OutlinedStyle()
        : QProxyStyle(QStyleFactory::create("Fusion"))
    {
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override
    {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_PanelButtonTool && option->state.testFlag(State_On))
            outline(option, painter, color(ColorRole::Selection, schemeOf(option->palette)));
        const bool isOutlined = element == PE_PanelLineEdit || element == PE_FrameLineEdit ||
            element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck ||
            element == PE_Frame;
        if (!isOutlined || !isDark(option->palette) || !hasFrame(option))
            return;
        outline(option, painter,
            element == PE_Frame ? option->palette.color(QPalette::Mid) : fieldOutline(option));
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override
    {
        // The small arrow in the corner of a button would stand on its text, which is "…" and says enough.
        const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        if (control == CC_ToolButton && button &&
            !button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup)) {
            QStyleOptionToolButton plain = *button;
            plain.features.setFlag(QStyleOptionToolButton::HasMenu, false);
            QProxyStyle::drawComplexControl(control, &plain, painter, widget);
            return;
        }
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if (isDark(option->palette) && ((spin && spin->frame) || (combo && combo->frame)))
            outline(option, painter, fieldOutline(option));
    }

    // Names of modes differ at the end, so that is kept where a box is too narrow for the whole.
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override
    {
        const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if (element != CE_ComboBoxLabel || !combo || combo->editable)
            return QProxyStyle::drawControl(element, option, painter, widget);
        constexpr int kPadding = 2; // as Fusion leaves between icon and text, on both sides
        QStyleOptionComboBox fitted = *combo;
        const int icon = combo->currentIcon.isNull() ? 0 : combo->iconSize.width() + 2 * kPadding;
        const int room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width();
        if (combo->fontMetrics.horizontalAdvance(combo->currentText) > room - icon)
            fitted.currentText =
                combo->fontMetrics.elidedText(combo->currentText, Qt::ElideMiddle, room - icon - kPadding);
        QProxyStyle::drawControl(element, &fitted, painter, widget);
    }

private:
    static QColor fieldOutline(const QStyleOption* option)
    {
        const bool isFocused = option->state.testFlag(State_HasFocus);
        return color(isFocused ? ColorRole::Selection : ColorRole::MutedText, schemeOf(option->palette));
    }

    static void outline(const QStyleOption* option, QPainter* painter, const QColor& pen)
    {
        constexpr double kRadius = 2;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(pen);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
        painter->restore();
    }

    // Fields inside of spin boxes and combo boxes have none of their own.
    static bool hasFrame(const QStyleOption* option)
    {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        return !frame || frame->lineWidth > 0;
    }
};

Scheme schemeFor(Theme theme)
{
    switch (theme) {
    case Theme::Light:
        return Scheme::Light;
    case Theme::Dark:
        return Scheme::Dark;
    case Theme::HighContrast:
        return Scheme::HighContrast;
    case Theme::System:
        break;
    }
    const bool isDark = QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark;
    return isDark ? Scheme::Dark : Scheme::Light;
}

}

QString name(Theme theme)
{
    return QLatin1String(kThemes[static_cast<std::size_t>(theme)].name);
}

Theme themeNamed(const QString& name)
{
    for (const ThemeRow& row : kThemes) {
        if (name == QLatin1String(row.name))
            return row.theme;
    }
    return Theme::System;
}

void applyTextSize(int percent)
{
    constexpr double kWhole = 100;
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPointSizeF(font.pointSizeF() * percent / kWhole);
    QApplication::setFont(font);
}

void applyTheme(Theme theme)
{
    QApplication::setStyle(new OutlinedStyle);
    QApplication::setPalette(themePalette(schemeFor(theme)));
}

}
