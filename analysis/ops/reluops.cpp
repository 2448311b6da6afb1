// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

namespace halftone {
namespace {

// The output tells where the input was positive, so the input need not be kept.
void reluGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "ReluGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.output()},
            .like = b.input(0)}));
}

constexpr OpDef kRows[] = {
    {.name = "Relu",
        .doc = "Larger of the value and zero.",
        .opClass = OpClass::Elementwise,
        .why = "Exact in every precision.",
        .gradient = GradientRule::by(reluGradient)},
    {.name = "ReluGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient of Relu: (dY, Y) to dY where Y is positive, else 0.",
        .opClass = OpClass::Elementwise,
        .why = "Exact in every precision.",
        .ascend = {.types = "ReluGrad"},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> reluOps()
{
    return kRows;
}

}
