// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/families.h"
#include "executor/ops/operands.h"
#include "kernels/elementwise.h"
#include "kernels/optimizer.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

std::size_t elementsOf(const ProgramBuilder& b, ValueId id)
{
    return paddedElements(b.dims(id), Layout::Plain);
}

void addUnscale(ProgramBuilder& b, const FloatOperand& gradient, BufferId inverse, BufferId out)
{
    b.addLoop(gradient.format ? "own unscale 16" : "own unscale", {gradient.buffer, inverse}, {out},
        [=](StepContext& context) {
            if (!kernels::unscale(gradient.at(context), *context.arena.data<const float>(inverse),
                    context.arena.span<float>(out, gradient.count)))
                context.state.gradientsFinite = false;
        });
}

// Inputs: gradient, 1 / loss scale. A gradient in 16 bits is widened only for this, which one pass does.
Result<void> compileUnscale(ProgramBuilder& b)
{
    const ValueId gradient = b.input(0);
    const BufferId inverse = b.readFloat(b.input(1), Layout::Plain).buffer;
    const BufferId out = b.writeFloat(b.output(), Layout::Plain).buffer;
    const auto narrow = sourceOfCast(b, gradient, Layout::Plain);
    if (narrow) {
        addUnscale(b, *narrow, inverse, out);
        b.onlyUnwatched();
    }
    addUnscale(b, readFloats(b, gradient, Layout::Plain), inverse, out);
    if (narrow)
        b.onlyWatched();
    return {};
}

// Inputs: gradient.
Result<void> compileClipGradient(ProgramBuilder& b)
{
    const std::size_t count = elementsOf(b, b.input(0));
    const float limit = b.attribute("limit", 1.0f);
    const Operand gradient = b.readFloat(b.input(0), Layout::Plain);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own clip", {gradient.buffer}, {out.buffer},
        [=, from = gradient.buffer, to = out.buffer](StepContext& context) {
            const float* source = context.arena.data<const float>(from);
            float* result = context.arena.data<float>(to);
            for (std::size_t i = 0; i < count; ++i)
                result[i] = std::clamp(source[i], -limit, limit);
        });
    return {};
}

// Inputs: all gradients. MindSpore's clip_by_global_norm, limit / max(norm, limit): exactly 1 where nothing
// is to be clipped. The sum is one of doubles, as no square of a float is lost in it.
Result<void> compileClipFactor(ProgramBuilder& b)
{
    const float limit = b.attribute("limit", 1.0f);
    std::vector<std::pair<BufferId, std::size_t>> gradients;
    std::vector<BufferId> reads;
    for (ValueId id : b.graph().inputs(b.node())) {
        const Operand gradient = b.readFloat(id, Layout::Plain);
        gradients.emplace_back(gradient.buffer, elementsOf(b, id));
        reads.push_back(gradient.buffer);
    }
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own norm", reads, {out.buffer},
        [gradients = std::move(gradients), limit, to = out.buffer](StepContext& context) {
            double squares = 0;
            for (const auto& [buffer, count] : gradients)
                squares += kernels::sumOfSquares(context.arena.span<const float>(buffer, count));
            const double wide = static_cast<double>(limit);
            *context.arena.data<float>(to) = static_cast<float>(wide / std::max(std::sqrt(squares), wide));
        });
    return {};
}

// Inputs: gradient, factor.
Result<void> compileScaleGradient(ProgramBuilder& b)
{
    const std::size_t count = elementsOf(b, b.input(0));
    const Operand gradient = b.readFloat(b.input(0), Layout::Plain);
    const Operand factor = b.readFloat(b.input(1), Layout::Plain);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own scale", {gradient.buffer, factor.buffer}, {out.buffer},
        [=, from = gradient.buffer, by = factor.buffer, to = out.buffer](StepContext& context) {
            const float scale = *context.arena.data<const float>(by);
            std::ranges::transform(context.arena.span<const float>(from, count),
                context.arena.data<float>(to), [scale](float value) { return value * scale; });
        });
    return {};
}

/// What an optimizer works on, in the order weight, moments; results usually lie where the operands lie.
struct Update
{
    std::size_t count = 0;
    std::vector<BufferId> from;
    std::vector<BufferId> to;
    BufferId gradient;
    BufferId rate;
    float rateFactor = 1;

    /// The memory of a result, holding the operand.
    std::span<float> carry(StepContext& context, std::size_t index) const
    {
        const std::span<float> target = context.arena.span<float>(to[index], count);
        if (from[index] != to[index])
            std::ranges::copy(context.arena.span<const float>(from[index], count), target.begin());
        return target;
    }
    std::span<const float> gradients(StepContext& context) const
    {
        return context.arena.span<const float>(gradient, count);
    }
    float learningRate(StepContext& context) const
    {
        return *context.arena.data<const float>(rate) * rateFactor;
    }
    std::vector<BufferId> reads() const
    {
        std::vector<BufferId> all = from;
        all.insert(all.end(), {gradient, rate});
        return all;
    }
};

// Inputs: weight, moments, gradient, learning rate.
Update readUpdate(ProgramBuilder& b, std::size_t moments)
{
    Update update{.count = elementsOf(b, b.input(0)), .rateFactor = b.attribute("rate_factor", 1.0f)};
    for (std::size_t i = 0; i <= moments; ++i) {
        update.from.push_back(b.readFloat(b.input(i), Layout::Plain).buffer);
        update.to.push_back(b.writeFloat(b.output(i), Layout::Plain).buffer);
    }
    update.gradient = b.readFloat(b.input(moments + 1), Layout::Plain).buffer;
    update.rate = b.readFloat(b.input(moments + 2), Layout::Plain).buffer;
    return update;
}

Result<void> compileGradientDescent(ProgramBuilder& b)
{
    const Update update = readUpdate(b, 0);
    const float decay = b.attribute("weight_decay", 0.0f);
    b.addLoop("own gradient descent", update.reads(), update.to, [=](StepContext& context) {
        kernels::gradientDescentUpdate(
            update.carry(context, 0), update.gradients(context), update.learningRate(context), decay);
    });
    return {};
}

// MindSpore centralizes between decay and division; the kernel then has no decay left to add.
void centralize(std::span<const float> weight, std::span<const float> gradient, float decay, std::size_t rows,
    std::span<float> dst)
{
    const std::size_t length = dst.size() / rows;
    for (std::size_t row = 0; row < rows; ++row) {
        double sum = 0;
        for (std::size_t i = row * length; i < (row + 1) * length; ++i) {
            dst[i] = gradient[i] + weight[i] * decay;
            sum += static_cast<double>(dst[i]);
        }
        const auto mean = static_cast<float>(sum / static_cast<double>(length));
        for (float& value : dst.subspan(row * length, length))
            value -= mean;
    }
}

Result<void> compileMomentum(ProgramBuilder& b)
{
    const Update update = readUpdate(b, 1);
    const kernels::MomentumParameters parameters{.momentum = b.attribute("momentum", 0.9f),
        .weightDecay = b.attribute("weight_decay", 0.0f),
        .lossScale = b.attribute("loss_scale", 1.0f),
        .nesterov =
            b.attribute("nesterov", std::int64_t{0}) != 0 ? kernels::Nesterov::Yes : kernels::Nesterov::No};
    if (b.attribute("centralize", std::int64_t{0}) == 0) {
        b.addLoop("own momentum", update.reads(), update.to, [=](StepContext& context) {
            kernels::MomentumParameters now = parameters;
            now.learningRate = update.learningRate(context);
            kernels::momentumUpdate(
                update.carry(context, 0), update.carry(context, 1), update.gradients(context), now);
        });
        return {};
    }
    const auto rows = static_cast<std::size_t>(b.dims(b.input(0))[0]);
    const BufferId centred = b.scratchBytes(update.count * sizeof(float));
    std::vector<BufferId> writes = update.to;
    writes.push_back(centred);
    b.addLoop("own momentum, centralized", update.reads(), writes, [=](StepContext& context) {
        const std::span<float> weight = update.carry(context, 0);
        const std::span<float> gradient = context.arena.span<float>(centred, update.count);
        centralize(
            weight, update.gradients(context), parameters.weightDecay * parameters.lossScale, rows, gradient);
        kernels::MomentumParameters now = parameters;
        now.weightDecay = 0;
        now.learningRate = update.learningRate(context);
        kernels::momentumUpdate(weight, update.carry(context, 1), gradient, now);
    });
    return {};
}

// Behind the learning rate: the powers of beta.
template <kernels::AdamDecay decay>
Result<void> compileAdam(ProgramBuilder& b)
{
    const Update update = readUpdate(b, 2);
    const BufferId power1 = b.readFloat(b.input(5), Layout::Plain).buffer;
    const BufferId power2 = b.readFloat(b.input(6), Layout::Plain).buffer;
    const kernels::AdamParameters parameters{.beta1 = b.attribute("beta1", 0.9f),
        .beta2 = b.attribute("beta2", 0.999f),
        .epsilon = b.attribute("epsilon", 1e-8f),
        .weightDecay = b.attribute("weight_decay", 0.0f),
        .decay = decay};
    std::vector<BufferId> reads = update.reads();
    reads.insert(reads.end(), {power1, power2});
    b.addLoop("own Adam", reads, update.to, [=](StepContext& context) {
        kernels::AdamParameters now = parameters;
        now.learningRate = update.learningRate(context);
        now.beta1Power = *context.arena.data<const float>(power1);
        now.beta2Power = *context.arena.data<const float>(power2);
        kernels::adamUpdate(update.carry(context, 0), update.carry(context, 1), update.carry(context, 2),
            update.gradients(context), now);
    });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "UnscaleGradient", .domain = kTrainingDomain, .compile = compileUnscale},
    {.name = "ClipGradient", .domain = kTrainingDomain, .compile = compileClipGradient},
    {.name = "ClipFactor", .domain = kTrainingDomain, .compile = compileClipFactor},
    {.name = "ScaleGradient", .domain = kTrainingDomain, .compile = compileScaleGradient},
    {.name = "GradientDescent", .domain = kTrainingDomain, .compile = compileGradientDescent},
    {.name = "Momentum", .domain = kTrainingDomain, .compile = compileMomentum},
    {.name = "Adam", .domain = kTrainingDomain, .compile = compileAdam<kernels::AdamDecay::InGradient>},
    {.name = "AdamW", .domain = kTrainingDomain, .compile = compileAdam<kernels::AdamDecay::Beside>},
};

}

std::span<const OpRun> updateRuns()
{
    return kRows;
}

}
