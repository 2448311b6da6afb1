// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/oplibrary/oplibrary.h"
#include "gui/document/optypes.h"
#include "gui/models/columntable.h"

#include <QHash>
#include <QSortFilterProxyModel>

namespace halftone {

/// This is one Ascend operator type in the editor.
struct TypeRow
{
    // Without a size: lupdate would lose the namespace of the texts below.
    enum class Mark { None, Added, Removed };

    QString type;
    List list = List::Gray; ///< In force.
    List libraryList = List::Gray;
    bool isInLibrary = true;
    std::size_t uses = 0; ///< In the open model.
    QString onnxTypes; ///< That become it there.
    Mark mark = Mark::None; ///< What the mixlist does with it.
    QString effect; ///< "3 ops 16→32"; empty without a mark or while it is not known.
    QString reason; ///< In a person's words; may be empty.

    bool isShownAlways() const { return uses > 0 || mark != Mark::None || !isInLibrary; }
};

/// All types of the library, of the model and of the mixlist: those of the model and the mixlist first.
std::vector<TypeRow> typeRows(
    const OpLibrary& library, std::span<const TypeUse> uses, const Mixlist& mixlist);

/// This is the table behind the three columns of the editor.
class TypeListModel : public ColumnTable<TypeRow>
{
    Q_OBJECT

public:
    explicit TypeListModel(QObject* parent = nullptr);

    /// Sets what entries change, by type, once that is known.
    void setEffects(const QHash<QString, QString>& effects);

    static QString mimeType(); ///< Of dragged types: their names, one a line.

    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;

protected:
    QVariant rowData(const TypeRow& row, int column, int role) const override;
};

/// Shows the types of one list whose name has all words of a search, those that the model does not use only
/// on demand.
class TypeListFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    TypeListFilter(List list, QObject* parent);

    void setWords(const QString& words);
    void setShowsLibrary(bool showsLibrary);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    List m_list;
    QStringList m_words;
    bool m_showsLibrary = false;
};

}
