// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/export/exporttable.h"

#include "executor/files/atomicfile.h"

#include <QAbstractItemModel>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <numeric>

namespace halftone {
namespace {

QString field(const QString& text)
{
    const auto isSpecial = [](QChar c) { return c == '"' || c == ',' || c == '\n' || c == '\r'; };
    if (std::ranges::none_of(text, isSpecial))
        return text;
    return '"' + QString(text).replace('"', "\"\"") + '"';
}

}

QString toCsv(const QAbstractItemModel& table)
{
    std::vector<int> rows(static_cast<std::size_t>(table.rowCount()));
    std::ranges::iota(rows, 0);
    return toCsv(table, rows);
}

QString toCsv(const QAbstractItemModel& table, const std::vector<int>& rows)
{
    QString csv;
    const int columns = table.columnCount();
    const auto addLine = [&](auto cell) {
        for (int column = 0; column < columns; ++column)
            csv += field(cell(column).toString()) + (column + 1 < columns ? "," : "\r\n");
    };
    addLine([&](int column) { return table.headerData(column, Qt::Horizontal); });
    for (const int row : rows)
        addLine([&](int column) { return table.index(row, column).data(); });
    return csv;
}

QByteArray toJson(const QAbstractItemModel& table)
{
    QJsonArray rows;
    for (int row = 0; row < table.rowCount(); ++row) {
        QJsonObject object;
        for (int column = 0; column < table.columnCount(); ++column)
            object[table.headerData(column, Qt::Horizontal).toString()] =
                table.index(row, column).data().toString();
        rows.append(object);
    }
    return QJsonDocument(rows).toJson();
}

Result<void> writeJson(const QString& path, const QAbstractItemModel& table)
{
    return writeFileAtomically(path.toStdString(), toJson(table).toStdString());
}

Result<void> writeCsv(const QString& path, const QAbstractItemModel& table)
{
    return writeFileAtomically(path.toStdString(), toCsv(table).toStdString());
}

}
