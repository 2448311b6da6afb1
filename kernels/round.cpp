// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/round.h"

#include "kernels/simd/signed.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/round.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/roundfrom-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

RoundStats to16(const float* src, std::int16_t* dst, std::size_t size, Rounding rounding)
{
    return forEachRoundedFrom(src, size, rounding,
        [=](VI16 rounded, auto, std::size_t i, auto access)
            HWY_ATTR { access.store(rounded, I16(), dst + i); });
}

RoundStats toFloats(const float* src, float* dst, std::size_t size, Rounding rounding)
{
    return forEachRoundedFrom(src, size, rounding,
        [=](VI16 rounded, auto widen, std::size_t i, auto access)
            HWY_ATTR { access.storePair(widen(rounded), dst + i); });
}

RoundStats inPlace(float* values, std::size_t size, Rounding rounding)
{
    return forEachRounded(size, rounding, [=](auto& rounder, std::size_t i, auto access) HWY_ATTR {
        access.storePair(rounder.widen(rounder.round(access.loadPair(values + i))), values + i);
    });
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(to16);
HWY_EXPORT(toFloats);
HWY_EXPORT(inPlace);

}

RoundStats roundTo16(std::span<const float> src, std::span<std::uint16_t> dst, Rounding rounding) noexcept
{
    assert(src.size() == dst.size());
    return HWY_DYNAMIC_DISPATCH(to16)(src.data(), asSigned(dst.data()), src.size(), rounding);
}

RoundStats roundToFloats(std::span<const float> src, std::span<float> dst, Rounding rounding) noexcept
{
    assert(src.size() == dst.size());
    return HWY_DYNAMIC_DISPATCH(toFloats)(src.data(), dst.data(), src.size(), rounding);
}

RoundStats roundInPlace(std::span<float> values, Rounding rounding) noexcept
{
    return HWY_DYNAMIC_DISPATCH(inPlace)(values.data(), values.size(), rounding);
}

}
#endif
