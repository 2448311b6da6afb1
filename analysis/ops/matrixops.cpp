// SPDX-License-Identifier: GPL-3.0-or-later
//
// Convolutions and matrix products, and their gradients. With Y = conv(X, W) + b: dX is the transposed
// convolution of dY with W, dW correlates X with dY, and db sums dY over everything but the channels.
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

using Integers = std::vector<std::int64_t>;

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
    ValueId scaled = dy;
    if (const float beta = b.attribute("beta", 1.0f); beta != 1.0f)
        scaled = b.append({.opType = "Mul", .inputs = {dy, b.scalar("beta", beta)}, .like = b.output()});
    if (b.shape(b.input(2)) == Integers{b.shape(b.output())[1]})
        b.setGradient(2,
            b.append(
                {.opType = "BiasGrad", .domain = kTrainingDomain, .inputs = {scaled}, .like = b.input(2)}));
    else
        b.setGradient(2, reduceToInput(b, 2, scaled));
}

ValueId reshaped(GradientBuilder& b, ValueId value, ValueId like, const Integers& dims)
{
    return b.append(
        {.opType = "Reshape", .inputs = {value, b.constant("shape", dims)}, .like = like, .shape = dims});
}

ValueId appendBatched(
    GradientBuilder& b, ValueId left, ValueId right, bool transA, bool transB, const Integers& dims)
{
    return b.append({.opType = "BatchMatMul",
        .domain = kTrainingDomain,
        .inputs = {left, right},
        .like = b.output(),
        .attributes = {{"transA", std::int64_t{transA}}, {"transB", std::int64_t{transB}}},
        .shape = dims});
}

// Sums over broadcast batches and gives the operand its own shape again.
ValueId fitted(GradientBuilder& b, std::size_t slot, ValueId gradient, const Integers& from)
{
    const Integers to = b.shape(b.input(slot));
    if (from == to)
        return gradient;
    Integers axes;
    Integers kept = from;
    const std::size_t missing = from.size() > to.size() ? from.size() - to.size() : 0;
    for (std::size_t axis = 0; axis + 2 < from.size(); ++axis) {
        if (axis < missing || (to[axis - missing] == 1 && from[axis] != 1)) {
            axes.push_back(static_cast<std::int64_t>(axis));
            kept[axis] = 1;
        }
    }
    if (!axes.empty())
        gradient = b.append({.opType = "ReduceSum",
            .inputs = {gradient, b.constant("axes", axes)},
            .like = b.input(slot),
            .attributes = {{"keepdims", std::int64_t{1}}},
            .shape = kept});
    return kept == to ? gradient : reshaped(b, gradient, b.input(slot), to);
}

// The weights of a layer have no batches: their gradient is one product over all rows at once.
void sharedWeightsGradient(GradientBuilder& b)
{
    const Integers x = b.shape(b.input(0)), w = b.shape(b.input(1));
    std::int64_t rows = 1;
    for (std::size_t axis = 0; axis + 1 < x.size(); ++axis)
        rows *= x[axis];
    const ValueId flatX = reshaped(b, b.input(0), b.input(0), {rows, w[0]});
    const ValueId flatGradient = reshaped(b, b.outputGradient(), b.output(), {rows, w[1]});
    b.setGradient(1, appendGemm(b, flatX, flatGradient, true, false, 1.0f, b.input(1)));
}

// dA = dY B^T and dB = A^T dY for each batch. Vectors are treated as the matrices that they stand for.
void matMulGradient(GradientBuilder& b)
{
    Integers left = b.shape(b.input(0)), right = b.shape(b.input(1)), result = b.shape(b.output());
    ValueId a = b.input(0), c = b.input(1), dy = b.outputGradient();
    if (left.size() == 2 && right.size() == 2) {
        if (b.wants(0))
            b.setGradient(0, appendGemm(b, dy, c, false, true, 1.0f, a));
        if (b.wants(1))
            b.setGradient(1, appendGemm(b, a, dy, true, false, 1.0f, c));
        return;
    }
    if (left.size() == 1) {
        left.insert(left.begin(), 1);
        result.insert(result.end() - (right.size() > 1 ? 1 : 0), 1);
        a = reshaped(b, a, a, left);
    }
    if (right.size() == 1) {
        right.push_back(1);
        result.push_back(1);
        c = reshaped(b, c, c, right);
    }
    if (result != b.shape(b.output()))
        dy = reshaped(b, dy, b.output(), result);
    const auto withMatrix = [&](const Integers& of) {
        Integers dims(result.begin(), result.end() - 2);
        dims.insert(dims.end(), of.end() - 2, of.end());
        return dims;
    };
    if (b.wants(0))
        b.setGradient(
            0, fitted(b, 0, appendBatched(b, dy, c, false, true, withMatrix(left)), withMatrix(left)));
    if (!b.wants(1))
        return;
    if (b.shape(b.input(1)).size() == 2 && b.shape(b.input(0)).size() > 2)
        return sharedWeightsGradient(b);
    b.setGradient(
        1, fitted(b, 1, appendBatched(b, a, dy, true, false, withMatrix(right)), withMatrix(right)));
}

// The transposed convolution is the gradient of a convolution, so its own gradients are a convolution and the
// weight gradient of one, with X and dY in exchanged roles.
void convTransposeGradient(GradientBuilder& b)
{
    const ValueId dy = b.outputGradient();
    if (b.wants(0))
        b.setGradient(0,
            b.append({.opType = "Conv",
                .inputs = {dy, b.input(1)},
                .like = b.input(0),
                .attributes = b.node().attributes}));
    if (b.wants(1))
        b.setGradient(1,
            b.append({.opType = "ConvGradWeight",
                .domain = kTrainingDomain,
                .inputs = {b.input(0), dy},
                .like = b.input(1),
                .attributes = b.node().attributes}));
    if (b.wants(2))
        b.setGradient(2,
            b.append({.opType = "BiasGrad", .domain = kTrainingDomain, .inputs = {dy}, .like = b.input(2)}));
}

// With result = sum of products, the gradient of one operand is the einsum of the others and dY. Axes that
// only one operand has would need repeating, and repeated letters a diagonal.
void einsumGradient(GradientBuilder& b)
{
    std::string equation = b.attribute("equation", std::string());
    std::erase(equation, ' ');
    const std::size_t arrow = equation.find("->"), comma = equation.find(',');
    if (arrow == std::string::npos || equation.find('.') != std::string::npos || b.node().inputs.count != 2)
        return b.refuse("the gradient of this form of Einsum");
    const std::string terms[] = {equation.substr(0, comma), equation.substr(comma + 1, arrow - comma - 1)};
    const std::string result = equation.substr(arrow + 2);
    for (std::size_t slot : {0u, 1u}) {
        if (!b.wants(slot))
            continue;
        const std::string& own = terms[slot];
        for (const char axis : own) {
            const bool isElsewhere = result.contains(axis) || terms[1 - slot].contains(axis);
            if (!isElsewhere || std::ranges::count(own, axis) > 1)
                return b.refuse("the gradient of this form of Einsum");
        }
        b.setGradient(slot,
            b.append({.opType = "Einsum",
                .inputs = {b.outputGradient(), b.input(1 - slot)},
                .like = b.input(slot),
                .attributes = {{"equation", std::format("{},{}->{}", result, terms[1 - slot], own)}}}));
    }
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
    {.name = "ConvTranspose",
        .doc = "Transposed convolution, which enlarges an image, plus a bias.",
        .opClass = OpClass::Compute,
        .why = kWideSum,
        .gradient = GradientRule::by(convTransposeGradient)},
    {.name = "Einsum",
        .doc = "Sum of products over named axes.",
        .opClass = OpClass::Compute,
        .why = kWideSum,
        .gradient = GradientRule::by(einsumGradient)},
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
    {.name = "BatchMatMul",
        .domain = kTrainingDomain,
        .doc = "Matrix product with optional transposes, batched over leading dimensions.",
        .opClass = OpClass::Compute,
        .why = kWideSum,
        .ascend = {.types = "BatchMatMulV2|BatchMatMulV3(0,1)"},
        .gradient = GradientRule::none()},
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
