// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exponentials, logarithms and what is made of them, element by element in float32. Results are within a few
// units in the last place of the exact value (each function says how many) and may differ in the last bit
// between instruction sets. NaN gives NaN, infinities give the limits. Spans of one call have the same length;
// dst may be one of the sources, but not overlap one partly.
#pragma once

#include <span>

namespace halftone::kernels {

/// e^x, 2 ulp. Infinite from 88.73 on; below -87.3 the results are subnormal, below -104 zero.
void exponential(std::span<const float> src, std::span<float> dst) noexcept;

/// The natural logarithm, 4 ulp. Zero of either sign gives -infinity, negative numbers NaN.
void logarithm(std::span<const float> src, std::span<float> dst) noexcept;

/// The hyperbolic tangent, 4 ulp.
void hyperbolicTangent(std::span<const float> src, std::span<float> dst) noexcept;

/// 1 / (1 + e^-x), 4 ulp also where it is tiny.
void sigmoid(std::span<const float> src, std::span<float> dst) noexcept;

/// The error function, 2 ulp.
void errorFunction(std::span<const float> src, std::span<float> dst) noexcept;

/// x times the normal distribution function of x, the GELU in its exact form: 4 ulp. Between -5 and -0.9, where
/// the function falls as fast as e^(-x^2/2) and the fit bounds its error in units of erf, 2048 ulp, which is
/// less than 1e-9.
void gelu(std::span<const float> src, std::span<float> dst) noexcept;

/// The gradient of gelu(): dst = gradient (cdf(x) + x pdf(x)). The error is 8 ulp of gradient, not of the
/// result: the sum passes through zero at x = -0.75.
void geluGradient(std::span<const float> gradient, std::span<const float> x, std::span<float> dst) noexcept;

}
