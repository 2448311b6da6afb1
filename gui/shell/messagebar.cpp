// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/messagebar.h"

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

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(named(new QLabel(this), "messageIcon", tr("Severity")))
    , m_text(named(new QLabel(this), "messageText", tr("Message")))
    , m_remedies{named(new QPushButton(this), "messageRemedy", tr("Remedy")),
          named(new QPushButton(this), "messageOtherRemedy", tr("Other remedy"))}
{
    named(this, "messageBar", tr("Message"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = named(new QToolButton(this), "messageClose", tr("Close message"));
    close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close"));

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    for (QPushButton* button : m_remedies)
        row->addWidget(button, 0, Qt::AlignVCenter);
    row->addWidget(close, 0, Qt::AlignTop);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    for (std::size_t i = 0; i < m_remedies.size(); ++i) {
        connect(m_remedies[i], &QPushButton::clicked, this, [this, i] {
            const std::function<void()> apply = m_apply[i]; // may show another message
            hide();
            if (apply)
                apply();
        });
    }
    hide();
}

void MessageBar::show(Severity severity, const QString& topic, const QString& message, const Remedy& remedy,
    const Remedy& other)
{
    m_severity = severity;
    m_topic = topic;
    m_text->setText(message);
    m_icon->setPixmap(severityIcon(severity).pixmap(kIconSize, kIconSize));
    m_icon->setAccessibleName(severityTitle(severity));
    showRemedy(*m_remedies[0], remedy);
    showRemedy(*m_remedies[1], other);
    m_apply = {remedy.apply, other.apply};
    renewColors();
    setVisible(true);
}

void MessageBar::showRemedy(QPushButton& button, const Remedy& remedy)
{
    button.setVisible(!remedy.label.isEmpty());
    button.setText(remedy.label);
    button.setAccessibleName(remedy.label.isEmpty() ? tr("Remedy") : remedy.label);
}

void MessageBar::showError(const QString& topic, const Error& error, const Remedy& remedy)
{
    QString message = text(error.what);
    if (!error.where.empty())
        message = error.line > 0 ? QStringLiteral("%1:%2:%3: %4")
                                       .arg(text(error.where))
                                       .arg(error.line)
                                       .arg(error.column)
                                       .arg(message)
                                 : QStringLiteral("%1: %2").arg(text(error.where), message);
    show(Severity::Problem, topic, message + '\n' + text(error.remedy), remedy);
}

void MessageBar::settle(const QString& topic)
{
    if (topic == m_topic)
        hide();
}

QString MessageBar::message() const
{
    return isHidden() ? QString() : m_text->text();
}

void MessageBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        renewColors();
}

void MessageBar::renewColors()
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
