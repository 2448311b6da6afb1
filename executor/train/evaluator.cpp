// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/evaluator.h"

#include "executor/data/indices.h"
#include "executor/train/batchedmodel.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>
#include <format>
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

constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();

std::size_t productOf(std::span<const std::int64_t> sizes)
{
    return static_cast<std::size_t>(std::ranges::fold_left(sizes, std::int64_t{1}, std::multiplies{}));
}

/// The class of the largest of some scores, which lie \p stride apart; the first of several that are equal,
/// -1 with a NaN among them. A single score is class 1 above \p middle, else class 0.
std::int64_t predictedClass(const float* scores, std::size_t classes, std::size_t stride, float middle)
{
    std::size_t best = 0;
    for (std::size_t c = 0; c < classes; ++c) {
        if (std::isnan(scores[c * stride]))
            return -1;
        best = scores[c * stride] > scores[best * stride] ? c : best;
    }
    return classes > 1 ? static_cast<std::int64_t>(best) : scores[0] > middle ? 1 : 0;
}

/// Of scores [samples, classes, places], sample by sample.
std::vector<std::int64_t> answersOf(
    const TensorData& scores, std::size_t classes, std::size_t places, float middle)
{
    const std::span<const float> all(
        reinterpret_cast<const float*>(scores.bytes.data()), static_cast<std::size_t>(scores.elementCount()));
    std::vector<std::int64_t> answers(all.size() / classes);
    if (places == 1 && classes > 1) {
        kernels::argmaxRows(all, answers);
        return answers;
    }
    for (std::size_t at = 0; at < answers.size(); ++at)
        answers[at] = predictedClass(
            all.data() + at / places * classes * places + at % places, classes, places, middle);
    return answers;
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

Result<Evaluator> Evaluator::create(const GraphPtr& forward, const Dataset& test,
    const std::optional<Precision>& precision, std::optional<std::int64_t> ignored)
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
    evaluator.m_ignored = ignored;
    if (auto prepared = evaluator.prepare(*forward); !prepared)
        return std::unexpected(prepared.error());
    return evaluator;
}

Result<void> Evaluator::prepare(const Graph& forward)
{
    const TensorData& input = m_inputs[m_sampleInput];
    const auto values = input.dtype == DType::Float32 ? Batches::Values::Scaled : Batches::Values::Raw;
    const auto batchesFor = [&](std::int64_t classes) {
        return Batches::make(*m_test, input.dims, classes, Batches::Order::File, 0, values);
    };
    // Whether the samples fit comes first: what zeros of a wrong shape do says nothing.
    if (auto fitting = batchesFor(kUnbounded); !fitting)
        return std::unexpected(fitting.error());
    const auto outputs = m_runner.run(m_inputs);
    if (!outputs)
        return std::unexpected(outputs.error());
    const auto prediction = std::ranges::find_if(*outputs, [&](const TensorData& output) {
        return output.dtype == DType::Float32 && output.dims.size() >= 2 && output.dims[0] == input.dims[0] &&
            output.elementCount() > 0;
    });
    if (prediction == outputs->end())
        return std::unexpected(Error{ErrorKind::Unsupported, "E-DATA",
            "No output of the model is a float32 tensor with a row for each sample.",
            m_runner.graph()->name(), "Evaluate a model that gives a score for each class."});
    m_prediction = static_cast<std::size_t>(prediction - outputs->begin());
    const NodeId last = forward.value(forward.graphOutputs()[m_prediction]).producer;
    m_middle = last.isValid() && forward.node(last).opType == "Sigmoid" ? 0.5f : 0.0f;
    if (auto stray = findStrayIndex(forward, forward.graphInputs()[m_sampleInput], *m_test))
        return std::unexpected(*std::move(stray));
    if (auto matched = matchLabels(*prediction); !matched)
        return matched;
    constexpr std::int64_t kTwo = 2;
    auto batches = batchesFor(m_places > 1 ? kUnbounded : std::max(kTwo, prediction->dims[1]));
    if (!batches)
        return std::unexpected(batches.error());
    m_batches = *std::move(batches);
    return {};
}

// Scores are [samples, classes, places...].
Result<void> Evaluator::matchLabels(const TensorData& prediction)
{
    const auto refuse = [this](std::string what) {
        return std::unexpected(Error{ErrorKind::Usage, "E-DATA", std::move(what), m_test->name,
            "Accuracy needs one class number for each answer, counted from 0."});
    };
    m_places = productOf(std::span(prediction.dims).subspan(2));
    const std::size_t given = m_test->targets.empty() ? 1 : m_test->targetsPerSample();
    if (m_places != given)
        return refuse(
            std::format("The model gives {} answers a sample, and the data has {} for it.", m_places, given));
    if (m_places == 1)
        return m_test->targets.empty() ? Result<void>()
                                       : refuse("The data has numbers to predict, not classes.");
    const std::int64_t classes = std::max<std::int64_t>(2, prediction.dims[1]);
    const auto isLabel = [&](float target) {
        return target == std::floor(target) &&
            ((target >= 0 && target < static_cast<float>(classes)) ||
                (m_ignored && target == static_cast<float>(*m_ignored)));
    };
    if (const auto stray = std::ranges::find_if_not(m_test->targets, isLabel); stray != m_test->targets.end())
        return refuse(
            std::format("A label is {}, which is none of the {} classes from 0 on.", *stray, classes));
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

void Evaluator::addAnswers(Tally& tally, const TensorData& scores, std::size_t first, std::size_t count,
    std::span<const std::int64_t> labels) const
{
    const auto classes = static_cast<std::size_t>(scores.dims[1]);
    const std::vector<std::int64_t> answers = answersOf(scores, classes, m_places, m_middle);
    for (std::size_t at = 0; at < count * m_places; ++at) {
        const std::int64_t label =
            m_places == 1 ? labels[at] : static_cast<std::int64_t>(m_test->targets[first * m_places + at]);
        if (m_places > 1 && label == m_ignored)
            continue;
        tally.right += answers[at] == label ? 1 : 0;
        ++tally.answers;
    }
}

Result<double> Evaluator::measureAccuracy(const std::function<bool()>& isAbandoned)
{
    std::vector<std::int64_t> labels(m_batches->batchSize());
    Tally tally;
    for (std::size_t first = 0; first < m_test->count(); first += m_batches->batchSize()) {
        if (isAbandoned && isAbandoned())
            return std::numeric_limits<double>::quiet_NaN();
        auto [samples, count] = samplesFrom(first, labels);
        const auto scores = predict(std::move(samples));
        if (!scores)
            return std::unexpected(scores.error());
        addAnswers(tally, *scores, first, count, labels);
    }
    return static_cast<double>(tally.right) / static_cast<double>(tally.answers);
}

}
