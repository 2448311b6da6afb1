// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/document.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace halftone {

class Actions;
class AdviceList;
class JsonPane;
class TypeColumn;
class TypeListModel;

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
    /// Undo first takes back a text that is no JSON. False when there was none.
    bool revertBrokenText();
    /// What is wrong with the JSON text, which then cannot be saved.
    std::optional<Error> mistake();
    bool hasMistake() const;

    TypeColumn* column(List list) const;
    JsonPane* json() const { return m_json; }
    QString previewText() const;

signals:
    void mistakeChanged();
    void variantChosen(const QString& name);

private:
    QWidget* makeBar(const Actions& actions);
    QWidget* makeVariantMenu(const Actions& actions);
    QWidget* makeColumns();
    void connectDocument();
    void refresh();
    void refreshFile();
    void refreshVariants();
    void refreshPreview();
    void refreshUse();
    void startEffects();
    void showType(const QString& type);
    QStringList selectedTypes() const;
    TypeColumn* columnWithKeyboard() const;

    Document& m_document;
    TypeListModel* m_types;
    QList<TypeColumn*> m_columns;
    JsonPane* m_json;
    AdviceList* m_advice;
    QComboBox* m_variant;
    QLabel* m_file;
    QCheckBox* m_showLibrary;
    QLabel* m_preview;
    QWidget* m_lists; // columns and JSON
    QWidget* m_noLists; // why they cannot be used
    QLabel* m_noListsText;
    QPushButton* m_useLists;
    QHash<QString, QString> m_effects; // by type, of the last judgement that was looked at
    JobRunner m_effectJobs;
};

}
