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

constexpr std::string_view kMoves = "Moves bits; exact in every precision.";

constexpr OpDef kRows[] = {
    {.name = "Flatten",
        .doc = "Two dimensions: those before an axis, and the rest.",
        .opClass = OpClass::Movement,
        .why = kMoves,
        .gradient = GradientRule::by(reshapeGradient)},
    {.name = "Reshape",
        .doc = "The same elements under another shape.",
        .opClass = OpClass::Movement,
        .why = kMoves,
        .gradient = GradientRule::by(reshapeGradient)},
    {.name = "Constant",
        .doc = "A constant of the file.",
        .opClass = OpClass::Movement,
        .why = kMoves,
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> shapeOps()
{
    return kRows;
}

}
