// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/shell/messagebar.h"

#include <QFrame>

class QHBoxLayout;

namespace halftone {

/// This is one message of the bar.
class MessageLine : public QFrame
{
    Q_OBJECT

public:
    MessageLine(Severity severity, const QString& topic, const QString& message,
        std::span<const MessageBar::Remedy> remedies, QWidget* parent = nullptr);

    const QString& topic() const { return m_topic; }
    const QString& message() const { return m_message; }
    bool isOffer() const { return m_isOffer; }

signals:
    void closed(); ///< By its button, or because an offer was taken.

protected:
    void changeEvent(QEvent* event) override;

private:
    void addRemedy(QHBoxLayout& row, const MessageBar::Remedy& remedy, const char* name);
    void renewColors();

    Severity m_severity;
    QString m_topic;
    QString m_message;
    bool m_isOffer = false;
};

}
