// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"
#include "gui/inspector/weightfacts.h"

#include <QScrollArea>

namespace halftone {

class Document;

/// This shows all that is known about the selected operator: its lists, why it has its types, its tensors,
/// attributes and weights. Without a selection it describes the model.
class Inspector : public QScrollArea
{
    Q_OBJECT

public:
    explicit Inspector(Document& document, QWidget* parent = nullptr);

    /// Brings the steps of the decision into view.
    void showWhy();

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    QWidget* makeContent();
    QWidget* makeModelContent();
    QWidget* makeNodeContent(NodeId node);
    QWidget* makeManyContent();

    Document& m_document;
    WeightCache m_weights;
};

}
