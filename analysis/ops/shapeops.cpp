// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

namespace halftone {
namespace {

void reshapeGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "Reshape",
            .inputs = {b.outputGradient(), b.constant("shape", b.shape(b.input(0)))},
            .like = b.input(0)}));
}

void identityGradient(GradientBuilder& b)
{
    b.setGradient(0, b.outputGradient());
}

constexpr std::string_view kMoves = "Moves bits; exact in every precision.";
constexpr std::string_view kFills = "Made of a shape and constants; exact if those are.";

constexpr OpDef movement(
    std::string_view name, std::string_view doc, GradientRule gradient, std::string_view why = kMoves)
{
    return {.name = name, .doc = doc, .opClass = OpClass::Movement, .why = why, .gradient = gradient};
}

constexpr GradientRule kNone = GradientRule::none();
constexpr GradientRule kReshaped = GradientRule::by(reshapeGradient);

constexpr OpDef kRows[] = {
    movement("Constant", "A constant of the file.", kNone),
    movement("ConstantOfShape", "A tensor full of one number.", kNone, kFills),
    movement("EyeLike", "Ones on a diagonal.", kNone, kFills),
    movement("Flatten", "Two dimensions: those before an axis, and the rest.", kReshaped),
    movement("Identity", "The same tensor under another name.", GradientRule::by(identityGradient)),
    movement("Range", "Numbers from a start in equal steps.", kNone,
        "Of numbers above 2048 FP16 knows no odd ones, and long ranges drift."),
    movement("Reshape", "The same elements under another shape.", kReshaped),
    movement("Shape", "The sizes of a tensor.", kNone, kFills),
    movement("Size", "The number of elements of a tensor.", kNone, kFills),
    movement("Squeeze", "Without axes of size one.", kReshaped),
    movement("Unsqueeze", "With new axes of size one.", kReshaped),
};

}

std::span<const OpDef> shapeOps()
{
    return kRows;
}

}
