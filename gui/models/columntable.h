// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QCoreApplication>

#include <span>
#include <vector>

namespace halftone {

/// This is one column of a table whose rows are values of one type. Titles are marked for translation with
/// QT_TRANSLATE_NOOP.
template <typename Row>
struct Column
{
    const char* title = "";
    const char* toolTip = "";
    QString (*text)(const Row&) = nullptr; ///< Never null.
    QVariant (*sortValue)(const Row&) = nullptr; ///< Null: sorted by text.
    QVariant (*decoration)(const Row&) = nullptr; ///< May be null: no icon.
    Qt::Alignment align = Qt::AlignLeft | Qt::AlignVCenter;
};

/// Roles that the tables of this program have beside Qt's.
enum TableRole {
    kSortRole = Qt::UserRole,
    kNodeRole, ///< Index of a NodeId in the shown graph; invalid when there is none.
    kNameRole, ///< The bare name that a row stands for.
};

/// This is a table model over a vector of rows: a concrete model gives the columns, and nothing else has to
/// be written twice.
template <typename Row>
class ColumnTable : public QAbstractTableModel
{
public:
    /// \p columns must outlive the model; \p context is the one that their texts are translated in.
    ColumnTable(std::span<const Column<Row>> columns, const char* context, QObject* parent)
        : QAbstractTableModel(parent)
        , m_columns(columns)
        , m_context(context)
    {
    }

    void setRows(std::vector<Row> rows)
    {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    const std::vector<Row>& rows() const { return m_rows; }
    const Row& row(int index) const { return m_rows[static_cast<std::size_t>(index)]; }

    int rowCount(const QModelIndex& parent = {}) const final
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const final
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
            return {};
        const Column<Row>& column = m_columns[static_cast<std::size_t>(section)];
        if (role == Qt::DisplayRole)
            return QCoreApplication::translate(m_context, column.title);
        if (role == Qt::ToolTipRole)
            return QCoreApplication::translate(m_context, column.toolTip);
        return role == Qt::TextAlignmentRole ? QVariant(column.align) : QVariant();
    }
    QVariant data(const QModelIndex& index, int role) const final
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        const Row& item = row(index.row());
        const Column<Row>& column = m_columns[static_cast<std::size_t>(index.column())];
        switch (role) {
        case Qt::DisplayRole:
            return column.text(item);
        case Qt::TextAlignmentRole:
            return QVariant(column.align);
        case Qt::DecorationRole:
            return column.decoration ? column.decoration(item) : QVariant();
        case kSortRole:
            return column.sortValue ? column.sortValue(item) : QVariant(column.text(item));
        default:
            return rowData(item, index.column(), role);
        }
    }

protected:
    /// Roles that only this kind of row has.
    virtual QVariant rowData(const Row& row, int column, int role) const = 0;

    /// Changes every row in place: the views keep selection and position.
    template <typename Change>
    void changeRows(Change change)
    {
        for (Row& row : m_rows)
            change(row);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }

private:
    std::span<const Column<Row>> m_columns;
    const char* m_context;
    std::vector<Row> m_rows;
};

}
