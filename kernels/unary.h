// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of one number, element by element in float32, and their gradients. Transcendental ones are within
// a few units in the last place of the exact value (each says how many) and may differ in the last bit
// between instruction sets; the others are exact or rounded step by step. NaN gives NaN, infinities give the
// limits. Spans of one call have the same length; dst may be one of the sources, but not overlap one partly.
#pragma once

#include <cstdint>
#include <span>

namespace halftone::kernels {

/// Which function. Parameters are UnaryParameters::alpha and beta.
enum class Unary : std::uint8_t {
    Abs,
    Ceil,
    Celu, ///< max(x, 0) + min(0, alpha (e^(x/alpha) - 1)).
    Clip, ///< min(max(x, alpha), beta).
    Elu, ///< x for x > 0, else alpha (e^x - 1).
    Erf, ///< The error function, 2 ulp.
    Exp, ///< e^x, 2 ulp. Infinite from 88.73 on; below -87.3 subnormal, below -104 zero.
    Floor,
    Gelu, ///< x times the normal distribution function, 4 ulp. Between -5 and -0.9, where the function falls
          ///< as fast as e^(-x^2/2) and the fit bounds its error in units of erf, 2048 ulp: less than 1e-9.
    GeluTanh, ///< The approximation of GELU by tanh.
    HardSigmoid, ///< min(1, max(0, alpha x + beta)).
    HardSwish, ///< x min(1, max(0, x/6 + 1/2)).
    LeakyRelu, ///< x for x >= 0, else alpha x.
    Log, ///< The natural logarithm, 4 ulp. Zero of either sign gives -infinity, negative numbers NaN.
    Mish, ///< x tanh(ln(1 + e^x)).
    Neg,
    Reciprocal,
    Round, ///< To the nearest integer, ties to even.
    Selu, ///< beta x for x > 0, else beta alpha (e^x - 1).
    Sigmoid, ///< 1 / (1 + e^-x), 4 ulp also where it is tiny.
    Sign,
    Softplus, ///< ln(1 + e^x).
    Softsign, ///< x / (1 + |x|).
    Sqrt,
    Swish, ///< x / (1 + e^(-alpha x)).
    Tanh, ///< The hyperbolic tangent, 4 ulp.
    ThresholdedRelu, ///< x for x > alpha, else 0.
};

struct UnaryParameters
{
    float alpha = 0;
    float beta = 0;
};

/// dst = f(src).
void unary(Unary function, std::span<const float> src, std::span<float> dst,
    UnaryParameters parameters = {}) noexcept;

/// dst = gradient f'. The slope is computed from \p operand: from the result f(x) for Exp, HardSigmoid,
/// Reciprocal, Sigmoid, Sqrt and Tanh, from x itself for the others (readsResult()). Ceil, Floor, Round and
/// Sign have slope 0. At a kink the slope is that of PyTorch: of the left side for the rectifiers, 1 at the
/// bounds of Clip, 0 for Abs at 0. For Gelu the error is 8 ulp of gradient, not of the result, which passes
/// through zero.
void unaryGradient(Unary function, std::span<const float> gradient, std::span<const float> operand,
    std::span<float> dst, UnaryParameters parameters = {}) noexcept;

/// Whether unaryGradient() wants the result of the function rather than what went in.
bool readsResult(Unary function) noexcept;

}
