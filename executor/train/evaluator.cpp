// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/evaluator.h"

#include "executor/data/batches.h"
#include "executor/train/batchedmodel.h"
#include "kernels/reduce.h"

#include <algorithm>

namespace halftone {
namespace {

ValueId firstFloat(const Graph& graph, std::span<const ValueId> values)
{
    const auto found = std::ranges::find_if(values,
        [&](ValueId id) { return graph.value(id).dtype == DType::Float32 && graph.dims(id).size() >= 2; });
    return found == values.end() ? ValueId{} : *found;
}

}

Evaluator::Evaluator(const Dataset& test, Program program, ValueId input, ValueId output)
    : m_test(&test)
    , m_program(std::move(program))
    , m_input(input)
    , m_output(output)
{
}

Result<Evaluator> Evaluator::create(
    const GraphPtr& forward, const Dataset& test, const std::optional<Precision>& precision)
{
    auto mixed = lowerPrecision(forward, precision);
    if (!mixed)
        return std::unexpected(mixed.error());
    const ValueId input = findDataInput(*mixed->graph);
    const ValueId output = firstFloat(*mixed->graph, mixed->graph->graphOutputs());
    const std::int64_t classes = mixed->graph->dims(output).back().size;
    if (auto fits = Batches::make(test, *mixed->graph->fixedShape(input), classes); !fits)
        return std::unexpected(fits.error());
    ProgramOptions options;
    if (precision) {
        options.onOverflow = precision->onOverflow;
        options.accumulation = precision->accumulation;
    }
    auto program = Program::compile(mixed->graph, options);
    if (!program)
        return std::unexpected(program.error());
    return Evaluator(test, *std::move(program), input, output);
}

void Evaluator::setWeight(std::string_view name, std::span<const float> values)
{
    const ValueId id = m_program.graph()->findValue(name);
    if (id.isValid() && m_program.graph()->value(id).kind == ValueKind::Initializer)
        std::ranges::copy(values, m_program.floats(id).begin());
}

std::size_t Evaluator::fill(const Batches& batches, std::size_t first, std::span<std::int64_t> labels)
{
    if (m_program.graph()->value(m_input).dtype == DType::Float32)
        return batches.fillFrom(first, m_program.floats(m_input), labels);
    std::vector<float> samples(batches.elementsPerBatch());
    const std::size_t count = batches.fillFrom(first, samples, labels);
    std::ranges::transform(samples, m_program.integers(m_input).begin(),
        [](float value) { return static_cast<std::int64_t>(value); });
    return count;
}

double Evaluator::measureAccuracy()
{
    const Graph& graph = *m_program.graph();
    const auto values =
        graph.value(m_input).dtype == DType::Float32 ? Batches::Values::Scaled : Batches::Values::Raw;
    const Batches batches = *Batches::make(*m_test, *graph.fixedShape(m_input),
        graph.dims(m_output).back().size, Batches::Order::File, 0, values);
    std::vector<std::int64_t> labels(batches.batchSize());
    std::vector<std::int64_t> predicted(batches.batchSize());
    std::size_t right = 0;
    for (std::size_t first = 0; first < m_test->count(); first += batches.batchSize()) {
        const std::size_t count = fill(batches, first, labels);
        m_program.run(Stage::Compute);
        kernels::argmaxRows(m_program.read(m_output), predicted);
        for (std::size_t i = 0; i < count; ++i)
            right += predicted[i] == labels[i] ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(m_test->count());
}

}
