// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <QFrame>
#include <QList>
#include <QStringList>

#include <functional>

class QLabel;
class QPushButton;

namespace halftone {

/// This is the bar that says inline why something could not be done and what to do about it.
class TrainingMessage : public QFrame
{
    Q_OBJECT

public:
    explicit TrainingMessage(QWidget* parent = nullptr);
    /// Adds a line for \p error; \p subject says what it concerns, and may be empty. What several have in
    /// common is said once.
    void add(const QString& subject, const Error& error);
    /// Adds a sentence with a button beside it that does what the sentence advises.
    void advise(const QString& text, const QString& remedy, std::function<void()> apply);
    void clear();
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Line
    {
        QStringList subjects;
        QString text;
    };
    void showLines();
    void applyColors();

    QList<Line> m_lines;
    QLabel* m_text;
    QPushButton* m_remedy;
    std::function<void()> m_apply;
    bool m_isColoring = false; // while our own palette change comes back as an event
};

}
