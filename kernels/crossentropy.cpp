// SPDX-License-Identifier: GPL-3.0-or-later
//
// Softmax and cross entropy in one: log p = (x - max) - log(sum of exp(x - max)). Subtracting the largest
// logit keeps every exponential at or below 1, so that nothing overflows and the sum is at least 1.
#include "kernels/loss.h"

#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/crossentropy.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/rowmax-inl.h"

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

constexpr float kNegativeInfinity = -std::numeric_limits<float>::infinity();

/// The sum of exp(value - max). max is finite and no value is greater.
double sumOfExponentials(const float* values, std::size_t size, float max)
{
    const VF32 padding = hn::Set(F32(), kNegativeInfinity); // exp() gives 0.
    DoubleSum sum;
    forEachVector(F32(), size, [&](std::size_t i, auto access) HWY_ATTR {
        const VF32 value = access.loadOr(padding, F32(), values + i);
        sum.add(hn::Exp(F32(), hn::Sub(value, hn::Set(F32(), max))));
    });
    return sum.total();
}

/// Writes the log probabilities of one row and returns that of the label.
double crossEntropyRow(const float* logits, std::size_t classes, std::int64_t label, float* logProbability)
{
    const float max = rowMax(logits, classes);
    // NaN, if need be, comes in here and reaches every result below.
    const double logSum = std::isfinite(max) ? std::log(sumOfExponentials(logits, classes, max))
                                             : std::numeric_limits<double>::quiet_NaN();
    const double ofLabel = static_cast<double>(logits[label]) - max - logSum;
    const VF32 maxima = hn::Set(F32(), max);
    const VF32 logSums = hn::Set(F32(), static_cast<float>(logSum));
    forEachVector(F32(), classes, [=](std::size_t i, auto access) HWY_ATTR {
        const VF32 shifted = hn::Sub(access.load(F32(), logits + i), maxima);
        access.store(hn::Sub(shifted, logSums), F32(), logProbability + i);
    });
    return ofLabel;
}

void crossEntropyGradientRow(
    const float* logProbability, std::size_t classes, std::int64_t label, float factor, float* dst)
{
    // exp(l) - 1 would lose the digits of a probability close to 1, where training ends up.
    const double ofLabel = std::expm1(static_cast<double>(logProbability[label])) * factor;
    forEachVector(F32(), classes, [=](std::size_t i, auto access) HWY_ATTR {
        const VF32 value = access.load(F32(), logProbability + i);
        // Highway's exp() of a NaN is 0.
        const VF32 probability = hn::IfThenElse(hn::IsNaN(value), value, hn::Exp(F32(), value));
        access.store(hn::Mul(probability, hn::Set(F32(), factor)), F32(), dst + i);
    });
    dst[label] = static_cast<float>(ofLabel);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(crossEntropyRow);
HWY_EXPORT(crossEntropyGradientRow);

/// The number of columns of a row-major matrix with so many rows.
std::size_t columnsOf(std::size_t elements, std::size_t rows)
{
    assert(rows != 0 && elements % rows == 0);
    return elements / rows;
}

}

double softmaxCrossEntropy(std::span<const float> logits, std::span<const std::int64_t> labels,
    std::span<float> logProbability) noexcept
{
    assert(logits.size() == logProbability.size());
    if (labels.empty())
        return 0;
    const std::size_t classes = columnsOf(logits.size(), labels.size());
    double sum = 0;
    for (std::size_t row = 0; row < labels.size(); ++row) {
        assert(labels[row] >= 0 && static_cast<std::size_t>(labels[row]) < classes);
        sum -= HWY_DYNAMIC_DISPATCH(crossEntropyRow)(
            logits.data() + row * classes, classes, labels[row], logProbability.data() + row * classes);
    }
    return sum / static_cast<double>(labels.size());
}

void softmaxCrossEntropyGradient(std::span<const float> logProbability, std::span<const std::int64_t> labels,
    float lossGradient, std::span<float> dst) noexcept
{
    assert(logProbability.size() == dst.size());
    if (labels.empty())
        return;
    const std::size_t classes = columnsOf(dst.size(), labels.size());
    const auto factor = static_cast<float>(lossGradient / static_cast<double>(labels.size()));
    for (std::size_t row = 0; row < labels.size(); ++row) {
        assert(labels[row] >= 0 && static_cast<std::size_t>(labels[row]) < classes);
        HWY_DYNAMIC_DISPATCH(crossEntropyGradientRow)(
            logProbability.data() + row * classes, classes, labels[row], factor, dst.data() + row * classes);
    }
}

}
#endif
