// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/oplibrary/oplibrary.h"

#include <string>
#include <vector>

namespace halftone {

/// This is how two libraries differ in what decides about precision. Everything is sorted by type.
struct LibraryComparison
{
    struct ListChange
    {
        std::string type;
        List first = List::Gray;
        List second = List::Gray;
        bool operator==(const ListChange&) const = default;
    };

    /// Kernels that only one of the two has. Both empty: the same kernels in another order, which decides
    /// where several fit. Only compared where both libraries have a table.
    struct ColumnChange
    {
        std::string type;
        std::vector<DTypeColumn> onlyInFirst;
        std::vector<DTypeColumn> onlyInSecond;
        bool operator==(const ColumnChange&) const = default;
    };

    std::vector<std::string> onlyInFirst;
    std::vector<std::string> onlyInSecond;
    std::vector<ListChange> lists;
    std::vector<ColumnChange> columns;

    bool isEqual() const
    {
        return onlyInFirst.empty() && onlyInSecond.empty() && lists.empty() && columns.empty();
    }
    bool operator==(const LibraryComparison&) const = default;
};

LibraryComparison compareLibraries(const OpLibrary& first, const OpLibrary& second);

/// "float16+float16>float32", as in the tables.
std::string columnText(const DTypeColumn& column);

}
