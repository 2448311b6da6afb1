// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace halftone {

struct LibraryRow;

/// This shows one operator of the library browser with the types that its kernels take, beside those of the
/// other library.
class LibraryDetails : public QWidget
{
    Q_OBJECT

public:
    explicit LibraryDetails(QWidget* parent = nullptr);

    /// Null: none is selected.
    void showRow(const LibraryRow* row);

private:
    QLabel* m_title;
    QTreeWidget* m_kernels;
};

}
