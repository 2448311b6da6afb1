// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/librarymodel.h"

#include "analysis/oplibrary/vocabulary.h"
#include "gui/document/text.h"
#include "gui/models/marks.h"

#include <QFont>
#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <map>

namespace halftone {
namespace {

QString differenceText(LibraryRow::Difference difference)
{
    switch (difference) {
    case LibraryRow::Difference::None:
        return {};
    case LibraryRow::Difference::OnlyHere:
        return LibraryModel::tr("+ only here");
    case LibraryRow::Difference::OnlyThere:
        return LibraryModel::tr("− only there");
    case LibraryRow::Difference::List:
        return LibraryModel::tr("≠ list");
    case LibraryRow::Difference::Kernels:
        return LibraryModel::tr("≠ kernels");
    }
    return {};
}

QString kernelsText(const LibraryRow& row)
{
    if (!row.op)
        return {};
    if (row.op->isNullKernel)
        return LibraryModel::tr("none runs");
    return row.op->columns.empty() ? LibraryModel::tr("by code") : QString::number(row.op->columns.size());
}

QString listText(const LibraryRow& row)
{
    if (row.edited)
        return QStringLiteral("● ") + listTitle(*row.edited);
    return row.op ? listTitle(row.op->list) : QString();
}

constexpr auto kColumns = std::to_array<Column<LibraryRow>>({
    {.title = QT_TRANSLATE_NOOP("LibraryModel", "Operator type"),
        .toolTip = QT_TRANSLATE_NOOP("LibraryModel", "The Ascend type"),
        .text = [](const LibraryRow& row) { return row.type; }},
    {.title = QT_TRANSLATE_NOOP("LibraryModel", "List"),
        .toolTip = QT_TRANSLATE_NOOP("LibraryModel",
            "precision_reduce: true is white, false is black, none is gray; ● is changed here"),
        .text = listText,
        .decoration =
            [](const LibraryRow& row) { return row.op ? QVariant(listIcon(row.list())) : QVariant(); }},
    {.title = QT_TRANSLATE_NOOP("LibraryModel", "There"),
        .toolTip = QT_TRANSLATE_NOOP("LibraryModel", "The list in the library that it is compared with"),
        .text = [](const LibraryRow& row) { return row.other ? listTitle(row.other->list) : QString(); },
        .decoration =
            [](const LibraryRow& row) {
                return row.other ? QVariant(listIcon(row.other->list)) : QVariant();
            }},
    {.title = QT_TRANSLATE_NOOP("LibraryModel", "Difference"),
        .toolTip = QT_TRANSLATE_NOOP("LibraryModel", "What the other library has otherwise"),
        .text = [](const LibraryRow& row) { return differenceText(row.difference); }},
    {.title = QT_TRANSLATE_NOOP("LibraryModel", "Kernels"),
        .toolTip = QT_TRANSLATE_NOOP("LibraryModel", "Combinations of types that it takes"),
        .text = kernelsText,
        .sortValue =
            [](const LibraryRow& row) { return QVariant(row.op ? qlonglong(row.op->columns.size()) : -1); },
        .align = Qt::AlignRight | Qt::AlignVCenter},
    {.title = QT_TRANSLATE_NOOP("LibraryModel", "In model"),
        .toolTip = QT_TRANSLATE_NOOP("LibraryModel", "How often the open model has it"),
        .text =
            [](const LibraryRow& row) { return row.uses ? QStringLiteral("×%1").arg(row.uses) : QString(); },
        .sortValue = [](const LibraryRow& row) { return QVariant(qlonglong(row.uses)); },
        .align = Qt::AlignRight | Qt::AlignVCenter},
    {.title = QT_TRANSLATE_NOOP("LibraryModel", "ONNX"),
        .toolTip = QT_TRANSLATE_NOOP("LibraryModel", "The ONNX operators that become it"),
        .text = [](const LibraryRow& row) { return row.onnxTypes; }},
    {.title = QT_TRANSLATE_NOOP("LibraryModel", "From"),
        .toolTip = QT_TRANSLATE_NOOP("LibraryModel", "File and line"),
        .text = [](const LibraryRow& row) { return row.place; }},
});

QString onnxNamesOf(std::string_view type)
{
    QStringList names;
    for (const std::string_view name : frameworkNamesOf(Framework::Onnx, type))
        names += text(name);
    return names.join(", ");
}

using RowMap = std::map<std::string_view, LibraryRow>;

void markDifferences(RowMap& rows, const OpLibrary& library, const OpLibrary& other)
{
    using Difference = LibraryRow::Difference;
    const LibraryComparison comparison = compareLibraries(library, other);
    for (const LibraryOp& op : other.ops())
        rows.try_emplace(op.type).first->second.other = &op;
    for (const std::string& type : comparison.onlyInFirst)
        rows.find(type)->second.difference = Difference::OnlyHere;
    for (const std::string& type : comparison.onlyInSecond)
        rows.find(type)->second.difference = Difference::OnlyThere;
    for (const LibraryComparison::ColumnChange& change : comparison.columns)
        rows.find(change.type)->second.difference = Difference::Kernels;
    for (const LibraryComparison::ListChange& change : comparison.lists) // weighs more than the kernels
        rows.find(change.type)->second.difference = Difference::List;
}

}

std::vector<LibraryRow> libraryRows(const OpLibrary& library, const OpLibrary* other,
    std::span<const TypeUse> uses, const QHash<QString, List>& edits)
{
    RowMap rows;
    for (const LibraryOp& op : library.ops()) {
        LibraryRow& row = rows[op.type];
        row.op = &op;
        row.place = text(library.placeOf(op));
    }
    if (other)
        markDifferences(rows, library, *other);
    for (const TypeUse& use : uses) {
        if (const auto row = rows.find(use.type); row != rows.end())
            row->second.uses = use.count;
    }
    std::vector<LibraryRow> sorted;
    for (auto& [type, row] : rows) {
        row.type = text(type);
        row.onnxTypes = onnxNamesOf(type);
        if (const auto edit = edits.constFind(row.type); edit != edits.cend() && row.op)
            row.edited = *edit;
        sorted.push_back(std::move(row));
    }
    return sorted;
}

LibraryModel::LibraryModel(QObject* parent)
    : ColumnTable(kColumns, "LibraryModel", parent)
{
}

QVariant LibraryModel::rowData(const LibraryRow& row, int column, int role) const
{
    switch (role) {
    case kNameRole:
        return row.type;
    case Qt::ToolTipRole:
        return column == kOnnx ? QVariant(row.onnxTypes)
            : column == kPlace ? QVariant(row.place)
                               : QVariant();
    case Qt::FontRole:
        if (row.edited || row.difference != LibraryRow::Difference::None) {
            QFont font = QGuiApplication::font();
            font.setBold(true);
            return font;
        }
        return {};
    default:
        return {};
    }
}

LibraryFilter::LibraryFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(kSortRole);
}

void LibraryFilter::setWords(const QString& words)
{
    m_words = words.simplified().split(' ', Qt::SkipEmptyParts);
    invalidateRowsFilter();
}

void LibraryFilter::setList(std::optional<List> list)
{
    m_list = list;
    invalidateRowsFilter();
}

void LibraryFilter::setOnlyDifferences(bool isOnly)
{
    m_onlyDifferences = isOnly;
    invalidateRowsFilter();
}

void LibraryFilter::setOnlyUsed(bool isOnly)
{
    m_onlyUsed = isOnly;
    invalidateRowsFilter();
}

bool LibraryFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const LibraryRow& op = static_cast<const LibraryModel*>(sourceModel())->row(row);
    if ((m_list && op.list() != *m_list) || (m_onlyUsed && op.uses == 0) ||
        (m_onlyDifferences && op.difference == LibraryRow::Difference::None))
        return false;
    const QString searched = op.type + ' ' + op.onnxTypes;
    return std::ranges::all_of(
        m_words, [&](const QString& word) { return searched.contains(word, Qt::CaseInsensitive); });
}

}
