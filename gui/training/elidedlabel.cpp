// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/elidedlabel.h"

#include <QPainter>

namespace halftone {

ElidedLabel::ElidedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidedLabel::setLine(const QString& line)
{
    if (line == text())
        return;
    setText(line);
    setToolTip(line);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 8, fontMetrics().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(contentsRect(), static_cast<int>(alignment()),
        fontMetrics().elidedText(text(), Qt::ElideMiddle, contentsRect().width()));
}

}
