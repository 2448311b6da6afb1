// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/classloss.h"
#include "executor/ops/families.h"
#include "executor/program/programbuilder.h"
#include "kernels/loss.h"
#include "kernels/unary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace halftone {
namespace {

// Labels are checked by whoever feeds them: below zero or beyond the classes they would read other memory.
Result<void> compileCrossEntropy(ProgramBuilder& b)
{
    const StoredValue logits = b.stored(b.input(0));
    if (b.stored(b.input(1)).dtype != DType::Int64 || !isPlainClassLoss(b, logits.dims, b.input(2)))
        return compileClassLoss(b, ClassScores::Logits);
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

// Inputs: dLoss, log-probabilities, labels, perhaps class weights.
Result<void> compileCrossEntropyGrad(ProgramBuilder& b)
{
    const StoredValue logs = b.stored(b.input(1));
    if (b.stored(b.input(2)).dtype != DType::Int64 || !isPlainClassLoss(b, logs.dims, b.input(3)))
        return compileClassLossGrad(b, ClassScores::Logits);
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

/// A loss of two tensors of one size: \p compute gives it.
template <double (*compute)(std::span<const float>, std::span<const float>)>
Result<void> compileElementLoss(ProgramBuilder& b)
{
    const std::size_t count = paddedElements(b.dims(b.input(0)), Layout::Plain);
    const Operand prediction = b.readFloat(b.input(0), Layout::Plain);
    const Operand target = b.readFloat(b.input(1), Layout::Plain);
    const Operand loss = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own loss", {prediction.buffer, target.buffer}, {loss.buffer},
        [=, p = prediction.buffer, t = target.buffer, to = loss.buffer](StepContext& context) {
            *context.arena.data<float>(to) = static_cast<float>(compute(
                context.arena.span<const float>(p, count), context.arena.span<const float>(t, count)));
        });
    return {};
}

/// Its gradient. Inputs: dLoss, prediction, target.
template <void (*compute)(std::span<const float>, std::span<const float>, float, std::span<float>)>
Result<void> compileElementLossGrad(ProgramBuilder& b)
{
    const std::size_t count = paddedElements(b.dims(b.input(1)), Layout::Plain);
    const Operand dLoss = b.readFloat(b.input(0), Layout::Plain);
    const Operand prediction = b.readFloat(b.input(1), Layout::Plain);
    const Operand target = b.readFloat(b.input(2), Layout::Plain);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own loss gradient", {dLoss.buffer, prediction.buffer, target.buffer}, {out.buffer},
        [=, scale = dLoss.buffer, p = prediction.buffer, t = target.buffer, to = out.buffer](
            StepContext& context) {
            compute(context.arena.span<const float>(p, count), context.arena.span<const float>(t, count),
                *context.arena.data<const float>(scale), context.arena.span<float>(to, count));
        });
    return {};
}

double squaredError(std::span<const float> prediction, std::span<const float> target)
{
    return kernels::meanSquaredError(prediction, target);
}

void squaredErrorGradient(
    std::span<const float> prediction, std::span<const float> target, float dLoss, std::span<float> dst)
{
    kernels::meanSquaredErrorGradient(prediction, target, dLoss, dst);
}

double absoluteError(std::span<const float> prediction, std::span<const float> target)
{
    double sum = 0;
    for (std::size_t i = 0; i < target.size(); ++i)
        sum += std::abs(static_cast<double>(prediction[i]) - static_cast<double>(target[i]));
    return sum / static_cast<double>(target.size());
}

// 0 where both are equal, as PyTorch has it; NaN stays NaN.
void absoluteErrorGradient(
    std::span<const float> prediction, std::span<const float> target, float dLoss, std::span<float> dst)
{
    const float share = dLoss / static_cast<float>(dst.size());
    for (std::size_t i = 0; i < dst.size(); ++i) {
        const float difference = prediction[i] - target[i];
        dst[i] = std::isnan(difference) ? difference
            : difference > 0            ? share
            : difference < 0            ? -share
                                        : 0.0f;
    }
}

// max(x, 0) - x t + log(1 + e^-|x|): no exponential overflows.
double binaryCrossEntropy(std::span<const float> logits, std::span<const float> target)
{
    double sum = 0;
    for (std::size_t i = 0; i < target.size(); ++i) {
        const auto x = static_cast<double>(logits[i]);
        sum += (x > 0 ? x : 0 * x) - x * static_cast<double>(target[i]) + std::log1p(std::exp(-std::abs(x)));
    }
    return sum / static_cast<double>(target.size());
}

void binaryCrossEntropyGradient(
    std::span<const float> logits, std::span<const float> target, float dLoss, std::span<float> dst)
{
    const float share = dLoss / static_cast<float>(dst.size());
    kernels::unary(kernels::Unary::Sigmoid, logits, dst);
    for (std::size_t i = 0; i < dst.size(); ++i)
        dst[i] = (dst[i] - target[i]) * share;
}

Result<void> compileDenseCrossEntropy(ProgramBuilder& b)
{
    const StoredValue logits = b.stored(b.input(0));
    if (logits.dims.size() != 2)
        return b.refuse("Dense cross entropy is supported for logits [N, classes].");
    const std::size_t count = logits.elements();
    const Operand in = b.readFloat(b.input(0), Layout::Plain);
    const Operand target = b.readFloat(b.input(1), Layout::Plain);
    const Operand loss = b.writeFloat(b.output(0), Layout::Plain);
    const Operand logs = b.writeFloat(b.output(1), Layout::Plain);
    // The kernel wants labels for a mean that is not used here.
    const std::vector<std::int64_t> noLabels(static_cast<std::size_t>(logits.dims[0]), 0);
    b.addLoop("own cross entropy", {in.buffer, target.buffer}, {loss.buffer, logs.buffer},
        [=, from = in.buffer, t = target.buffer, to = loss.buffer, logsTo = logs.buffer](
            StepContext& context) {
            const std::span<float> logProbability = context.arena.span<float>(logsTo, count);
            kernels::softmaxCrossEntropy(
                context.arena.span<const float>(from, count), noLabels, logProbability);
            double sum = 0;
            const float* wanted = context.arena.data<const float>(t);
            for (std::size_t i = 0; i < count; ++i) {
                if (wanted[i] != 0) // a masked class has the logarithm -infinity, and no share in the sum
                    sum -= static_cast<double>(wanted[i]) * static_cast<double>(logProbability[i]);
            }
            *context.arena.data<float>(to) = static_cast<float>(sum / static_cast<double>(noLabels.size()));
        });
    return {};
}

// Inputs: dLoss, log-probabilities, target. Targets need not add up to 1.
Result<void> compileDenseCrossEntropyGrad(ProgramBuilder& b)
{
    const std::vector<std::int64_t> dims = b.dims(b.input(1));
    const auto rows = static_cast<std::size_t>(dims[0]);
    const auto classes = static_cast<std::size_t>(dims[1]);
    const Operand dLoss = b.readFloat(b.input(0), Layout::Plain);
    const Operand logs = b.readFloat(b.input(1), Layout::Plain);
    const Operand target = b.readFloat(b.input(2), Layout::Plain);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own cross entropy gradient", {dLoss.buffer, logs.buffer, target.buffer}, {out.buffer},
        [=, scale = dLoss.buffer, from = logs.buffer, t = target.buffer, to = out.buffer](
            StepContext& context) {
            const float share = *context.arena.data<const float>(scale) / static_cast<float>(rows);
            const std::span<const float> wanted = context.arena.span<const float>(t, rows * classes);
            const std::span<float> result = context.arena.span<float>(to, rows * classes);
            kernels::unary(
                kernels::Unary::Exp, context.arena.span<const float>(from, rows * classes), result);
            for (std::size_t row = 0; row < rows; ++row) {
                const std::span<const float> targets = wanted.subspan(row * classes, classes);
                const float total = std::accumulate(targets.begin(), targets.end(), 0.0f);
                for (std::size_t i = 0; i < classes; ++i) {
                    float& value = result[row * classes + i];
                    value = (value * total - targets[i]) * share;
                }
            }
        });
    return {};
}

Result<void> compileLikelihood(ProgramBuilder& b)
{
    return compileClassLoss(b, ClassScores::LogProbabilities);
}

Result<void> compileLikelihoodGrad(ProgramBuilder& b)
{
    return compileClassLossGrad(b, ClassScores::LogProbabilities);
}

constexpr OpRun kRows[] = {
    {.name = "SoftmaxCrossEntropyLoss", .compile = compileCrossEntropy},
    {.name = "SoftmaxCrossEntropyLossGrad", .domain = kTrainingDomain, .compile = compileCrossEntropyGrad},
    {.name = "DenseCrossEntropy", .domain = kTrainingDomain, .compile = compileDenseCrossEntropy},
    {.name = "DenseCrossEntropyGrad", .domain = kTrainingDomain, .compile = compileDenseCrossEntropyGrad},
    {.name = "NegativeLogLikelihoodLoss", .compile = compileLikelihood},
    {.name = "NegativeLogLikelihoodLossGrad", .domain = kTrainingDomain, .compile = compileLikelihoodGrad},
    {.name = "MeanSquaredError", .domain = kTrainingDomain, .compile = compileElementLoss<squaredError>},
    {.name = "MeanSquaredErrorGrad",
        .domain = kTrainingDomain,
        .compile = compileElementLossGrad<squaredErrorGradient>},
    {.name = "MeanAbsoluteError", .domain = kTrainingDomain, .compile = compileElementLoss<absoluteError>},
    {.name = "MeanAbsoluteErrorGrad",
        .domain = kTrainingDomain,
        .compile = compileElementLossGrad<absoluteErrorGradient>},
    {.name = "BinaryCrossEntropy",
        .domain = kTrainingDomain,
        .compile = compileElementLoss<binaryCrossEntropy>},
    {.name = "BinaryCrossEntropyGrad",
        .domain = kTrainingDomain,
        .compile = compileElementLossGrad<binaryCrossEntropyGradient>},
};

}

std::span<const OpRun> lossRuns()
{
    return kRows;
}

}
