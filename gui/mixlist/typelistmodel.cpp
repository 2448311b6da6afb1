// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/typelistmodel.h"

#include "gui/document/text.h"
#include "gui/models/marks.h"
#include "gui/shell/twolinedelegate.h"
#include "gui/theme/palette.h"

#include <QFont>
#include <QGuiApplication>
#include <QMimeData>

#include <algorithm>
#include <array>
#include <map>

namespace halftone {
namespace {

constexpr auto kColumns = std::to_array<Column<TypeRow>>({
    {.title = QT_TRANSLATE_NOOP("TypeListModel", "Operator type"),
        .toolTip = QT_TRANSLATE_NOOP("TypeListModel", "The Ascend type, as mixlists name it"),
        .text = [](const TypeRow& row) { return row.type; }},
});

// "● added · accuracy · 3 ops 16→32"
QString markText(const TypeRow& row)
{
    if (row.mark == TypeRow::Mark::None)
        return row.isInLibrary ? QString() : TypeListModel::tr("not in the library");
    QStringList parts{row.mark == TypeRow::Mark::Added
            ? TypeListModel::tr("● added, was %1")
                  .arg(row.isInLibrary ? listTitle(row.libraryList) : TypeListModel::tr("unknown"))
            : TypeListModel::tr("● removed from %1").arg(listTitle(row.libraryList))};
    for (const QString& part : {row.reason, row.effect}) {
        if (!part.isEmpty())
            parts += part;
    }
    return parts.join(QStringLiteral(" · "));
}

// "Gemm ×3"
QString usesText(const TypeRow& row)
{
    if (row.uses == 0)
        return {};
    const bool isSameName = row.onnxTypes.compare(row.type, Qt::CaseInsensitive) == 0;
    const QString count = QStringLiteral("×%1").arg(row.uses);
    constexpr qsizetype kShownTypes = 2; // the tip has all of them
    const QStringList types = row.onnxTypes.split('/');
    const QString shown = types.size() <= kShownTypes
        ? types.join(QStringLiteral(", "))
        : TypeListModel::tr("%1 and %2 more").arg(types.front()).arg(types.size() - 1);
    return isSameName ? count : shown + ' ' + count;
}

TypeRow::Mark markOf(const TypeRow& row, const Mixlist& mixlist)
{
    const std::string type = row.type.toStdString();
    bool isRemoved = false;
    for (const MixlistEntry& entry : mixlist.entries) {
        if (entry.opType != type)
            continue;
        if (entry.action == MixlistEntry::Action::Add)
            return TypeRow::Mark::Added;
        isRemoved = true;
    }
    return isRemoved ? TypeRow::Mark::Removed : TypeRow::Mark::None;
}

}

std::vector<TypeRow> typeRows(const OpLibrary& library, std::span<const TypeUse> uses, const Mixlist& mixlist)
{
    std::map<std::string, TypeRow, std::less<>> rows;
    for (const LibraryOp& op : library.ops())
        rows.emplace(op.type, TypeRow{.list = op.list, .libraryList = op.list});
    for (const TypeUse& use : uses) {
        TypeRow& row = rows.try_emplace(use.type, TypeRow{.isInLibrary = false}).first->second;
        row.uses = use.count;
        row.onnxTypes = use.onnxTypes.join('/');
    }
    for (const MixlistEntry& entry : mixlist.entries)
        rows.try_emplace(entry.opType, TypeRow{.isInLibrary = false});
    std::vector<TypeRow> sorted;
    for (auto& [type, row] : rows) {
        row.type = text(type);
        row.mark = markOf(row, mixlist);
        row.list = effectiveList(type, row.libraryList, mixlist);
        sorted.push_back(std::move(row));
    }
    std::ranges::stable_partition(sorted, &TypeRow::isShownAlways);
    return sorted;
}

TypeListModel::TypeListModel(QObject* parent)
    : ColumnTable(kColumns, "TypeListModel", parent)
{
}

void TypeListModel::setEffects(const QHash<QString, QString>& effects)
{
    changeRows([&](TypeRow& row) {
        row.effect = row.mark == TypeRow::Mark::None ? QString() : effects.value(row.type);
    });
}

QString TypeListModel::mimeType()
{
    return QStringLiteral("application/x-halftone-op-types");
}

Qt::ItemFlags TypeListModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = ColumnTable::flags(index);
    return index.isValid() ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList TypeListModel::mimeTypes() const
{
    return {mimeType()};
}

QMimeData* TypeListModel::mimeData(const QModelIndexList& indexes) const
{
    QStringList types;
    for (const QModelIndex& index : indexes)
        types.append(row(index.row()).type);
    auto* data = new QMimeData;
    data->setData(mimeType(), types.join('\n').toUtf8());
    data->setText(types.join('\n'));
    return data;
}

QVariant TypeListModel::rowData(const TypeRow& row, int, int role) const
{
    switch (role) {
    case kNameRole:
        return row.type;
    case TwoLineDelegate::kAsideRole:
        return usesText(row);
    case TwoLineDelegate::kSecondLineRole:
        return markText(row);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1 %2 %3").arg(row.type, usesText(row), markText(row)).simplified();
    case Qt::ToolTipRole:
        return QStringLiteral("%1\n%2").arg(row.type,
                   row.uses > 0 ? tr("%1 in this model, from %2").arg(row.uses).arg(row.onnxTypes)
                                : tr("not in this model")) +
            (markText(row).isEmpty() ? QString() : '\n' + markText(row));
    case Qt::FontRole:
        if (row.mark != TypeRow::Mark::None) {
            QFont font = QGuiApplication::font();
            font.setBold(true);
            return font;
        }
        return {};
    case Qt::ForegroundRole:
        return row.isShownAlways()
            ? QVariant()
            : QVariant(color(ColorRole::MutedText, schemeOf(QGuiApplication::palette())));
    default:
        return {};
    }
}

TypeListFilter::TypeListFilter(List list, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_list(list)
{
}

void TypeListFilter::setWords(const QString& words)
{
    m_words = words.simplified().split(' ', Qt::SkipEmptyParts);
    invalidateRowsFilter();
}

void TypeListFilter::setShowsLibrary(bool showsLibrary)
{
    m_showsLibrary = showsLibrary;
    invalidateRowsFilter();
}

bool TypeListFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const TypeRow& type = static_cast<const TypeListModel*>(sourceModel())->row(row);
    if (type.list != m_list || (!m_showsLibrary && !type.isShownAlways()))
        return false;
    const QString searched = type.type + ' ' + type.onnxTypes;
    return std::ranges::all_of(
        m_words, [&](const QString& word) { return searched.contains(word, Qt::CaseInsensitive); });
}

}
