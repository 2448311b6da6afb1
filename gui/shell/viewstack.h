// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStackedWidget>

namespace halftone {

/// This shows one of several pages. It never asks for room of its own, so that a page with much in it does
/// not make the window larger: a page that is given less than it needs is scrolled.
class ViewStack : public QStackedWidget
{
    Q_OBJECT

public:
    explicit ViewStack(QWidget* parent = nullptr);

    void addPage(QWidget* page);
    void showPage(QWidget* page);
    QWidget* page() const; ///< The one that is shown; null without any.

private:
    QList<QWidget*> m_pages; // in the order in which they were added
};

}
