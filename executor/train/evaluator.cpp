// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/evaluator.h"

#include "executor/train/batchedmodel.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace halftone {
namespace {

TensorData zeros(DType dtype, const std::vector<std::int64_t>& dims)
{
    const std::int64_t count = std::ranges::fold_left(dims, std::int64_t{1}, std::multiplies{});
    return TensorData::of(
        dtype, dims, std::vector<std::byte>(storageBytes(dtype, static_cast<std::size_t>(count))));
}

/// An open size of the input that samples go to: theirs, counted from the last axis, or all of one that is
/// flat.
std::int64_t sizeOf(const Dataset& samples, std::size_t axis, std::size_t rank)
{
    const std::vector<std::int64_t>& shape = samples.sampleShape;
    if (rank == 2)
        return std::ranges::fold_left(shape, std::int64_t{1}, std::multiplies{});
    const std::size_t fromBack = rank - axis;
    return fromBack <= shape.size() ? shape[shape.size() - fromBack] : 1;
}

/// The shape of an input; \p samples are what it is fed with, null where that is zeros.
std::vector<std::int64_t> shapeFor(const Graph& graph, ValueId input, const Dataset* samples)
{
    std::vector<std::int64_t> shape;
    const std::span<const Dim> dims = graph.dims(input);
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        shape.push_back(dims[axis].isFixed() ? dims[axis].size
                : samples && axis > 0        ? sizeOf(*samples, axis, dims.size())
                                             : 1);
    return shape;
}

}

Evaluator::Evaluator(const Dataset& test, ModelRunner runner, ValueId input)
    : m_test(&test)
    , m_runner(std::move(runner))
{
    const Graph& graph = *m_runner.graph();
    for (ValueId id : graph.graphInputs()) {
        if (id == input)
            m_sampleInput = m_inputs.size();
        m_inputs.push_back(zeros(graph.value(id).dtype, shapeFor(graph, id, id == input ? &test : nullptr)));
    }
}

Result<Evaluator> Evaluator::create(
    const GraphPtr& forward, const Dataset& test, const std::optional<Precision>& precision)
{
    auto mixed = lowerPrecision(forward, precision);
    if (!mixed)
        return std::unexpected(mixed.error());
    ProgramOptions options;
    if (precision) {
        options.onOverflow = precision->onOverflow;
        options.accumulation = precision->accumulation;
    }
    auto runner = ModelRunner::create(mixed->graph, options);
    if (!runner)
        return std::unexpected(runner.error());
    Evaluator evaluator(test, *std::move(runner), findDataInput(*mixed->graph));
    if (auto prepared = evaluator.prepare(); !prepared)
        return std::unexpected(prepared.error());
    return evaluator;
}

Result<void> Evaluator::prepare()
{
    const TensorData& input = m_inputs[m_sampleInput];
    const auto values = input.dtype == DType::Float32 ? Batches::Values::Scaled : Batches::Values::Raw;
    const auto batchesFor = [&](std::int64_t classes) {
        return Batches::make(*m_test, input.dims, classes, Batches::Order::File, 0, values);
    };
    // Whether the samples fit comes first: what zeros of a wrong shape do says nothing.
    if (auto fitting = batchesFor(std::numeric_limits<std::int64_t>::max()); !fitting)
        return std::unexpected(fitting.error());
    const auto outputs = m_runner.run(m_inputs);
    if (!outputs)
        return std::unexpected(outputs.error());
    const auto prediction = std::ranges::find_if(*outputs, [&](const TensorData& output) {
        return output.dtype == DType::Float32 && output.dims.size() >= 2 && output.dims[0] == input.dims[0];
    });
    if (prediction == outputs->end())
        return std::unexpected(Error{ErrorKind::Unsupported, "E-DATA",
            "No output of the model is a float32 tensor with a row for each sample.",
            m_runner.graph()->name(), "Evaluate a model that gives a score for each class."});
    m_prediction = static_cast<std::size_t>(prediction - outputs->begin());
    auto batches = batchesFor(prediction->dims.back());
    if (!batches)
        return std::unexpected(batches.error());
    m_batches = *std::move(batches);
    return {};
}

void Evaluator::setWeight(std::string_view name, std::span<const float> values)
{
    const Graph& graph = *m_runner.graph();
    const ValueId id = graph.findValue(name);
    if (id.isValid() && graph.value(id).kind == ValueKind::Initializer &&
        graph.value(id).dtype == DType::Float32)
        m_runner.setInitializer(id,
            TensorData::of(
                DType::Float32, graph.data(id)->dims, std::vector<float>(values.begin(), values.end())));
}

std::pair<TensorData, std::size_t> Evaluator::samplesFrom(
    std::size_t first, std::span<std::int64_t> labels) const
{
    const TensorData& input = m_inputs[m_sampleInput];
    std::vector<float> samples(m_batches->elementsPerBatch());
    const std::size_t count = m_batches->fillFrom(first, samples, labels);
    if (input.dtype == DType::Float32)
        return {TensorData::of(DType::Float32, input.dims, std::move(samples)), count};
    std::vector<std::int64_t> indices(samples.size());
    std::ranges::transform(
        samples, indices.begin(), [](float value) { return static_cast<std::int64_t>(value); });
    return {TensorData::of(DType::Int64, input.dims, std::move(indices)), count};
}

Result<TensorData> Evaluator::predict(TensorData samples)
{
    m_inputs[m_sampleInput] = std::move(samples);
    auto outputs = m_runner.run(m_inputs);
    if (!outputs)
        return std::unexpected(outputs.error());
    return std::move((*outputs)[m_prediction]);
}

Result<double> Evaluator::measureAccuracy()
{
    std::vector<std::int64_t> labels(m_batches->batchSize());
    std::vector<std::int64_t> predicted(m_batches->batchSize());
    std::size_t right = 0;
    for (std::size_t first = 0; first < m_test->count(); first += m_batches->batchSize()) {
        auto [samples, count] = samplesFrom(first, labels);
        const auto scores = predict(std::move(samples));
        if (!scores)
            return std::unexpected(scores.error());
        const std::span<const float> rows(reinterpret_cast<const float*>(scores->bytes.data()),
            static_cast<std::size_t>(scores->elementCount()));
        kernels::argmaxRows(rows, predicted);
        for (std::size_t i = 0; i < count; ++i)
            right += predicted[i] == labels[i] ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(m_test->count());
}

}
