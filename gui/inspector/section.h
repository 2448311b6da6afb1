// SPDX-License-Identifier: GPL-3.0-or-later
//
// The building blocks of the inspector: titled parts with lines of text that wrap and can be copied.
#pragma once

#include <QString>
#include <QWidget>

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace halftone {

/// A name or shape as rich text in the colour of side remarks.
QString muted(const QString& plain, const QPalette& palette);

/// This is a titled part.
class Section : public QWidget
{
    Q_OBJECT

public:
    Section(const char* objectName, const QString& title, QWidget* parent);

    /// A line of rich text over the whole width.
    QLabel* addLine(const QString& richText);
    /// A name and what belongs to it, side by side; both rich text.
    void addPair(const QString& name, const QString& value);
    void addWidget(QWidget* widget);

private:
    QLabel* makeLabel(const QString& richText);

    QGridLayout* m_grid;
};

}
