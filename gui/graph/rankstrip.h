// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

namespace halftone {

class GraphView;

/// This is the whole graph as a narrow strip: each band of pixels shows how many operators of those ranks run
/// in which precision, and where casts are. Clicking and dragging move the view.
class RankStrip : public QWidget
{
    Q_OBJECT

public:
    explicit RankStrip(GraphView* view, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void renewImage();
    void paintBand(int top, int bottom);
    void goTo(double y);
    double sceneHeight() const;

    GraphView* m_view; // never null
    QImage m_image;
};

}
