// SPDX-License-Identifier: GPL-3.0-or-later
//
// One training step. MindSpore's order (nn/wrap/loss_scale.py): gradients with the scale in them, unscaled
// once, then tested, then the scale moves, then the optimizer runs or does not.
#include "executor/program/blame.h"
#include "executor/train/trainercontent.h"
#include "kernels/reduce.h"
#include "kernels/round.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <format>

namespace halftone {
namespace {

// Class numbers as they are, as rows of zeros with a one, or as the target itself where that is one number.
void feedLabels(Program& program, ValueId id, std::span<const std::int64_t> labels)
{
    if (program.graph()->value(id).dtype == DType::Int64) {
        std::ranges::copy(labels, program.integers(id).begin());
        return;
    }
    const std::span<float> target = program.floats(id);
    const std::size_t classes = target.size() / labels.size();
    std::ranges::fill(target, 0.0f);
    for (std::size_t row = 0; row < labels.size(); ++row) {
        if (classes == 1)
            target[row] = static_cast<float>(labels[row]);
        else
            target[row * classes + static_cast<std::size_t>(labels[row])] = 1.0f;
    }
}

void feedTargets(Program& program, ValueId id, std::span<const float> targets)
{
    if (program.graph()->value(id).dtype == DType::Float32) {
        std::ranges::copy(targets, program.floats(id).begin());
        return;
    }
    std::ranges::transform(targets, program.integers(id).begin(),
        [](float target) { return static_cast<std::int64_t>(target); });
}

/// A value as it lies in the program, or \p converted for one that a mode keeps in 16 bits.
std::span<const float> valuesOf(const Program& program, ValueId id, std::vector<float>& converted)
{
    const std::span<const float> values = program.view(id);
    if (!values.empty())
        return values;
    program.readInto(converted, id);
    return converted;
}

kernels::RoundStats countAll(const RunState& state)
{
    kernels::RoundStats all;
    for (const kernels::RoundStats& stats : state.rounding)
        all += stats;
    return all;
}

}

void Trainer::Content::feed(std::size_t microBatch)
{
    const std::size_t index = nextStep * settings.microBatches + microBatch;
    if (mixed.graph->value(dataInput).dtype == DType::Float32) {
        batches->fill(index, program->floats(dataInput), labelBuffer, targetBuffer);
    } else {
        batches->fill(index, sampleBuffer, labelBuffer, targetBuffer);
        std::ranges::transform(sampleBuffer, program->integers(dataInput).begin(),
            [](float value) { return static_cast<std::int64_t>(value); });
    }
    if (targetBuffer.empty())
        feedLabels(*program, labels, labelBuffer);
    else
        feedTargets(*program, labels, targetBuffer);
}

// MindSpore's FixedLossScaleManager(drop_overflow_update=False) trains with TrainOneStepCell(sens): gradients
// keep the scale, and the optimizer has to be built with the same one (optimizerLossScale).
double Trainer::Content::feedScale()
{
    const double now = rule ? scale.scale : 1.0;
    const bool leavesScale =
        rule && rule->id == "ms_fixed_loss_scale_manager" && !scaleParameters.skipsOverflow;
    program->floats(lossScale)[0] = static_cast<float>(now);
    program->floats(inverseLossScale)[0] = leavesScale ? 1.0f : static_cast<float>(1.0 / now);
    return now;
}

void Trainer::Content::feedRates()
{
    program->floats(learningRate)[0] =
        learningRateAt(settings.schedule, settings.learningRate, updates(), settings.steps);
    if (!beta1Power.isValid())
        return;
    const auto power = [this](float beta) {
        return static_cast<float>(std::pow(static_cast<double>(beta), static_cast<double>(updates() + 1)));
    };
    program->floats(beta1Power)[0] = power(settings.differentiate.beta1);
    program->floats(beta2Power)[0] = power(settings.differentiate.beta2);
}

float Trainer::Content::computeGradients()
{
    if (settings.microBatches == 1) {
        feed(0);
        program->run(Stage::Compute);
        return program->view(loss)[0];
    }
    saveStates();
    microBatchOverflow = {};
    double sum = 0;
    for (std::size_t part = 0; part < settings.microBatches; ++part) {
        feed(part);
        program->run(Stage::Compute, part == 0 ? Statistics::Anew : Statistics::Added);
        if (!program->state().gradientsFinite && !microBatchOverflow.isValid())
            microBatchOverflow = blameMicroBatch();
        program->run(Stage::Carry); // each part sees the running statistics that the one before it left
        addGradients(part);
        sum += static_cast<double>(program->view(loss)[0]);
    }
    finishGradients();
    const bool isMean = settings.microBatchLoss == MicroBatchLoss::Mean;
    return static_cast<float>(isMean ? sum / static_cast<double>(settings.microBatches) : sum);
}

// Blaming runs the micro-batch again, which makes the statistics anew; those of the step are put back.
OverflowPlace Trainer::Content::blameMicroBatch()
{
    const RunState counted = program->state();
    const OverflowPlace place = findFirstOverflow(*program);
    program->restore(counted);
    return place;
}

// The sums start from a copy, never from what was there times zero: an infinity of a step that was skipped
// would become a NaN for good.
void Trainer::Content::addGradients(std::size_t microBatch)
{
    accumulated.resize(unscaledGradients.size());
    for (std::size_t i = 0; i < unscaledGradients.size(); ++i) {
        const std::span<const float> fresh = valuesOf(*program, unscaledGradients[i], converted);
        if (microBatch == 0)
            accumulated[i].assign(fresh.begin(), fresh.end());
        else
            std::ranges::transform(accumulated[i], fresh, accumulated[i].begin(), std::plus{});
    }
}

void Trainer::Content::finishGradients()
{
    const float parts = static_cast<float>(settings.microBatches);
    for (std::size_t i = 0; i < unscaledGradients.size(); ++i) {
        if (settings.microBatchLoss == MicroBatchLoss::Mean) {
            for (float& value : accumulated[i])
                value /= parts;
        }
        program->write(unscaledGradients[i], accumulated[i]);
    }
}

double Trainer::Content::gradientNorm()
{
    double squares = 0;
    for (ValueId gradient : unscaledGradients)
        squares += kernels::sumOfSquares(valuesOf(*program, gradient, converted));
    return std::sqrt(squares);
}

void Trainer::Content::saveStates()
{
    savedStates.resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i)
        program->readInto(savedStates[i], states[i]);
}

void Trainer::Content::restoreStates()
{
    for (std::size_t i = 0; i < savedStates.size(); ++i)
        program->write(states[i], savedStates[i]);
}

void Trainer::Content::judgeOverflow(StepDone& done)
{
    const RunState& state = program->state();
    const bool anyTensor = settings.precision && settings.precision->overflowTest == OverflowTest::AnyTensor;
    done.overflow = !state.gradientsFinite || (anyTensor && countAll(state).overflows > 0);
    // Sums of finite gradients may leave the range of float32.
    if (settings.microBatches > 1 && !done.overflow)
        done.overflow = !std::ranges::all_of(
            accumulated, [](const std::vector<float>& gradient) { return kernels::allFinite(gradient); });
    const kernels::RoundStats all = countAll(state);
    done.underflowShare =
        all.count == 0 ? 0.0 : static_cast<double>(all.underflows) / static_cast<double>(all.count);
    done.firstCollapse = state.firstCollapse;
    done.firstOverflow = state.firstOverflow;
    if (settings.microBatches == 1 && (done.overflow || !std::isfinite(done.loss)))
        done.firstOverflow = inUpdate(findFirstOverflow(*program));
    else if (microBatchOverflow.isValid())
        done.firstOverflow = inUpdate(microBatchOverflow);
}

// A weight or moment that is not finite became so in the update of the step before.
OverflowPlace Trainer::Content::inUpdate(OverflowPlace place) const
{
    for (const TrainedParameter& parameter : training.parameters) {
        const auto isIt = [&](const ReplacedValue& replaced) {
            return mixed.valueOf[replaced.value] == place.value;
        };
        if (isIt(parameter.weight) || std::ranges::any_of(parameter.moments, isIt))
            place.node = mixed.nodeOf[training.graph->value(parameter.weight.updated).producer];
    }
    return place;
}

void Trainer::Content::moveScale(StepDone& done)
{
    if (!rule)
        return;
    const ScaleStep next = rule->next(scale, done.overflow, scaleParameters);
    scale = next.state;
    done.skipped = !next.isApplied;
    done.cause = next.cause;
    done.scaleAfter = scale.scale;
    if (!next.raised.empty())
        failure = Error{ErrorKind::Unsupported, "E-LOSS-SCALE",
            std::format("{} gives up after step {}: the loss scale cannot help ({}).", rule->title, done.step,
                next.raised),
            modelName, "Find the operator that overflows first and keep it in float32."};
}

void Trainer::Content::apply(StepDone& done)
{
    if (done.skipped) {
        restoreStates();
        ++skipped;
        return;
    }
    if (settings.microBatches == 1)
        program->run(Stage::Carry);
    program->run(Stage::Apply);
    blameUpdate(done);
    if (recentLosses.size() == kRecentLosses)
        recentLosses.erase(recentLosses.begin());
    recentLosses.push_back(done.loss);
}

// A step of finite gradients can leave the range of float32 only where numbers are this large, and only then
// the weights are looked at. Updates in 16 bits are seen by their rounding.
void Trainer::Content::blameUpdate(StepDone& done)
{
    constexpr double kSuspicious = 1e15; // its square, times a rate of 1e8, still fits
    if (!done.firstOverflow.isValid())
        done.firstOverflow = program->state().firstOverflow;
    if (!done.firstCollapse.isValid())
        done.firstCollapse = program->state().firstCollapse;
    const double largest = std::max(done.gradientNorm, static_cast<double>(done.learningRate)) *
        std::max(1.0, static_cast<double>(done.learningRate));
    if (done.firstOverflow.isValid() || largest < kSuspicious)
        return;
    for (const auto* replaced : {&weights, &moments}) {
        for (ValueId id : *replaced) {
            const std::size_t element = kernels::firstNonFinite(program->read(id));
            if (element == kernels::kNotFound)
                continue;
            done.firstOverflow = inUpdate({.node = {}, .value = id, .element = element});
            return;
        }
    }
}

double Trainer::computeStep(std::optional<double> scale)
{
    Content& c = *m_content;
    const double used = c.feedScale();
    if (scale) {
        c.program->floats(c.lossScale)[0] = static_cast<float>(*scale);
        c.program->floats(c.inverseLossScale)[0] = static_cast<float>(1.0 / *scale);
    }
    c.feed(0);
    c.program->run(Stage::Compute);
    return scale.value_or(used);
}

StepDone Trainer::step()
{
    Content& c = *m_content;
    const auto start = std::chrono::steady_clock::now();
    StepDone done{.step = c.nextStep + 1};
    done.scaleUsed = done.scaleAfter = c.feedScale();
    c.feedRates();
    done.learningRate = c.program->floats(c.learningRate)[0];
    done.loss = c.computeGradients();
    done.gradientNorm = c.gradientNorm();
    c.judgeOverflow(done);
    c.moveScale(done);
    c.apply(done);
    ++c.nextStep;
    done.nanoseconds =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
            .count();
    return done;
}

}
