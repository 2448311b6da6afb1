// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/scopesmodel.h"

#include "gui/document/text.h"
#include "gui/graph/picturebuilder.h"
#include "gui/models/marks.h"

#include <QLocale>

#include <algorithm>

namespace halftone {

ScopesModel::ScopesModel(QObject* parent)
    : QAbstractItemModel(parent)
{
}

void ScopesModel::setTree(const ScopeTreePtr& tree, const JudgementPtr& judgement)
{
    if (tree == m_tree) {
        count(judgement);
        if (m_tree)
            emit dataChanged(index(0, 0), index(rowCount() - 1, kColumnCount - 1));
        return;
    }
    beginResetModel();
    m_tree = tree;
    m_rows = IdMap<ScopeId, int>(tree ? tree->size() : 0, 0);
    for (std::uint32_t id = 0; id < m_rows.size(); ++id) {
        int row = 0;
        for (const ScopeId child : tree->scope({id}).children)
            m_rows[child] = row++;
    }
    count(judgement);
    endResetModel();
}

// The members of a scope stand behind each other, so every node counts once for each scope around it.
void ScopesModel::count(const JudgementPtr& judgement)
{
    m_facts = IdMap<ScopeId, GroupFacts>(m_tree ? m_tree->size() : 0);
    if (!m_tree || !judgement || judgement->graph() != m_tree->graph())
        return;
    const Decisions& decisions = judgement->decisions();
    for (NodeId node : m_tree->graph()->nodes()) {
        const DType precision = decisions.precision(node);
        for (ScopeId scope = m_tree->scopeOf(node); scope.isValid(); scope = m_tree->scope(scope).parent)
            m_facts[scope].add(decisions.node(node), precision);
    }
}

ScopeId ScopesModel::scopeAt(const QModelIndex& index) const
{
    return index.isValid() ? ScopeId{static_cast<std::uint32_t>(index.internalId())} : ScopeId{};
}

QModelIndex ScopesModel::indexOf(ScopeId scope) const
{
    const bool isShown = m_tree && scope.isValid() && scope != ScopeTree::root();
    return isShown ? createIndex(m_rows[scope], 0, quintptr(scope.index)) : QModelIndex();
}

const std::vector<ScopeId>& ScopesModel::childrenOf(const QModelIndex& parent) const
{
    return m_tree->scope(parent.isValid() ? scopeAt(parent) : ScopeTree::root()).children;
}

QModelIndex ScopesModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, quintptr(childrenOf(parent)[static_cast<std::size_t>(row)].index));
}

QModelIndex ScopesModel::parent(const QModelIndex& index) const
{
    return index.isValid() ? indexOf(m_tree->scope(scopeAt(index)).parent) : QModelIndex();
}

int ScopesModel::rowCount(const QModelIndex& parent) const
{
    return m_tree && parent.column() <= 0 ? static_cast<int>(childrenOf(parent).size()) : 0;
}

int ScopesModel::columnCount(const QModelIndex&) const
{
    return kColumnCount;
}

// Beside the letters of the type that most have: "71 %".
QString ScopesModel::precisionText(ScopeId scope) const
{
    const GroupFacts& facts = m_facts[scope];
    const std::uint32_t most = std::ranges::max(facts.precisions);
    return facts.nodes == 0 ? QString() : QStringLiteral("%1 %").arg(std::uint64_t(most) * 100 / facts.nodes);
}

QString ScopesModel::precisionToolTip(ScopeId scope) const
{
    QStringList lines;
    for (std::size_t i = 0; i < GroupFacts::kPrecisions.size(); ++i) {
        const DType dtype = GroupFacts::kPrecisions[i];
        if (const std::uint32_t count = m_facts[scope].precisions[i]; count > 0)
            lines << tr("%L1 in %2")
                         .arg(count)
                         .arg(dtype == DType::Undefined ? tr("other types") : text(name(dtype)));
    }
    return lines.join('\n');
}

DType ScopesModel::mainPrecision(ScopeId scope) const
{
    const auto most = std::ranges::max_element(m_facts[scope].precisions);
    return GroupFacts::kPrecisions[static_cast<std::size_t>(most - m_facts[scope].precisions.begin())];
}

QVariant ScopesModel::data(const QModelIndex& index, int role) const
{
    const ScopeId id = scopeAt(index);
    if (!id.isValid())
        return {};
    const Scope& scope = m_tree->scope(id);
    const auto count =
        static_cast<qlonglong>(scope.body ? scope.body->nodeCount() : m_tree->members(id).size());
    if (role == Qt::ToolTipRole && index.column() == kName)
        return scopeTitle(scope);
    if (role == Qt::ToolTipRole && index.column() == kPrecision)
        return precisionToolTip(id);
    if (role == Qt::TextAlignmentRole && index.column() == kOperators)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::DecorationRole && index.column() == kPrecision && m_facts[id].nodes > 0)
        return precisionIcon(mainPrecision(id));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case kName:
        return scopeTitle(scope);
    case kOperators:
        return QLocale().toString(count);
    default:
        return precisionText(id);
    }
}

QVariant ScopesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    if (role == Qt::ToolTipRole) {
        const std::array<QString, kColumnCount> tips{tr("As the names of operators tell"),
            tr("Number of operators"), tr("The data type that most operators of the scope get")};
        return tips[static_cast<std::size_t>(section)];
    }
    const std::array<QString, kColumnCount> titles{tr("Scope"), tr("Number"), tr("Type")};
    return titles[static_cast<std::size_t>(section)];
}

ScopesFilter::ScopesFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
}

void ScopesFilter::setPrecision(std::optional<DType> precision)
{
    m_precision = precision;
    invalidateFilter();
}

bool ScopesFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (!m_precision)
        return true;
    const auto* scopes = static_cast<const ScopesModel*>(sourceModel());
    const GroupFacts& facts = scopes->facts(scopes->scopeAt(scopes->index(row, 0, parent)));
    const auto place = std::ranges::find(GroupFacts::kPrecisions, *m_precision);
    return facts.precisions[static_cast<std::size_t>(place - GroupFacts::kPrecisions.begin())] > 0;
}

}
