// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <QString>

#include <vector>

class QAbstractItemModel;

namespace halftone {

/// The rows of a table as a spreadsheet reads them: commas, titles in the first line, quotes where RFC 4180
/// asks for them.
QString toCsv(const QAbstractItemModel& table);
/// Only these rows of it.
QString toCsv(const QAbstractItemModel& table, const std::vector<int>& rows);

/// The rows as an array of objects, named by the titles of the columns.
QByteArray toJson(const QAbstractItemModel& table);

Result<void> writeJson(const QString& path, const QAbstractItemModel& table);
Result<void> writeCsv(const QString& path, const QAbstractItemModel& table);

}
