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
    {.name = "GlobalLpPool", .doc = "Norm of each channel.", .opClass = OpClass::Sensitive, .why = kPowers},
    {.name = "GlobalMaxPool",
        .doc = "Largest value of each channel.",
        .opClass = OpClass::Elementwise,
        .why = kExact,
        .gradient = GradientRule::by(globalMaxPoolGradient)},
    {.name = "LpPool", .doc = "Norm of each window.", .opClass = OpClass::Sensitive, .why = kPowers},
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
