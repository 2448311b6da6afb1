// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/jobrunner.h"
#include "gui/graph/graphpicture.h"

#include <QWidget>

namespace halftone {

class Document;
class GraphView;
struct Drawing;

/// This is the view of the graph with the strip beside it. Drawing the document's graph is a job on another
/// thread; what is shown stays until the new picture is there.
class GraphPage : public QWidget
{
    Q_OBJECT

public:
    explicit GraphPage(Document& document, QWidget* parent = nullptr);

    GraphView* view() const { return m_view; }
    /// True when the picture is that of the document's decisions.
    bool isUpToDate() const { return !m_jobs.isBusy(); }
    /// The whole graph for files.
    Drawing drawing() const;

signals:
    void pictureShown();

private:
    void redraw();
    void accept(std::shared_ptr<const GraphPicture> picture);

    Document& m_document;
    GraphView* m_view;
    JobRunner m_jobs;
    GraphPtr m_fitted; // the graph that was last brought into full view
};

}
