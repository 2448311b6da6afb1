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

FindTexts makeFindTexts(const Judgement& judgement, std::span<const Finding> findings)
{
    const Graph& graph = *judgement.graph();
    const Decisions& decisions = judgement.decisions();
    FindTexts texts(graph.nodeCount());
    for (NodeId node : graph.nodes()) {
        const NodeDecision& decision = decisions.node(node);
        QStringList parts{text(graph.displayName(node)), text(graph.node(node).opType),
            typesOf(decisions, node).join(' '), listTitle(decision.list),
            text(name(decisions.precision(node))), phaseTitle(graph.node(node).phase)};
        for (ValueId output : graph.outputs(node)) {
            if (output.isValid())
                parts << text(graph.shapeText(output)) << text(name(graph.value(output).dtype));
        }
        if (!decision.rule.empty())
            parts << text(ruleOf(decision.rule).title);
        texts[node] = parts.join('\n');
    }
    for (const Finding& finding : findings) {
        if (finding.node.isValid() && finding.node.index < texts.size())
            texts[finding.node] += '\n' + text(finding.message);
    }
    return texts;
}

std::vector<FindHit> findEverywhere(const QString& words, const JudgementPtr& judgement,
    const FindTexts& texts, const Actions& actions, std::size_t limit)
{
    const QStringList parts = words.simplified().split(' ', Qt::SkipEmptyParts);
    std::vector<FindHit> hits;
    if (parts.isEmpty())
        return hits;
    std::vector<FindHit> others = findCommands(parts, actions);
    const bool hasTexts = judgement && texts.size() == judgement->graph()->nodeCount();
    for (std::uint32_t i = 0; hasTexts && i < texts.size() && hits.size() < limit; ++i) {
        const NodeId node{i};
        if (!hasAll(texts[node], parts))
            continue;
        if (texts[node].startsWith(parts.front(), Qt::CaseInsensitive))
            hits.push_back(hitFor(*judgement, node));
        else if (others.size() < limit)
            others.push_back(hitFor(*judgement, node));
    }
    std::ranges::move(others, std::back_inserter(hits));
    if (hits.size() > limit)
        hits.resize(limit);
    return hits;
}

}
