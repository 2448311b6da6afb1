// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators that move elements and do not compute with them.
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

#include <algorithm>
#include <numeric>

namespace halftone {
namespace {

using Integers = std::vector<std::int64_t>;

void transposeGradient(GradientBuilder& b)
{
    Integers order(b.shape(b.input(0)).size());
    std::iota(order.rbegin(), order.rend(), 0);
    order = b.attribute("perm", order);
    Integers inverse(order.size());
    for (std::size_t axis = 0; axis < order.size(); ++axis)
        inverse[static_cast<std::size_t>(order[axis])] = static_cast<std::int64_t>(axis);
    b.setGradient(0,
        b.append({.opType = "Transpose",
            .inputs = {b.outputGradient()},
            .like = b.input(0),
            .attributes = {{"perm", inverse}}}));
}

std::int64_t axisOf(const GradientBuilder& b, std::int64_t fallback)
{
    const auto axis = b.attribute("axis", fallback);
    return axis < 0 ? axis + static_cast<std::int64_t>(b.shape(b.output()).size()) : axis;
}

// Each operand gets its piece of the gradient.
void concatGradient(GradientBuilder& b)
{
    const std::int64_t axis = axisOf(b, 1);
    std::int64_t start = 0;
    for (std::size_t slot = 0; slot < b.node().inputs.count; ++slot) {
        const std::int64_t end = start + b.shape(b.input(slot))[static_cast<std::size_t>(axis)];
        if (b.wants(slot))
            b.setGradient(slot,
                b.append({.opType = "Slice",
                    .inputs = {b.outputGradient(), b.constant("starts", {start}), b.constant("ends", {end}),
                        b.constant("axes", {axis})},
                    .like = b.input(slot)}));
        start = end;
    }
}

// The pieces that the loss does not depend on have zero gradient.
void splitGradient(GradientBuilder& b)
{
    std::vector<ValueId> pieces;
    for (std::size_t slot = 0; slot < b.node().outputs.count; ++slot)
        pieces.push_back(
            b.outputGradient(slot).isValid() ? b.outputGradient(slot) : b.zerosLike(b.output(slot)));
    b.setGradient(0,
        b.append({.opType = "Concat",
            .inputs = std::move(pieces),
            .like = b.input(0),
            .attributes = {{"axis", b.attribute("axis", std::int64_t{0})}}}));
}

/// An operator "<Type>Grad" of (dY, the operands behind the first) with the attributes of the forward one.
void movedBackGradient(GradientBuilder& b)
{
    std::vector<ValueId> inputs{b.outputGradient()};
    for (std::size_t slot = 1; slot < b.node().inputs.count; ++slot)
        inputs.push_back(b.input(slot));
    const std::string type = b.node().opType + "Grad";
    b.setGradient(0,
        b.append({.opType = type,
            .domain = kTrainingDomain,
            .inputs = std::move(inputs),
            .like = b.input(0),
            .attributes = b.node().attributes}));
}

void expandGradient(GradientBuilder& b)
{
    b.setGradient(0, reduceToInput(b, 0, b.outputGradient()));
}

void gatherGradient(GradientBuilder& b)
{
    if (b.wants(0))
        movedBackGradient(b);
}

void gatherElementsGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "ScatterElements",
            .inputs = {b.zerosLike(b.input(0)), b.input(1), b.outputGradient()},
            .like = b.input(0),
            .attributes = {
                {"axis", b.attribute("axis", std::int64_t{0})}, {"reduction", std::string("add")}}}));
}

void gatherNdGradient(GradientBuilder& b)
{
    if (b.attribute("batch_dims", std::int64_t{0}) != 0)
        return b.refuse("the gradient of GatherND with batch dimensions");
    b.setGradient(0,
        b.append({.opType = "ScatterND",
            .inputs = {b.zerosLike(b.input(0)), b.input(1), b.outputGradient()},
            .like = b.input(0),
            .attributes = {{"reduction", std::string("add")}}}));
}

// The operand passes on what was not written over; each update gets what stands where it went. Of two updates
// of one place ONNX does not say which one stays.
void scatterGradient(GradientBuilder& b, std::string_view scatter, std::string_view gather)
{
    const std::string reduction = b.attribute("reduction", std::string("none"));
    if (reduction != "none" && reduction != "add")
        return b.refuse("the gradient of a scatter that multiplies or compares");
    std::vector<Attribute> axis;
    if (gather == "GatherElements")
        axis.push_back({"axis", b.attribute("axis", std::int64_t{0})});
    const ValueId dy = b.outputGradient();
    if (b.wants(0))
        b.setGradient(0,
            reduction == "add" ? dy
                               : b.append({.opType = scatter,
                                     .inputs = {dy, b.input(1), b.zerosLike(b.input(2))},
                                     .like = b.input(0),
                                     .attributes = axis}));
    if (b.wants(2))
        b.setGradient(2,
            b.append({.opType = gather, .inputs = {dy, b.input(1)}, .like = b.input(2), .attributes = axis}));
}

void scatterElementsGradient(GradientBuilder& b)
{
    scatterGradient(b, "ScatterElements", "GatherElements");
}

void scatterNdGradient(GradientBuilder& b)
{
    scatterGradient(b, "ScatterND", "GatherND");
}

void topKGradient(GradientBuilder& b)
{
    if (!b.outputGradient().isValid())
        return;
    b.setGradient(0,
        b.append({.opType = "ScatterElements",
            .inputs = {b.zerosLike(b.input(0)), b.output(1), b.outputGradient()},
            .like = b.input(0),
            .attributes = {{"axis", axisOf(b, -1)}}}));
}

void cumSumGradient(GradientBuilder& b)
{
    const std::int64_t reversed = 1 - b.attribute("reverse", std::int64_t{0});
    b.setGradient(0,
        b.append({.opType = "CumSum",
            .inputs = {b.outputGradient(), b.input(1)},
            .like = b.input(0),
            .attributes = {
                {"exclusive", b.attribute("exclusive", std::int64_t{0})}, {"reverse", reversed}}}));
}

void triluGradient(GradientBuilder& b)
{
    std::vector<ValueId> inputs{b.outputGradient()};
    if (b.input(1).isValid())
        inputs.push_back(b.input(1));
    b.setGradient(0,
        b.append({.opType = "Trilu",
            .inputs = std::move(inputs),
            .like = b.input(0),
            .attributes = b.node().attributes}));
}

constexpr std::string_view kMoves = "Moves bits; exact in every precision.";
constexpr std::string_view kAddsUp = "Elements that were read several times add up their gradients.";
constexpr std::string_view kPicks = "Values that FP16 rounds to the same number become ties.";

constexpr OpDef movement(std::string_view name, std::string_view doc, GradientRule gradient)
{
    return {.name = name, .doc = doc, .opClass = OpClass::Movement, .why = kMoves, .gradient = gradient};
}

constexpr OpDef gradientOf(std::string_view name, std::string_view doc, std::string_view ascend)
{
    return {.name = name,
        .domain = kTrainingDomain,
        .doc = doc,
        .opClass = OpClass::Movement,
        .why = kAddsUp,
        .ascend = {.types = ascend},
        .gradient = GradientRule::none()};
}

constexpr GradientRule kNone = GradientRule::none();
constexpr GradientRule kMovedBack = GradientRule::by(movedBackGradient);

constexpr OpDef kRows[] = {
    {.name = "ArgMax",
        .doc = "Place of the largest element along an axis.",
        .opClass = OpClass::Elementwise,
        .why = kPicks,
        .gradient = kNone},
    {.name = "ArgMin",
        .doc = "Place of the smallest element along an axis.",
        .opClass = OpClass::Elementwise,
        .why = kPicks,
        .gradient = kNone},
    movement("Concat", "Tensors put together along an axis.", GradientRule::by(concatGradient)),
    {.name = "CumSum",
        .doc = "Running sum along an axis.",
        .opClass = OpClass::Sensitive,
        .why = "A long sum in FP16 stalls: a term is lost once the sum is 2048 times larger.",
        .gradient = GradientRule::by(cumSumGradient)},
    movement("DepthToSpace", "Channels laid out as pixels.", kMovedBack),
    movement("Expand", "Elements repeated to a larger shape.", GradientRule::by(expandGradient)),
    movement("Gather", "Slices picked by their numbers along an axis: an embedding.",
        GradientRule::by(gatherGradient)),
    movement("GatherElements", "Elements picked by their numbers along an axis.",
        GradientRule::by(gatherElementsGradient)),
    movement("GatherND", "Slices picked by tuples of numbers.", GradientRule::by(gatherNdGradient)),
    movement("OneHot", "A one at the place that an index names, among zeros.", kNone),
    movement("Pad", "A border around a tensor.", kMovedBack),
    {.name = "Resize",
        .doc = "A larger or smaller image.",
        .opClass = OpClass::Elementwise,
        .why = "Weights of a few neighbours; rounds once.",
        .gradient = kMovedBack},
    movement("Scatter", "Elements placed by their numbers along an axis.",
        GradientRule::by(scatterElementsGradient)),
    movement("ScatterElements", "Elements placed by their numbers along an axis.",
        GradientRule::by(scatterElementsGradient)),
    movement("ScatterND", "Slices placed by tuples of numbers.", GradientRule::by(scatterNdGradient)),
    movement("Slice", "A range of each axis.", kMovedBack),
    movement("SpaceToDepth", "Blocks of pixels laid out as channels.", kMovedBack),
    movement("Split", "A tensor cut in pieces along an axis.", GradientRule::by(splitGradient)),
    movement("Tile", "Copies of a tensor side by side.", kMovedBack),
    {.name = "TopK",
        .doc = "The largest elements along an axis, and their places.",
        .opClass = OpClass::Elementwise,
        .why = kPicks,
        .gradient = GradientRule::by(topKGradient)},
    movement("Transpose", "Axes in another order.", GradientRule::by(transposeGradient)),
    movement("Trilu", "The upper or lower triangle of matrices, zeros elsewhere.",
        GradientRule::by(triluGradient)),
    {.name = "Upsample",
        .doc = "A larger image.",
        .opClass = OpClass::Elementwise,
        .why = "Weights of a few neighbours; rounds once.",
        .gradient = kMovedBack},

    gradientOf("DepthToSpaceGrad", "Gradient of DepthToSpace: pixels laid out as channels again.",
        "SpaceToDepth(0)"),
    gradientOf("GatherGrad", "Gradient of Gather: (dY, indices), each slice added where it came from.",
        "UnsortedSegmentSum(0,1,i32)"),
    gradientOf("PadGrad", "Gradient of Pad: (dY, operands) without the border.", "PadV3Grad(0,1)"),
    gradientOf("ResizeGrad", "Gradient of Resize: (dY, operands) spread over the pixels that were read.",
        "ResizeGrad(0,f32,f32)"),
    gradientOf(
        "SliceGrad", "Gradient of Slice: (dY, operands) among zeros.", "StridedSliceGrad(i64,i64,i64,i64,0)"),
    gradientOf("SpaceToDepthGrad", "Gradient of SpaceToDepth: channels laid out as pixels again.",
        "DepthToSpace(0)"),
    gradientOf("TileGrad", "Gradient of Tile: (dY, operands), the copies added up.",
        "Reshape(0,i64); !ReduceSum(%0,i32)"),
    gradientOf("UpsampleGrad", "Gradient of Upsample: (dY, operands) spread over the pixels that were read.",
        "ResizeGrad(0,f32,f32)"),
};

}

std::span<const OpDef> movementOps()
{
    return kRows;
}

}
