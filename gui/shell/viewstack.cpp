// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/viewstack.h"

#include <QEvent>
#include <QLayout>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace halftone {
namespace {

/// A page that is as large as the room for it, or as small as it can be. QScrollArea itself would scroll a
/// page whose lines wrap as soon as there is less room than it would like.
class PageArea : public QScrollArea
{
public:
    PageArea(QWidget* page, QWidget* parent)
        : QScrollArea(parent)
    {
        setObjectName(QStringLiteral("viewArea"));
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);
        setWidget(page);
    }

    QSize sizeHint() const override { return widget()->sizeHint(); }
    QSize minimumSizeHint() const override { return {200, 120}; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        fit();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            fit();
        return QScrollArea::eventFilter(watched, event);
    }

private:
    int leastHeight(int width) const
    {
        const QLayout* layout = widget()->layout();
        return layout && layout->hasHeightForWidth() ? layout->totalMinimumHeightForWidth(width)
                                                     : widget()->minimumSizeHint().height();
    }

    void fit()
    {
        const QSize room = maximumViewportSize();
        const int leastWidth = widget()->minimumSizeHint().width();
        int width = std::max(room.width(), leastWidth);
        if (leastHeight(width) > room.height()) // A scroll bar stands beside the page.
            width = std::max(room.width() - verticalScrollBar()->sizeHint().width(), leastWidth);
        widget()->resize(width, std::max(room.height(), leastHeight(width)));
    }
};

}

ViewStack::ViewStack(QWidget* parent)
    : QStackedWidget(parent)
{
}

void ViewStack::addPage(QWidget* page)
{
    m_pages.append(page);
    addWidget(new PageArea(page, this));
}

void ViewStack::showPage(QWidget* page)
{
    setCurrentIndex(static_cast<int>(m_pages.indexOf(page)));
}

QWidget* ViewStack::page() const
{
    return m_pages.value(currentIndex());
}

}
