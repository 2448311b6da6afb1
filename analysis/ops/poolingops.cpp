// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

namespace halftone {
namespace {

// 1-D pooling is wrapped by Unsqueeze and Squeeze around the 2-D operator (ops-nn, *_pool_onnx_plugin.cpp).
std::vector<AscendPart> lowerPool(const Graph& graph, NodeId node, const char* planar, const char* spatial)
{
    const bool is3d = graph.dims(graph.inputs(node)[0]).size() == 5;
    return {{.types = {is3d ? spatial : planar}, .inputs = {AscendInput::slot(0)}, .outputSlots = {0}}};
}

std::vector<AscendPart> lowerMaxPool(const Graph& graph, NodeId node)
{
    return lowerPool(graph, node, "MaxPoolV3", "MaxPool3D");
}

std::vector<AscendPart> lowerAveragePool(const Graph& graph, NodeId node)
{
    return lowerPool(graph, node, "AvgPoolV2", "AvgPool3D");
}

// A graph pass turns it into a mean over the spatial axes before precision is judged
// (globalavgpool_fusion_pass.cc: ReduceMeanD in 2022, ReduceMean in 2026).
std::vector<AscendPart> lowerGlobalAveragePool(const Graph&, NodeId)
{
    return {{.types = {"ReduceMeanD", "ReduceMean"}, .inputs = {AscendInput::slot(0)}, .outputSlots = {0}}};
}

// Ascend's operator reads the pool's input and output, then the gradient.
std::vector<AscendPart> lowerMaxPoolGrad(const Graph&, NodeId)
{
    return {{.types = {"MaxPoolV3Grad", "MaxPoolGrad"},
        .inputs = {AscendInput::slot(1), AscendInput::slot(2), AscendInput::slot(0)},
        .outputSlots = {0}}};
}

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

constexpr std::string_view kExact = "Picks values; exact in every precision.";
constexpr std::string_view kMean =
    "Adds up a window, then divides: the mean of a large window rounds coarsely in FP16.";

constexpr OpDef kRows[] = {
    {.name = "MaxPool",
        .doc = "Largest value of each window.",
        .opClass = OpClass::Elementwise,
        .why = kExact,
        .ascend = {.lower = lowerMaxPool},
        .gradient = GradientRule::by(maxPoolGradient)},
    {.name = "AveragePool",
        .doc = "Mean of each window.",
        .opClass = OpClass::Sensitive,
        .why = kMean,
        .ascend = {.lower = lowerAveragePool},
        .gradient = GradientRule::by(averagePoolGradient)},
    {.name = "GlobalAveragePool",
        .doc = "Mean of each channel.",
        .opClass = OpClass::Sensitive,
        .why = kMean,
        .ascend = {.lower = lowerGlobalAveragePool},
        .gradient = GradientRule::by(globalAveragePoolGradient)},
    {.name = "MaxPoolGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient of MaxPool: (dY, X, Y) to dX, each gradient at the place of the window's largest "
               "value.",
        .opClass = OpClass::Elementwise,
        .why = "Overlapping windows add up their gradients.",
        .ascend = {.lower = lowerMaxPoolGrad},
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
