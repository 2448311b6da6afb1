// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/comparison.h"

#include <array>
#include <span>

namespace halftone {
namespace {

// Larger graphs are judged elsewhere: a handful of columns of these take a few milliseconds.
constexpr std::size_t kJudgedAtOnce = 1000;

// What people most often want to see beside each other, offered in this order.
constexpr std::array kOffered{"force_fp16", "MindSpore O2", "must_keep_origin_dtype",
    "PyTorch autocast float16", "cube_fp16in_fp32out", "MindSpore O3", "TensorFlow grappler",
    "allow_fp32_to_fp16"};

// Fills in the differences of all columns. Linear in the slots of the graph.
void findDifferences(std::vector<ComparedColumn>& columns)
{
    ComparedColumn& base = columns.front();
    std::vector<bool> differs(base.judgement->graph()->nodeCount());
    for (ComparedColumn& column : std::span(columns).subspan(1)) {
        column.differences = changedNodes(*base.judgement, *column.judgement);
        for (NodeId node : column.differences)
            differs[node.index] = true;
    }
    for (NodeId node : base.judgement->graph()->nodes()) {
        if (differs[node.index])
            base.differences.push_back(node);
    }
}

}

Comparison::Comparison(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    const Policy& policy = document.policy();
    m_columns.push_back({.choice = policy.choice, .soc = policy.soc, .judgement = {}});
    addColumn();
    addColumn();
    connect(&document, &Document::decisionsChanged, this, &Comparison::judgeAgain);
}

void Comparison::setActive(bool isActive)
{
    m_isActive = isActive;
    if (isActive && m_isStale)
        judgeAgain();
}

void Comparison::setChoice(std::size_t column, const PolicyChoice& choice)
{
    m_columns[column].choice = &choice;
    judgeAgain();
}

void Comparison::setChip(std::size_t column, std::string_view soc)
{
    m_columns[column].soc = soc;
    judgeAgain();
}

void Comparison::setUsesEdits(std::size_t column, bool usesEdits)
{
    m_columns[column].usesEdits = usesEdits;
    judgeAgain();
}

void Comparison::setVariant(std::size_t column, const std::optional<QString>& variant)
{
    m_columns[column].variant = variant;
    judgeAgain();
}

void Comparison::compareVariants(const QStringList& names)
{
    if (names.size() < 2)
        return;
    m_columns.clear();
    for (const QString& name : names.first(std::min<qsizetype>(names.size(), kMostColumns)))
        m_columns.push_back(
            {.choice = policy().choice, .soc = policy().soc, .variant = name, .judgement = {}});
    judgeAgain();
}

void Comparison::addColumn()
{
    if (m_columns.size() >= kMostColumns)
        return;
    const auto isShown = [this](const char* name) {
        return std::ranges::any_of(
            m_columns, [name](const ComparedColumn& column) { return column.choice->name == name; });
    };
    const auto free = std::ranges::find_if_not(kOffered, isShown);
    m_columns.push_back({.choice = findChoice(free == kOffered.end() ? kOffered.front() : *free),
        .soc = m_columns.front().soc,
        .judgement = {}});
    judgeAgain();
}

void Comparison::removeColumn(std::size_t column)
{
    if (m_columns.size() <= 2)
        return;
    m_columns.erase(m_columns.begin() + static_cast<std::ptrdiff_t>(column));
    judgeAgain();
}

Policy Comparison::policyOf(const ComparedColumn& column) const
{
    Policy policy{.choice = column.choice, .soc = column.soc};
    if (column.usesEdits) {
        policy.mixlist =
            column.variant ? m_document.policy().variant(*column.variant) : m_document.policy().mixlist;
        policy.overrides = m_document.policy().overrides;
    }
    return policy;
}

void Comparison::judgeAgain()
{
    emit columnsChanged();
    m_isStale = !m_isActive;
    if (m_isStale)
        return;
    const GraphPtr graph = m_document.graph();
    if (!graph)
        return accept({});
    std::vector<Policy> policies;
    for (const ComparedColumn& column : m_columns)
        policies.push_back(policyOf(column));
    const auto judgeAll = [graph, policies](const std::stop_token& stop) {
        std::vector<JudgementPtr> judgements;
        for (const Policy& policy : policies) {
            if (!stop.stop_requested())
                judgements.push_back(std::make_shared<const Judgement>(graph, policy));
        }
        return judgements;
    };
    if (graph->nodeCount() <= kJudgedAtOnce) {
        m_jobs.cancel();
        accept(judgeAll({}));
    } else {
        m_jobs.start(tr("Comparing %n ways to decide", nullptr, static_cast<int>(policies.size())), judgeAll,
            [this](std::vector<JudgementPtr> judgements) { accept(std::move(judgements)); });
    }
}

void Comparison::accept(std::vector<JudgementPtr> judgements)
{
    judgements.resize(m_columns.size());
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        m_columns[i].judgement = std::move(judgements[i]);
        m_columns[i].differences.clear();
    }
    if (graph())
        findDifferences(m_columns);
    emit judged();
}

GraphPtr Comparison::graph() const
{
    const auto isJudged = [](const ComparedColumn& column) { return column.judgement != nullptr; };
    return std::ranges::all_of(m_columns, isJudged) ? m_columns.front().judgement->graph() : nullptr;
}

NodeId Comparison::differenceBeside(NodeId node, int direction) const
{
    const std::vector<NodeId>& all = differences();
    if (all.empty())
        return {};
    if (direction > 0) {
        const auto next = node.isValid() ? std::ranges::upper_bound(all, node) : all.begin();
        return next == all.end() ? all.front() : *next;
    }
    const auto here = node.isValid() ? std::ranges::lower_bound(all, node) : all.begin();
    return here == all.begin() ? all.back() : *std::prev(here);
}

}
