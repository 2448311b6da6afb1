// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"
#include "analysis/weights/weightpreview.h"
#include "analysis/weights/weightspread.h"

#include <map>
#include <memory>

namespace halftone {

/// All that is told about the numbers of one weight.
struct WeightFacts
{
    WeightSpread spread;
    WeightPreview preview;
};

using WeightFactsPtr = std::shared_ptr<const WeightFacts>;

/// This keeps what was read of the weights of one graph, so that going back to an operator reads nothing
/// again.
class WeightCache
{
public:
    /// Forgets the facts of another graph.
    void setGraph(const GraphPtr& graph);
    /// Null for a weight that was not read yet.
    WeightFactsPtr find(ValueId value) const;
    void insert(ValueId value, WeightFactsPtr facts) { m_facts[value] = std::move(facts); }

private:
    GraphPtr m_graph;
    std::map<ValueId, WeightFactsPtr> m_facts;
};

}
