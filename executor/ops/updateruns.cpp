// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/families.h"
#include "executor/program/programbuilder.h"
#include "kernels/elementwise.h"
#include "kernels/optimizer.h"

#include <algorithm>

namespace halftone {
namespace {

// Inputs: gradient, 1 / loss scale.
Result<void> compileUnscale(ProgramBuilder& b)
{
    const std::size_t count = paddedElements(b.dims(b.input(0)), Layout::Plain);
    const Operand gradient = b.readFloat(b.input(0), Layout::Plain);
    const Operand inverse = b.readFloat(b.input(1), Layout::Plain);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own unscale", {gradient.buffer, inverse.buffer}, {out.buffer},
        [=, from = gradient.buffer, factor = inverse.buffer, to = out.buffer](StepContext& context) {
            const std::span<float> result = context.arena.span<float>(to, count);
            std::ranges::copy(context.arena.span<const float>(from, count), result.begin());
            if (!kernels::unscale(result, *context.arena.data<const float>(factor)))
                context.state.gradientsFinite = false;
        });
    return {};
}

// Inputs: weight, velocity, gradient, learning rate. The results usually lie where the operands lie.
Result<void> compileMomentum(ProgramBuilder& b)
{
    const std::size_t count = paddedElements(b.dims(b.input(0)), Layout::Plain);
    const Operand weight = b.readFloat(b.input(0), Layout::Plain);
    const Operand velocity = b.readFloat(b.input(1), Layout::Plain);
    const Operand gradient = b.readFloat(b.input(2), Layout::Plain);
    const Operand rate = b.readFloat(b.input(3), Layout::Plain);
    const Operand newWeight = b.writeFloat(b.output(0), Layout::Plain);
    const Operand newVelocity = b.writeFloat(b.output(1), Layout::Plain);
    kernels::MomentumParameters parameters{.momentum = b.attribute("momentum", 0.9f),
        .weightDecay = b.attribute("weight_decay", 0.0f),
        .nesterov =
            b.attribute("nesterov", std::int64_t{0}) != 0 ? kernels::Nesterov::Yes : kernels::Nesterov::No};
    b.addLoop("own momentum", {weight.buffer, velocity.buffer, gradient.buffer, rate.buffer},
        {newWeight.buffer, newVelocity.buffer},
        [=, w = weight.buffer, v = velocity.buffer, g = gradient.buffer, lr = rate.buffer,
            toW = newWeight.buffer, toV = newVelocity.buffer](StepContext& context) {
            const auto carry = [&](BufferId from, BufferId to) {
                const std::span<float> target = context.arena.span<float>(to, count);
                if (from != to)
                    std::ranges::copy(context.arena.span<const float>(from, count), target.begin());
                return target;
            };
            kernels::MomentumParameters now = parameters;
            now.learningRate = *context.arena.data<const float>(lr);
            kernels::momentumUpdate(
                carry(w, toW), carry(v, toV), context.arena.span<const float>(g, count), now);
        });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Momentum", .domain = kTrainingDomain, .compile = compileMomentum},
    {.name = "UnscaleGradient", .domain = kTrainingDomain, .compile = compileUnscale},
};

}

std::span<const OpRun> updateRuns()
{
    return kRows;
}

}
