// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/dialogarea.h"

#include "gui/shell/named.h"

#include <QScrollBar>

#include <algorithm>

namespace halftone {

DialogArea::DialogArea(QWidget* content, QWidget* dialog)
    : QScrollArea(dialog)
{
    named(this, "dialogArea", dialog->accessibleName());
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    setWidget(content);
}

QSize DialogArea::sizeHint() const
{
    constexpr double kShare = 0.8; // of the window: title and buttons need some, too
    const QSize wanted = widget()->sizeHint();
    const int height =
        widget()->hasHeightForWidth() ? widget()->heightForWidth(wanted.width()) : wanted.height();
    const QWidget* behind = window()->parentWidget();
    const int room = behind ? static_cast<int>(behind->window()->height() * kShare) : height;
    const int bar = height > room ? verticalScrollBar()->sizeHint().width() : 0;
    return {wanted.width() + bar, std::min(height, room)};
}

}
