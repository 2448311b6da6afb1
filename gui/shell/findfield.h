// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"
#include "gui/document/jobrunner.h"
#include "gui/graph/scopetree.h"

#include <QLineEdit>

#include <vector>

class QListWidget;

namespace halftone {

class Actions;
class Document;
struct FindHit;

/// This finds anything by its name: operators, scopes and commands. Hits appear below while typing; Enter
/// takes the marked one, Escape leaves.
class FindField : public QLineEdit
{
    Q_OBJECT

public:
    FindField(Document& document, const Actions& actions, QWidget* window);
    ~FindField() override;

    QSize sizeHint() const override;
    void start(); ///< Takes the keyboard, with the old words selected.
    QListWidget* hits() const { return m_list; } ///< Hidden while there are none.
    void setScopes(const ScopeTreePtr& scopes); ///< Of the graph that is shown; may be null.

signals:
    void scopeChosen(halftone::ScopeId scope);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void search();
    void prepareTexts();
    void forgetTexts();
    void place();
    void take(int row);

    Document& m_document;
    const Actions& m_actions;
    QListWidget* m_list;
    std::vector<FindHit> m_hits;
    ScopeTreePtr m_scopes;
    IdMap<NodeId, QString> m_texts; // empty until they are needed
    JobRunner m_jobs;
};

}
