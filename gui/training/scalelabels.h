// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <span>

namespace halftone {

/// These are the words above the marks of a plot: as many as have room beside each other and beside the
/// marks, the first ones first. What has no room gets it when one zooms in.
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

    /// \p labels ascend by step, run by run.
    void place(std::span<const Label> labels);
    void setStyle(const QColor& ink, const QFont& font);

private:
    QCPItemText* item(std::size_t index);
    QRectF placeOf(const Label& label, const QFontMetricsF& metrics) const;
    QPointF positionOf(const Label& label) const;

    QCPAxisRect* m_rect;
    QList<QCPItemText*> m_items; // owned by the plot
    QColor m_ink;
    QFont m_font;
};

}
