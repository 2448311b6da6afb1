// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arithmetic, comparisons, logic and selection, with broadcasting. Gradients are made of ordinary operators
// and summed over the axes that were repeated.
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

namespace halftone {
namespace {

ValueId apply(GradientBuilder& b, std::string_view opType, std::vector<ValueId> inputs)
{
    return b.append({.opType = opType, .inputs = std::move(inputs), .like = b.output()});
}

void give(GradientBuilder& b, std::size_t slot, ValueId gradient)
{
    b.setGradient(slot, reduceToInput(b, slot, gradient));
}

void sumGradient(GradientBuilder& b)
{
    for (std::size_t slot = 0; slot < b.node().inputs.count; ++slot) {
        if (b.wants(slot))
            give(b, slot, b.outputGradient());
    }
}

void subGradient(GradientBuilder& b)
{
    if (b.wants(0))
        give(b, 0, b.outputGradient());
    if (b.wants(1))
        give(b, 1, apply(b, "Neg", {b.outputGradient()}));
}

void mulGradient(GradientBuilder& b)
{
    for (std::size_t slot : {0u, 1u}) {
        if (b.wants(slot))
            give(b, slot, apply(b, "Mul", {b.outputGradient(), b.input(1 - slot)}));
    }
}

// d(a / c) = da / c - dc (a / c) / c.
void divGradient(GradientBuilder& b)
{
    if (b.wants(0))
        give(b, 0, apply(b, "Div", {b.outputGradient(), b.input(1)}));
    if (!b.wants(1))
        return;
    const ValueId quotient = apply(b, "Div", {b.output(), b.input(1)});
    give(b, 1, apply(b, "Neg", {apply(b, "Mul", {b.outputGradient(), quotient})}));
}

// d(a^c) = da c a^(c-1) + dc a^c ln a.
void powGradient(GradientBuilder& b)
{
    const ValueId base = b.input(0), exponent = b.input(1), dy = b.outputGradient();
    if (b.graph().value(exponent).dtype != DType::Float32)
        return b.refuse("the gradient of Pow with an exponent that is not float32");
    if (b.wants(0)) {
        const ValueId one = b.scalar("one", 1.0f);
        const ValueId less = b.append({.opType = "Sub", .inputs = {exponent, one}, .like = exponent});
        const ValueId slope = apply(b, "Mul", {exponent, apply(b, "Pow", {base, less})});
        give(b, 0, apply(b, "Mul", {dy, slope}));
    }
    if (b.wants(1)) {
        const ValueId logarithm = b.append({.opType = "Log", .inputs = {base}, .like = base});
        give(b, 1, apply(b, "Mul", {dy, apply(b, "Mul", {b.output(), logarithm})}));
    }
}

// a mod c = a - c trunc(a / c); the quotient is found again from the result, where rounding makes it whole.
void modGradient(GradientBuilder& b)
{
    if (b.wants(0))
        give(b, 0, b.outputGradient());
    if (!b.wants(1))
        return;
    const ValueId quotient = apply(b, "Div", {apply(b, "Sub", {b.output(), b.input(0)}), b.input(1)});
    give(b, 1, apply(b, "Mul", {b.outputGradient(), apply(b, "Round", {quotient})}));
}

// The gradient goes to the operand that the result came from; to all of them where several are equal.
void selectionGradient(GradientBuilder& b)
{
    for (std::size_t slot = 0; slot < b.node().inputs.count; ++slot) {
        if (!b.wants(slot))
            continue;
        const ValueId isChosen = b.append({.opType = "Equal",
            .inputs = {b.input(slot), b.output()},
            .like = b.output(),
            .dtype = DType::Bool});
        give(b, slot, apply(b, "Where", {isChosen, b.outputGradient(), b.scalar("zero", 0.0f)}));
    }
}

void whereGradient(GradientBuilder& b)
{
    const ValueId zero = b.scalar("zero", 0.0f);
    if (b.wants(1))
        give(b, 1, apply(b, "Where", {b.input(0), b.outputGradient(), zero}));
    if (b.wants(2))
        give(b, 2, apply(b, "Where", {b.input(0), zero, b.outputGradient()}));
}

void meanGradient(GradientBuilder& b)
{
    const ValueId count = b.scalar("count", static_cast<float>(b.node().inputs.count));
    const ValueId share = apply(b, "Div", {b.outputGradient(), count});
    for (std::size_t slot = 0; slot < b.node().inputs.count; ++slot) {
        if (b.wants(slot))
            give(b, slot, share);
    }
}

// dX = dY where X is not negative, else dY slope; dSlope = dY X where X is negative.
void preluGradient(GradientBuilder& b)
{
    const ValueId zero = b.scalar("zero", 0.0f);
    const ValueId isNegative =
        b.append({.opType = "Less", .inputs = {b.input(0), zero}, .like = b.output(), .dtype = DType::Bool});
    if (b.wants(0)) {
        const ValueId scaled = apply(b, "Mul", {b.outputGradient(), b.input(1)});
        give(b, 0, apply(b, "Where", {isNegative, scaled, b.outputGradient()}));
    }
    if (b.wants(1)) {
        const ValueId product = apply(b, "Mul", {b.outputGradient(), b.input(0)});
        give(b, 1, apply(b, "Where", {isNegative, product, zero}));
    }
}

// The gradient goes back in the type in which the value came.
void castGradient(GradientBuilder& b)
{
    b.setGradient(0, b.cast(b.outputGradient(), b.input(0)));
}

constexpr std::string_view kExact = "Exact in every precision.";
constexpr std::string_view kPicks = "Picks values; exact in every precision.";
constexpr std::string_view kCompares = "Values that FP16 rounds to the same number compare as equal.";
constexpr std::string_view kIntegers = "Works on integers and truth values.";
constexpr std::string_view kCancels = "Differences of close numbers keep few digits.";

constexpr OpDef elementwise(
    std::string_view name, std::string_view doc, std::string_view why, GradientRule gradient)
{
    return {.name = name, .doc = doc, .opClass = OpClass::Elementwise, .why = why, .gradient = gradient};
}

constexpr GradientRule kNone = GradientRule::none();

constexpr OpDef kRows[] = {
    elementwise("Add", "Sum of two tensors, with broadcasting.",
        "A small addend is lost next to one 2048 times larger.", GradientRule::by(sumGradient)),
    elementwise("And", "Logical and.", kIntegers, kNone),
    elementwise("BitShift", "Bits moved left or right.", kIntegers, kNone),
    elementwise("BitwiseAnd", "And of each bit.", kIntegers, kNone),
    elementwise("BitwiseOr", "Or of each bit.", kIntegers, kNone),
    elementwise("BitwiseXor", "Exclusive or of each bit.", kIntegers, kNone),
    {.name = "Cast",
        .doc = "Conversion to another element type.",
        .opClass = OpClass::Movement,
        .why = "Rounds to the new type; values from 65520 on become infinite in FP16.",
        .gradient = GradientRule::by(castGradient)},
    {.name = "CastLike",
        .doc = "Conversion to the element type of another tensor.",
        .opClass = OpClass::Movement,
        .why = "Rounds to the new type; values from 65520 on become infinite in FP16.",
        .gradient = GradientRule::by(castGradient)},
    elementwise("Div", "Quotient of two tensors, with broadcasting.",
        "Small divisors overflow, and small quotients vanish.", GradientRule::by(divGradient)),
    elementwise("Equal", "Whether two values are equal.", kCompares, kNone),
    elementwise("Greater", "Whether the first value is larger.", kCompares, kNone),
    elementwise("GreaterOrEqual", "Whether the first value is not smaller.", kCompares, kNone),
    elementwise("Less", "Whether the first value is smaller.", kCompares, kNone),
    elementwise("LessOrEqual", "Whether the first value is not larger.", kCompares, kNone),
    elementwise(
        "Max", "Largest of several tensors, with broadcasting.", kPicks, GradientRule::by(selectionGradient)),
    elementwise("Mean", "Mean of several tensors, with broadcasting.",
        "The sum is formed before it is divided, and may overflow.", GradientRule::by(meanGradient)),
    elementwise("Min", "Smallest of several tensors, with broadcasting.", kPicks,
        GradientRule::by(selectionGradient)),
    elementwise("Mod", "Remainder of a division.", "Of numbers above 2048 FP16 knows no odd ones.",
        GradientRule::by(modGradient)),
    elementwise("Mul", "Product of two tensors, with broadcasting.",
        "Products beyond 65504 overflow, and those below 6e-8 vanish.", GradientRule::by(mulGradient)),
    elementwise("Or", "Logical or.", kIntegers, kNone),
    elementwise("PRelu", "Value above zero, a learned fraction of it below.", "Rounds once.",
        GradientRule::by(preluGradient)),
    {.name = "Pow",
        .doc = "Power with broadcasting.",
        .opClass = OpClass::Sensitive,
        .why = "Squares of values above 255 overflow in FP16, and those below 2.5e-4 vanish.",
        .gradient = GradientRule::by(powGradient)},
    elementwise(
        "Sub", "Difference of two tensors, with broadcasting.", kCancels, GradientRule::by(subGradient)),
    elementwise("Sum", "Sum of several tensors, with broadcasting.",
        "A small addend is lost next to one 2048 times larger.", GradientRule::by(sumGradient)),
    elementwise("Where", "One of two values, by a condition.", kExact, GradientRule::by(whereGradient)),
    elementwise("Xor", "Logical exclusive or.", kIntegers, kNone),
};

}

std::span<const OpDef> binaryOps()
{
    return kRows;
}

}
