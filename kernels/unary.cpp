// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each function is a struct with its value and its slope; the loops stand once behind them, and a table in
// the order of the enumeration finds them.
#include "kernels/unary.h"

#include <array>
#include <cassert>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unary.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/transcendental-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

HWY_INLINE VF32 zero()
{
    return hn::Zero(F32());
}

HWY_INLINE VF32 one()
{
    return constant(1.0f);
}

HWY_INLINE VF32 choose(hn::Mask<F32> condition, VF32 yes, VF32 no)
{
    return hn::IfThenElse(condition, yes, no);
}

// x86's min and max give the second operand where one is NaN, and a comparison with NaN is false.
HWY_INLINE VF32 clamp(VF32 x, VF32 low, VF32 high)
{
    return orNan(x, hn::Min(hn::Max(x, low), high));
}

/// The parameters of a function in every lane.
struct P
{
    VF32 alpha;
    VF32 beta;

    HWY_INLINE P(float a, float b)
        : alpha(constant(a))
        , beta(constant(b))
    {
    }
};

/// What functions without a slope share.
struct Steps
{
    static HWY_INLINE VF32 slope(VF32, P) { return zero(); }
};

struct AbsFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return hn::Abs(x); }
    static HWY_INLINE VF32 slope(VF32 x, P)
    {
        return orNan(x, choose(hn::Eq(x, zero()), zero(), hn::CopySign(one(), x)));
    }
};

struct CeilFunction : Steps
{
    static HWY_INLINE VF32 value(VF32 x, P) { return hn::Ceil(x); }
};

struct CeluFunction
{
    static HWY_INLINE VF32 value(VF32 x, P p)
    {
        return choose(hn::Gt(x, zero()), x, hn::Mul(p.alpha, expm1Of(hn::Div(x, p.alpha))));
    }
    static HWY_INLINE VF32 slope(VF32 x, P p)
    {
        return choose(hn::Gt(x, zero()), one(), expOf(hn::Div(x, p.alpha)));
    }
};

struct ClipFunction
{
    static HWY_INLINE VF32 value(VF32 x, P p) { return clamp(x, p.alpha, p.beta); }
    static HWY_INLINE VF32 slope(VF32 x, P p)
    {
        return orNan(x, choose(hn::And(hn::Ge(x, p.alpha), hn::Le(x, p.beta)), one(), zero()));
    }
};

struct EluFunction
{
    static HWY_INLINE VF32 value(VF32 x, P p)
    {
        return choose(hn::Gt(x, zero()), x, hn::Mul(p.alpha, expm1Of(x)));
    }
    static HWY_INLINE VF32 slope(VF32 x, P p)
    {
        return choose(hn::Gt(x, zero()), one(), hn::Mul(p.alpha, expOf(x)));
    }
};

struct ErfFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return erfOf(x); }
    static HWY_INLINE VF32 slope(VF32 x, P)
    {
        constexpr float kAtZero = 1.1283791671f; // 2 / sqrt(pi)
        return hn::Mul(constant(kAtZero), expOf(hn::Neg(hn::Mul(x, x))));
    }
};

struct ExpFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return expOf(x); }
    static HWY_INLINE VF32 slope(VF32 y, P) { return y; }
};

struct FloorFunction : Steps
{
    static HWY_INLINE VF32 value(VF32 x, P) { return hn::Floor(x); }
};

struct GeluFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return geluOf(x); }
    static HWY_INLINE VF32 slope(VF32 x, P) { return geluSlope(x); }
};

struct GeluTanhFunction
{
    static HWY_INLINE VF32 value(VF32 x, P)
    {
        const VF32 finite = hn::Max(x, constant(-20.0f)); // As for geluOf().
        return orNan(x, hn::Mul(hn::Mul(constant(0.5f), finite), hn::Add(one(), geluTanhTerm(finite))));
    }
    static HWY_INLINE VF32 slope(VF32 x, P)
    {
        const VF32 bounded = hn::Min(hn::Max(x, constant(-20.0f)), constant(20.0f));
        const VF32 t = geluTanhTerm(bounded);
        const VF32 square = hn::Mul(bounded, bounded);
        const VF32 inner =
            hn::Mul(constant(kTanhGeluInner), hn::MulAdd(constant(3 * kTanhGeluCubic), square, one()));
        const VF32 bend = hn::Mul(hn::Mul(bounded, hn::Sub(one(), hn::Mul(t, t))), inner);
        return orNan(x, hn::Mul(constant(0.5f), hn::Add(hn::Add(one(), t), bend)));
    }
};

struct HardSigmoidFunction
{
    static HWY_INLINE VF32 value(VF32 x, P p)
    {
        return clamp(hn::Add(hn::Mul(p.alpha, x), p.beta), zero(), one());
    }
    static HWY_INLINE VF32 slope(VF32 y, P p)
    {
        return orNan(y, choose(hn::And(hn::Gt(y, zero()), hn::Lt(y, one())), p.alpha, zero()));
    }
};

struct HardSwishFunction
{
    static HWY_INLINE VF32 value(VF32 x, P)
    {
        const VF32 gate = clamp(hn::Add(hn::Mul(x, constant(1.0f / 6)), constant(0.5f)), zero(), one());
        return choose(hn::Le(x, constant(-3.0f)), zero(), hn::Mul(x, gate));
    }
    static HWY_INLINE VF32 slope(VF32 x, P)
    {
        const VF32 middle = hn::Add(hn::Mul(x, constant(1.0f / 3)), constant(0.5f));
        const VF32 right = choose(hn::Ge(x, constant(3.0f)), one(), middle);
        return choose(hn::Le(x, constant(-3.0f)), zero(), right);
    }
};

struct LeakyReluFunction
{
    static HWY_INLINE VF32 value(VF32 x, P p) { return choose(hn::Ge(x, zero()), x, hn::Mul(p.alpha, x)); }
    static HWY_INLINE VF32 slope(VF32 x, P p) { return orNan(x, choose(hn::Gt(x, zero()), one(), p.alpha)); }
};

struct LogFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return logOf(x); }
    static HWY_INLINE VF32 slope(VF32 x, P) { return hn::Div(one(), x); }
};

struct MishFunction
{
    static HWY_INLINE VF32 value(VF32 x, P)
    {
        const VF32 finite = hn::Max(x, constant(-120.0f)); // -infinity times 0 would be NaN.
        return orNan(x, hn::Mul(finite, tanhOf(softplusOf(finite))));
    }
    static HWY_INLINE VF32 slope(VF32 x, P)
    {
        const VF32 bounded = hn::Min(hn::Max(x, constant(-120.0f)), constant(120.0f));
        const VF32 t = tanhOf(softplusOf(bounded));
        const VF32 bend = hn::Mul(hn::Mul(bounded, hn::Sub(one(), hn::Mul(t, t))), sigmoidOf(bounded));
        return orNan(x, hn::Add(t, bend));
    }
};

struct NegFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return hn::Neg(x); }
    static HWY_INLINE VF32 slope(VF32, P) { return constant(-1.0f); }
};

struct ReciprocalFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return hn::Div(one(), x); }
    static HWY_INLINE VF32 slope(VF32 y, P) { return hn::Neg(hn::Mul(y, y)); }
};

struct RoundFunction : Steps
{
    static HWY_INLINE VF32 value(VF32 x, P) { return hn::Round(x); }
};

struct SeluFunction
{
    static HWY_INLINE VF32 value(VF32 x, P p) { return hn::Mul(p.beta, EluFunction::value(x, p)); }
    static HWY_INLINE VF32 slope(VF32 x, P p) { return hn::Mul(p.beta, EluFunction::slope(x, p)); }
};

struct SigmoidFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return sigmoidOf(x); }
    static HWY_INLINE VF32 slope(VF32 y, P) { return hn::Mul(y, hn::Sub(one(), y)); }
};

struct SignFunction : Steps
{
    static HWY_INLINE VF32 value(VF32 x, P p) { return AbsFunction::slope(x, p); }
};

struct SoftplusFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return softplusOf(x); }
    static HWY_INLINE VF32 slope(VF32 x, P) { return sigmoidOf(x); }
};

struct SoftsignFunction
{
    static HWY_INLINE VF32 value(VF32 x, P)
    {
        // Infinity over infinity would be NaN; from 2^24 on the quotient is 1 in float.
        const VF32 finite = clamp(x, constant(-0x1p30f), constant(0x1p30f));
        return hn::Div(finite, hn::Add(one(), hn::Abs(finite)));
    }
    static HWY_INLINE VF32 slope(VF32 x, P)
    {
        const VF32 root = hn::Div(one(), hn::Add(one(), hn::Abs(x)));
        return hn::Mul(root, root);
    }
};

struct SqrtFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return hn::Sqrt(x); }
    static HWY_INLINE VF32 slope(VF32 y, P) { return hn::Div(constant(0.5f), y); }
};

struct SwishFunction
{
    static HWY_INLINE VF32 value(VF32 x, P p)
    {
        const VF32 finite = hn::Max(x, constant(-0x1p100f)); // -infinity times 0 would be NaN.
        return orNan(x, hn::Mul(finite, sigmoidOf(hn::Mul(p.alpha, finite))));
    }
    static HWY_INLINE VF32 slope(VF32 x, P p)
    {
        const VF32 s = sigmoidOf(hn::Mul(p.alpha, x));
        return hn::Mul(s, hn::Add(one(), hn::Mul(hn::Mul(p.alpha, x), hn::Sub(one(), s))));
    }
};

struct TanhFunction
{
    static HWY_INLINE VF32 value(VF32 x, P) { return tanhOf(x); }
    static HWY_INLINE VF32 slope(VF32 y, P) { return hn::Sub(one(), hn::Mul(y, y)); }
};

struct ThresholdedReluFunction
{
    static HWY_INLINE VF32 value(VF32 x, P p) { return orNan(x, choose(hn::Gt(x, p.alpha), x, zero())); }
    static HWY_INLINE VF32 slope(VF32 x, P p) { return orNan(x, choose(hn::Gt(x, p.alpha), one(), zero())); }
};

template <class Function>
void valueLoop(const float* src, float* dst, std::size_t size, UnaryParameters parameters)
{
    const P p(parameters.alpha, parameters.beta);
    forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
        access.store(Function::value(access.load(F32(), src + i), p), F32(), dst + i);
    });
}

template <class Function>
void slopeLoop(
    const float* gradient, const float* operand, float* dst, std::size_t size, UnaryParameters parameters)
{
    const P p(parameters.alpha, parameters.beta);
    forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
        const VF32 slope = Function::slope(access.load(F32(), operand + i), p);
        access.store(hn::Mul(access.load(F32(), gradient + i), slope), F32(), dst + i);
    });
}

struct Loops
{
    void (*value)(const float*, float*, std::size_t, UnaryParameters);
    void (*slope)(const float*, const float*, float*, std::size_t, UnaryParameters);
};

template <class Function>
constexpr Loops loopsOf()
{
    return {valueLoop<Function>, slopeLoop<Function>};
}

// In the order of Unary.
constexpr Loops kLoops[] = {loopsOf<AbsFunction>(), loopsOf<CeilFunction>(), loopsOf<CeluFunction>(),
    loopsOf<ClipFunction>(), loopsOf<EluFunction>(), loopsOf<ErfFunction>(), loopsOf<ExpFunction>(),
    loopsOf<FloorFunction>(), loopsOf<GeluFunction>(), loopsOf<GeluTanhFunction>(),
    loopsOf<HardSigmoidFunction>(), loopsOf<HardSwishFunction>(), loopsOf<LeakyReluFunction>(),
    loopsOf<LogFunction>(), loopsOf<MishFunction>(), loopsOf<NegFunction>(), loopsOf<ReciprocalFunction>(),
    loopsOf<RoundFunction>(), loopsOf<SeluFunction>(), loopsOf<SigmoidFunction>(), loopsOf<SignFunction>(),
    loopsOf<SoftplusFunction>(), loopsOf<SoftsignFunction>(), loopsOf<SqrtFunction>(),
    loopsOf<SwishFunction>(), loopsOf<TanhFunction>(), loopsOf<ThresholdedReluFunction>()};
static_assert(std::size(kLoops) == static_cast<std::size_t>(Unary::ThresholdedRelu) + 1);

void unaryLoop(Unary function, const float* src, float* dst, std::size_t size, UnaryParameters parameters)
{
    kLoops[static_cast<std::size_t>(function)].value(src, dst, size, parameters);
}

void unaryGradientLoop(Unary function, const float* gradient, const float* operand, float* dst,
    std::size_t size, UnaryParameters parameters)
{
    kLoops[static_cast<std::size_t>(function)].slope(gradient, operand, dst, size, parameters);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(unaryLoop);
HWY_EXPORT(unaryGradientLoop);

}

void unary(
    Unary function, std::span<const float> src, std::span<float> dst, UnaryParameters parameters) noexcept
{
    assert(src.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(unaryLoop)(function, src.data(), dst.data(), src.size(), parameters);
}

void unaryGradient(Unary function, std::span<const float> gradient, std::span<const float> operand,
    std::span<float> dst, UnaryParameters parameters) noexcept
{
    assert(gradient.size() == operand.size() && gradient.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(unaryGradientLoop)
    (function, gradient.data(), operand.data(), dst.data(), dst.size(), parameters);
}

bool readsResult(Unary function) noexcept
{
    constexpr std::array kOfResult{
        Unary::Exp, Unary::HardSigmoid, Unary::Reciprocal, Unary::Sigmoid, Unary::Sqrt, Unary::Tanh};
    for (const Unary known : kOfResult) {
        if (known == function)
            return true;
    }
    return false;
}

}
#endif
