// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/messagebar.h"

#include "gui/document/messagetexts.h"
#include "gui/shell/messageline.h"
#include "gui/shell/named.h"

#include <QVBoxLayout>

#include <array>

namespace halftone {

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent)
    , m_rows(new QVBoxLayout(this))
{
    named(this, "messageBar", tr("Messages"));
    m_rows->setContentsMargins({});
    m_rows->setSpacing(0);
    hide();
}

void MessageBar::show(Severity severity, const QString& topic, const QString& message, const Remedy& remedy,
    const Remedy& other)
{
    settle(topic);
    if (const auto old = std::ranges::find_if_not(m_lines, &MessageLine::isOffer); old != m_lines.end())
        remove(*old);
    auto* line = new MessageLine(severity, topic, message, std::array{remedy, other}, this);
    connect(line, &MessageLine::closed, this, [this, line] { remove(line); });
    m_lines.append(line);
    m_rows->addWidget(line);
    setVisible(true);
}

void MessageBar::showError(const QString& topic, const Error& error, const Remedy& remedy)
{
    QString message = problemText(error);
    if (!error.remedy.empty())
        message += '\n' + messageText(error.remedy);
    show(Severity::Problem, topic, message, remedy);
}

void MessageBar::settle(const QString& topic)
{
    if (const auto line = std::ranges::find(m_lines, topic, &MessageLine::topic); line != m_lines.end())
        remove(*line);
}

// A button of the line may be what brought us here, so it must outlive this call; tests and readers must not
// find it any more.
void MessageBar::remove(MessageLine* line)
{
    m_lines.removeOne(line);
    line->hide();
    line->setParent(nullptr);
    line->deleteLater();
    setVisible(!m_lines.isEmpty());
}

QString MessageBar::message() const
{
    return m_lines.isEmpty() ? QString() : m_lines.back()->message();
}

QStringList MessageBar::messages() const
{
    QStringList all;
    for (const MessageLine* line : m_lines)
        all += line->message();
    return all;
}

}
