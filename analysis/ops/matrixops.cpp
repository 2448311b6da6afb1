// SPDX-License-Identifier: GPL-3.0-or-later
//
// Convolutions and matrix products, and their gradients. With Y = conv(X, W) + b: dX is the transposed
// convolution of dY with W, dW correlates X with dY, and db sums dY over everything but the channels.
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

#include <format>

namespace halftone {
namespace {

std::size_t rankOfInput(const Graph& graph, NodeId node, std::size_t slot)
{
    const ValueId id = graph.inputs(node)[slot];
    return id.isValid() ? graph.dims(id).size() : 0;
}

// The size of the result is a constant operand in Ascend's backward convolutions.
std::string_view lowerConvGradInput(const Graph& graph, NodeId node)
{
    return rankOfInput(graph, node, 1) == 5 ? "Conv3DBackpropInput(i32,1,0)" : "Conv2DBackpropInput(i32,1,0)";
}

std::string_view lowerConvGradWeight(const Graph& graph, NodeId node)
{
    return rankOfInput(graph, node, 1) == 5 ? "Conv3DBackpropFilter(1,i32,0)"
                                            : "Conv2DBackpropFilter(1,i32,0)";
}

std::string describeMismatch(
    const Graph& graph, NodeId node, const Dim& left, const Dim& right, std::string_view what)
{
    if (!left.isFixed() || !right.isFixed() || left.size == right.size)
        return {};
    return std::format("The shapes {} and {} do not fit: {} is {} on one side and {} on the other.",
        graph.shapeText(graph.inputs(node)[0]), graph.shapeText(graph.inputs(node)[1]), what, left.size,
        right.size);
}

std::string findGemmMismatch(const Graph& graph, NodeId node)
{
    const std::span<const ValueId> inputs = graph.inputs(node);
    if (inputs.size() < 2 || graph.dims(inputs[0]).size() != 2 || graph.dims(inputs[1]).size() != 2)
        return {};
    const auto& attributes = graph.node(node).attributes;
    const bool transA = attributeOr(attributes, "transA", std::int64_t{0}) != 0;
    const bool transB = attributeOr(attributes, "transB", std::int64_t{0}) != 0;
    return describeMismatch(graph, node, graph.dims(inputs[0])[transA ? 0 : 1],
        graph.dims(inputs[1])[transB ? 1 : 0], "the inner dimension");
}

std::string findMatMulMismatch(const Graph& graph, NodeId node)
{
    const std::span<const ValueId> inputs = graph.inputs(node);
    if (inputs.size() < 2 || graph.dims(inputs[0]).size() < 2 || graph.dims(inputs[1]).size() < 2)
        return {};
    const std::span<const Dim> right = graph.dims(inputs[1]);
    return describeMismatch(
        graph, node, graph.dims(inputs[0]).back(), right[right.size() - 2], "the inner dimension");
}

std::string findConvMismatch(const Graph& graph, NodeId node)
{
    const std::span<const ValueId> inputs = graph.inputs(node);
    if (inputs.size() < 2 || graph.dims(inputs[0]).size() < 3 || graph.dims(inputs[1]).size() < 3)
        return {};
    const std::int64_t group = attributeOr(graph.node(node).attributes, "group", std::int64_t{1});
    Dim perGroup = graph.dims(inputs[1])[1];
    if (perGroup.isFixed())
        perGroup.size *= group;
    return describeMismatch(graph, node, graph.dims(inputs[0])[1], perGroup, "the number of input channels");
}

void convGradient(GradientBuilder& b)
{
    const ValueId dy = b.outputGradient();
    if (b.wants(0))
        b.setGradient(0,
            b.append({.opType = "ConvGradInput",
                .domain = kTrainingDomain,
                .inputs = {dy, b.input(1)},
                .like = b.input(0),
                .attributes = b.node().attributes}));
    if (b.wants(1))
        b.setGradient(1,
            b.append({.opType = "ConvGradWeight",
                .domain = kTrainingDomain,
                .inputs = {dy, b.input(0)},
                .like = b.input(1),
                .attributes = b.node().attributes}));
    if (b.wants(2))
        b.setGradient(2,
            b.append({.opType = "BiasGrad", .domain = kTrainingDomain, .inputs = {dy}, .like = b.input(2)}));
}

ValueId appendGemm(GradientBuilder& b, ValueId left, ValueId right, bool transposeLeft, bool transposeRight,
    float alpha, ValueId like)
{
    return b.append({.opType = "Gemm",
        .inputs = {left, right},
        .like = like,
        .attributes = {{"transA", std::int64_t{transposeLeft}}, {"transB", std::int64_t{transposeRight}},
            {"alpha", alpha}}});
}

// Y = alpha A' B' + beta C, where ' is an optional transpose: dA' = alpha dY B'^T and dB' = alpha A'^T dY.
void gemmGradient(GradientBuilder& b)
{
    const ValueId dy = b.outputGradient();
    const bool transA = b.attribute<std::int64_t>("transA", 0) != 0;
    const bool transB = b.attribute<std::int64_t>("transB", 0) != 0;
    const float alpha = b.attribute("alpha", 1.0f);
    if (b.wants(0))
        b.setGradient(0,
            transA ? appendGemm(b, b.input(1), dy, transB, true, alpha, b.input(0))
                   : appendGemm(b, dy, b.input(1), false, !transB, alpha, b.input(0)));
    if (b.wants(1))
        b.setGradient(1,
            transB ? appendGemm(b, dy, b.input(0), true, transA, alpha, b.input(1))
                   : appendGemm(b, b.input(0), dy, !transA, false, alpha, b.input(1)));
    if (!b.wants(2))
        return;
    if (b.attribute("beta", 1.0f) != 1.0f)
        return b.refuse("the gradient of Gemm with beta other than 1 for its addend");
    if (b.graph().dims(b.input(2)).size() == 1)
        b.setGradient(2,
            b.append({.opType = "BiasGrad", .domain = kTrainingDomain, .inputs = {dy}, .like = b.input(2)}));
    else
        b.setGradient(2, reduceToInput(b, 2, dy));
}

void matMulGradient(GradientBuilder& b)
{
    if (b.graph().dims(b.input(0)).size() != 2 || b.graph().dims(b.input(1)).size() != 2)
        return b.refuse("the gradient of MatMul with batch dimensions");
    const ValueId dy = b.outputGradient();
    if (b.wants(0))
        b.setGradient(0, appendGemm(b, dy, b.input(1), false, true, 1.0f, b.input(0)));
    if (b.wants(1))
        b.setGradient(1, appendGemm(b, b.input(0), dy, true, false, 1.0f, b.input(1)));
}

constexpr std::string_view kWideSum =
    "Sums many products; in FP16 the inputs are rounded, the sum stays wide.";

constexpr OpDef kRows[] = {
    {.name = "Conv",
        .doc = "Convolution of an image with weights, plus a bias.",
        .opClass = OpClass::Compute,
        .why = kWideSum,
        .gradient = GradientRule::by(convGradient),
        .findMismatch = findConvMismatch},
    {.name = "Gemm",
        .doc = "Matrix product with optional transposes, factors and an addend.",
        .opClass = OpClass::Compute,
        .why = kWideSum,
        .gradient = GradientRule::by(gemmGradient),
        .findMismatch = findGemmMismatch},
    {.name = "MatMul",
        .doc = "Matrix product, batched over leading dimensions.",
        .opClass = OpClass::Compute,
        .why = kWideSum,
        .gradient = GradientRule::by(matMulGradient),
        .findMismatch = findMatMulMismatch},
    {.name = "ConvGradInput",
        .domain = kTrainingDomain,
        .doc = "Gradient of Conv for its input: (dY, W) to dX, with the attributes of the Conv.",
        .opClass = OpClass::Compute,
        .why = kWideSum,
        .ascend = {.lower = lowerConvGradInput},
        .gradient = GradientRule::none()},
    {.name = "ConvGradWeight",
        .domain = kTrainingDomain,
        .doc = "Gradient of Conv for its weights: (dY, X) to dW, with the attributes of the Conv.",
        .opClass = OpClass::Compute,
        .why = kWideSum,
        .ascend = {.lower = lowerConvGradWeight},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> matrixOps()
{
    return kRows;
}

}
