// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

namespace halftone {
namespace {

void maxPoolGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "MaxPoolGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.input(0), b.output()},
            .like = b.input(0),
            .attributes = b.node().attributes}));
}

void averagePoolGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "AveragePoolGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient()},
            .like = b.input(0),
            .attributes = b.node().attributes}));
}

void globalAveragePoolGradient(GradientBuilder& b)
{
    const std::vector<std::int64_t> shape = b.shape(b.input(0));
    const std::vector<std::int64_t> kernel(shape.begin() + 2, shape.end());
    b.setGradient(0,
        b.append({.opType = "AveragePoolGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient()},
            .like = b.input(0),
            .attributes = {{"kernel_shape", kernel}}}));
}

void globalMaxPoolGradient(GradientBuilder& b)
{
    const std::vector<std::int64_t> shape = b.shape(b.input(0));
    const std::vector<std::int64_t> kernel(shape.begin() + 2, shape.end());
    b.setGradient(0,
        b.append({.opType = "MaxPoolGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.input(0), b.output()},
            .like = b.input(0),
            .attributes = {{"kernel_shape", kernel}}}));
}

// Y^p = sum |X|^p: dX = sign(X) |X|^(p-1) times the dY / Y^(p-1) of every window that X is in. Windows of
// nothing but zeros have no slope; the smallest number of FP16 in place of their Y keeps it from being 0 / 0.
ValueId shareOfWindow(GradientBuilder& b, float power)
{
    const ValueId y = b.output();
    const auto apply = [&](std::string_view opType, std::vector<ValueId> inputs) {
        return b.append({.opType = opType, .inputs = std::move(inputs), .like = y});
    };
    const ValueId raised = apply("Pow", {y, b.scalar("power", power - 1)});
    return apply("Div", {b.outputGradient(), apply("Max", {raised, b.scalar("least", 0x1p-24f)})});
}

ValueId slopeOfPower(GradientBuilder& b, float power)
{
    const ValueId x = b.input(0);
    const auto apply = [&](std::string_view opType, std::vector<ValueId> inputs) {
        return b.append({.opType = opType, .inputs = std::move(inputs), .like = x});
    };
    return apply(
        "Mul", {apply("Sign", {x}), apply("Pow", {apply("Abs", {x}), b.scalar("power", power - 1)})});
}

// An integer from opset 2 on, a float before.
float powerOf(const GradientBuilder& b)
{
    return b.attribute("p", static_cast<float>(b.attribute("p", std::int64_t{2})));
}

void globalLpPoolGradient(GradientBuilder& b)
{
    const float power = powerOf(b);
    b.setGradient(0,
        b.append({.opType = "Mul",
            .inputs = {shareOfWindow(b, power), slopeOfPower(b, power)},
            .like = b.input(0)}));
}

// The gradient of a mean spreads what comes over each window, divided by its size.
void lpPoolGradient(GradientBuilder& b)
{
    if (b.attribute("ceil_mode", std::int64_t{0}) != 0)
        return b.refuse("the gradient of LpPool with windows that hang over");
    const float power = powerOf(b);
    std::vector<Attribute> attributes = b.node().attributes;
    std::erase_if(attributes, [](const Attribute& attribute) { return attribute.name == "p"; });
    attributes.push_back({"count_include_pad", std::int64_t{1}});
    float size = 1;
    for (const std::int64_t length : b.attribute("kernel_shape", std::vector<std::int64_t>{}))
        size *= static_cast<float>(length);
    const ValueId spread = b.append({.opType = "AveragePoolGrad",
        .domain = kTrainingDomain,
        .inputs = {shareOfWindow(b, power)},
        .like = b.input(0),
        .attributes = std::move(attributes)});
    const auto times = [&](ValueId left, ValueId right) {
        return b.append({.opType = "Mul", .inputs = {left, right}, .like = b.input(0)});
    };
    b.setGradient(0, times(times(spread, b.scalar("size", size)), slopeOfPower(b, power)));
}

constexpr std::string_view kExact = "Picks values; exact in every precision.";
constexpr std::string_view kMean =
    "Adds up a window, then divides: the mean of a large window rounds coarsely in FP16.";

constexpr std::string_view kPowers = "Powers of values leave the FP16 range: squares do above 255.";

constexpr OpDef kRows[] = {
    {.name = "MaxPool",
        .doc = "Largest value of each window.",
        .opClass = OpClass::Elementwise,
        .why = kExact,
        .gradient = GradientRule::by(maxPoolGradient)},
    {.name = "AveragePool",
        .doc = "Mean of each window.",
        .opClass = OpClass::Sensitive,
        .why = kMean,
        .gradient = GradientRule::by(averagePoolGradient)},
    {.name = "GlobalAveragePool",
        .doc = "Mean of each channel.",
        .opClass = OpClass::Sensitive,
        .why = kMean,
        .gradient = GradientRule::by(globalAveragePoolGradient)},
    {.name = "GlobalLpPool",
        .doc = "Norm of each channel.",
        .opClass = OpClass::Sensitive,
        .why = kPowers,
        .gradient = GradientRule::by(globalLpPoolGradient)},
    {.name = "GlobalMaxPool",
        .doc = "Largest value of each channel.",
        .opClass = OpClass::Elementwise,
        .why = kExact,
        .gradient = GradientRule::by(globalMaxPoolGradient)},
    {.name = "LpPool",
        .doc = "Norm of each window.",
        .opClass = OpClass::Sensitive,
        .why = kPowers,
        .gradient = GradientRule::by(lpPoolGradient)},
    {.name = "MaxPoolGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient of MaxPool: (dY, X, Y) to dX, each gradient at the place of the window's largest "
               "value.",
        .opClass = OpClass::Elementwise,
        .why = "Overlapping windows add up their gradients.",
        // Ascend's operator reads the pool's input and output, then the gradient.
        .ascend = {.types = "MaxPoolV3Grad|MaxPoolGrad(1,2,0)"},
        .gradient = GradientRule::none()},
    {.name = "AveragePoolGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient of AveragePool: each gradient spread evenly over its window.",
        .opClass = OpClass::Sensitive,
        .why = "Divides by the window size: small gradients vanish in FP16 without a loss scale.",
        .ascend = {.types = "AvgPoolV2Grad|AvgPoolV2GradD"},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> poolingOps()
{
    return kRows;
}

}
