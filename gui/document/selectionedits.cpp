// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/selectionedits.h"

#include "gui/document/commands.h"
#include "gui/document/document.h"

#include <algorithm>
#include <iterator>

namespace halftone {

bool isAskable(const Document& document, NodeId node)
{
    if (!document.judgement())
        return false;
    const Node& row = document.graph()->node(node);
    const bool isDecided = row.phase == Phase::Forward || row.phase == Phase::Loss;
    return isDecided && !row.name.empty() &&
        isReducibleFloat(document.judgement()->decisions().precision(node));
}

std::vector<NodeId> askableNodes(const Document& document)
{
    std::vector<NodeId> nodes;
    std::ranges::copy_if(document.selectedNodes(), std::back_inserter(nodes),
        [&document](NodeId node) { return isAskable(document, node); });
    return nodes;
}

bool canAskOfSelection(const Document& document)
{
    const std::size_t nodes = askableNodes(document).size();
    return nodes > 0 && nodes <= kMostAsked;
}

void askOfSelection(Document& document, DType dtype)
{
    if (!canAskOfSelection(document))
        return;
    std::vector<std::string> targets;
    for (NodeId node : askableNodes(document))
        targets.push_back(document.graph()->node(node).name);
    overridePrecisions(document, targets, dtype);
}

}
