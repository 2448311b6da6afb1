// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/statistics.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/preview.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/roundcounter-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

/// The lanes where the number changes; a NaN stays a NaN.
HWY_INLINE hn::Mask<I32> isChanged(VF32 before, VF32 after)
{
    const I32 d;
    const auto differs = hn::Ne(hn::BitCast(d, before), hn::BitCast(d, after));
    const auto isNan = hn::Gt(magnitudeBits(before), hn::Set(d, kInfinityBits));
    return hn::AndNot(isNan, differs);
}

template <class Codec>
ConversionPreview previewBlock(const float* values, std::size_t size)
{
    RoundCounter<Codec> counter;
    VI32 changed = hn::Zero(I32());
    forEachVector(I16(), size, [&](std::size_t i, auto access) HWY_ATTR {
        const FloatPair before = access.loadPair(values + i);
        const VI16 narrowed = Codec::narrow(before);
        const FloatPair after = Codec::widen(narrowed);
        counter.add(before, narrowed);
        changed = countIf(I32(), changed, isChanged(before.low, after.low));
        changed = countIf(I32(), changed, isChanged(before.high, after.high));
    });
    const RoundStats stats = counter.stats(size);
    return {.count = size,
        .overflows = stats.newOverflows(),
        .flushedToZero = stats.underflows,
        .subnormals = stats.subnormals,
        .unchanged = size - sumCounts(changed)};
}

ConversionPreview preview(const float* values, std::size_t size, Format16 format)
{
    return inBlocks<ConversionPreview>(size, [=](std::size_t start, std::size_t blockSize) {
        return format == Format16::F16 ? previewBlock<F16Codec>(values + start, blockSize)
                                       : previewBlock<Bf16Codec>(values + start, blockSize);
    });
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(preview);

}

ConversionPreview previewConversion(std::span<const float> values, Format16 format) noexcept
{
    return HWY_DYNAMIC_DISPATCH(preview)(values.data(), values.size(), format);
}

}
#endif
