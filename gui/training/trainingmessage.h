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
    /// Adds a sentence with buttons beside it that do what the sentence advises, in the place of the one that
    /// stands there under \p key. What a person has read and closed is not said again before clear().
    void advise(const QString& key, const QString& text, QList<Remedy> remedies);
    bool advises(const QString& key) const;
    /// Takes away the advice under the keys for which \p isOver is true.
    void withdraw(const std::function<bool(const QString& key)>& isOver);
    void clear();
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Line
    {
        QString key; // empty for errors
        QStringList subjects;
        QString text;
        QList<Remedy> remedies;
    };
    void dismiss();
    static QString textOf(const Line& line);
    void showLines();
    QWidget* makeLine(qsizetype index);
    void announce();
    void applyColors();

    QList<Line> m_lines;
    QStringList m_dismissed; // keys
    QVBoxLayout* m_rows;
    QList<QWidget*> m_widgets; // one for each line
    bool m_isColoring = false; // while our own palette change comes back as an event
};

}
