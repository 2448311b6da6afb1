// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/reduce.h"

#include <cassert>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/argmax.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/rowmax-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

std::int64_t argmaxRow(const float* row, std::size_t columns)
{
    const float max = rowMax(row, columns);
    if (max != max)
        return -1;
    // Padding can equal the maximum too, but lies behind the element that is sought.
    return static_cast<std::int64_t>(findFirst(
        F32(), row, columns, [=](VF32 value) HWY_ATTR { return hn::Eq(value, hn::Set(F32(), max)); }));
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(argmaxRow);

}

void argmaxRows(std::span<const float> src, std::span<std::int64_t> dst) noexcept
{
    assert(dst.empty() || (src.size() % dst.size() == 0 && src.size() >= dst.size()));
    for (std::size_t row = 0; row < dst.size(); ++row) {
        const std::size_t columns = src.size() / dst.size();
        dst[row] = HWY_DYNAMIC_DISPATCH(argmaxRow)(src.data() + row * columns, columns);
    }
}

}
#endif
