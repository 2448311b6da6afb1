// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the inspector says about one operator, part by part. Each function adds nothing when there is nothing
// to say.
#pragma once

#include "analysis/graph/graph.h"

#include <QCoreApplication>

class QVBoxLayout;
class QWidget;

namespace halftone {

class Document;
class WeightCache;

/// Where the sections of one operator come from and go to.
struct NodeSections
{
    Q_DECLARE_TR_FUNCTIONS(halftone::NodeSections)

public:
    Document& document;
    NodeId node;
    QWidget* parent;
    QVBoxLayout* column;
    WeightCache& weights;

    void addHeader() const;
    void addLists() const; ///< The Ascend types, each with its list and the buttons to move it.
    void addOverride() const; ///< What the person asks for on this operator or its scopes.
    void addWhy() const;
    void addFlips() const; ///< A button that finds what would change the type.
    void addTensors() const;
    void addWeights() const;
    void addAttributes() const;
    void addFindings() const;
};

}
