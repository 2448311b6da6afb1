// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/round.h"
#include "kernels/simd/signed.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/widen.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/codec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

template <class Codec>
void widenAll(const std::int16_t* src, float* dst, std::size_t size)
{
    forEachVector(I16(), size, [=](std::size_t i, auto access) HWY_ATTR {
        access.storePair(Codec::widen(access.load(I16(), src + i)), dst + i);
    });
}

void widenF16(const std::int16_t* src, float* dst, std::size_t size)
{
    widenAll<F16Codec>(src, dst, size);
}
void widenBf16(const std::int16_t* src, float* dst, std::size_t size)
{
    widenAll<Bf16Codec>(src, dst, size);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(widenF16);
HWY_EXPORT(widenBf16);

}

void widen(std::span<const std::uint16_t> src, std::span<float> dst, Format16 format) noexcept
{
    assert(src.size() == dst.size());
    if (format == Format16::F16)
        HWY_DYNAMIC_DISPATCH(widenF16)(asSigned(src.data()), dst.data(), src.size());
    else
        HWY_DYNAMIC_DISPATCH(widenBf16)(asSigned(src.data()), dst.data(), src.size());
}

}
#endif
