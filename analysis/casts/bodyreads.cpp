// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/casts/bodyreads.h"

#include <algorithm>

namespace halftone {

std::vector<std::pair<NodeId, ValueId>> bodyReads(const Graph& graph)
{
    std::vector<std::pair<NodeId, ValueId>> reads;
    for (ValueId value : graph.values()) {
        for (const Graph::Use& use : graph.uses(value)) {
            if (use.slot == Graph::kBodySlot)
                reads.emplace_back(use.node, value);
        }
    }
    std::ranges::sort(reads);
    const auto repeated = std::ranges::unique(reads);
    reads.erase(repeated.begin(), repeated.end());
    return reads;
}

}
