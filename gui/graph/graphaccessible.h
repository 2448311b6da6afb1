// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a screen reader is told of the graph: a list of the boxes that are in the view, each with its name,
// its type and what was decided.
#pragma once

#include "gui/graph/graphpicture.h"

#include <QAccessibleWidget>

#include <unordered_map>
#include <vector>

namespace halftone {

class GraphView;

/// This is the graph as a list. Its first children are the parts of the widget, behind them stand the boxes
/// that can be selected and are seen, in the order of the drawing.
class GraphAccessible : public QAccessibleWidget
{
public:
    explicit GraphAccessible(GraphView& view);
    ~GraphAccessible() override;

    /// Lets QAccessible make one for every GraphView; once for the program.
    static void install();

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    QAccessibleInterface* focusChild() const override;

    /// Of one box; the same for as long as the picture is shown.
    QAccessibleInterface* box(std::uint32_t box) const;
    GraphView& view() const;

private:
    std::vector<std::uint32_t> seenBoxes() const;
    void forgetBoxes() const;

    // A reader keeps what it was given, so a box has one interface until another picture is shown.
    mutable std::unordered_map<std::uint32_t, QAccessible::Id> m_boxes;
    mutable std::weak_ptr<const GraphPicture> m_picture;
};

}
