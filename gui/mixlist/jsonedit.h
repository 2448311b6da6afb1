// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace halftone {

/// This is a text field for JSON: line numbers, colours, and a wavy line under a mistake. It has no undo of
/// its own: the window's covers lists and text alike.
class JsonEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit JsonEdit(QWidget* parent = nullptr);

    /// Marks the place of a mistake; line and column count from 1. Line 0 takes the mark away.
    void markMistake(int line, int column);
    /// Moves the cursor to the first place where \p name stands in quotes, if there is one.
    void goTo(const QString& name);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    friend class LineNumbers;
    int numberWidth() const;
    void paintNumbers(QPaintEvent* event, QWidget& area) const;

    QWidget* m_numbers;
};

}
