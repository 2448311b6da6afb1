// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/comparison.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

/// Digits behind the point, and the exponent of the smallest normal number.
struct Format
{
    int digits;
    int smallest;
};

Format formatOf(DType dtype)
{
    if (dtype == DType::Float16)
        return {10, -14};
    return dtype == DType::BFloat16 ? Format{7, -126} : Format{23, -126};
}

double ulpAt(double value, const Format& format)
{
    const int exponent = value == 0 ? format.smallest : std::max(format.smallest, std::ilogb(value));
    return std::ldexp(1.0, exponent - format.digits);
}

// Of the angle, from sums that were added up element by element.
double cosineOf(double product, double left, double right)
{
    if (left == 0 && right == 0)
        return 1;
    return left == 0 || right == 0 ? 0 : product / (std::sqrt(left) * std::sqrt(right));
}

}

ErrorMeasures measureError(std::span<const float> got, std::span<const float> right, DType dtype)
{
    ErrorMeasures error;
    const Format format = formatOf(dtype);
    double product = 0, gotSquares = 0, rightSquares = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (!std::isfinite(got[i]) || !std::isfinite(right[i])) {
            const bool bothNan = std::isnan(got[i]) && std::isnan(right[i]);
            error.notFinite += bothNan || got[i] == right[i] ? 0 : 1;
            continue;
        }
        const auto a = static_cast<double>(got[i]);
        const auto b = static_cast<double>(right[i]);
        product += a * b;
        gotSquares += a * a;
        rightSquares += b * b;
        const double difference = std::abs(a - b);
        error.largest = std::max(error.largest, std::abs(b));
        error.notZero += b != 0 ? 1 : 0;
        error.lost += b != 0 && a == 0 ? 1 : 0;
        error.maxAbsolute = std::max(error.maxAbsolute, difference);
        if (b != 0)
            error.maxRelative = std::max(error.maxRelative, difference / std::abs(b));
        error.maxUlp = std::max(error.maxUlp, difference / ulpAt(b, format));
    }
    error.cosine = cosineOf(product, gotSquares, rightSquares);
    return error;
}

bool passesAscend(const ErrorMeasures& error)
{
    return error.notFinite == 0 && error.cosine >= 0.9 && error.maxAbsolute <= 1 &&
        (error.cosine >= 0.99 || error.maxAbsolute <= 0.001);
}

}
