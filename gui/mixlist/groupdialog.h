// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/policy/override.h"
#include "gui/document/jobrunner.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QListWidget;
class QPushButton;
class QSortFilterProxyModel;
class QStringListModel;

namespace halftone {

class Document;

/// This makes a group of operators and scopes and asks for a type on it, or changes one: `--node-group` and
/// `--to-float` of halftone-cli. A single member needs no name: it is asked for itself.
class GroupDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Purpose { Make, Change };

    /// \p call is what is changed, or what the dialog begins with.
    GroupDialog(
        Document& document, const PrecisionOverride& call, Purpose purpose, QWidget* parent = nullptr);

    /// What the fields say; as it is, with mistakes.
    PrecisionOverride call() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeFields(const PrecisionOverride& call);
    QWidget* makeLists(const PrecisionOverride& call);
    QWidget* makeButtons();
    void listNames();
    void add();
    void removeSelected();
    void refresh();
    QString mistake() const;
    void preview();
    void apply();

    Document& m_document;
    std::string m_replaced; // the target that the call had; empty for a new one
    PrecisionOverride::Kind m_kind;
    QLineEdit* m_name = nullptr;
    QComboBox* m_type = nullptr;
    QStringListModel* m_names;
    QSortFilterProxyModel* m_found;
    QListView* m_candidates = nullptr;
    QListWidget* m_members = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_ok = nullptr;
    QLabel* m_says;
    QTimer m_pause; // runs while a person types
    JobRunner m_listing;
    JobRunner m_judging;
};

}
