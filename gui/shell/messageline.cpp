// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/messageline.h"

#include "gui/document/text.h"
#include "gui/models/marks.h"
#include "gui/shell/named.h"
#include "gui/theme/palette.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace halftone {
namespace {

constexpr int kIconSize = 18;

}

MessageLine::MessageLine(Severity severity, const QString& topic, const QString& message,
    std::span<const MessageBar::Remedy> remedies, QWidget* parent)
    : QFrame(parent)
    , m_severity(severity)
    , m_topic(topic)
    , m_message(message)
{
    named(this, "messageLine", tr("Message"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    auto* icon = named(new QLabel(this), "messageIcon", severityTitle(severity));
    icon->setPixmap(severityIcon(severity).pixmap(kIconSize, kIconSize));
    auto* label = named(new QLabel(withLongWordsBreakable(message), this), "messageText", tr("Message"));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = named(new QToolButton(this), "messageClose", tr("Close message"));
    close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::TabFocus);
    close->setToolTip(tr("Close"));
    connect(close, &QToolButton::clicked, this, &MessageLine::closed);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addWidget(label, 1);
    constexpr const char* kNames[] = {"messageRemedy", "messageOtherRemedy"};
    for (std::size_t i = 0; i < remedies.size(); ++i) {
        if (!remedies[i].label.isEmpty())
            addRemedy(*row, remedies[i], kNames[i]);
    }
    row->addWidget(close, 0, Qt::AlignTop);
    renewColors();
}

void MessageLine::addRemedy(QHBoxLayout& row, const MessageBar::Remedy& remedy, const char* name)
{
    m_isOffer = true;
    auto* button = named(new QPushButton(remedy.label, this), name, remedy.label);
    row.addWidget(button, 0, Qt::AlignVCenter);
    connect(button, &QPushButton::clicked, this, [this, apply = remedy.apply] {
        emit closed(); // first: what follows may show another message about the same
        if (apply)
            apply();
    });
}

void MessageLine::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        renewColors();
}

void MessageLine::renewColors()
{
    QPalette colors = themePalette(schemeOf(palette()));
    if (m_severity == Severity::Problem) {
        const Scheme scheme = schemeOf(colors);
        colors.setColor(QPalette::Window, color(ColorRole::ErrorFill, scheme));
        colors.setColor(QPalette::WindowText, color(ColorRole::ErrorText, scheme));
    } else {
        colors.setColor(QPalette::Window, colors.color(QPalette::Base));
    }
    setPalette(colors);
}

}
