// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/policy/flip.h"
#include "gui/document/jobrunner.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace halftone {

class Document;

/// This finds the single edits that give an operator another type, on another thread and on demand, and
/// proposes them at the press of a button. Edits that this program has no place for are shown without one.
class FlipSearch : public QWidget
{
    Q_OBJECT

public:
    FlipSearch(Document& document, NodeId node, QWidget* parent = nullptr);

signals:
    void found();

private:
    void search(NodeId node);
    void show(const FlipReport& report);
    void addFlip(const Flip& flip, const FlipReport& report);
    void addLine(const QString& richText);

    Document& m_document;
    JobRunner m_jobs;
    QPushButton* m_search;
    QVBoxLayout* m_column;
};

}
