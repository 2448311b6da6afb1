// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/decisions.h"

#include <QStringList>

#include <string>
#include <vector>

namespace halftone {

/// This is one Ascend operator type that occurs in a graph.
struct TypeUse
{
    std::string type;
    std::size_t count = 0; ///< Parts of nodes that have the type.
    QStringList onnxTypes; ///< The ONNX operators that become it, sorted.
};

/// All types of a judged graph, sorted by name.
std::vector<TypeUse> typesIn(const Decisions& decisions);

/// The Ascend types that one node becomes, in order, without repetition.
QStringList typesOf(const Decisions& decisions, NodeId node);

}
