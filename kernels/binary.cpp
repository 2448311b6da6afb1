// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/binary.h"

#include "kernels/simd/signed.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/binary.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/rounder-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

// x86's min and max give the second operand where one is NaN.
HWY_INLINE VF32 orEitherNan(VF32 a, VF32 b, VF32 result)
{
    return hn::IfThenElse(hn::IsNaN(a), a, hn::IfThenElse(hn::IsNaN(b), b, result));
}

struct Sum
{
    static HWY_INLINE VF32 of(VF32 a, VF32 b) { return hn::Add(a, b); }
};
struct Difference
{
    static HWY_INLINE VF32 of(VF32 a, VF32 b) { return hn::Sub(a, b); }
};
struct Product
{
    static HWY_INLINE VF32 of(VF32 a, VF32 b) { return hn::Mul(a, b); }
};
struct Quotient
{
    static HWY_INLINE VF32 of(VF32 a, VF32 b) { return hn::Div(a, b); }
};
struct Smaller
{
    static HWY_INLINE VF32 of(VF32 a, VF32 b) { return orEitherNan(a, b, hn::Min(a, b)); }
};
struct Larger
{
    static HWY_INLINE VF32 of(VF32 a, VF32 b) { return orEitherNan(a, b, hn::Max(a, b)); }
};

// Which operands repeat one number.
enum class Form : std::uint8_t { Both, RightRepeats, LeftRepeats };

template <class Operation, Form form>
void rowLoop(const float* a, const float* b, float* dst, std::size_t size)
{
    const VF32 left = hn::Set(F32(), *a);
    const VF32 right = hn::Set(F32(), *b);
    forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
        VF32 x = left;
        VF32 y = right;
        if constexpr (form != Form::LeftRepeats)
            x = access.load(F32(), a + i);
        if constexpr (form != Form::RightRepeats)
            y = access.load(F32(), b + i);
        access.store(Operation::of(x, y), F32(), dst + i);
    });
}

template <class Operation>
void formLoop(RowOperand a, RowOperand b, float* dst, std::size_t size)
{
    if (a.step == 0 && b.step == 0) {
        // Two numbers give one: it repeats as often as wanted.
        rowLoop<Operation, Form::Both>(a.first, b.first, dst, 1);
        for (std::size_t i = 1; i < size; ++i)
            dst[i] = dst[0];
        return;
    }
    if (a.step == 0)
        return rowLoop<Operation, Form::LeftRepeats>(a.first, b.first, dst, size);
    if (b.step == 0)
        return rowLoop<Operation, Form::RightRepeats>(a.first, b.first, dst, size);
    rowLoop<Operation, Form::Both>(a.first, b.first, dst, size);
}

// In the order of Binary.
constexpr void (*kLoops[])(RowOperand, RowOperand, float*, std::size_t) = {formLoop<Sum>,
    formLoop<Difference>, formLoop<Product>, formLoop<Quotient>, formLoop<Smaller>, formLoop<Larger>};

void binaryLoop(Binary function, RowOperand a, RowOperand b, float* dst, std::size_t size)
{
    kLoops[static_cast<std::size_t>(function)](a, b, dst, size);
}

// Lanes behind the end count nowhere only as zeros, and a sum with a number for all or 0 / 0 is none.
HWY_INLINE FloatPair kept(FloatPair values, WholeVector)
{
    return values;
}
HWY_INLINE FloatPair kept(FloatPair values, PartialVector access)
{
    const std::size_t lanes = hn::Lanes(F32());
    const std::size_t inLow = HWY_MIN(access.lanes, lanes);
    return {hn::IfThenElseZero(hn::FirstN(F32(), inLow), values.low),
        hn::IfThenElseZero(hn::FirstN(F32(), access.lanes - inLow), values.high)};
}

// Rows share a counter until one of its lanes could be full.
template <class Operation>
RoundStats halfRowsLoop(
    HalfRows a, HalfRows b, std::int16_t* dst, std::size_t rows, std::size_t rowLength, Rounding rounding)
{
    const std::int16_t *left = asSigned(a.first), *right = asSigned(b.first);
    return withRounder(rounding, [=](auto type) HWY_ATTR {
        using Rounder = typename decltype(type)::type;
        const std::size_t lanes = hn::Lanes(I16());
        RoundStats stats;
        Rounder rounder;
        std::size_t elements = 0, vectors = 0; // that the rounder has counted
        for (std::size_t row = 0; row < rows; ++row) {
            const std::int16_t *x = left + row * a.rowStride, *y = right + row * b.rowStride;
            std::int16_t* to = dst + row * rowLength;
            const VI16 oneX = hn::Set(I16(), *x), oneY = hn::Set(I16(), *y);
            for (std::size_t start = 0; start < rowLength; start += kBlock) {
                const std::size_t size = HWY_MIN(kBlock, rowLength - start);
                if ((vectors + size / lanes + 1) * 8 > kBlock) {
                    stats += rounder.stats(elements);
                    rounder = Rounder();
                    elements = vectors = 0;
                }
                forEachVector(I16(), size, [&](std::size_t i, auto access) HWY_ATTR {
                    const VI16 fromX = a.step ? access.load(I16(), x + start + i) : oneX;
                    const VI16 fromY = b.step ? access.load(I16(), y + start + i) : oneY;
                    const FloatPair p = rounder.widen(fromX), q = rounder.widen(fromY);
                    const FloatPair result{Operation::of(p.low, q.low), Operation::of(p.high, q.high)};
                    access.store(rounder.round(kept(result, access)), I16(), to + start + i);
                });
                elements += size;
                vectors += size / lanes + 1;
            }
        }
        return stats += rounder.stats(elements);
    });
}

RoundStats halfBinaryLoop(Binary function, HalfRows a, HalfRows b, std::int16_t* dst, std::size_t rows,
    std::size_t rowLength, Rounding rounding)
{
    switch (function) {
    case Binary::Add:
        return halfRowsLoop<Sum>(a, b, dst, rows, rowLength, rounding);
    case Binary::Sub:
        return halfRowsLoop<Difference>(a, b, dst, rows, rowLength, rounding);
    case Binary::Mul:
        return halfRowsLoop<Product>(a, b, dst, rows, rowLength, rounding);
    case Binary::Div:
        return halfRowsLoop<Quotient>(a, b, dst, rows, rowLength, rounding);
    case Binary::Min:
    case Binary::Max:
        break; // They round nothing.
    }
    return {};
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(binaryLoop);
HWY_EXPORT(halfBinaryLoop);

}

void binary(Binary function, RowOperand a, RowOperand b, std::span<float> dst) noexcept
{
    assert(a.step <= 1 && b.step <= 1);
    if (!dst.empty())
        HWY_DYNAMIC_DISPATCH(binaryLoop)(function, a, b, dst.data(), dst.size());
}

RoundStats binary16(Binary function, HalfRows a, HalfRows b, std::span<std::uint16_t> dst,
    std::size_t rowLength, Rounding rounding) noexcept
{
    assert(function != Binary::Min && function != Binary::Max && "these round nothing");
    if (dst.empty())
        return {};
    assert(dst.size() % rowLength == 0);
    return HWY_DYNAMIC_DISPATCH(halfBinaryLoop)(
        function, a, b, asSigned(dst.data()), dst.size() / rowLength, rowLength, rounding);
}

}
#endif
