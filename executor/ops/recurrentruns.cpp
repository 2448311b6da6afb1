// SPDX-License-Identifier: GPL-3.0-or-later
//
// LSTM, GRU and RNN, forwards, backwards and both, in float32. Small cells spend their time in matrix-vector
// products of a few kilobytes, which plain loops over resident weights do as well as a library call for each
// step.
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

/// Sizes and operands of one layer, as ONNX orders them.
struct Layer
{
    std::size_t steps = 1;
    std::size_t batch = 1;
    std::size_t inputs = 1;
    std::size_t hidden = 1;
    std::size_t directions = 1;
    bool startsReversed = false;
    bool isBatchFirst = false;
    bool resetsAfterProduct = false; ///< GRU's linear_before_reset.
    bool couplesGates = false; ///< LSTM's input_forget.
    float clip = 0; ///< 0: none.

    std::size_t xAt(std::size_t step, std::size_t sample) const
    {
        return (isBatchFirst ? sample * steps + step : step * batch + sample) * inputs;
    }
    std::size_t yAt(std::size_t step, std::size_t direction, std::size_t sample) const
    {
        const std::size_t row = isBatchFirst ? (sample * steps + step) * directions + direction
                                             : (step * directions + direction) * batch + sample;
        return row * hidden;
    }
    std::size_t stateAt(std::size_t direction, std::size_t sample) const
    {
        return (isBatchFirst ? sample * directions + direction : direction * batch + sample) * hidden;
    }
};

float dot(const float* a, const float* b, std::size_t size)
{
    float sum = 0;
    for (std::size_t i = 0; i < size; ++i)
        sum += a[i] * b[i];
    return sum;
}

float sigmoid(float x)
{
    return 1 / (1 + std::exp(-x));
}

/// The parameters of one direction; null where the node leaves them out.
struct Weights
{
    const float* w = nullptr; ///< [gates hidden, inputs]
    const float* r = nullptr; ///< [gates hidden, hidden]
    const float* bias = nullptr; ///< [2 gates hidden]: of w, then of r.
    const float* peephole = nullptr; ///< [3 hidden]
};

/// One gate of one cell: its products and biases, apart because GRU resets only the recurrent part.
struct GateSum
{
    float input = 0;
    float recurrent = 0;

    float total(float clip) const
    {
        const float sum = input + recurrent;
        return clip > 0 ? std::clamp(sum, -clip, clip) : sum;
    }
};

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

// Gates in the order input, output, forget, cell.
void lstmStep(
    const Layer& layer, const Weights& weights, const float* x, const float* h, float* c, float* next, float*)
{
    for (std::size_t cell = 0; cell < layer.hidden; ++cell) {
        const auto gate = [&](std::size_t number) { return gateSum(layer, weights, 4, number, cell, x, h); };
        const auto open = [&](GateSum sum, std::size_t peephole, float state) {
            sum.input += peep(weights, layer, peephole, cell, state);
            return sigmoid(sum.total(layer.clip));
        };
        const float in = open(gate(0), 0, c[cell]);
        const float forget = layer.couplesGates ? 1 - in : open(gate(2), 2, c[cell]);
        c[cell] = forget * c[cell] + in * std::tanh(gate(3).total(layer.clip));
        next[cell] = open(gate(1), 1, c[cell]) * std::tanh(c[cell]);
    }
}

// Gates in the order update, reset, hidden. `scratch` holds the state as the reset gates leave it.
void gruStep(const Layer& layer, const Weights& weights, const float* x, const float* h, float*, float* next,
    float* scratch)
{
    const auto gate = [&](std::size_t number, std::size_t cell, const float* state) {
        return gateSum(layer, weights, 3, number, cell, x, state);
    };
    for (std::size_t cell = 0; cell < layer.hidden; ++cell)
        scratch[cell] =
            sigmoid(gate(1, cell, h).total(layer.clip)) * (layer.resetsAfterProduct ? 1.0f : h[cell]);
    for (std::size_t cell = 0; cell < layer.hidden; ++cell) {
        GateSum sum = gate(2, cell, layer.resetsAfterProduct ? h : scratch);
        if (layer.resetsAfterProduct)
            sum.recurrent *= scratch[cell];
        const float update = sigmoid(gate(0, cell, h).total(layer.clip));
        next[cell] = (1 - update) * std::tanh(sum.total(layer.clip)) + update * h[cell];
    }
}

void rnnStep(
    const Layer& layer, const Weights& weights, const float* x, const float* h, float*, float* next, float*)
{
    for (std::size_t cell = 0; cell < layer.hidden; ++cell)
        next[cell] = std::tanh(gateSum(layer, weights, 1, 0, cell, x, h).total(layer.clip));
}

using CellStep = void (*)(
    const Layer&, const Weights&, const float* x, const float* h, float* c, float* next, float* scratch);

/// Buffers of a layer; some may be absent.
struct Operands
{
    BufferId x, w, r, bias, firstHidden, firstCell, peephole, y, lastHidden, lastCell, hidden, cell, next,
        scratch;
};

const float* orNull(const StepContext& context, BufferId id, std::size_t offset)
{
    return id.isValid() ? context.arena.data<const float>(id) + offset : nullptr;
}

void runSequence(const Layer& layer, std::size_t gates, CellStep cellStep, const Operands& o,
    const StepContext& context, std::size_t direction, std::size_t sample)
{
    const std::size_t rows = gates * layer.hidden;
    const Weights weights{context.arena.data<const float>(o.w) + direction * rows * layer.inputs,
        context.arena.data<const float>(o.r) + direction * rows * layer.hidden,
        orNull(context, o.bias, direction * 2 * rows),
        orNull(context, o.peephole, direction * 3 * layer.hidden)};
    float* h = context.arena.data<float>(o.hidden);
    float* c = context.arena.data<float>(o.cell);
    float* next = context.arena.data<float>(o.next);
    const auto start = [&](BufferId from, float* to) {
        if (const float* values = orNull(context, from, layer.stateAt(direction, sample)))
            std::copy_n(values, layer.hidden, to);
        else
            std::fill_n(to, layer.hidden, 0.0f);
    };
    start(o.firstHidden, h);
    start(o.firstCell, c);
    const bool isReversed = layer.startsReversed || direction == 1;
    for (std::size_t i = 0; i < layer.steps; ++i) {
        const std::size_t step = isReversed ? layer.steps - 1 - i : i;
        cellStep(layer, weights, context.arena.data<const float>(o.x) + layer.xAt(step, sample), h, c, next,
            context.arena.data<float>(o.scratch));
        std::copy_n(next, layer.hidden, h);
        if (o.y.isValid())
            std::copy_n(h, layer.hidden, context.arena.data<float>(o.y) + layer.yAt(step, direction, sample));
    }
    if (o.lastHidden.isValid())
        std::copy_n(
            h, layer.hidden, context.arena.data<float>(o.lastHidden) + layer.stateAt(direction, sample));
    if (o.lastCell.isValid())
        std::copy_n(
            c, layer.hidden, context.arena.data<float>(o.lastCell) + layer.stateAt(direction, sample));
}

bool hasUsualActivations(const ProgramBuilder& b)
{
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

template <std::size_t gates, CellStep cellStep>
Result<void> compileRecurrent(ProgramBuilder& b)
{
    if (b.input(4).isValid() || !hasUsualActivations(b))
        return b.refuse("Recurrent layers with sequence lengths or unusual activations are not supported.");
    const Layer layer = layerOf(b, gates);
    const auto in = [&](std::size_t slot) {
        return b.input(slot).isValid() ? readElements(b, b.input(slot)).buffer : BufferId{};
    };
    const auto out = [&](std::size_t slot) {
        return b.hasOutput(slot) ? writeElements(b, b.output(slot)).buffer : BufferId{};
    };
    Operands o{.x = in(0),
        .w = in(1),
        .r = in(2),
        .bias = in(3),
        .firstHidden = in(5),
        .firstCell = in(6),
        .peephole = in(7),
        .y = out(0),
        .lastHidden = out(1),
        .lastCell = out(2)};
    for (BufferId* state : {&o.hidden, &o.cell, &o.next, &o.scratch})
        *state = b.scratchBytes(layer.hidden * sizeof(float));
    std::vector<BufferId> reads, writes{o.hidden, o.cell, o.next, o.scratch};
    for (const BufferId id : {o.x, o.w, o.r, o.bias, o.firstHidden, o.firstCell, o.peephole}) {
        if (id.isValid())
            reads.push_back(id);
    }
    for (const BufferId id : {o.y, o.lastHidden, o.lastCell}) {
        if (id.isValid())
            writes.push_back(id);
    }
    b.addLoop("own recurrent layer", std::move(reads), std::move(writes), [=](StepContext& context) {
        for (std::size_t direction = 0; direction < layer.directions; ++direction) {
            for (std::size_t sample = 0; sample < layer.batch; ++sample)
                runSequence(layer, gates, cellStep, o, context, direction, sample);
        }
    });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "GRU", .compile = compileRecurrent<3, gruStep>},
    {.name = "LSTM", .compile = compileRecurrent<4, lstmStep>},
    {.name = "RNN", .compile = compileRecurrent<1, rnnStep>},
};

}

std::span<const OpRun> recurrentRuns()
{
    return kRows;
}

}
