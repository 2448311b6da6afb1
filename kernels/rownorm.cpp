// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row consists of runs of elements with one factor each (inner > 1) or of one run in which every element
// has its own (inner = 1); both are the same loop with the factor loaded or repeated. With x' the normalised
// element and g its gradient times the factor, the gradient of the row is (g - mean(g) - x' mean(g x')) /
// sqrt(variance + epsilon).
#include "kernels/rownorm.h"

#include <cassert>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rownorm.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

/// Factors of a run: one for each element, or one for all, or 1 where there are none.
struct Factors
{
    const float* first;
    bool repeats;
    float fallback;

    template <class Access>
    HWY_INLINE VF32 at(std::size_t i, Access access) const
    {
        if (!first)
            return hn::Set(F32(), fallback);
        return repeats ? hn::Set(F32(), *first) : access.load(F32(), first + i);
    }
};

Factors factorsOf(
    const float* factors, const RowNorm& norm, std::size_t row, std::size_t start, float fallback)
{
    if (!factors)
        return {nullptr, true, fallback};
    const std::size_t number = row % norm.periods * (norm.length / norm.inner) + start / norm.inner;
    return {factors + number, norm.inner > 1, fallback};
}

std::size_t runLength(const RowNorm& norm)
{
    return norm.inner > 1 ? norm.inner : norm.length;
}

double meanOf(const float* x, std::size_t size)
{
    DoubleSum sum;
    forEachVector(
        F32(), size, [&](std::size_t i, auto access) HWY_ATTR { sum.add(access.load(F32(), x + i)); });
    return sum.total() / static_cast<double>(size);
}

double varianceOf(const float* x, std::size_t size, float mean)
{
    DoubleSum sum;
    const VF32 center = hn::Set(F32(), mean);
    forEachVector(F32(), size, [&](std::size_t i, auto access) HWY_ATTR {
        const VF32 distance = hn::Sub(access.loadOr(center, F32(), x + i), center);
        sum.add(hn::Mul(distance, distance));
    });
    return sum.total() / static_cast<double>(size);
}

void normalizeLoop(const RowNorm& norm, const float* src, const float* scale, const float* shift, float* dst,
    float* means, float* inverses)
{
    const std::size_t run = runLength(norm);
    for (std::size_t row = 0; row < norm.rows; ++row) {
        const float* x = src + row * norm.length;
        const float mean = norm.centers ? static_cast<float>(meanOf(x, norm.length)) : 0.0f;
        const double variance = varianceOf(x, norm.length, mean);
        const auto inverse =
            static_cast<float>(1.0 / std::sqrt(variance + static_cast<double>(norm.epsilon)));
        means[row] = mean;
        inverses[row] = inverse;
        const VF32 center = hn::Set(F32(), mean), factor = hn::Set(F32(), inverse);
        for (std::size_t start = 0; dst && start < norm.length; start += run) {
            const Factors scales = factorsOf(scale, norm, row, start, 1.0f);
            const Factors shifts = factorsOf(shift, norm, row, start, 0.0f);
            float* y = dst + row * norm.length + start;
            forEachVector(F32(), run, [=](std::size_t i, auto access) HWY_ATTR {
                const VF32 unit = hn::Mul(hn::Sub(access.load(F32(), x + start + i), center), factor);
                access.store(hn::MulAdd(unit, scales.at(i, access), shifts.at(i, access)), F32(), y + i);
            });
        }
    }
}

/// The two means that the gradient of a row subtracts.
struct RowSums
{
    float plain = 0; ///< Mean of g.
    float weighted = 0; ///< Mean of g x'.
};

RowSums sumsOf(const RowNorm& norm, std::size_t row, const float* gradient, const float* x,
    const float* scale, float mean, float inverse)
{
    const std::size_t run = runLength(norm);
    DoubleSum plain, weighted;
    const VF32 center = hn::Set(F32(), mean), factor = hn::Set(F32(), inverse);
    for (std::size_t start = 0; start < norm.length; start += run) {
        const Factors scales = factorsOf(scale, norm, row, start, 1.0f);
        forEachVector(F32(), run, [&](std::size_t i, auto access) HWY_ATTR {
            const VF32 g = hn::Mul(access.load(F32(), gradient + start + i), scales.at(i, access));
            const VF32 unit = hn::Mul(hn::Sub(access.load(F32(), x + start + i), center), factor);
            plain.add(g);
            weighted.add(hn::Mul(g, unit)); // g is zero behind the end.
        });
    }
    const auto size = static_cast<double>(norm.length);
    return {norm.centers ? static_cast<float>(plain.total() / size) : 0.0f,
        static_cast<float>(weighted.total() / size)};
}

// Adds a run's part of the gradients of its factors.
void addFactorGradients(const float* gradient, const float* x, std::size_t size, bool repeats, float mean,
    float inverse, float* scaleGradient, float* shiftGradient)
{
    const VF32 center = hn::Set(F32(), mean), factor = hn::Set(F32(), inverse);
    if (!repeats) {
        forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
            const VF32 g = access.load(F32(), gradient + i);
            const VF32 unit = hn::Mul(hn::Sub(access.load(F32(), x + i), center), factor);
            access.store(
                hn::MulAdd(g, unit, access.load(F32(), scaleGradient + i)), F32(), scaleGradient + i);
            access.store(hn::Add(g, access.load(F32(), shiftGradient + i)), F32(), shiftGradient + i);
        });
        return;
    }
    DoubleSum scales, shifts;
    forEachVector(F32(), size, [&](std::size_t i, auto access) HWY_ATTR {
        const VF32 g = access.load(F32(), gradient + i);
        const VF32 unit = hn::Mul(hn::Sub(access.load(F32(), x + i), center), factor);
        scales.add(hn::Mul(g, unit));
        shifts.add(g);
    });
    *scaleGradient += static_cast<float>(scales.total());
    *shiftGradient += static_cast<float>(shifts.total());
}

void gradientLoop(const RowNorm& norm, const float* gradients, const float* src, const float* scale,
    const float* means, const float* inverses, float* dst, float* scaleGradient, float* shiftGradient)
{
    const std::size_t run = runLength(norm);
    for (std::size_t row = 0; row < norm.rows; ++row) {
        const float* gradient = gradients + row * norm.length;
        const float* x = src + row * norm.length;
        const RowSums sums = sumsOf(norm, row, gradient, x, scale, means[row], inverses[row]);
        const VF32 center = hn::Set(F32(), means[row]), factor = hn::Set(F32(), inverses[row]);
        const VF32 plain = hn::Set(F32(), sums.plain), weighted = hn::Set(F32(), sums.weighted);
        for (std::size_t start = 0; start < norm.length; start += run) {
            const Factors scales = factorsOf(scale, norm, row, start, 1.0f);
            if (scaleGradient)
                addFactorGradients(gradient + start, x + start, run, norm.inner > 1, means[row],
                    inverses[row], scaleGradient + (scales.first - scale),
                    shiftGradient + (scales.first - scale));
            float* result = dst + row * norm.length + start;
            forEachVector(F32(), run, [=](std::size_t i, auto access) HWY_ATTR {
                const VF32 g = hn::Mul(access.load(F32(), gradient + start + i), scales.at(i, access));
                const VF32 unit = hn::Mul(hn::Sub(access.load(F32(), x + start + i), center), factor);
                const VF32 rest = hn::Sub(hn::Sub(g, plain), hn::Mul(unit, weighted));
                access.store(hn::Mul(rest, factor), F32(), result + i);
            });
        }
    }
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(normalizeLoop);
HWY_EXPORT(gradientLoop);

const float* orNull(std::span<const float> values)
{
    return values.empty() ? nullptr : values.data();
}

}

void normalizeRows(const RowNorm& norm, std::span<const float> src, std::span<const float> scale,
    std::span<const float> shift, std::span<float> dst, std::span<float> means,
    std::span<float> inverses) noexcept
{
    assert(src.size() == norm.rows * norm.length && (dst.empty() || dst.size() == src.size()));
    assert(means.size() == norm.rows && inverses.size() == norm.rows);
    HWY_DYNAMIC_DISPATCH(normalizeLoop)
    (norm, src.data(), orNull(scale), orNull(shift), dst.empty() ? nullptr : dst.data(), means.data(),
        inverses.data());
}

void normalizeRowsGradient(const RowNorm& norm, std::span<const float> gradient, std::span<const float> src,
    std::span<const float> scale, std::span<const float> means, std::span<const float> inverses,
    std::span<float> dst, std::span<float> scaleGradient, std::span<float> shiftGradient) noexcept
{
    assert(
        src.size() == norm.rows * norm.length && gradient.size() == src.size() && dst.size() == src.size());
    assert(scaleGradient.size() == shiftGradient.size());
    HWY_DYNAMIC_DISPATCH(gradientLoop)
    (norm, gradient.data(), src.data(), orNull(scale), means.data(), inverses.data(), dst.data(),
        scaleGradient.empty() ? nullptr : scaleGradient.data(),
        shiftGradient.empty() ? nullptr : shiftGradient.data());
}

}
#endif
