// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/findindex.h"

#include "gui/document/text.h"
#include "gui/models/marks.h"
#include "gui/shell/actions.h"

#include <algorithm>

namespace halftone {
namespace {

bool hasAll(const QString& text, const QStringList& words)
{
    return std::ranges::all_of(
        words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

// First the commands that are called so, then those that are described so.
std::vector<FindHit> findCommands(const QStringList& words, const Actions& actions)
{
    std::vector<FindHit> hits;
    for (const ActionRow& row : actionRows()) {
        QAction* action = actions.get(row.id);
        const QString name = Actions::plainText(*action);
        if (action->isEnabled() && hasAll(name + ' ' + action->statusTip(), words))
            hits.push_back({name, action->shortcut().toString(QKeySequence::NativeText), {}, action});
    }
    std::ranges::stable_partition(hits, [&](const FindHit& hit) { return hasAll(hit.text, words); });
    return hits;
}

FindHit hitFor(const Judgement& judgement, NodeId node)
{
    const Graph& graph = *judgement.graph();
    const DType precision = judgement.decisions().precision(node);
    return {text(graph.displayName(node)),
        QStringLiteral("%1 · %2 · %3")
            .arg(text(graph.node(node).opType), listTitle(judgement.decisions().node(node).list),
                text(name(precision))),
        node, nullptr};
}

}

std::vector<FindHit> findEverywhere(
    const QString& words, const JudgementPtr& judgement, const Actions& actions, std::size_t limit)
{
    const QStringList parts = words.simplified().split(' ', Qt::SkipEmptyParts);
    std::vector<FindHit> hits;
    if (parts.isEmpty())
        return hits;
    std::vector<FindHit> others = findCommands(parts, actions);
    if (judgement) {
        for (NodeId node : judgement->graph()->nodes()) {
            if (hits.size() >= limit)
                break;
            FindHit hit = hitFor(*judgement, node);
            if (hit.text.startsWith(parts.front(), Qt::CaseInsensitive) &&
                hasAll(hit.text + hit.aside, parts))
                hits.push_back(std::move(hit));
            else if (others.size() < limit && hasAll(hit.text + ' ' + hit.aside, parts))
                others.push_back(std::move(hit));
        }
    }
    std::ranges::move(others, std::back_inserter(hits));
    if (hits.size() > limit)
        hits.resize(limit);
    return hits;
}

}
