// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/core/finding.h"

#include <QFrame>

#include <array>
#include <functional>

class QLabel;
class QPushButton;

namespace halftone {

/// This is the line above the views that says what could not be done and what helps, in place of message
/// boxes: it interrupts nothing and stays until it is closed or settled.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    struct Remedy
    {
        QString label;
        std::function<void()> apply;
    };

    /// \p topic names what it is about: settle(topic) takes it away again, a newer message replaces it.
    void show(Severity severity, const QString& topic, const QString& message, const Remedy& remedy = {},
        const Remedy& other = {});
    void showError(const QString& topic, const Error& error, const Remedy& remedy = {});
    void settle(const QString& topic);

    QString message() const; ///< Empty while nothing is shown.

protected:
    void changeEvent(QEvent* event) override;

private:
    void renewColors();

    Severity m_severity = Severity::Note;
    QString m_topic;
    QLabel* m_icon;
    QLabel* m_text;
    void showRemedy(QPushButton& button, const Remedy& remedy);

    std::array<QPushButton*, 2> m_remedies;
    std::array<std::function<void()>, 2> m_apply;
};

}
