// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/trainingmessage.h"

#include "gui/theme/palette.h"

#include <QAccessible>
#include <QApplication>
#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace halftone {

TrainingMessage::TrainingMessage(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_remedy(new QPushButton(this))
{
    setObjectName(QStringLiteral("trainingMessage"));
    setAccessibleName(tr("Message"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_text->setObjectName(QStringLiteral("trainingMessageText"));
    m_text->setAccessibleName(tr("Message"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* icon = new QLabel(this);
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize);
    icon->setPixmap(style()->standardIcon(QStyle::SP_MessageBoxWarning).pixmap(size));
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("trainingMessageClose"));
    close->setAccessibleName(tr("Close the message"));
    close->setToolTip(tr("Close"));
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    connect(close, &QToolButton::clicked, this, &TrainingMessage::clear);
    m_remedy->setObjectName(QStringLiteral("trainingMessageRemedy"));
    m_remedy->setAccessibleName(tr("Do what the message advises"));
    m_remedy->hide();
    connect(m_remedy, &QPushButton::clicked, this, [this] {
        const auto apply = std::exchange(m_apply, {});
        clear();
        if (apply)
            apply();
    });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    row->addWidget(m_remedy, 0, Qt::AlignTop);
    row->addWidget(close, 0, Qt::AlignTop);
    applyColors();
    hide();
}

void TrainingMessage::add(const QString& subject, const Error& error)
{
    const QString what = QString::fromStdString(describe(error));
    auto line = std::ranges::find(m_lines, what, &Line::text);
    if (line == m_lines.end())
        line = m_lines.insert(m_lines.end(), {{}, what});
    if (!subject.isEmpty())
        line->subjects << subject;
    showLines();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void TrainingMessage::showLines()
{
    QStringList lines;
    for (const Line& line : m_lines) {
        if (line.subjects.isEmpty())
            lines << line.text;
        else
            lines << tr("%1: %2").arg(line.subjects.join(QStringLiteral(", ")), line.text);
    }
    m_text->setText(lines.join(QLatin1Char('\n')));
    setVisible(!lines.isEmpty());
}

void TrainingMessage::advise(const QString& text, const QString& remedy, std::function<void()> apply)
{
    m_lines.append({{}, text});
    m_remedy->setText(remedy);
    m_remedy->setAccessibleName(remedy);
    m_remedy->show();
    m_apply = std::move(apply);
    showLines();
}

void TrainingMessage::clear()
{
    m_remedy->hide();
    m_lines.clear();
    showLines();
}

QString TrainingMessage::text() const
{
    return m_text->text();
}

void TrainingMessage::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_isColoring)
        applyColors();
}

void TrainingMessage::applyColors()
{
    m_isColoring = true;
    const QPalette outer = parentWidget() ? parentWidget()->palette() : QApplication::palette();
    const Scheme scheme = schemeOf(outer);
    QPalette colors = outer;
    colors.setColor(QPalette::Window, color(ColorRole::ErrorFill, scheme));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        colors.setColor(role, color(ColorRole::ErrorText, scheme));
    setPalette(colors);
    m_isColoring = false;
}

}
