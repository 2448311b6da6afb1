// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/smalltype.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

using kernels::SmallFormat;

struct SmallRow
{
    DType dtype;
    SmallFormat format;
};

constexpr auto kRows = std::to_array<SmallRow>({
    {DType::Float8E4M3, SmallFormat::F8E4M3},
    {DType::Float8E4M3Fnuz, SmallFormat::F8E4M3Fnuz},
    {DType::Float8E5M2, SmallFormat::F8E5M2},
    {DType::Float8E5M2Fnuz, SmallFormat::F8E5M2Fnuz},
    {DType::Float8E8M0, SmallFormat::F8E8M0},
    {DType::Float4E2M1, SmallFormat::F4E2M1},
    {DType::Int4, SmallFormat::Int4},
    {DType::UInt4, SmallFormat::UInt4},
    {DType::Int2, SmallFormat::Int2},
    {DType::UInt2, SmallFormat::UInt2},
});

}

std::optional<SmallFormat> smallFormat(DType dtype)
{
    const auto found = std::ranges::find(kRows, dtype, &SmallRow::dtype);
    return found == kRows.end() ? std::nullopt : std::optional(found->format);
}

}
