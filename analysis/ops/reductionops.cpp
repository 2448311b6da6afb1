// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums, products and extremes over axes. Gradients keep the reduced axes as ones, so that broadcasting
// repeats them.
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

#include <algorithm>
#include <numeric>

namespace halftone {
namespace {

using Integers = std::vector<std::int64_t>;

/// The operand's shape with ones at the reduced axes; empty when the axes are not known.
std::optional<Integers> keptShape(const GradientBuilder& b)
{
    Integers kept = b.shape(b.input(0));
    Integers axes = b.attribute("axes", Integers{});
    if (b.input(1).isValid()) {
        const TensorData* data = b.graph().data(b.input(1));
        if (!data)
            return std::nullopt;
        axes = toIntegers(*data);
    }
    if (axes.empty()) {
        if (b.attribute("noop_with_empty_axes", std::int64_t{0}) != 0)
            return kept;
        std::ranges::fill(kept, 1);
    }
    for (const std::int64_t axis : axes)
        kept[static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(kept.size()) : axis)] = 1;
    return kept;
}

ValueId withShape(GradientBuilder& b, ValueId value, const Integers& kept)
{
    if (b.shape(b.output()) == kept)
        return value;
    return b.append({.opType = "Reshape",
        .inputs = {value, b.constant("kept", kept)},
        .like = b.output(),
        .shape = kept});
}

ValueId apply(GradientBuilder& b, std::string_view opType, std::vector<ValueId> inputs)
{
    return b.append({.opType = opType, .inputs = std::move(inputs), .like = b.input(0)});
}

/// Result and gradient with the reduced axes as ones.
struct Reduced
{
    ValueId y;
    ValueId dy;
    Integers shape;
};
using Rule = ValueId (*)(GradientBuilder&, const Reduced&);

template <Rule rule>
void reductionGradient(GradientBuilder& b)
{
    const auto kept = keptShape(b);
    if (!kept)
        return b.refuse("the gradient of a reduction over computed axes");
    b.setGradient(
        0, rule(b, {withShape(b, b.output(), *kept), withShape(b, b.outputGradient(), *kept), *kept}));
}

template <bool isMean>
void sumGradient(GradientBuilder& b)
{
    const auto kept = keptShape(b);
    if (!kept)
        return b.refuse("the gradient of a reduction over computed axes");
    const Integers full = b.shape(b.input(0));
    ValueId dy = withShape(b, b.outputGradient(), *kept);
    if (isMean) {
        const auto count = [](const Integers& dims) {
            return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies{});
        };
        const float divisor = static_cast<float>(count(full)) / static_cast<float>(count(*kept));
        dy = b.append({.opType = "Div",
            .inputs = {dy, b.scalar("count", divisor)},
            .like = b.output(),
            .shape = *kept});
    }
    b.setGradient(0, full == *kept ? dy : apply(b, "Expand", {dy, b.constant("shape", full)}));
}

// The gradient goes to the elements that are the extreme, to all of them where several are.
ValueId extremeRule(GradientBuilder& b, const Reduced& r)
{
    const ValueId isExtreme =
        b.append({.opType = "Equal", .inputs = {b.input(0), r.y}, .like = b.input(0), .dtype = DType::Bool});
    return apply(b, "Where", {isExtreme, r.dy, b.scalar("zero", 0.0f)});
}

ValueId prodRule(GradientBuilder& b, const Reduced& r)
{
    return apply(b, "Mul", {r.dy, apply(b, "Div", {r.y, b.input(0)})});
}

ValueId l1Rule(GradientBuilder& b, const Reduced& r)
{
    return apply(b, "Mul", {apply(b, "Sign", {b.input(0)}), r.dy});
}

ValueId l2Rule(GradientBuilder& b, const Reduced& r)
{
    return apply(b, "Mul", {r.dy, apply(b, "Div", {b.input(0), r.y})});
}

ValueId sumSquareRule(GradientBuilder& b, const Reduced& r)
{
    return apply(b, "Mul", {r.dy, apply(b, "Mul", {b.input(0), b.scalar("two", 2.0f)})});
}

// The sum itself is e^y.
ValueId logSumRule(GradientBuilder& b, const Reduced& r)
{
    const ValueId sum = b.append({.opType = "Exp", .inputs = {r.y}, .like = b.output(), .shape = r.shape});
    const ValueId share =
        b.append({.opType = "Div", .inputs = {r.dy, sum}, .like = b.output(), .shape = r.shape});
    return apply(b, "Expand", {share, b.constant("shape", b.shape(b.input(0)))});
}

ValueId logSumExpRule(GradientBuilder& b, const Reduced& r)
{
    return apply(b, "Mul", {r.dy, apply(b, "Exp", {apply(b, "Sub", {b.input(0), r.y})})});
}

constexpr std::string_view kLongSum =
    "A long sum in FP16 stalls: a term is lost once the sum is 2048 times larger.";
constexpr std::string_view kSquares =
    "Squares of values above 255 overflow in FP16, and those below 2.5e-4 vanish.";
constexpr std::string_view kPicks = "Picks values; exact in every precision.";
constexpr std::string_view kExponentials =
    "Exponentials leave the FP16 range above 11.09 unless the maximum is "
    "taken out first.";

constexpr OpDef reduction(std::string_view name, std::string_view doc, std::string_view why,
    GradientRule gradient, OpClass opClass = OpClass::Sensitive)
{
    return {.name = name, .doc = doc, .opClass = opClass, .why = why, .gradient = gradient};
}

constexpr OpDef kRows[] = {
    reduction("ReduceL1", "Sum of absolute values over some axes.", kLongSum,
        GradientRule::by(reductionGradient<l1Rule>)),
    reduction(
        "ReduceL2", "Euclidean norm over some axes.", kSquares, GradientRule::by(reductionGradient<l2Rule>)),
    reduction("ReduceLogSum", "Logarithm of the sum over some axes.", kLongSum,
        GradientRule::by(reductionGradient<logSumRule>)),
    reduction("ReduceLogSumExp", "Logarithm of the sum of exponentials over some axes.", kExponentials,
        GradientRule::by(reductionGradient<logSumExpRule>)),
    reduction("ReduceMax", "Largest element over some axes.", kPicks,
        GradientRule::by(reductionGradient<extremeRule>), OpClass::Elementwise),
    reduction("ReduceMean", "Mean over some axes.", kLongSum, GradientRule::by(sumGradient<true>)),
    reduction("ReduceMin", "Smallest element over some axes.", kPicks,
        GradientRule::by(reductionGradient<extremeRule>), OpClass::Elementwise),
    reduction("ReduceProd", "Product over some axes.", "Long products overflow or vanish in FP16.",
        GradientRule::by(reductionGradient<prodRule>)),
    reduction("ReduceSum", "Sum over some axes.", kLongSum, GradientRule::by(sumGradient<false>)),
    reduction("ReduceSumSquare", "Sum of squares over some axes.", kSquares,
        GradientRule::by(reductionGradient<sumSquareRule>)),
    {.name = "BiasGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient of a bias: dY summed over everything but axis 1.",
        .opClass = OpClass::Sensitive,
        .why = kLongSum,
        .ascend = {.types = "BiasAddGrad"},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> reductionOps()
{
    return kRows;
}

}
