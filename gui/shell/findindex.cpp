// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/findindex.h"

#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/graph/picturebuilder.h"
#include "gui/models/marks.h"
#include "gui/shell/actions.h"

#include <QCoreApplication>

#include <algorithm>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct FindTextsOf
{
    Q_DECLARE_TR_FUNCTIONS(halftone::FindTextsOf)
};

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
            hits.push_back({.text = name,
                .aside = action->shortcut().toString(QKeySequence::NativeText),
                .action = action});
    }
    std::ranges::stable_partition(hits, [&](const FindHit& hit) { return hasAll(hit.text, words); });
    return hits;
}

// "encoder / layer ×24 / attention"
QString wayText(const ScopeTree& tree, ScopeId scope)
{
    QStringList names;
    for (const ScopeId each : tree.wayTo(scope))
        names += scopeTitle(tree.scope(each));
    return names.join(QStringLiteral(" / "));
}

// The last word is about the scope itself, or all that is inside it would be found too.
std::vector<FindHit> findScopes(const QStringList& words, const ScopeTree& tree, std::size_t limit)
{
    std::vector<FindHit> hits;
    for (std::uint32_t id = 1; id < tree.size() && hits.size() < limit; ++id) {
        const Scope& scope = tree.scope({id});
        if (!scopeTitle(scope).contains(words.back(), Qt::CaseInsensitive))
            continue;
        const QString way = wayText(tree, {id});
        if (!hasAll(way, words))
            continue;
        const std::size_t count = scope.body ? scope.body->nodeCount() : scope.members.count;
        hits.push_back({.text = way,
            .aside = FindTextsOf::tr("group · %Ln operators", nullptr, static_cast<int>(count)),
            .scope = {id}});
    }
    return hits;
}

FindHit hitFor(const Judgement& judgement, NodeId node)
{
    const Graph& graph = *judgement.graph();
    const DType precision = judgement.decisions().precision(node);
    return {.text = text(graph.displayName(node)),
        .aside = QStringLiteral("%1 · %2 · %3")
            .arg(text(graph.node(node).opType), listTitle(judgement.decisions().node(node).list),
                text(name(precision))),
        .node = node};
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
            texts[finding.node] += '\n' + messageText(finding.message);
    }
    return texts;
}

std::vector<FindHit> findEverywhere(const QString& words, const FindPlaces& places, std::size_t limit)
{
    constexpr std::size_t kShareOfScopes = 4; // of the hits
    const JudgementPtr& judgement = places.judgement;
    const FindTexts& texts = places.texts;
    const QStringList parts = words.simplified().split(' ', Qt::SkipEmptyParts);
    std::vector<FindHit> hits;
    if (parts.isEmpty())
        return hits;
    if (places.scopes)
        hits = findScopes(parts, *places.scopes, limit / kShareOfScopes);
    std::vector<FindHit> others = findCommands(parts, places.actions);
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
