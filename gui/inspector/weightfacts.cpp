// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/inspector/weightfacts.h"

namespace halftone {

void WeightCache::setGraph(const GraphPtr& graph)
{
    if (graph == m_graph)
        return;
    m_graph = graph;
    m_facts.clear();
}

WeightFactsPtr WeightCache::find(ValueId value) const
{
    const auto found = m_facts.find(value);
    return found == m_facts.end() ? nullptr : found->second;
}

}
