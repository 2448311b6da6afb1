// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators that run graphs: one of two, one many times, one along an axis.
#include "executor/ops/dynamiccall.h"
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <algorithm>
#include <format>
#include <limits>

namespace halftone {
namespace {

using Tensors = std::vector<TensorData>;

Result<Tensors> evaluateIf(const DynamicCall& call)
{
    const TensorData* condition = call.input(0);
    if (!condition || condition->elementCount() != 1)
        return call.refuse("Its condition is not a single truth value.");
    return call.runBody(isTrue(*condition) ? "then_branch" : "else_branch", {});
}

const Graph* bodyOf(const DynamicCall& call)
{
    const std::vector<Body>& bodies = call.graph.node(call.node).bodies;
    const auto found = std::ranges::find(bodies, "body", &Body::attribute);
    return found == bodies.end() ? nullptr : found->graph.get();
}

/// What each turn of a loop adds to an output that is stacked up.
class Stacks
{
public:
    /// The outputs of \p body from \p first on are stacked.
    Stacks(const Graph& body, std::size_t first)
        : m_body(body)
        , m_first(first)
        , m_parts(body.graphOutputs().size() - first)
    {
    }

    /// False when a part has another shape or type than those before it.
    bool add(const Tensors& outputs)
    {
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const TensorData& part = outputs[m_first + i];
            if (!m_parts[i].empty() && (m_parts[i][0].dims != part.dims || m_parts[i][0].dtype != part.dtype))
                return false;
            m_parts[i].push_back(part);
        }
        return true;
    }

    std::size_t count() const { return m_parts.size(); }
    void reverse(std::size_t i) { std::ranges::reverse(m_parts[i]); }
    std::size_t rank(std::size_t i) const { return shapeOf(i).dims.size() + 1; }
    TensorData stack(std::size_t i, std::size_t axis) const { return stacked(m_parts[i], axis, shapeOf(i)); }

private:
    // Without any turn the body says what a part would have been; sizes that it leaves open become 0.
    TensorData shapeOf(std::size_t i) const
    {
        if (!m_parts[i].empty())
            return m_parts[i][0];
        const ValueId output = m_body.graphOutputs()[m_first + i];
        TensorData shape{.dtype = m_body.value(output).dtype, .dims = {}, .bytes = {}, .owner = {}};
        for (const Dim& dim : m_body.dims(output))
            shape.dims.push_back(std::max<std::int64_t>(dim.size, 0));
        return shape;
    }

    const Graph& m_body;
    std::size_t m_first;
    std::vector<Tensors> m_parts;
};

std::unexpected<Error> differingParts(const DynamicCall& call)
{
    return call.refuse("An output that is stacked up changes its shape from one turn to the next.");
}

// Inputs: the most turns and a condition, either may be absent, then what goes from turn to turn. The body
// has the number of the turn and the condition in front of that.
Result<Tensors> evaluateLoop(const DynamicCall& call)
{
    const Graph* body = bodyOf(call);
    const std::size_t states = call.inputs.size() < 2 ? 0 : call.inputs.size() - 2;
    if (!body || body->graphOutputs().size() < states + 1 || body->graphInputs().size() != states + 2)
        return call.refuse("Its body does not fit its inputs.");
    const std::vector<std::int64_t> most =
        call.input(0) ? toIntegers(*call.input(0)) : std::vector<std::int64_t>{};
    const std::int64_t turns = most.empty() ? std::numeric_limits<std::int64_t>::max() : most[0];
    bool goesOn = !call.input(1) || isTrue(*call.input(1));
    Tensors state;
    for (std::size_t i = 0; i < states; ++i) {
        if (!call.inputs[i + 2])
            return call.refuse("A value that goes from turn to turn is absent.");
        state.push_back(*call.inputs[i + 2]);
    }
    Stacks stacks(*body, states + 1);
    for (std::int64_t turn = 0; turn < turns && goesOn; ++turn) {
        Tensors inputs{TensorData::of(DType::Int64, {}, std::vector{turn}),
            TensorData::of(DType::Bool, {}, std::vector{std::uint8_t{1}})};
        std::ranges::copy(state, std::back_inserter(inputs));
        auto outputs = call.runBody("body", std::move(inputs));
        if (!outputs)
            return outputs;
        if (!stacks.add(*outputs))
            return differingParts(call);
        goesOn = isTrue(outputs->front());
        std::copy_n(outputs->begin() + 1, states, state.begin());
    }
    for (std::size_t i = 0; i < stacks.count(); ++i)
        state.push_back(stacks.stack(i, 0));
    return state;
}

/// How a Scan walks its inputs and stacks its outputs: the attributes, by input or output.
struct ScanAxes
{
    std::vector<std::int64_t> inputAxes, inputDirections, outputAxes, outputDirections;

    ScanAxes(const DynamicCall& call, std::size_t inputs, std::size_t outputs)
        : inputAxes(listed(call, "scan_input_axes", inputs))
        , inputDirections(listed(call, isOld(call) ? "directions" : "scan_input_directions", inputs))
        , outputAxes(listed(call, "scan_output_axes", outputs))
        , outputDirections(listed(call, "scan_output_directions", outputs))
    {
    }

    /// In opset 8 a Scan has the lengths of its sequences in front, and everything has an axis of samples.
    static bool isOld(const DynamicCall& call) { return call.graph.opset() == 8; }

private:
    static std::vector<std::int64_t> listed(const DynamicCall& call, std::string_view name, std::size_t count)
    {
        auto list = call.attribute(name, std::vector<std::int64_t>(count, 0));
        list.resize(count, 0);
        return list;
    }
};

// One sample: inputs are the states, then what is walked along.
Result<Tensors> scanOnce(const DynamicCall& call, const Graph& body, const Tensors& inputs,
    std::size_t states, std::int64_t length)
{
    Stacks stacks(body, states);
    const ScanAxes axes(call, inputs.size() - states, stacks.count());
    Tensors state(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(states));
    for (std::int64_t turn = 0; turn < length; ++turn) {
        Tensors arguments = state;
        for (std::size_t i = states; i < inputs.size(); ++i) {
            const std::size_t axis = axisFromFront(axes.inputAxes[i - states], inputs[i].dims.size());
            const bool isBackwards = axes.inputDirections[i - states] != 0;
            arguments.push_back(partAt(inputs[i], axis, isBackwards ? length - 1 - turn : turn));
        }
        auto outputs = call.runBody("body", std::move(arguments));
        if (!outputs)
            return outputs;
        if (!stacks.add(*outputs))
            return differingParts(call);
        std::copy_n(outputs->begin(), states, state.begin());
    }
    for (std::size_t i = 0; i < stacks.count(); ++i) {
        if (axes.outputDirections[i] != 0)
            stacks.reverse(i);
        const std::size_t axis = axisFromFront(axes.outputAxes[i], stacks.rank(i));
        if (axis >= stacks.rank(i))
            return call.refuse("Its scan_output_axes name an axis that the output does not have.");
        state.push_back(stacks.stack(i, axis));
    }
    return state;
}

/// The length that all walked inputs share; nullopt when they do not, or have no such axis.
std::optional<std::int64_t> lengthOf(const DynamicCall& call, const Tensors& inputs, std::size_t states)
{
    const ScanAxes axes(call, inputs.size() - states, 0);
    std::optional<std::int64_t> length;
    for (std::size_t i = states; i < inputs.size(); ++i) {
        const std::size_t rank = inputs[i].dims.size();
        const std::size_t axis = axisFromFront(axes.inputAxes[i - states], rank);
        if (axis >= rank || (length && *length != inputs[i].dims[axis]))
            return std::nullopt;
        length = inputs[i].dims[axis];
    }
    return length;
}

// Opset 8: every sample by itself, stacked up again.
Result<Tensors> scanSamples(
    const DynamicCall& call, const Graph& body, const Tensors& inputs, std::size_t states)
{
    const std::int64_t samples = inputs.empty() || inputs[0].dims.empty() ? 0 : inputs[0].dims[0];
    const std::vector<std::int64_t> lengths =
        call.input(0) ? toIntegers(*call.input(0)) : std::vector<std::int64_t>{};
    std::vector<Tensors> results(body.graphOutputs().size());
    for (std::int64_t sample = 0; sample < samples; ++sample) {
        Tensors parts;
        for (const TensorData& input : inputs) {
            if (input.dims.empty() || input.dims[0] != samples)
                return call.refuse("Its inputs have different numbers of samples.");
            parts.push_back(partAt(input, 0, sample));
        }
        const auto length = lengthOf(call, parts, states);
        if (!length)
            return call.refuse("The inputs that it walks along have different lengths.");
        const auto at = static_cast<std::size_t>(sample);
        auto outputs = scanOnce(
            call, body, parts, states, at < lengths.size() ? std::min(lengths[at], *length) : *length);
        if (!outputs)
            return outputs;
        for (std::size_t i = 0; i < results.size(); ++i)
            results[i].push_back((*outputs)[i]);
    }
    Tensors whole;
    for (const Tensors& parts : results) {
        if (parts.empty())
            return call.refuse("It has no samples.");
        for (const TensorData& part : parts) {
            if (part.dims != parts[0].dims)
                return call.refuse("Samples of different lengths cannot be put together.");
        }
        whole.push_back(stacked(parts, 0, parts[0]));
    }
    return whole;
}

Result<Tensors> evaluateScan(const DynamicCall& call)
{
    const Graph* body = bodyOf(call);
    Tensors inputs;
    for (std::size_t slot = ScanAxes::isOld(call) ? 1 : 0; slot < call.inputs.size(); ++slot) {
        if (!call.inputs[slot])
            return call.refuse("One of its inputs is absent.");
        inputs.push_back(*call.inputs[slot]);
    }
    const auto walked = static_cast<std::size_t>(call.attribute("num_scan_inputs", std::int64_t{0}));
    if (!body || walked == 0 || walked > inputs.size() || body->graphInputs().size() != inputs.size() ||
        body->graphOutputs().size() < inputs.size() - walked)
        return call.refuse("Its body does not fit its inputs.");
    const std::size_t states = inputs.size() - walked;
    if (ScanAxes::isOld(call))
        return scanSamples(call, *body, inputs, states);
    const auto length = lengthOf(call, inputs, states);
    if (!length)
        return call.refuse("The inputs that it walks along have different lengths.");
    return scanOnce(call, *body, inputs, states, *length);
}

constexpr OpRun kRows[] = {
    {.name = "If", .evaluate = evaluateIf},
    {.name = "Loop", .evaluate = evaluateLoop},
    {.name = "Scan", .evaluate = evaluateScan},
};

}

std::span<const OpRun> controlRuns()
{
    return kRows;
}

}
