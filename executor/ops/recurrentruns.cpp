// SPDX-License-Identifier: GPL-3.0-or-later
//
// LSTM, GRU and RNN, forwards, backwards and both, in float32. Small cells spend their time in matrix-vector
// products of a few kilobytes, which plain loops over resident weights do as well as a library call for each
// step.
#include "executor/ops/families.h"
#include "executor/ops/recurrentlayer.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

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

/// What a layer computes with: its operands, and memory for the states of one sequence.
struct Operands : RecurrentOperands
{
    BufferId hidden, cell, next, scratch;
};

void runSequence(const Layer& layer, std::size_t gates, CellStep cellStep, const Operands& o,
    const StepContext& context, std::size_t direction, std::size_t sample)
{
    const Weights weights = weightsOf(context, layer, gates, o, direction);
    float* h = context.arena.data<float>(o.hidden);
    float* c = context.arena.data<float>(o.cell);
    float* next = context.arena.data<float>(o.next);
    const std::size_t state = layer.stateAt(direction, sample);
    copyState(context, layer, o.firstHidden, state, h);
    copyState(context, layer, o.firstCell, state, c);
    for (std::size_t turn = 0; turn < layer.steps; ++turn) {
        const std::size_t step = layer.placeOf(turn, direction);
        cellStep(layer, weights, context.arena.data<const float>(o.x) + layer.xAt(step, sample), h, c, next,
            context.arena.data<float>(o.scratch));
        std::copy_n(next, layer.hidden, h);
        if (o.y.isValid())
            std::copy_n(h, layer.hidden, context.arena.data<float>(o.y) + layer.yAt(step, direction, sample));
    }
    if (o.lastHidden.isValid())
        std::copy_n(h, layer.hidden, context.arena.data<float>(o.lastHidden) + state);
    if (o.lastCell.isValid())
        std::copy_n(c, layer.hidden, context.arena.data<float>(o.lastCell) + state);
}

template <std::size_t gates, CellStep cellStep>
Result<void> compileRecurrent(ProgramBuilder& b)
{
    if (!isUsual(b))
        return b.refuse("Recurrent layers with sequence lengths or unusual activations are not supported.");
    const Layer layer = layerOf(b, gates);
    const auto in = [&](std::size_t slot) {
        return b.input(slot).isValid() ? readElements(b, b.input(slot)).buffer : BufferId{};
    };
    const auto out = [&](std::size_t slot) {
        return b.hasOutput(slot) ? writeElements(b, b.output(slot)).buffer : BufferId{};
    };
    Operands o{{.x = in(0),
        .w = in(1),
        .r = in(2),
        .bias = in(3),
        .firstHidden = in(5),
        .firstCell = in(6),
        .peephole = in(7),
        .y = out(0),
        .lastHidden = out(1),
        .lastCell = out(2)}};
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
    {.name = "GRUGrad", .domain = kTrainingDomain, .compile = compileGruGradient},
    {.name = "LSTM", .compile = compileRecurrent<4, lstmStep>},
    {.name = "LSTMGrad", .domain = kTrainingDomain, .compile = compileLstmGradient},
    {.name = "RNN", .compile = compileRecurrent<1, rnnStep>},
    {.name = "RNNGrad", .domain = kTrainingDomain, .compile = compileRnnGradient},
};

}

std::span<const OpRun> recurrentRuns()
{
    return kRows;
}

}
