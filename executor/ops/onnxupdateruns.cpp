// SPDX-License-Identifier: GPL-3.0-or-later
//
// The optimizers that ONNX itself has, as nodes of a model (ai.onnx.preview.training,
// onnx/docs/Operators.md): learning rate, number of updates so far, then all weights, all gradients, and all
// of each moment.
#include "analysis/graph/graph.h"
#include "executor/ops/families.h"
#include "executor/program/programbuilder.h"

#include <array>
#include <cmath>

namespace halftone {
namespace {

/// One weight with what belongs to it.
struct Slots
{
    std::size_t count = 0; ///< Elements of each.
    BufferId weight;
    BufferId gradient;
    std::vector<BufferId> moments;
    BufferId newWeight;
    std::vector<BufferId> newMoments;
};

struct Element
{
    float weight;
    float gradient; ///< With the part of the weight that norm_coefficient adds.
    std::array<float, 2> moments;
};

constexpr std::size_t kLeading = 2; // learning rate and number of updates

std::vector<Slots> slotsOf(ProgramBuilder& b, std::size_t moments)
{
    const std::size_t operands = b.graph().inputs(b.node()).size() - kLeading;
    const std::size_t weights = operands / (2 + moments);
    std::vector<Slots> all(weights);
    const auto read = [&](std::size_t group, std::size_t i) {
        return b.readFloat(b.input(kLeading + group * weights + i), Layout::Plain).buffer;
    };
    const auto write = [&](std::size_t group, std::size_t i) {
        return b.writeFloat(b.output(group * weights + i), Layout::Plain).buffer;
    };
    for (std::size_t i = 0; i < weights; ++i) {
        all[i] = {.count = paddedElements(b.dims(b.input(kLeading + i)), Layout::Plain),
            .weight = read(0, i),
            .gradient = read(1, i),
            .newWeight = write(0, i)};
        for (std::size_t k = 0; k < moments; ++k) {
            all[i].moments.push_back(read(2 + k, i));
            all[i].newMoments.push_back(write(1 + k, i));
        }
    }
    return all;
}

/// Adds a loop for each weight that calls step(element, learning rate, updates) and stores what it left.
template <typename Step>
Result<void> addUpdates(ProgramBuilder& b, std::size_t moments, const Step& step)
{
    if (b.stored(b.input(1)).dtype != DType::Int64)
        return b.refuse("The number of updates must be an int64.");
    const BufferId rate = b.readFloat(b.input(0), Layout::Plain).buffer;
    const BufferId updates = b.readStored(b.input(1));
    const float norm = b.attribute("norm_coefficient", 0.0f);
    for (const Slots& slots : slotsOf(b, moments)) {
        std::vector<BufferId> reads = slots.moments, writes = slots.newMoments;
        reads.insert(reads.end(), {rate, updates, slots.weight, slots.gradient});
        writes.push_back(slots.newWeight);
        b.addLoop("own optimizer", reads, writes, [=](StepContext& context) {
            const Arena& arena = context.arena;
            for (std::size_t i = 0; i < slots.count; ++i) {
                Element element{
                    arena.data<const float>(slots.weight)[i], arena.data<const float>(slots.gradient)[i], {}};
                element.gradient += norm * element.weight;
                for (std::size_t k = 0; k < slots.moments.size(); ++k)
                    element.moments[k] = arena.data<const float>(slots.moments[k])[i];
                step(element, *arena.data<const float>(rate), *arena.data<const std::int64_t>(updates));
                context.arena.data<float>(slots.newWeight)[i] = element.weight;
                for (std::size_t k = 0; k < slots.moments.size(); ++k)
                    context.arena.data<float>(slots.newMoments[k])[i] = element.moments[k];
            }
        });
    }
    return {};
}

Result<void> compileAdagrad(ProgramBuilder& b)
{
    const float decay = b.attribute("decay_factor", 0.0f), epsilon = b.attribute("epsilon", 1e-6f);
    return addUpdates(b, 1, [=](Element& element, float rate, std::int64_t updates) {
        auto& [weight, gradient, moments] = element;
        moments[0] += gradient * gradient;
        const float decayed = rate / (1 + static_cast<float>(updates) * decay);
        weight -= decayed * gradient / (std::sqrt(moments[0]) + epsilon);
    });
}

Result<void> compileAdam(ProgramBuilder& b)
{
    const float alpha = b.attribute("alpha", 0.9f), beta = b.attribute("beta", 0.999f);
    const float epsilon = b.attribute("epsilon", 1e-6f), after = b.attribute("norm_coefficient_post", 0.0f);
    return addUpdates(b, 2, [=](Element& element, float rate, std::int64_t updates) {
        auto& [weight, gradient, moments] = element;
        moments[0] = alpha * moments[0] + (1 - alpha) * gradient;
        moments[1] = beta * moments[1] + (1 - beta) * gradient * gradient;
        const auto t = static_cast<float>(updates);
        const float corrected =
            updates > 0 ? rate * std::sqrt(1 - std::pow(beta, t)) / (1 - std::pow(alpha, t)) : rate;
        weight -= corrected * moments[0] / (std::sqrt(moments[1]) + epsilon);
        weight *= 1 - after;
    });
}

Result<void> compileMomentum(ProgramBuilder& b)
{
    const float alpha = b.attribute("alpha", 0.0f), beta = b.attribute("beta", 0.0f);
    const bool isNesterov = b.attribute("mode", std::string("standard")) == "nesterov";
    return addUpdates(b, 1, [=](Element& element, float rate, std::int64_t updates) {
        auto& [weight, gradient, moments] = element;
        moments[0] = alpha * moments[0] + (updates > 0 ? beta : 1) * gradient;
        weight -= rate * (isNesterov ? gradient + alpha * moments[0] : moments[0]);
    });
}

constexpr OpRun kRows[] = {
    {.name = "Adagrad", .domain = kOnnxTrainingDomain, .compile = compileAdagrad},
    {.name = "Adam", .domain = kOnnxTrainingDomain, .compile = compileAdam},
    {.name = "Momentum", .domain = kOnnxTrainingDomain, .compile = compileMomentum},
};

}

std::span<const OpRun> onnxUpdateRuns()
{
    return kRows;
}

}
