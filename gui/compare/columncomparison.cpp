// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/columncomparison.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

// What people most often want to see beside each other, offered in this order.
constexpr std::array kOffered{"force_fp16", "MindSpore O2", "must_keep_origin_dtype",
    "PyTorch autocast float16", "cube_fp16in_fp32out", "MindSpore O3", "TensorFlow grappler",
    "allow_fp32_to_fp16"};

}

ColumnComparison::ColumnComparison(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    const Policy& policy = document.policy();
    m_columns.push_back(
        {.choice = policy.choice, .soc = policy.soc, .variant = {}, .file = {}, .judgement = {}});
    addColumn();
    addColumn();
    connect(&document, &Document::decisionsChanged, this, &ColumnComparison::judgeAgain);
    connect(&m_numericsJobs, &JobRunner::busyChanged, this, &ColumnComparison::numericsChanged);
}

void ColumnComparison::setActive(bool isActive)
{
    m_isActive = isActive;
    if (isActive && m_isStale)
        judgeAgain();
}

void ColumnComparison::setChoice(std::size_t column, const PolicyChoice& choice)
{
    m_columns[column].choice = &choice;
    judgeAgain();
}

void ColumnComparison::setChip(std::size_t column, std::string_view soc)
{
    m_columns[column].soc = soc;
    m_columns[column].usesOwnLibrary = false;
    judgeAgain();
}

void ColumnComparison::useOwnLibrary(std::size_t column)
{
    m_columns[column].soc = policy().soc;
    m_columns[column].usesOwnLibrary = true;
    judgeAgain();
}

void ColumnComparison::setUsesEdits(std::size_t column, bool usesEdits)
{
    m_columns[column].usesEdits = usesEdits;
    m_columns[column].variant.reset();
    m_columns[column].file.reset();
    judgeAgain();
}

void ColumnComparison::setVariant(std::size_t column, const std::optional<QString>& variant)
{
    m_columns[column].usesEdits = true;
    m_columns[column].variant = variant;
    m_columns[column].file.reset();
    judgeAgain();
}

void ColumnComparison::compareVariants(const QStringList& names)
{
    if (names.size() < 2)
        return;
    m_columns.clear();
    m_baseline = 0;
    for (const QString& name : names.first(std::min<qsizetype>(names.size(), kMostColumns)))
        m_columns.push_back(
            {.choice = policy().choice, .soc = policy().soc, .variant = name, .file = {}, .judgement = {}});
    judgeAgain();
}

void ColumnComparison::setMixlist(std::size_t column, Mixlist mixlist)
{
    m_columns[column].file = std::move(mixlist);
    judgeAgain();
}

void ColumnComparison::addColumn()
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
        .variant = {},
        .file = {},
        .judgement = {}});
    judgeAgain();
}

void ColumnComparison::removeColumn(std::size_t column)
{
    if (m_columns.size() <= 2)
        return;
    if (column <= m_baseline && m_baseline > 0)
        --m_baseline;
    m_columns.erase(m_columns.begin() + static_cast<std::ptrdiff_t>(column));
    judgeAgain();
}

void ColumnComparison::setBaseline(std::size_t column)
{
    if (column == m_baseline || column >= m_columns.size())
        return;
    m_baseline = column;
    judgeAgain();
}

Policy ColumnComparison::policyOf(const ComparedColumn& column) const
{
    Policy policy{.choice = column.choice, .soc = column.soc};
    if (column.file) {
        policy.mixlist = *column.file;
    } else if (column.usesEdits) {
        policy.mixlist =
            column.variant ? m_document.policy().variant(*column.variant) : m_document.policy().mixlist;
        const bool isInForce = !column.variant || *column.variant == m_document.policy().variantName;
        if (isInForce && !m_document.isMixlistModified() && !m_document.policy().mixlistPath.isEmpty())
            policy.mixlist.fileName = m_document.policy().mixlistPath.toStdString(); // for the command
        policy.overrides = m_document.policy().overrides;
    }
    if (column.usesEdits)
        policy.options = m_document.policy().options;
    if (!column.readsOwnLibrary(m_document.policy()))
        policy.options.useLibrary(nullptr, {});
    return policy;
}

GraphPtr ColumnComparison::graph() const
{
    const auto isJudged = [](const ComparedColumn& column) { return column.judgement != nullptr; };
    return std::ranges::all_of(m_columns, isJudged) ? m_columns.front().judgement->graph() : nullptr;
}

NodeId ColumnComparison::differenceBeside(NodeId node, int direction) const
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
