// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace halftone {

class Actions;

/// This shows all keys on one sheet, made from the same table as the menus.
class ShortcutSheet : public QDialog
{
    Q_OBJECT

public:
    ShortcutSheet(const Actions& actions, QWidget* parent);
};

}
