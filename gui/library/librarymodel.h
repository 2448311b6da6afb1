// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/oplibrary/librarycompare.h"
#include "gui/document/optypes.h"
#include "gui/models/columntable.h"

#include <QHash>
#include <QSortFilterProxyModel>

namespace halftone {

/// This is one operator of a library, beside the same one of another library where one is compared.
struct LibraryRow
{
    // Without a size: lupdate would lose the namespace of the texts below.
    enum class Difference { None, OnlyHere, OnlyThere, List, Kernels };

    QString type;
    const LibraryOp* op = nullptr; ///< Null for one that only the other library has.
    const LibraryOp* other = nullptr;
    std::optional<List> edited; ///< The list that a person wants in a copy.
    Difference difference = Difference::None;
    std::size_t uses = 0; ///< In the open model.
    QString onnxTypes; ///< ONNX operators that become it.
    QString place; ///< "ascend910b.tsv:812"

    List list() const { return edited.value_or(op ? op->list : other->list); }
};

/// All operators of \p library, and those that only \p other has, sorted by type. \p other may be null. The
/// rows refer into both.
std::vector<LibraryRow> libraryRows(const OpLibrary& library, const OpLibrary* other,
    std::span<const TypeUse> uses, const QHash<QString, List>& edits);

/// This is the table of the library browser.
class LibraryModel : public ColumnTable<LibraryRow>
{
    Q_OBJECT

public:
    enum ColumnIndex { kType, kList, kOther, kDifference, kKernels, kUses, kOnnx, kPlace };

    explicit LibraryModel(QObject* parent = nullptr);

protected:
    QVariant rowData(const LibraryRow& row, int column, int role) const override;
};

/// Shows the operators that have all words of a search, stand in one list, or differ.
class LibraryFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit LibraryFilter(QObject* parent = nullptr);

    void setWords(const QString& words);
    void setList(std::optional<List> list); ///< Nullopt: all.
    void setOnlyDifferences(bool isOnly);
    void setOnlyUsed(bool isOnly);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    std::optional<List> m_list;
    bool m_onlyDifferences = false;
    bool m_onlyUsed = false;
};

}
