// SPDX-License-Identifier: GPL-3.0-or-later
//
// Relu works on 16-bit memory directly: it is exact there. Its loops run over the padded memory of their
// operands, whatever the layout: the padding holds zeros, and these keep zeros zero.
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "kernels/elementwise.h"

namespace halftone {
namespace {

std::optional<kernels::Format16> format16(DType dtype)
{
    if (dtype == DType::Float16)
        return kernels::Format16::F16;
    return dtype == DType::BFloat16 ? std::optional(kernels::Format16::Bf16) : std::nullopt;
}

Result<void> compileRelu(ProgramBuilder& b)
{
    const StoredValue x = b.stored(b.input(0));
    const auto format = format16(x.dtype);
    const std::size_t count = x.elements();
    if (format && b.stored(b.output()).dtype == x.dtype) {
        const Operand out = b.writeStored(b.output(), x.layout);
        b.addLoop("own relu 16", {x.buffer}, {out.buffer},
            [=, from = x.buffer, to = out.buffer](StepContext& context) {
                kernels::relu(context.arena.span<const std::uint16_t>(from, count),
                    context.arena.span<std::uint16_t>(to, count), *format);
            });
        b.mayWorkInPlace();
        return {};
    }
    const Operand in = b.readFloat(b.input(0), x.layout);
    const Operand out = b.writeFloat(b.output(), x.layout);
    b.addLoop(
        "own relu", {in.buffer}, {out.buffer}, [=, from = in.buffer, to = out.buffer](StepContext& context) {
            kernels::relu(context.arena.span<const float>(from, count), context.arena.span<float>(to, count));
        });
    b.mayWorkInPlace();
    return {};
}

// Inputs: dY, Y.
Result<void> compileReluGrad(ProgramBuilder& b)
{
    const StoredValue dy = b.stored(b.input(0));
    const StoredValue y = b.stored(b.input(1));
    const DType dtype = b.stored(b.output()).dtype;
    const auto format = format16(dtype);
    const std::size_t count = y.elements();
    if (format && dy.dtype == dtype && y.dtype == dtype && dy.layout == y.layout) {
        const Operand out = b.writeStored(b.output(), y.layout);
        b.addLoop("own relu gradient 16", {dy.buffer, y.buffer}, {out.buffer},
            [=, gradient = dy.buffer, result = y.buffer, to = out.buffer](StepContext& context) {
                kernels::reluGradient(context.arena.span<const std::uint16_t>(gradient, count),
                    context.arena.span<const std::uint16_t>(result, count),
                    context.arena.span<std::uint16_t>(to, count), *format);
            });
        b.mayWorkInPlace();
        return {};
    }
    const Operand gradient = b.readFloat(b.input(0), y.layout);
    const Operand result = b.readFloat(b.input(1), y.layout);
    const Operand out = b.writeFloat(b.output(), y.layout);
    b.addLoop("own relu gradient", {gradient.buffer, result.buffer}, {out.buffer},
        [=, from = gradient.buffer, mask = result.buffer, to = out.buffer](StepContext& context) {
            kernels::reluGradient(context.arena.span<const float>(from, count),
                context.arena.span<const float>(mask, count), context.arena.span<float>(to, count));
        });
    b.mayWorkInPlace();
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Relu", .compile = compileRelu},
    {.name = "ReluGrad", .domain = kTrainingDomain, .compile = compileReluGrad},
};

}

std::span<const OpRun> reluRuns()
{
    return kRows;
}

}
