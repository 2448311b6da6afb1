// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/mixlist/mixlist.h"

#include <QTableView>

#include <optional>

namespace halftone {

/// This is the table of operators in the browser: B, G and W wish for a list, Del takes the wish back.
class LibraryTable : public QTableView
{
    Q_OBJECT

public:
    explicit LibraryTable(QWidget* parent = nullptr);

    QStringList selectedTypes() const;

signals:
    void listWished(std::optional<halftone::List> list);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

}
