// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/onnx/onnxdtype.h"
#include "analysis/ops/families.h"

namespace halftone {
namespace {

void addGradient(GradientBuilder& b)
{
    for (std::size_t slot : {0u, 1u}) {
        if (b.wants(slot))
            b.setGradient(slot, reduceToInput(b, slot, b.outputGradient()));
    }
}

// The output tells where the input was positive, so the input need not be kept.
void reluGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "ReluGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.output()},
            .like = b.input(0)}));
}

void identityGradient(GradientBuilder& b)
{
    b.setGradient(0, b.outputGradient());
}

// The gradient goes back in the type in which the value came.
void castGradient(GradientBuilder& b)
{
    const std::int64_t to = onnxDataType(b.graph().value(b.input(0)).dtype);
    b.setGradient(0,
        b.append({.opType = "Cast",
            .inputs = {b.outputGradient()},
            .like = b.input(0),
            .attributes = {{"to", to}}}));
}

constexpr OpDef kRows[] = {
    {.name = "Add",
        .doc = "Sum of two tensors, with broadcasting.",
        .opClass = OpClass::Elementwise,
        .why = "A small addend is lost next to one 2048 times larger.",
        .gradient = GradientRule::by(addGradient)},
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
    {.name = "Identity",
        .doc = "The same tensor under another name.",
        .opClass = OpClass::Movement,
        .why = "Moves bits.",
        .gradient = GradientRule::by(identityGradient)},
    {.name = "Cast",
        .doc = "Conversion to another element type.",
        .opClass = OpClass::Movement,
        .why = "Rounds to the new type; values from 65520 on become infinite in FP16.",
        .gradient = GradientRule::by(castGradient)},
    {.name = "Mul",
        .doc = "Product of two tensors, with broadcasting.",
        .opClass = OpClass::Elementwise,
        .why = "Products beyond 65504 overflow, and those below 6e-8 vanish."},
};

}

std::span<const OpDef> elementwiseOps()
{
    return kRows;
}

}
