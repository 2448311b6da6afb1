// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/compare/columncomparison.h"
#include "gui/graph/graphview.h"

namespace halftone {

/// This is a graph whose boxes say how far their operators are off: a label with the error, framed and with a
/// word where it fails.
class ErrorGraphView : public GraphView
{
    Q_OBJECT

public:
    explicit ErrorGraphView(QWidget* parent = nullptr);

    /// The errors of a column, by node; null where there is none. The rows must live as long as they are
    /// shown. Empty shows none.
    void setErrors(ErrorsByNode errors);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintError(QPainter& painter, const QRectF& box, const NodeComparison& row) const;

    ErrorsByNode m_errors;
};

}
