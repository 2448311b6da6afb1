// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"

#include <utility>

namespace halftone {

/// The tensors of a graph that are there while it runs: its constants, what was fed, what was computed so
/// far.
class TensorTable
{
public:
    explicit TensorTable(const Graph& graph)
        : m_graph(graph)
        , m_tensors(graph.valueCount())
    {
    }

    void set(ValueId id, TensorData tensor) { m_tensors[id] = std::move(tensor); }
    /// Null for a value that is not there yet, and for an absent one.
    const TensorData* find(ValueId id) const
    {
        if (!id.isValid())
            return nullptr;
        if (m_tensors[id].dtype != DType::Undefined)
            return &m_tensors[id];
        return m_graph.data(id);
    }

private:
    const Graph& m_graph;
    IdMap<ValueId, TensorData> m_tensors;
};

}
