// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/movement.h"

#include <algorithm>
#include <cstring>

namespace halftone::kernels {
namespace {

// Calls row(offset, table of the innermost axis) for each row of the result, in order.
template <typename Row>
void forEachRow(OffsetTables tables, std::int64_t offset, const Row& row)
{
    if (tables.size() == 1) {
        row(offset, tables[0]);
        return;
    }
    for (const std::int64_t step : tables[0])
        forEachRow(tables.subspan(1), offset + step, row);
}

bool isConsecutive(std::span<const std::int64_t> table)
{
    if (table.empty() || table[0] < 0)
        return false;
    for (std::size_t i = 1; i < table.size(); ++i) {
        if (table[i] != table[0] + static_cast<std::int64_t>(i))
            return false;
    }
    return true;
}

// A matrix turned over: the innermost axis takes steps in the source, the one around it goes from element to
// element. Tiles read and write whole cache lines.
template <typename T>
void turnOver(std::size_t rows, std::span<const std::int64_t> columns, const T* src, T* dst)
{
    constexpr std::size_t kTile = 16;
    for (std::size_t firstColumn = 0; firstColumn < columns.size(); firstColumn += kTile) {
        const std::size_t width = std::min(kTile, columns.size() - firstColumn);
        for (std::size_t firstRow = 0; firstRow < rows; firstRow += kTile) {
            const std::size_t height = std::min(kTile, rows - firstRow);
            T* tile = dst + firstRow * columns.size() + firstColumn;
            for (std::size_t column = 0; column < width; ++column) {
                const T* from = src + columns[firstColumn + column] + firstRow;
                for (std::size_t row = 0; row < height; ++row)
                    tile[row * columns.size() + column] = from[row];
            }
        }
    }
}

// Whether the two innermost axes are such a matrix, and nothing around or in them is fill.
bool isMatrix(OffsetTables tables)
{
    const auto isInside = [](std::span<const std::int64_t> table) {
        return std::ranges::all_of(table, [](std::int64_t step) { return step >= 0; });
    };
    constexpr std::size_t kSmallest = 4;
    return tables.size() >= 2 && tables.back().size() >= kSmallest && std::ranges::all_of(tables, isInside) &&
        isConsecutive(tables[tables.size() - 2]) && !isConsecutive(tables.back());
}

template <typename T>
void moveTyped(OffsetTables tables, const std::byte* from, std::byte* to, const std::byte* fillBytes)
{
    const T* src = reinterpret_cast<const T*>(from);
    T* dst = reinterpret_cast<T*>(to);
    T fill{};
    if (fillBytes)
        std::memcpy(&fill, fillBytes, sizeof fill);
    if (isMatrix(tables)) {
        const std::span<const std::int64_t> rows = tables[tables.size() - 2], columns = tables.back();
        const auto turn = [&](std::int64_t offset) {
            turnOver(rows.size(), columns, src + offset + rows[0], dst);
            dst += rows.size() * columns.size();
        };
        if (tables.size() == 2)
            turn(0);
        else
            forEachRow(tables.first(tables.size() - 2), 0,
                [&](std::int64_t offset, std::span<const std::int64_t> table) {
                    for (const std::int64_t step : table)
                        turn(offset + step);
                });
        return;
    }
    const bool isCopy = isConsecutive(tables.back());
    forEachRow(tables, 0, [&](std::int64_t offset, std::span<const std::int64_t> table) {
        if (isCopy && offset >= 0) {
            std::memcpy(dst, src + offset + table[0], table.size() * sizeof(T));
            dst += table.size();
            return;
        }
        for (const std::int64_t step : table) {
            const std::int64_t at = offset + step;
            *dst++ = at < 0 ? fill : src[at];
        }
    });
}

constexpr std::int64_t kFirst[] = {0};

}

void moveElements(OffsetTables tables, std::size_t elementBytes, const std::byte* src, std::byte* dst,
    const std::byte* fill) noexcept
{
    const std::span<const std::int64_t> single(kFirst);
    if (tables.empty())
        tables = OffsetTables(&single, 1);
    if (elementBytes == 1)
        moveTyped<std::uint8_t>(tables, src, dst, fill);
    else if (elementBytes == 2)
        moveTyped<std::uint16_t>(tables, src, dst, fill);
    else if (elementBytes == 4)
        moveTyped<std::uint32_t>(tables, src, dst, fill);
    else
        moveTyped<std::uint64_t>(tables, src, dst, fill);
}

void addMovedBack(OffsetTables tables, const float* gradient, float* dst) noexcept
{
    const std::span<const std::int64_t> single(kFirst);
    if (tables.empty())
        tables = OffsetTables(&single, 1);
    forEachRow(tables, 0, [&](std::int64_t offset, std::span<const std::int64_t> table) {
        for (const std::int64_t step : table) {
            const std::int64_t at = offset + step;
            if (at >= 0)
                dst[at] += *gradient;
            ++gradient;
        }
    });
}

}
