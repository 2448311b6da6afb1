// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/trainingmessage.h"

#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
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
    , m_rows(new QVBoxLayout)
{
    setObjectName(QStringLiteral("trainingMessage"));
    setAccessibleName(tr("Message"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    auto* icon = new QLabel(this);
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize);
    icon->setPixmap(style()->standardIcon(QStyle::SP_MessageBoxWarning).pixmap(size));
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("trainingMessageClose"));
    close->setAccessibleName(tr("Close the message"));
    close->setToolTip(tr("Close"));
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::StrongFocus);
    connect(close, &QToolButton::clicked, this, &TrainingMessage::dismiss);
    m_rows->setSpacing(4);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 6, 6, 6);
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addLayout(m_rows, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    applyColors();
    hide();
}

void TrainingMessage::add(const QString& subject, const Error& error)
{
    const QString what = errorText(error);
    auto line = std::ranges::find(m_lines, what, &Line::text);
    if (line == m_lines.end())
        line = m_lines.insert(m_lines.end(), {{}, {}, what, {}});
    if (!subject.isEmpty())
        line->subjects << subject;
    showLines();
    announce();
}

void TrainingMessage::advise(const QString& key, const QString& text, QList<Remedy> remedies)
{
    const auto known = std::ranges::find(m_lines, key, &Line::key);
    if (m_dismissed.contains(key) || (known != m_lines.end() && known->text == text))
        return;
    const Line line{key, {}, text, std::move(remedies)};
    if (known == m_lines.end())
        m_lines.append(line);
    else
        *known = line;
    showLines();
    announce();
}

bool TrainingMessage::advises(const QString& key) const
{
    return std::ranges::contains(m_lines, key, &Line::key);
}

void TrainingMessage::withdraw(const std::function<bool(const QString& key)>& isOver)
{
    if (m_lines.removeIf([&](const Line& line) { return !line.key.isEmpty() && isOver(line.key); }) > 0)
        showLines();
}

void TrainingMessage::announce()
{
    setAccessibleDescription(text());
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

QString TrainingMessage::textOf(const Line& line)
{
    if (line.subjects.isEmpty())
        return line.text;
    return tr("%1: %2").arg(line.subjects.join(QStringLiteral(", ")), line.text);
}

void TrainingMessage::showLines()
{
    for (QWidget* widget : std::exchange(m_widgets, {})) {
        widget->hide();
        widget->deleteLater(); // It may be the one whose button was clicked.
    }
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        m_widgets.append(makeLine(i));
        m_rows->addWidget(m_widgets.back());
    }
    setVisible(!m_lines.isEmpty());
}

QWidget* TrainingMessage::makeLine(qsizetype index)
{
    const Line& line = m_lines[index];
    auto* widget = new QWidget(this);
    auto* label = new QLabel(withLongWordsBreakable(textOf(line)), widget);
    label->setObjectName(QStringLiteral("trainingMessageText"));
    label->setAccessibleName(textOf(line));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label, 1);
    for (const Remedy& remedy : line.remedies) {
        auto* button = new QPushButton(remedy.text, widget);
        button->setObjectName(QStringLiteral("trainingMessageRemedy"));
        button->setAccessibleName(remedy.text);
        connect(button, &QPushButton::clicked, this, [this, key = line.key, apply = remedy.apply] {
            m_dismissed << key;
            withdraw([&key](const QString& each) { return each == key; });
            apply();
        });
        row->addWidget(button, 0, Qt::AlignTop);
    }
    return widget;
}

void TrainingMessage::clear()
{
    m_lines.clear();
    m_dismissed.clear();
    showLines();
}

void TrainingMessage::dismiss()
{
    for (const Line& line : std::exchange(m_lines, {})) {
        if (!line.key.isEmpty())
            m_dismissed << line.key;
    }
    showLines();
}

QString TrainingMessage::text() const
{
    QStringList lines;
    for (const Line& line : m_lines)
        lines << textOf(line);
    return lines.join(QLatin1Char('\n'));
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
