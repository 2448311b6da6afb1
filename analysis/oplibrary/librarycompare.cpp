// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/librarycompare.h"

#include <algorithm>

namespace halftone {
namespace {

std::vector<DTypeColumn> missingIn(
    const std::vector<DTypeColumn>& other, const std::vector<DTypeColumn>& columns)
{
    std::vector<DTypeColumn> missing;
    std::ranges::copy_if(columns, std::back_inserter(missing),
        [&](const DTypeColumn& column) { return !std::ranges::contains(other, column); });
    return missing;
}

void compareOps(LibraryComparison& comparison, const LibraryOp& first, const LibraryOp& second)
{
    if (first.list != second.list)
        comparison.lists.push_back({first.type, first.list, second.list});
    if (first.columns != second.columns && !first.columns.empty() && !second.columns.empty())
        comparison.columns.push_back(
            {first.type, missingIn(second.columns, first.columns), missingIn(first.columns, second.columns)});
}

std::string joined(const std::vector<DType>& dtypes)
{
    std::string text;
    for (DType dtype : dtypes)
        text += (text.empty() ? "" : "+") + std::string(name(dtype));
    return text;
}

}

LibraryComparison compareLibraries(const OpLibrary& first, const OpLibrary& second)
{
    LibraryComparison comparison;
    for (const LibraryOp& op : first.ops()) {
        if (const LibraryOp* same = second.find(op.type))
            compareOps(comparison, op, *same);
        else
            comparison.onlyInFirst.push_back(op.type);
    }
    for (const LibraryOp& op : second.ops()) {
        if (!first.find(op.type))
            comparison.onlyInSecond.push_back(op.type);
    }
    std::ranges::sort(comparison.onlyInFirst);
    std::ranges::sort(comparison.onlyInSecond);
    std::ranges::sort(comparison.lists, {}, &LibraryComparison::ListChange::type);
    std::ranges::sort(comparison.columns, {}, &LibraryComparison::ColumnChange::type);
    return comparison;
}

std::string columnText(const DTypeColumn& column)
{
    return joined(column.inputs) + ">" + joined(column.outputs);
}

}
