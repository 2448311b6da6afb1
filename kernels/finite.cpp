// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/round.h"
#include "kernels/simd/signed.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/finite.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/codec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

std::size_t firstNonFinite32(const float* values, std::size_t size)
{
    return findFirst(F32(), values, size, [](VF32 value) HWY_ATTR {
        return hn::RebindMask(F32(), hn::Gt(magnitudeBits(value), hn::Set(I32(), kInfinityBits - 1)));
    });
}

std::size_t firstNonFinite16(const std::int16_t* values, std::size_t size, Format16 format)
{
    const bool isF16 = format == Format16::F16;
    const VI16 infinity = hn::Set(I16(), isF16 ? F16Codec::kInfinity : Bf16Codec::kInfinity);
    return findFirst(
        I16(), values, size, [=](VI16 value) HWY_ATTR { return hn::Ge(magnitudeBits(value), infinity); });
}

bool allFinite32(const float* values, std::size_t size)
{
    VI32 max = hn::Zero(I32());
    forEachVector(F32(), size, [&](std::size_t i, auto access) HWY_ATTR {
        max = hn::Max(max, magnitudeBits(access.load(F32(), values + i)));
    });
    return hn::ReduceMax(I32(), max) < kInfinityBits;
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(firstNonFinite32);
HWY_EXPORT(firstNonFinite16);
HWY_EXPORT(allFinite32);

}

std::size_t firstNonFinite(std::span<const float> values) noexcept
{
    const std::size_t index = HWY_DYNAMIC_DISPATCH(firstNonFinite32)(values.data(), values.size());
    return index == values.size() ? kNotFound : index;
}

std::size_t firstNonFinite(std::span<const std::uint16_t> values, Format16 format) noexcept
{
    const std::size_t index =
        HWY_DYNAMIC_DISPATCH(firstNonFinite16)(asSigned(values.data()), values.size(), format);
    return index == values.size() ? kNotFound : index;
}

bool allFinite(std::span<const float> values) noexcept
{
    return HWY_DYNAMIC_DISPATCH(allFinite32)(values.data(), values.size());
}

}
#endif
