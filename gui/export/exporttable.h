// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <QString>

class QAbstractItemModel;

namespace halftone {

/// The rows of a table as a spreadsheet reads them: commas, titles in the first line, quotes where RFC 4180
/// asks for them.
QString toCsv(const QAbstractItemModel& table);

/// The rows as an array of objects, named by the titles of the columns.
QByteArray toJson(const QAbstractItemModel& table);

Result<void> writeJson(const QString& path, const QAbstractItemModel& table);
Result<void> writeCsv(const QString& path, const QAbstractItemModel& table);

}
