// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <span>

namespace halftone {

/// These are the words beside the marks of a plot: as many as have room, the first ones first. They stand
/// above their marks, or beside or below them where that covers another mark or other words. What has no room
/// gets it when one zooms in.
class ScaleLabels
{
public:
    struct Label
    {
        double step = 0;
        double value = 0;
        QString text;
    };

    explicit ScaleLabels(QCPAxisRect& rect);

    /// \p labels ascend by step, run by run; \p marks are all that must stay seen, by step and value.
    void place(std::span<const Label> labels, std::span<const QPointF> marks);
    void setStyle(const QColor& ink, const QFont& font);

private:
    QPointF pixelOf(double step, double value) const;
    QCPItemText* item(std::size_t index);

    QCPAxisRect* m_rect;
    QList<QCPItemText*> m_items; // owned by the plot
    QColor m_ink;
    QFont m_font;
};

}
