// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <QFrame>
#include <QList>
#include <QStringList>

#include <functional>

class QVBoxLayout;

namespace halftone {

/// This is the bar that says inline why something could not be done and what to do about it, a line for each
/// thing. Screen readers announce every new line.
class TrainingMessage : public QFrame
{
    Q_OBJECT

public:
    /// A button that does what a line advises; the line goes with it.
    struct Remedy
    {
        QString text;
        std::function<void()> apply;
    };

    explicit TrainingMessage(QWidget* parent = nullptr);
    /// Adds a line for \p error; \p subject says what it concerns, and may be empty. What several have in
    /// common is said once.
    void add(const QString& subject, const Error& error);
    /// Adds a sentence with buttons beside it that do what the sentence advises. One that stands there
    /// already is not said twice.
    void advise(const QString& text, QList<Remedy> remedies);
    void clear();
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Line
    {
        QStringList subjects;
        QString text;
        QList<Remedy> remedies;
    };
    static QString textOf(const Line& line);
    void showLines();
    QWidget* makeLine(qsizetype index);
    void announce();
    void applyColors();

    QList<Line> m_lines;
    QVBoxLayout* m_rows;
    QList<QWidget*> m_widgets; // one for each line
    bool m_isColoring = false; // while our own palette change comes back as an event
};

}
