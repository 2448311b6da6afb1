// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/core/finding.h"

#include <QList>
#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace halftone {

class MessageLine;

/// These are the lines above the views that say what could not be done and what helps, in place of message
/// boxes: they interrupt nothing. A line with a button is an offer, which stays until it is taken, closed or
/// settled; of the others the newest is shown until it is closed or settled.
class MessageBar : public QWidget
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    struct Remedy
    {
        QString label;
        std::function<void()> apply;
    };

    /// \p topic names what it is about: settle(topic) takes it away again, a newer message about it replaces
    /// it.
    void show(Severity severity, const QString& topic, const QString& message, const Remedy& remedy = {},
        const Remedy& other = {});
    void showError(const QString& topic, const Error& error, const Remedy& remedy = {});
    void settle(const QString& topic);

    QString message() const; ///< The newest; empty while nothing is shown.
    QStringList messages() const; ///< All that are shown, the newest last.

private:
    void remove(MessageLine* line);

    QVBoxLayout* m_rows;
    QList<MessageLine*> m_lines; // the newest last
};

}
