// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/recurrentcells.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

using Tape = RecurrentTape;
using Sums = RecurrentSums;
using Flow = RecurrentFlow;

void recordLstm(
    const Layer& layer, const Weights& weights, const float* x, const Tape& tape, std::size_t step)
{
    const float *h = tape.h(step), *c = tape.c(step);
    for (std::size_t cell = 0; cell < layer.hidden; ++cell) {
        const auto sum = [&](std::size_t gate) { return gateSum(layer, weights, 4, gate, cell, x, h); };
        const auto open = [&](std::size_t gate, float state) {
            GateSum gated = sum(gate);
            gated.input += peep(weights, layer, gate, cell, state);
            return tape.sigmoidGate(step, gate, cell, gated, layer.clip);
        };
        const float in = open(0, c[cell]);
        const float forget = layer.couplesGates ? tape.write(step, 2, cell, 1 - in, 0) : open(2, c[cell]);
        const float next = forget * c[cell] + in * tape.tanhGate(step, 3, cell, sum(3), layer.clip);
        tape.c(step + 1)[cell] = next;
        tape.extra(step)[cell] = std::tanh(next);
        tape.h(step + 1)[cell] = open(1, next) * tape.extra(step)[cell];
    }
}

void backLstm(const Layer& layer, const Weights& weights, const Tape& tape, std::size_t step,
    const Flow& flow, const Sums& sums)
{
    const std::size_t hidden = layer.hidden;
    for (std::size_t cell = 0; cell < hidden; ++cell) {
        const auto value = [&](std::size_t gate) { return tape.value(step, gate, cell); };
        const auto slope = [&](std::size_t gate) { return tape.slope(step, gate, cell); };
        const float shown = tape.extra(step)[cell], before = tape.c(step)[cell];
        const float output = flow.h[cell] * shown * slope(1);
        const float c = flow.c[cell] + flow.h[cell] * value(1) * (1 - shown * shown) +
            peep(weights, layer, 1, cell, output);
        const float in = c * (value(3) - (layer.couplesGates ? before : 0)) * slope(0);
        const float forget = c * before * slope(2);
        flow.input[cell] = in;
        flow.input[hidden + cell] = output;
        flow.input[2 * hidden + cell] = forget;
        flow.input[3 * hidden + cell] = c * value(0) * slope(3);
        flow.c[cell] =
            c * value(2) + peep(weights, layer, 0, cell, in) + peep(weights, layer, 2, cell, forget);
        if (sums.peephole) {
            sums.peephole[cell] += in * before;
            sums.peephole[hidden + cell] += output * tape.c(step + 1)[cell];
            sums.peephole[2 * hidden + cell] += forget * before;
        }
    }
    std::copy_n(flow.input, 4 * hidden, flow.recurrent);
}

void recordGru(const Layer& layer, const Weights& weights, const float* x, const Tape& tape, std::size_t step)
{
    const float* h = tape.h(step);
    float* extra = tape.extra(step);
    const auto sum = [&](std::size_t gate, std::size_t cell, const float* state) {
        return gateSum(layer, weights, 3, gate, cell, x, state);
    };
    for (std::size_t cell = 0; cell < layer.hidden; ++cell) {
        const float reset = tape.sigmoidGate(step, 1, cell, sum(1, cell, h), layer.clip);
        extra[cell] = layer.resetsAfterProduct ? sum(2, cell, h).recurrent : reset * h[cell];
    }
    for (std::size_t cell = 0; cell < layer.hidden; ++cell) {
        GateSum gated = sum(2, cell, layer.resetsAfterProduct ? h : extra);
        if (layer.resetsAfterProduct)
            gated.recurrent *= tape.value(step, 1, cell);
        const float fresh = tape.tanhGate(step, 2, cell, gated, layer.clip);
        const float update = tape.sigmoidGate(step, 0, cell, sum(0, cell, h), layer.clip);
        tape.h(step + 1)[cell] = (1 - update) * fresh + update * h[cell];
    }
}

// The new state's product with a state that was reset before: its weights, and what goes on to the reset
// gate.
void backThroughReset(const Layer& layer, const Weights& weights, const Tape& tape, std::size_t step,
    const Flow& flow, const Sums& sums)
{
    const std::size_t hidden = layer.hidden, first = 2 * hidden;
    for (std::size_t k = 0; k < hidden; ++k) {
        float left = 0;
        for (std::size_t cell = 0; cell < hidden; ++cell) {
            left += flow.input[first + cell] * weights.r[(first + cell) * hidden + k];
            sums.r[(first + cell) * hidden + k] += flow.input[first + cell] * tape.extra(step)[k];
        }
        flow.hBefore[k] += left * tape.value(step, 1, k);
        flow.input[hidden + k] = left * tape.h(step)[k] * tape.slope(step, 1, k);
    }
}

void backGru(const Layer& layer, const Weights& weights, const Tape& tape, std::size_t step, const Flow& flow,
    const Sums& sums)
{
    const std::size_t hidden = layer.hidden;
    const float* h = tape.h(step);
    for (std::size_t cell = 0; cell < hidden; ++cell) {
        const float update = tape.value(step, 0, cell), fresh = tape.value(step, 2, cell);
        flow.hBefore[cell] = flow.h[cell] * update;
        flow.input[cell] = flow.h[cell] * (h[cell] - fresh) * tape.slope(step, 0, cell);
        flow.input[2 * hidden + cell] = flow.h[cell] * (1 - update) * tape.slope(step, 2, cell);
        if (layer.resetsAfterProduct)
            flow.input[hidden + cell] =
                flow.input[2 * hidden + cell] * tape.extra(step)[cell] * tape.slope(step, 1, cell);
    }
    if (!layer.resetsAfterProduct)
        backThroughReset(layer, weights, tape, step, flow, sums);
    std::copy_n(flow.input, 3 * hidden, flow.recurrent);
    for (std::size_t cell = 0; layer.resetsAfterProduct && cell < hidden; ++cell)
        flow.recurrent[2 * hidden + cell] *= tape.value(step, 1, cell);
}

void recordRnn(const Layer& layer, const Weights& weights, const float* x, const Tape& tape, std::size_t step)
{
    for (std::size_t cell = 0; cell < layer.hidden; ++cell)
        tape.h(step + 1)[cell] =
            tape.tanhGate(step, 0, cell, gateSum(layer, weights, 1, 0, cell, x, tape.h(step)), layer.clip);
}

void backRnn(
    const Layer& layer, const Weights&, const Tape& tape, std::size_t step, const Flow& flow, const Sums&)
{
    for (std::size_t cell = 0; cell < layer.hidden; ++cell)
        flow.input[cell] = flow.recurrent[cell] = flow.h[cell] * tape.slope(step, 0, cell);
}

}

const RecurrentCell kLstmCell{4, recordLstm, backLstm};
const RecurrentCell kGruCell{3, recordGru, backGru};
const RecurrentCell kRnnCell{1, recordRnn, backRnn};

}
