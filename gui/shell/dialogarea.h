// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace halftone {

/// This is what a dialog has to say, as large as it wants while that fits into the window behind the dialog,
/// and scrolled where it does not.
class DialogArea : public QScrollArea
{
    Q_OBJECT

public:
    DialogArea(QWidget* content, QWidget* dialog);

    QSize sizeHint() const override;
    /// The same: a dialog begins with two thirds of the screen where it may be smaller than it wants.
    QSize minimumSizeHint() const override { return sizeHint(); }
};

}
