// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace halftone {

/// This is a line of changing text that takes the room it is given: what does not fit is left out in the
/// middle and stands in the tool tip. Unlike a QLabel it never changes the size of the window around it.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    void setLine(const QString& line);
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

}
