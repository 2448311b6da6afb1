// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace halftone {

class Actions;
class CallsModel;
class Document;

/// These are the types that a person asked for by hand, whatever the lists say: on operators, scopes and
/// groups of them. Enter changes one, Del takes it back.
class CallsPane : public QWidget
{
    Q_OBJECT

public:
    CallsPane(Document& document, const Actions& actions, QWidget* parent = nullptr);

    /// "By Hand", "By Hand (2)"
    QString title() const;
    QTableView* table() const { return m_table; }

signals:
    void titleChanged(const QString& title);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeButtons(const Actions& actions);
    QStringList selectedTargets() const;
    void refresh();
    void refreshButtons();
    void edit();
    void remove();

    Document& m_document;
    CallsModel* m_model;
    QTableView* m_table;
    QLabel* m_nothing;
    QPushButton* m_edit = nullptr;
    QPushButton* m_remove = nullptr;
};

}
