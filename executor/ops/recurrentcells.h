// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cells of recurrent layers, one step forwards and back.
#pragma once

#include "executor/ops/recurrentlayer.h"

#include <cmath>

namespace halftone {

/// What one sequence computed, by step: gates after their activation, the slopes there, and states. States
/// have one step more, the first being what the sequence starts from.
struct RecurrentTape
{
    std::size_t gates = 0;
    std::size_t hidden = 0;
    float* values = nullptr;
    float* slopes = nullptr;
    float* hiddens = nullptr;
    float* cells = nullptr;
    float* extras = nullptr; ///< LSTM: tanh of the cell. GRU: what the reset gate leaves or scales.

    static std::size_t floats(const Layer& layer, std::size_t gates)
    {
        return layer.steps * layer.hidden * (2 * gates + 1) + 2 * (layer.steps + 1) * layer.hidden;
    }
    RecurrentTape(float* memory, const Layer& layer, std::size_t gateCount)
        : gates(gateCount)
        , hidden(layer.hidden)
        , values(memory)
        , slopes(values + layer.steps * gateCount * hidden)
        , hiddens(slopes + layer.steps * gateCount * hidden)
        , cells(hiddens + (layer.steps + 1) * hidden)
        , extras(cells + (layer.steps + 1) * hidden)
    {
    }
    float& value(std::size_t step, std::size_t gate, std::size_t cell) const
    {
        return values[(step * gates + gate) * hidden + cell];
    }
    float& slope(std::size_t step, std::size_t gate, std::size_t cell) const
    {
        return slopes[(step * gates + gate) * hidden + cell];
    }
    float* h(std::size_t step) const { return hiddens + step * hidden; }
    float* c(std::size_t step) const { return cells + step * hidden; }
    float* extra(std::size_t step) const { return extras + step * hidden; }

    /// Writes a gate down and returns its value. A clipped sum has no slope.
    float sigmoidGate(
        std::size_t step, std::size_t gate, std::size_t cell, const GateSum& sum, float clip) const
    {
        const float result = sigmoid(sum.total(clip));
        return write(step, gate, cell, result, isClipped(sum, clip) ? 0 : result * (1 - result));
    }
    float tanhGate(std::size_t step, std::size_t gate, std::size_t cell, const GateSum& sum, float clip) const
    {
        const float result = std::tanh(sum.total(clip));
        return write(step, gate, cell, result, isClipped(sum, clip) ? 0 : 1 - result * result);
    }
    float write(std::size_t step, std::size_t gate, std::size_t cell, float result, float slopeThere) const
    {
        slope(step, gate, cell) = slopeThere;
        return value(step, gate, cell) = result;
    }

private:
    static bool isClipped(const GateSum& sum, float clip)
    {
        return clip > 0 && std::abs(sum.input + sum.recurrent) > clip;
    }
};

/// Where the gradients of one direction are added up; null for operands that the node does not have.
struct RecurrentSums
{
    float* w = nullptr;
    float* r = nullptr;
    float* bias = nullptr;
    float* peephole = nullptr;
};

/// What flows back from step to step.
struct RecurrentFlow
{
    float* h = nullptr; ///< Of the state behind the step.
    float* c = nullptr; ///< Likewise; in front of it afterwards.
    float* hBefore = nullptr; ///< Of the state in front of it: zeros, or what does not go through the gates.
    float* input = nullptr; ///< [gates hidden]: of the sums of a gate, its part of x
    float* recurrent = nullptr; ///< and its part of h.
};

/// A kind of cell.
struct RecurrentCell
{
    std::size_t gates = 1;
    void (*record)(
        const Layer&, const Weights&, const float* x, const RecurrentTape&, std::size_t step) = nullptr;
    /// From flow.h to the gradients of the gates' sums; peepholes and what bypasses the gates on the way.
    void (*back)(const Layer&, const Weights&, const RecurrentTape&, std::size_t step, const RecurrentFlow&,
        const RecurrentSums&) = nullptr;
};

extern const RecurrentCell kLstmCell;
extern const RecurrentCell kGruCell;
extern const RecurrentCell kRnnCell;

}
