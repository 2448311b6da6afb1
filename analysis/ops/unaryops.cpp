// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of one number. Where one is differentiable, its gradient is an operator of its own that reads
// (dY, X) or (dY, Y), whichever the slope is computed from (kernels/unary.h), and has the attributes of the
// function.
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

namespace halftone {
namespace {

enum class Reads : std::uint8_t { Input, Output };

template <Reads reads>
void unaryGradient(GradientBuilder& b)
{
    const std::string type = b.node().opType + "Grad";
    b.setGradient(0,
        b.append({.opType = type,
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), reads == Reads::Output ? b.output() : b.input(0)},
            .like = b.input(0),
            .attributes = b.node().attributes}));
}

// The bounds are attributes or, from opset 11 on, inputs.
void clipGradient(GradientBuilder& b)
{
    std::vector<ValueId> inputs{b.outputGradient(), b.input(0)};
    if (b.input(1).isValid() || b.input(2).isValid())
        inputs.insert(inputs.end(), {b.input(1), b.input(2)});
    b.setGradient(0,
        b.append({.opType = "ClipGrad",
            .domain = kTrainingDomain,
            .inputs = std::move(inputs),
            .like = b.input(0),
            .attributes = b.node().attributes}));
}

void sinGradient(GradientBuilder& b)
{
    const ValueId slope = b.append({.opType = "Cos", .inputs = {b.input(0)}, .like = b.input(0)});
    b.setGradient(0, b.append({.opType = "Mul", .inputs = {b.outputGradient(), slope}, .like = b.input(0)}));
}

void cosGradient(GradientBuilder& b)
{
    const ValueId sine = b.append({.opType = "Sin", .inputs = {b.input(0)}, .like = b.input(0)});
    const ValueId product =
        b.append({.opType = "Mul", .inputs = {b.outputGradient(), sine}, .like = b.input(0)});
    b.setGradient(0, b.append({.opType = "Neg", .inputs = {product}, .like = b.input(0)}));
}

ValueId apply(GradientBuilder& b, std::string_view opType, std::vector<ValueId> inputs)
{
    return b.append({.opType = opType, .inputs = std::move(inputs), .like = b.input(0)});
}

// d sinh = cosh and d cosh = sinh.
void hyperbolicGradient(GradientBuilder& b)
{
    const bool isSine = b.node().opType == "Sinh";
    const ValueId slope = apply(b, isSine ? "Cosh" : "Sinh", {b.input(0)});
    b.setGradient(0, apply(b, "Mul", {b.outputGradient(), slope}));
}

// d tan = 1 + tan^2.
void tangentGradient(GradientBuilder& b)
{
    const ValueId square = apply(b, "Mul", {b.output(), b.output()});
    const ValueId slope = apply(b, "Add", {square, b.scalar("one", 1.0f)});
    b.setGradient(0, apply(b, "Mul", {b.outputGradient(), slope}));
}

/// The slope of an inverse function is one over `constant + square x^2`, or over its root.
struct Divisor
{
    float constant = 1;
    float square = 1;
    bool hasRoot = false;
    bool isNegative = false;
};
constexpr Divisor kAcos{1, -1, true, true}, kAcosh{-1, 1, true}, kAsin{1, -1, true}, kAsinh{1, 1, true},
    kAtan{}, kAtanh{1, -1};

template <const Divisor& divisor>
void inverseGradient(GradientBuilder& b)
{
    const ValueId square = apply(b, "Mul", {b.input(0), b.input(0)});
    const ValueId constant = b.scalar("constant", divisor.constant);
    ValueId below =
        divisor.square > 0 ? apply(b, "Add", {square, constant}) : apply(b, "Sub", {constant, square});
    if (divisor.hasRoot)
        below = apply(b, "Sqrt", {below});
    const ValueId gradient = apply(b, "Div", {b.outputGradient(), below});
    b.setGradient(0, divisor.isNegative ? apply(b, "Neg", {gradient}) : gradient);
}

void shrinkGradient(GradientBuilder& b)
{
    const ValueId isFar = b.append({.opType = "Greater",
        .inputs = {apply(b, "Abs", {b.input(0)}), b.scalar("lambd", b.attribute("lambd", 0.5f))},
        .like = b.input(0),
        .dtype = DType::Bool});
    b.setGradient(0, apply(b, "Where", {isFar, b.outputGradient(), b.scalar("zero", 0.0f)}));
}

constexpr GradientRule kFromInput = GradientRule::by(unaryGradient<Reads::Input>);
constexpr GradientRule kFromOutput = GradientRule::by(unaryGradient<Reads::Output>);
constexpr GradientRule kNone = GradientRule::none();

constexpr std::string_view kExact = "Exact in every precision.";
constexpr std::string_view kRounds = "Rounds once; the result stays in range.";
constexpr std::string_view kBounded = "The result is bounded; near its bounds FP16 cannot tell values apart.";
constexpr std::string_view kGradient = "A product: it overflows or vanishes where dY does.";

constexpr OpDef function(std::string_view name, std::string_view doc, std::string_view why,
    GradientRule gradient, OpClass opClass = OpClass::Elementwise)
{
    return {.name = name, .doc = doc, .opClass = opClass, .why = why, .gradient = gradient};
}

constexpr OpDef gradientOf(std::string_view name, std::string_view doc, std::string_view ascend)
{
    return {.name = name,
        .domain = kTrainingDomain,
        .doc = doc,
        .opClass = OpClass::Elementwise,
        .why = kGradient,
        .ascend = {.types = ascend},
        .gradient = GradientRule::none()};
}

constexpr OpDef kRows[] = {
    function("Abs", "Absolute value.", kExact, kFromInput),
    function("Acos", "Inverse cosine.", kRounds, GradientRule::by(inverseGradient<kAcos>)),
    function("Acosh", "Inverse hyperbolic cosine.", kRounds, GradientRule::by(inverseGradient<kAcosh>)),
    function("Asin", "Inverse sine.", kRounds, GradientRule::by(inverseGradient<kAsin>)),
    function("Asinh", "Inverse hyperbolic sine.", kRounds, GradientRule::by(inverseGradient<kAsinh>)),
    function("Atan", "Inverse tangent.", kRounds, GradientRule::by(inverseGradient<kAtan>)),
    function("Atanh", "Inverse hyperbolic tangent.", kRounds, GradientRule::by(inverseGradient<kAtanh>)),
    function("BitwiseNot", "Every bit turned round.", kExact, kNone),
    function("Ceil", "Smallest integer that is not below.", kExact, kNone),
    function("Celu", "Identity above zero, a scaled exponential below.", kRounds, kFromInput),
    {.name = "Clip",
        .doc = "Nearest value between two bounds.",
        .opClass = OpClass::Elementwise,
        .why = "Exact in every precision, once the bounds are representable.",
        .gradient = GradientRule::by(clipGradient)},
    {.name = "Cos",
        .doc = "Cosine.",
        .opClass = OpClass::Elementwise,
        .why = "Large arguments are too coarse in FP16 to have an angle.",
        .gradient = GradientRule::by(cosGradient)},
    function("Cosh", "Hyperbolic cosine.", "Leaves the FP16 range above 11.78.",
        GradientRule::by(hyperbolicGradient), OpClass::Sensitive),
    function("Elu", "Identity above zero, an exponential below.", kRounds, kFromInput),
    function("Erf", "Error function.", kBounded, kFromInput),
    function("Exp", "Exponential function.", "Leaves the FP16 range above 11.09 and vanishes below -17.33.",
        kFromOutput, OpClass::Sensitive),
    function("Floor", "Largest integer that is not above.", kExact, kNone),
    function("Gelu", "Value times the normal distribution function of it.", kRounds, kFromInput),
    function("HardSigmoid", "A straight line, cut off at 0 and 1.", kBounded, kFromOutput),
    function("HardSwish", "Value times its hard sigmoid.", kRounds, kFromInput),
    function("IsInf", "Whether a value is infinite.", kExact, kNone),
    function("IsNaN", "Whether a value is not a number.", kExact, kNone),
    function("LeakyRelu", "Value above zero, a fraction of it below.", kRounds, kFromInput),
    function("Log", "Natural logarithm.", "Of values that FP16 made zero it is -infinity.", kFromInput,
        OpClass::Sensitive),
    function("Mish", "Value times tanh(ln(1 + e^x)).", kRounds, kFromInput),
    function("Neg", "Negative.", kExact, kFromInput),
    function("Not", "Logical negation.", kExact, kNone),
    function("Reciprocal", "1 / x.", "Leaves the FP16 range for values below 1.53e-5.", kFromOutput,
        OpClass::Sensitive),
    function("Round", "Nearest integer, ties to even.", kExact, kNone),
    function("Selu", "Scaled exponential linear unit.", kRounds, kFromInput),
    function(
        "Shrink", "Value drawn towards zero, and zero near it.", kRounds, GradientRule::by(shrinkGradient)),
    function("Sigmoid", "1 / (1 + e^-x).", kBounded, kFromOutput),
    function("Sign", "-1, 0 or 1.", kExact, kNone),
    {.name = "Sin",
        .doc = "Sine.",
        .opClass = OpClass::Elementwise,
        .why = "Large arguments are too coarse in FP16 to have an angle.",
        .gradient = GradientRule::by(sinGradient)},
    function("Sinh", "Hyperbolic sine.", "Leaves the FP16 range above 11.78.",
        GradientRule::by(hyperbolicGradient), OpClass::Sensitive),
    function("Softplus", "ln(1 + e^x).", kRounds, kFromInput),
    function("Softsign", "x / (1 + |x|).", kBounded, kFromInput),
    function("Sqrt", "Square root.", "Its gradient grows without bound towards zero.", kFromOutput,
        OpClass::Sensitive),
    function("Swish", "Value times its sigmoid.", kRounds, kFromInput),
    function("Tan", "Tangent.", "Leaves the FP16 range near its poles.", GradientRule::by(tangentGradient),
        OpClass::Sensitive),
    function("Tanh", "Hyperbolic tangent.", kBounded, kFromOutput),
    function("ThresholdedRelu", "Value above a threshold, else zero.", kExact, kFromInput),

    gradientOf("AbsGrad", "Gradient of Abs: (dY, X) to dY sign(X).", "AbsGrad(1,0)"),
    gradientOf("CeluGrad", "Gradient of Celu: (dY, X) to dX.", "EluGradV2(0,1)"),
    gradientOf("ClipGrad", "Gradient of Clip: (dY, X, bounds) to dY within the bounds, else 0.",
        "HardtanhGrad(1,0)"),
    gradientOf("EluGrad", "Gradient of Elu: (dY, X) to dX.", "EluGradV2(0,1)"),
    gradientOf("ErfGrad", "Gradient of Erf: (dY, X) to dY 2/sqrt(pi) e^(-X^2).",
        "Square(1)>=in1; Neg(%0)>=in1; Exp(%1)>=in1; Muls(%2)>=in1; !Mul(0,%3)"),
    gradientOf("ExpGrad", "Gradient of Exp: (dY, Y) to dY Y.", "Mul(0,1)"),
    gradientOf("GeluGrad", "Gradient of Gelu: (dY, X) to dX.", "GeluGrad(0,1,=in1)"),
    gradientOf("HardSigmoidGrad", "Gradient of HardSigmoid: (dY, Y) to dX.", "HardSigmoidGrad(0,1)"),
    gradientOf("HardSwishGrad", "Gradient of HardSwish: (dY, X) to dX.", "HardSwishGrad(0,1)"),
    gradientOf("LeakyReluGrad", "Gradient of LeakyRelu: (dY, X) to dX.", "LeakyReluGrad(0,1)"),
    gradientOf("LogGrad", "Gradient of Log: (dY, X) to dY / X.", "Div(0,1)"),
    gradientOf("MishGrad", "Gradient of Mish: (dY, X) to dX.", "MishGrad(0,1)"),
    gradientOf("NegGrad", "Gradient of Neg: (dY, X) to -dY.", "Neg(0)"),
    gradientOf("ReciprocalGrad", "Gradient of Reciprocal: (dY, Y) to -dY Y^2.", "ReciprocalGrad(1,0)"),
    gradientOf("SeluGrad", "Gradient of Selu: (dY, X) to dX.", "SeluGrad(0,1)"),
    gradientOf("SigmoidGrad", "Gradient of Sigmoid: (dY, Y) to dY Y (1 - Y).", "SigmoidGrad(1,0)"),
    gradientOf("SoftplusGrad", "Gradient of Softplus: (dY, X) to dX.", "SoftplusGrad(0,1)"),
    gradientOf("SoftsignGrad", "Gradient of Softsign: (dY, X) to dX.", "SoftsignGrad(0,1)"),
    gradientOf("SqrtGrad", "Gradient of Sqrt: (dY, Y) to dY / (2 Y).", "SqrtGrad(1,0)"),
    gradientOf("SwishGrad", "Gradient of Swish: (dY, X) to dX.", "SwishGrad(0,1,=in1)"),
    gradientOf("TanhGrad", "Gradient of Tanh: (dY, Y) to dY (1 - Y^2).", "TanhGrad(1,0)"),
    gradientOf("ThresholdedReluGrad", "Gradient of ThresholdedRelu: (dY, X) to dX.", "ThresholdGradV2D(0,1)"),
};

}

std::span<const OpDef> unaryOps()
{
    return kRows;
}

}
