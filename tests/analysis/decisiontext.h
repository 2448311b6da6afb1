// SPDX-License-Identifier: GPL-3.0-or-later
//
// Decisions in words, one line for each node.
#pragma once

#include "analysis/judge/decisions.h"

#include <QStringList>

namespace halftone::test {

inline QString word(DType dtype)
{
    return QString::fromUtf8(name(dtype)).replace("bfloat", "bf").replace("float", "f").replace("int", "i");
}

inline QString words(std::span<const DType> dtypes)
{
    QStringList list;
    for (DType dtype : dtypes)
        list << (dtype == DType::Undefined ? QStringLiteral("_") : word(dtype));
    return list.join(',');
}

/// "conv: f32,f32 > f16, white, white" per node: inputs, outputs, list (or engine) and rule, with the node
/// that was followed behind "<-".
inline QStringList describe(const Decisions& decisions)
{
    QStringList lines;
    const Graph& graph = *decisions.graph();
    for (NodeId node : graph.nodes()) {
        const NodeDecision& decision = decisions.node(node);
        QString line = QString::fromStdString(graph.displayName(node)) + ": " +
            words(decisions.inputDTypes(node)) + " > " + words(decisions.outputDTypes(node)) + ", " +
            (decision.engine == Engine::AiCore ? name(decision.list) : name(decision.engine)).data() + ", " +
            QString::fromUtf8(decision.rule).remove("ascend.");
        if (decision.decidedBy.isValid())
            line += " <- " + QString::fromStdString(graph.displayName(decision.decidedBy));
        lines << line;
    }
    return lines;
}

}
