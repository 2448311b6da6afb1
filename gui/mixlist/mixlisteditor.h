// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/document.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace halftone {

class Actions;
class AdviceList;
class CallsPane;
class ElidedLabel;
class JsonPane;
class ProposalPanel;
class TypeColumn;
class TypeListModel;
class TypeListView;
struct TypeRow;

/// This edits the black, gray and white lists in two ways at once, by moving operator types and as JSON, and
/// says what comes of it.
class MixlistEditor : public QWidget
{
    Q_OBJECT

public:
    MixlistEditor(Document& document, const Actions& actions, QWidget* parent = nullptr);

    /// Moves the types that are selected in the column with the keyboard. False when there are none.
    bool moveSelected(List to);
    bool resetSelected();
    /// The types that are selected in the list that was used last.
    QStringList selectedTypes() const;
    /// Shows what a change of the policy would do, before it is made.
    void propose(const QString& what, const Policy& policy);
    CallsPane* calls() const { return m_calls; }
    ProposalPanel* proposals() const { return m_proposals; }
    /// Undo first takes back a text that is no JSON. False when there was none.
    bool revertBrokenText();
    /// What is wrong with the JSON text, which then cannot be saved.
    std::optional<Error> mistake();
    bool hasMistake() const;

    TypeColumn* column(List list) const;
    JsonPane* json() const { return m_json; }
    QString previewText() const;

signals:
    /// An operator was chosen that a change is about.
    void nodeChosen(halftone::NodeId node);
    void mistakeChanged();
    void variantChosen(const QString& name);

private:
    QWidget* makeBar(const Actions& actions);
    QWidget* makeVariantMenu(const Actions& actions);
    QWidget* makeColumns(const Actions& actions);
    void showTypeMenu(const TypeListView& view, const QPoint& place, const Actions& actions);
    QWidget* makeSide(const Actions& actions);
    void connectDocument();
    void refresh();
    void refreshFile();
    void refreshVariants();
    void refreshPreview();
    void refreshUse();
    void startEffects();
    void refreshOffers();
    QString reasonFor(const TypeRow& row) const;
    void showType(const QString& type);
    QStringList typesInAllColumns() const;
    TypeColumn* columnWithKeyboard() const;

    Document& m_document;
    TypeListModel* m_types;
    QList<TypeColumn*> m_columns;
    JsonPane* m_json;
    CallsPane* m_calls = nullptr;
    AdviceList* m_advice;
    ProposalPanel* m_proposals;
    TypeColumn* m_lastUsed = nullptr; // that has a selection; null where none has
    QTimer m_pause; // runs while a person walks through a list
    QComboBox* m_variant;
    ElidedLabel* m_file;
    QCheckBox* m_showLibrary;
    QLabel* m_preview;
    QWidget* m_noLists; // why they cannot be used
    QLabel* m_noListsText;
    QPushButton* m_useLists;
    QHash<QString, QString> m_effects; // by type, of the last judgement that was looked at
    JobRunner m_effectJobs;
};

}
