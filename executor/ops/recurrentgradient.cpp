// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gradients of LSTM, GRU and RNN by going back through time. The forward pass of one sequence is computed
// once more and written down step by step (a tape), because keeping it from the forward node would hold the
// memory of all samples for the whole step. Formulas: those of ONNX's definitions, differentiated by hand.
#include "executor/ops/recurrentcells.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace halftone {
namespace {

using Tape = RecurrentTape;
using Sums = RecurrentSums;
using Flow = RecurrentFlow;
using Cell = RecurrentCell;

// From the gates' sums to weights, input and the state before.
void addProducts(const Layer& layer, const Cell& cell, const Weights& weights, const float* x, float* dx,
    const float* h, const Flow& flow, const Sums& sums)
{
    const std::size_t rows = cell.gates * layer.hidden;
    // A GRU that resets the state before the product has dealt with that product already.
    const bool isLastDone = cell.gates == 3 && !layer.resetsAfterProduct;
    const std::size_t recurrentRows = isLastDone ? rows - layer.hidden : rows;
    for (std::size_t row = 0; row < rows; ++row) {
        const float input = flow.input[row], recurrent = flow.recurrent[row];
        for (std::size_t k = 0; k < layer.inputs; ++k) {
            sums.w[row * layer.inputs + k] += input * x[k];
            dx[k] += input * weights.w[row * layer.inputs + k];
        }
        if (sums.bias) {
            sums.bias[row] += input;
            sums.bias[rows + row] += recurrent;
        }
        for (std::size_t k = 0; row < recurrentRows && k < layer.hidden; ++k) {
            sums.r[row * layer.hidden + k] += recurrent * h[k];
            flow.hBefore[k] += recurrent * weights.r[row * layer.hidden + k];
        }
    }
}

/// This takes one sequence after the other through time and back.
class Sequences
{
public:
    Sequences(const Layer& layer, const Cell& cell, const RecurrentOperands& in, const RecurrentOperands& out,
        BufferId tape, BufferId flow)
        : m_layer(layer)
        , m_cell(cell)
        , m_in(in)
        , m_out(out)
        , m_tape(tape)
        , m_flow(flow)
    {
    }

    static std::size_t flowFloats(const Layer& layer, const Cell& cell)
    {
        return layer.hidden * (3 + 2 * cell.gates);
    }

    void run(const StepContext& context, std::size_t direction, std::size_t sample) const
    {
        const Arena& arena = context.arena;
        const Weights weights = weightsOf(context, m_layer, m_cell.gates, m_in, direction);
        const Sums sums = sumsOf(arena, direction);
        const Tape tape(arena.data<float>(m_tape), m_layer, m_cell.gates);
        Flow flow = flowOf(arena.data<float>(m_flow));
        const std::size_t state = m_layer.stateAt(direction, sample);
        copyState(context, m_layer, m_in.firstHidden, state, tape.h(0));
        copyState(context, m_layer, m_in.firstCell, state, tape.c(0));
        const float* x = arena.data<const float>(m_in.x);
        for (std::size_t step = 0; step < m_layer.steps; ++step)
            m_cell.record(
                m_layer, weights, x + m_layer.xAt(m_layer.placeOf(step, direction), sample), tape, step);
        copyState(context, m_layer, m_in.lastHidden, state, flow.h);
        copyState(context, m_layer, m_in.lastCell, state, flow.c);
        for (std::size_t step = m_layer.steps; step-- > 0;) {
            const std::size_t place = m_layer.placeOf(step, direction);
            if (const float* dy = orNull(context, m_in.y, m_layer.yAt(place, direction, sample)))
                std::transform(dy, dy + m_layer.hidden, flow.h, flow.h, std::plus{});
            std::fill_n(flow.hBefore, m_layer.hidden, 0.0f);
            m_cell.back(m_layer, weights, tape, step, flow, sums);
            const std::size_t at = m_layer.xAt(place, sample);
            addProducts(
                m_layer, m_cell, weights, x + at, arena.data<float>(m_out.x) + at, tape.h(step), flow, sums);
            std::swap(flow.h, flow.hBefore);
        }
        if (m_out.firstHidden.isValid())
            std::copy_n(flow.h, m_layer.hidden, arena.data<float>(m_out.firstHidden) + state);
        if (m_out.firstCell.isValid())
            std::copy_n(flow.c, m_layer.hidden, arena.data<float>(m_out.firstCell) + state);
    }

private:
    Sums sumsOf(const Arena& arena, std::size_t direction) const
    {
        const std::size_t rows = m_cell.gates * m_layer.hidden;
        const auto at = [&](BufferId id, std::size_t offset) {
            return id.isValid() ? arena.data<float>(id) + direction * offset : nullptr;
        };
        return {at(m_out.w, rows * m_layer.inputs), at(m_out.r, rows * m_layer.hidden),
            at(m_out.bias, 2 * rows), at(m_out.peephole, 3 * m_layer.hidden)};
    }

    Flow flowOf(float* memory) const
    {
        const std::size_t hidden = m_layer.hidden;
        return {memory, memory + hidden, memory + 2 * hidden, memory + 3 * hidden,
            memory + (3 + m_cell.gates) * hidden};
    }

    Layer m_layer;
    Cell m_cell;
    RecurrentOperands m_in;
    RecurrentOperands m_out;
    BufferId m_tape;
    BufferId m_flow;
};

// Inputs: the operands in their slots, then the gradients of the outputs. Outputs: the gradients of the
// operands that are there.
Result<void> compileRecurrentGradient(ProgramBuilder& b, const Cell& cell)
{
    if (!isUsual(b))
        return b.refuse(
            "The gradient of recurrent layers with lengths or unusual activations is not supported.");
    const Layer layer = layerOf(b, cell.gates);
    std::vector<BufferId> reads, writes;
    const auto in = [&](std::size_t slot) {
        if (!b.input(slot).isValid())
            return BufferId{};
        reads.push_back(readElements(b, b.input(slot)).buffer);
        return reads.back();
    };
    const RecurrentOperands given{.x = in(0),
        .w = in(1),
        .r = in(2),
        .bias = in(3),
        .firstHidden = in(5),
        .firstCell = in(6),
        .peephole = in(7),
        .y = in(8),
        .lastHidden = in(9),
        .lastCell = in(10)};
    std::vector<Elements> results;
    const auto out = [&](std::size_t slot) {
        if (!b.input(slot).isValid())
            return BufferId{};
        results.push_back(writeElements(b, b.output(results.size())));
        writes.push_back(results.back().buffer);
        return writes.back();
    };
    const RecurrentOperands made{.x = out(0),
        .w = out(1),
        .r = out(2),
        .bias = out(3),
        .firstHidden = out(5),
        .firstCell = out(6),
        .peephole = out(7)};
    const BufferId tape = b.scratchBytes(Tape::floats(layer, cell.gates) * sizeof(float)),
                   flow = b.scratchBytes(Sequences::flowFloats(layer, cell) * sizeof(float));
    writes.insert(writes.end(), {tape, flow});
    b.addLoop("own recurrent gradient", std::move(reads), std::move(writes),
        [layer, results, sequences = Sequences(layer, cell, given, made, tape, flow)](StepContext& context) {
            for (const Elements& result : results)
                std::fill_n(context.arena.data<float>(result.buffer), result.count, 0.0f);
            for (std::size_t direction = 0; direction < layer.directions; ++direction) {
                for (std::size_t sample = 0; sample < layer.batch; ++sample)
                    sequences.run(context, direction, sample);
            }
        });
    return {};
}

}

Result<void> compileGruGradient(ProgramBuilder& b)
{
    return compileRecurrentGradient(b, kGruCell);
}

Result<void> compileLstmGradient(ProgramBuilder& b)
{
    return compileRecurrentGradient(b, kLstmCell);
}

Result<void> compileRnnGradient(ProgramBuilder& b)
{
    return compileRecurrentGradient(b, kRnnCell);
}

}
