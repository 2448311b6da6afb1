// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace halftone {

class Document;
class FindingsModel;
struct FindingRow;

/// This is the pane with all that a person should know about the model and the list, and what helps.
class IssuesPane : public QWidget
{
    Q_OBJECT

public:
    explicit IssuesPane(Document& document, QWidget* parent = nullptr);

    QTableView* view() const { return m_view; }
    QString title() const; ///< "Issues (3)"

signals:
    void titleChanged(const QString& title);

private:
    void refresh();
    void refreshButtons();
    const FindingRow* current() const;
    void goThere();
    void fix();
    void copyDetails();

    Document& m_document;
    FindingsModel* m_model;
    QTableView* m_view;
    QLabel* m_nothing;
    QPushButton* m_goThere;
    QPushButton* m_fix;
    QPushButton* m_copy;
};

}
