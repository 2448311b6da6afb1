// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/recurrentlayer.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

float dot(const float* a, const float* b, std::size_t size)
{
    float sum = 0;
    for (std::size_t i = 0; i < size; ++i)
        sum += a[i] * b[i];
    return sum;
}

}

float sigmoid(float x)
{
    return 1 / (1 + std::exp(-x));
}

GateSum gateSum(const Layer& layer, const Weights& weights, std::size_t gates, std::size_t gate,
    std::size_t cell, const float* x, const float* h)
{
    const std::size_t row = gate * layer.hidden + cell;
    GateSum sum{dot(weights.w + row * layer.inputs, x, layer.inputs),
        dot(weights.r + row * layer.hidden, h, layer.hidden)};
    if (weights.bias) {
        sum.input += weights.bias[row];
        sum.recurrent += weights.bias[gates * layer.hidden + row];
    }
    return sum;
}

float peep(const Weights& weights, const Layer& layer, std::size_t gate, std::size_t cell, float c)
{
    return weights.peephole ? weights.peephole[gate * layer.hidden + cell] * c : 0.0f;
}

const float* orNull(const StepContext& context, BufferId id, std::size_t offset)
{
    return id.isValid() ? context.arena.data<const float>(id) + offset : nullptr;
}

Weights weightsOf(const StepContext& context, const Layer& layer, std::size_t gates,
    const RecurrentOperands& operands, std::size_t direction)
{
    const std::size_t rows = gates * layer.hidden;
    return {context.arena.data<const float>(operands.w) + direction * rows * layer.inputs,
        context.arena.data<const float>(operands.r) + direction * rows * layer.hidden,
        orNull(context, operands.bias, direction * 2 * rows),
        orNull(context, operands.peephole, direction * 3 * layer.hidden)};
}

void copyState(const StepContext& context, const Layer& layer, BufferId from, std::size_t offset, float* to)
{
    if (const float* values = orNull(context, from, offset))
        std::copy_n(values, layer.hidden, to);
    else
        std::fill_n(to, layer.hidden, 0.0f);
}

bool isUsual(const ProgramBuilder& b)
{
    if (b.input(4).isValid())
        return false;
    constexpr std::string_view kUsual[] = {"Sigmoid", "Tanh"};
    for (const std::string& name : b.attribute("activations", std::vector<std::string>{})) {
        if (!std::ranges::contains(kUsual, name))
            return false;
    }
    return true;
}

Layer layerOf(const ProgramBuilder& b, std::size_t gates)
{
    const std::vector<std::int64_t> x = b.dims(b.input(0)), r = b.dims(b.input(2));
    const bool isBatchFirst = b.attribute("layout", std::int64_t{0}) != 0;
    const std::string direction = b.attribute("direction", std::string("forward"));
    return {.steps = static_cast<std::size_t>(x[isBatchFirst ? 1 : 0]),
        .batch = static_cast<std::size_t>(x[isBatchFirst ? 0 : 1]),
        .inputs = static_cast<std::size_t>(x[2]),
        .hidden = static_cast<std::size_t>(r[1]) / gates,
        .directions = static_cast<std::size_t>(r[0]),
        .startsReversed = direction == "reverse",
        .isBatchFirst = isBatchFirst,
        .resetsAfterProduct = b.attribute("linear_before_reset", std::int64_t{0}) != 0,
        .couplesGates = b.attribute("input_forget", std::int64_t{0}) != 0,
        .clip = b.attribute("clip", 0.0f)};
}

}
