// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/precision.h"

namespace halftone {
namespace {

MixedGraph unchanged(const GraphPtr& graph)
{
    MixedGraph same{graph, IdMap<ValueId, ValueId>(graph->valueCount()),
        IdMap<NodeId, NodeId>(graph->nodeCount()), IdMap<NodeId, NodeId>(graph->nodeCount())};
    for (ValueId id : graph->values())
        same.valueOf[id] = id;
    for (NodeId id : graph->nodes())
        same.nodeOf[id] = same.originOf[id] = id;
    return same;
}

}

Result<MixedGraph> lowerPrecision(const GraphPtr& graph, const std::optional<Precision>& precision)
{
    if (!precision)
        return unchanged(graph);
    const auto library = OpLibrary::embedded(precision->soc);
    if (!library)
        return std::unexpected(library.error());
    const Mixlist* mixlist = usesMixlist(precision->mode) ? &precision->mixlist : nullptr;
    const auto decisions =
        judge(graph, {.library = library->get(), .mode = precision->mode, .mixlist = mixlist});
    if (!decisions)
        return std::unexpected(decisions.error());
    return insertCasts(*decisions);
}

}
