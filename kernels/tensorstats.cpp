// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/statistics.h"

#include <cstddef>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/tensorstats.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// This collects one pass. Infinities and NaNs are only counted.
class StatsCollector
{
public:
    HWY_INLINE StatsCollector()
        : m_nans(hn::Zero(I32()))
        , m_nonFinite(hn::Zero(I32()))
        , m_zeros(hn::Zero(I32()))
        , m_min(hn::Set(F32(), kInfinity))
        , m_max(hn::Set(F32(), -kInfinity))
    {
    }

    HWY_INLINE void add(VF32 value)
    {
        const I32 d;
        const VI32 magnitude = magnitudeBits(value);
        const auto isNonFinite = hn::Gt(magnitude, hn::Set(d, kInfinityBits - 1));
        m_nans = countIf(d, m_nans, hn::Gt(magnitude, hn::Set(d, kInfinityBits)));
        m_nonFinite = countIf(d, m_nonFinite, isNonFinite);
        m_zeros = countIf(d, m_zeros, hn::Eq(magnitude, hn::Zero(d)));

        const auto isOut = hn::RebindMask(F32(), isNonFinite);
        m_min = hn::Min(m_min, hn::IfThenElse(isOut, hn::Set(F32(), kInfinity), value));
        m_max = hn::Max(m_max, hn::IfThenElse(isOut, hn::Set(F32(), -kInfinity), value));
        m_sum.add(hn::IfThenZeroElse(isOut, value));
    }

    /// size elements were added, and padding NaNs beside them.
    TensorStats stats(std::size_t size, std::size_t padding) const
    {
        const std::uint64_t nonFinite = sumCounts(m_nonFinite) - padding;
        TensorStats stats{.count = size, .nans = sumCounts(m_nans) - padding, .zeros = sumCounts(m_zeros)};
        stats.infinities = nonFinite - stats.nans;
        if (nonFinite == size)
            return stats;
        stats.min = hn::ReduceMin(F32(), m_min);
        stats.max = hn::ReduceMax(F32(), m_max);
        stats.absMax = HWY_MAX(stats.max, -stats.min);
        stats.mean = m_sum.total() / static_cast<double>(size - nonFinite);
        return stats;
    }

private:
    VI32 m_nans;
    VI32 m_nonFinite;
    VI32 m_zeros;
    VF32 m_min;
    VF32 m_max;
    DoubleSum m_sum;
};

TensorStats collect(const float* values, std::size_t size)
{
    const VF32 padding = hn::Set(F32(), std::numeric_limits<float>::quiet_NaN());
    StatsCollector collector;
    forEachVector(F32(), size, [&](std::size_t i, auto access) HWY_ATTR {
        collector.add(access.loadOr(padding, F32(), values + i));
    });
    return collector.stats(size, hwy::RoundUpTo(size, hn::Lanes(F32())) - size);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(collect);

}

TensorStats tensorStats(std::span<const float> values) noexcept
{
    return HWY_DYNAMIC_DISPATCH(collect)(values.data(), values.size());
}

}
#endif
