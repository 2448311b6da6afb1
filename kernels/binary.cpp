// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/binary.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/binary.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/vectors-inl.h"

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

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(binaryLoop);

}

void binary(Binary function, RowOperand a, RowOperand b, std::span<float> dst) noexcept
{
    assert(a.step <= 1 && b.step <= 1);
    if (!dst.empty())
        HWY_DYNAMIC_DISPATCH(binaryLoop)(function, a, b, dst.data(), dst.size());
}

}
#endif
