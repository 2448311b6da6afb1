// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the columns of a comparison are decided, on another thread where the graph is large.
#include "executor/train/errortrace.h"
#include "gui/compare/columncomparison.h"

#include <algorithm>

namespace halftone {
namespace {

// Larger graphs are judged elsewhere: a handful of columns of these take a few milliseconds.
constexpr std::size_t kJudgedAtOnce = 1000;

GraphDepths sortByDepth(const Graph& graph, const ComparedWay& baseline)
{
    GraphDepths depths{.of = depthsOf(graph)};
    for (NodeId node : graph.nodes()) {
        depths.first.resize(std::max<std::size_t>(depths.first.size(), depths.of[node] + 1));
        NodeId& first = depths.first[depths.of[node]];
        if (!first.isValid() || (!baseline.differsAt(first) && baseline.differsAt(node)))
            first = node;
    }
    return depths;
}

std::vector<DepthShare> sharesByDepth(
    const Decisions& decisions, const ComparedWay& way, const GraphDepths& depths)
{
    std::vector<DepthShare> shares(depths.first.size());
    for (NodeId node : decisions.graph()->nodes()) {
        DepthShare& share = shares[depths.of[node]];
        const DType type = decisions.precision(node);
        share.half += type == DType::Float16 ? 1 : 0;
        share.brain += type == DType::BFloat16 ? 1 : 0;
        share.full += type == DType::Float32 ? 1 : 0;
    }
    for (NodeId node : way.differences)
        ++shares[depths.of[node]].differing;
    return shares;
}

// Lists are equal wherever their entries stand, but reasons name the lines.
bool saysTheSame(const Policy& a, const Policy& b)
{
    return a == b &&
        std::ranges::equal(
            a.mixlist.entries, b.mixlist.entries, {}, &MixlistEntry::line, &MixlistEntry::line);
}

/// The numbers of an equal way on the same graph stay: they would come out the same.
void keepNumbers(ComparedWay& way, const GraphPtr& graph, const std::vector<ComparedColumn>& columns)
{
    for (const ComparedColumn& column : columns) {
        if (column.way.numerics && column.judgement && column.judgement->graph() == graph &&
            column.way.policy == way.policy)
            way.numerics = column.way.numerics;
    }
}

}

void ColumnComparison::judgeAgain()
{
    emit columnsChanged();
    const GraphPtr graph = m_document.graph();
    if (!graph) { // whatever is computed is of a model that is closed
        m_jobs.cancel();
        m_numericsJobs.cancel();
        m_numericsRefusal.reset();
        m_isStale = false;
        return accept({});
    }
    m_isStale = !m_isActive;
    if (m_isStale)
        return;
    std::vector<Policy> policies;
    for (const ComparedColumn& column : m_columns)
        policies.push_back(policyOf(column));
    std::vector<JudgementPtr> known; // columns that did not change need not be judged again
    for (const ComparedColumn& column : m_columns) {
        if (column.judgement && column.judgement->graph() == graph)
            known.push_back(column.judgement);
    }
    const auto judgeAll = [graph, policies, known, baseline = m_baseline](const std::stop_token& stop) {
        return judge(graph, policies, baseline, known, stop);
    };
    if (graph->nodeCount() <= kJudgedAtOnce) {
        m_jobs.cancel();
        accept(judgeAll({}));
    } else {
        m_jobs.start(tr("Comparing %n ways to decide", nullptr, static_cast<int>(policies.size())), judgeAll,
            [this](Judged judged) { accept(std::move(judged)); });
    }
}

// All that takes time in large graphs; on another thread there.
ColumnComparison::Judged ColumnComparison::judge(const GraphPtr& graph, const std::vector<Policy>& policies,
    std::size_t baseline, const std::vector<JudgementPtr>& known, const std::stop_token& stop)
{
    Judged judged;
    for (const Policy& policy : policies) {
        if (stop.stop_requested())
            return {};
        const auto same = std::ranges::find_if(
            known, [&](const JudgementPtr& each) { return saysTheSame(each->policy(), policy); });
        const JudgementPtr judgement =
            same != known.end() ? *same : std::make_shared<const Judgement>(graph, policy);
        judged.judgements.push_back(judgement);
        judged.ways.push_back(judgement->refusal()
                ? ComparedWay{.policy = policy.precisionForCommand(), .refusal = judgement->refusal()}
                : decidedWay(policy.precisionForCommand(), {judgement, &judgement->decisions()}));
        judged.ways.back().library = policy.options.libraryPath.toStdString();
    }
    findDifferences(judged.ways, baseline);
    const auto depths = std::make_shared<const GraphDepths>(sortByDepth(*graph, judged.ways[baseline]));
    for (std::size_t i = 0; i < policies.size(); ++i)
        judged.shares.push_back(sharesByDepth(judged.judgements[i]->decisions(), judged.ways[i], *depths));
    judged.depths = depths;
    return judged;
}

void ColumnComparison::accept(Judged judged)
{
    judged.judgements.resize(m_columns.size());
    judged.ways.resize(m_columns.size());
    judged.shares.resize(m_columns.size());
    m_depths = judged.depths;
    for (ComparedWay& way : judged.ways)
        keepNumbers(way, judged.judgements.front() ? judged.judgements.front()->graph() : nullptr, m_columns);
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        m_columns[i].judgement = std::move(judged.judgements[i]);
        m_columns[i].way = std::move(judged.ways[i]);
        m_columns[i].shares = std::move(judged.shares[i]);
    }
    emit this->judged();
}

}
