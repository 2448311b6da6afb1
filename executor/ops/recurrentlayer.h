// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the recurrent layers and their gradients share: sizes, parameters and the sum of a gate.
#pragma once

#include "executor/ops/operands.h"

#include <algorithm>

namespace halftone {

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

    /// Where in the sequence a direction is after so many turns.
    std::size_t placeOf(std::size_t turn, std::size_t direction) const
    {
        return startsReversed || direction == 1 ? steps - 1 - turn : turn;
    }
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

/// Buffers by the slots of the forward node, or of what goes back to them; some may be absent.
struct RecurrentOperands
{
    BufferId x, w, r, bias, firstHidden, firstCell, peephole, y, lastHidden, lastCell;
};

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

/// The gate \p gate of \p gates of one cell, from the input \p x and the state \p h of the whole layer.
GateSum gateSum(const Layer& layer, const Weights& weights, std::size_t gates, std::size_t gate,
    std::size_t cell, const float* x, const float* h);

/// What the cell's own state adds to a gate; 0 without such weights.
float peep(const Weights& weights, const Layer& layer, std::size_t gate, std::size_t cell, float c);

float sigmoid(float x);

/// Null for a buffer that is absent.
const float* orNull(const StepContext& context, BufferId id, std::size_t offset);

Weights weightsOf(const StepContext& context, const Layer& layer, std::size_t gates,
    const RecurrentOperands& operands, std::size_t direction);

/// Copies the state at \p offset of a buffer, zeros where it is absent, to \p to.
void copyState(const StepContext& context, const Layer& layer, BufferId from, std::size_t offset, float* to);

/// Of the node that is being compiled; its gradient has the same operands in the same slots.
Layer layerOf(const ProgramBuilder& b, std::size_t gates);

/// Whether the node computes with the activations of its kind and over whole sequences.
bool isUsual(const ProgramBuilder& b);

/// How the gradient nodes run (recurrentgradient.cpp): the operands in their slots, then the gradients of the
/// outputs, to the gradients of the operands that are there.
Result<void> compileGruGradient(ProgramBuilder& b);
Result<void> compileLstmGradient(ProgramBuilder& b);
Result<void> compileRnnGradient(ProgramBuilder& b);

}
