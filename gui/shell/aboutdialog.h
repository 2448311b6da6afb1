// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace halftone {

/// This shows version, licence, and what this processor can do.
class AboutDialog : public QDialog
{
    Q_OBJECT

public:
    explicit AboutDialog(QWidget* parent);

    static QString processorText();
};

}
