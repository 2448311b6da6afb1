// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/movement.h"

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

template <typename T>
void moveTyped(OffsetTables tables, const std::byte* from, std::byte* to, const std::byte* fillBytes)
{
    const T* src = reinterpret_cast<const T*>(from);
    T* dst = reinterpret_cast<T*>(to);
    T fill{};
    if (fillBytes)
        std::memcpy(&fill, fillBytes, sizeof fill);
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
