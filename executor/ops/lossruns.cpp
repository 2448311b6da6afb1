// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/families.h"
#include "executor/program/programbuilder.h"
#include "kernels/loss.h"

namespace halftone {
namespace {

// Labels are checked by whoever feeds them: below zero or beyond the classes they would read other memory.
Result<void> compileCrossEntropy(ProgramBuilder& b)
{
    const StoredValue logits = b.stored(b.input(0));
    if (logits.dims.size() != 2 || b.stored(b.input(1)).dtype != DType::Int64 || b.input(2).isValid())
        return b.refuse(
            "Cross entropy is supported for logits [N, classes] with int64 labels and no class weights.");
    const std::size_t count = logits.elements();
    const auto rows = static_cast<std::size_t>(logits.dims[0]);
    const Operand in = b.readFloat(b.input(0), Layout::Plain);
    const Operand loss = b.writeFloat(b.output(), Layout::Plain);
    const Operand logProbabilities =
        b.hasOutput(1) ? b.writeFloat(b.output(1), Layout::Plain) : b.scratch(in.desc);
    const BufferId labels = b.readStored(b.input(1));
    b.addLoop("own cross entropy", {in.buffer, labels}, {loss.buffer, logProbabilities.buffer},
        [=, from = in.buffer, to = loss.buffer, logs = logProbabilities.buffer](StepContext& context) {
            *context.arena.data<float>(to) =
                static_cast<float>(kernels::softmaxCrossEntropy(context.arena.span<const float>(from, count),
                    context.arena.span<const std::int64_t>(labels, rows),
                    context.arena.span<float>(logs, count)));
        });
    return {};
}

// Inputs: dLoss, log-probabilities, labels.
Result<void> compileCrossEntropyGrad(ProgramBuilder& b)
{
    const StoredValue logs = b.stored(b.input(1));
    const std::size_t count = logs.elements();
    const auto rows = static_cast<std::size_t>(logs.dims[0]);
    const Operand dLoss = b.readFloat(b.input(0), Layout::Plain);
    const Operand in = b.readFloat(b.input(1), Layout::Plain);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    const BufferId labels = b.readStored(b.input(2));
    b.addLoop("own cross entropy gradient", {dLoss.buffer, in.buffer, labels}, {out.buffer},
        [=, scale = dLoss.buffer, from = in.buffer, to = out.buffer](StepContext& context) {
            kernels::softmaxCrossEntropyGradient(context.arena.span<const float>(from, count),
                context.arena.span<const std::int64_t>(labels, rows), *context.arena.data<const float>(scale),
                context.arena.span<float>(to, count));
        });
    return {};
}

Result<void> compileSquaredError(ProgramBuilder& b)
{
    const std::size_t count = paddedElements(b.dims(b.input(0)), Layout::Plain);
    const Operand prediction = b.readFloat(b.input(0), Layout::Plain);
    const Operand target = b.readFloat(b.input(1), Layout::Plain);
    const Operand loss = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own squared error", {prediction.buffer, target.buffer}, {loss.buffer},
        [=, p = prediction.buffer, t = target.buffer, to = loss.buffer](StepContext& context) {
            *context.arena.data<float>(to) = static_cast<float>(kernels::meanSquaredError(
                context.arena.span<const float>(p, count), context.arena.span<const float>(t, count)));
        });
    return {};
}

// Inputs: dLoss, prediction, target.
Result<void> compileSquaredErrorGrad(ProgramBuilder& b)
{
    const std::size_t count = paddedElements(b.dims(b.input(1)), Layout::Plain);
    const Operand dLoss = b.readFloat(b.input(0), Layout::Plain);
    const Operand prediction = b.readFloat(b.input(1), Layout::Plain);
    const Operand target = b.readFloat(b.input(2), Layout::Plain);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own squared error gradient", {dLoss.buffer, prediction.buffer, target.buffer}, {out.buffer},
        [=, scale = dLoss.buffer, p = prediction.buffer, t = target.buffer, to = out.buffer](
            StepContext& context) {
            kernels::meanSquaredErrorGradient(context.arena.span<const float>(p, count),
                context.arena.span<const float>(t, count), *context.arena.data<const float>(scale),
                context.arena.span<float>(to, count));
        });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "SoftmaxCrossEntropyLoss", .compile = compileCrossEntropy},
    {.name = "SoftmaxCrossEntropyLossGrad", .domain = kTrainingDomain, .compile = compileCrossEntropyGrad},
    {.name = "MeanSquaredError", .domain = kTrainingDomain, .compile = compileSquaredError},
    {.name = "MeanSquaredErrorGrad", .domain = kTrainingDomain, .compile = compileSquaredErrorGrad},
};

}

std::span<const OpRun> lossRuns()
{
    return kRows;
}

}
