// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/mixlist/mixlist.h"

#include <QWidget>

class QToolButton;

namespace halftone {

/// These are three buttons side by side, black, gray and white, of which one is pressed.
class ListSwitch : public QWidget
{
    Q_OBJECT

public:
    /// \p type is the Ascend type that it is about; its buttons are named after it.
    ListSwitch(const QString& type, List current, QWidget* parent = nullptr);

    QToolButton* button(List list) const;

signals:
    void listChosen(halftone::List list);
};

}
