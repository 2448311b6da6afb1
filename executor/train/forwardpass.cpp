// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/forwardpass.h"

#include "executor/data/batches.h"
#include "executor/data/synthetic.h"
#include "executor/train/batchedmodel.h"

#include <algorithm>
#include <format>
#include <limits>

namespace halftone {
namespace {

Error unfit(const Graph& model, ValueId input, std::string_view why)
{
    return {ErrorKind::Unsupported, "E-DATA",
        std::format("The input \"{}\" ({}) {}.", model.value(input).name, model.shapeText(input), why),
        model.name(), "Bind symbolic dimensions (--dim T=16), or compute from files with run --input."};
}

std::vector<std::int64_t> rounded(std::span<const float> values)
{
    std::vector<std::int64_t> whole(values.size());
    std::ranges::transform(
        values, whole.begin(), [](float value) { return static_cast<std::int64_t>(value); });
    return whole;
}

Result<std::vector<float>> firstBatch(const Graph& model, ValueId input, const Dataset& data)
{
    const auto kind =
        model.value(input).dtype == DType::Int64 ? Batches::Values::Raw : Batches::Values::Scaled;
    // Labels are not read here, so any class will do.
    auto batches = Batches::make(data, *model.fixedShape(input), std::numeric_limits<std::int64_t>::max(),
        Batches::Order::File, 0, kind);
    if (!batches)
        return std::unexpected(batches.error());
    std::vector<float> samples(batches->elementsPerBatch());
    std::vector<std::int64_t> labels(batches->batchSize());
    batches->fillFrom(0, samples, labels);
    return samples;
}

std::vector<float> synthetic(const Graph& model, ValueId input, std::uint64_t seed)
{
    const std::vector<std::int64_t> shape = *model.fixedShape(input);
    if (shape.empty())
        return {1.0f};
    std::vector<float> values = syntheticData(model, input, {}, seed).train.values;
    std::size_t count = 1;
    for (std::int64_t size : shape)
        count *= static_cast<std::size_t>(size);
    values.resize(count);
    return values;
}

std::vector<ValueId> producedFloats(const Graph& graph)
{
    std::vector<ValueId> values;
    for (NodeId node : graph.nodes()) {
        for (ValueId output : graph.outputs(node)) {
            if (output.isValid() &&
                (graph.value(output).dtype == DType::Float32 || isLowPrecision(graph.value(output).dtype)))
                values.push_back(output);
        }
    }
    return values;
}

}

Result<std::vector<InputFeed>> feedsFor(const Graph& model, const DatasetPair& data, std::uint64_t seed)
{
    const ValueId samples = findDataInput(model);
    std::vector<InputFeed> feeds;
    for (ValueId input : model.graphInputs()) {
        const DType dtype = model.value(input).dtype;
        if (!model.fixedShape(input))
            return std::unexpected(unfit(model, input, "has no fixed shape"));
        if (dtype != DType::Int64 && dtype != DType::Float32 && !isLowPrecision(dtype))
            return std::unexpected(unfit(model, input, "has a type that cannot be made up"));
        auto values = input == samples ? firstBatch(model, input, data.train)
                                       : Result<std::vector<float>>(synthetic(model, input, seed));
        if (!values)
            return std::unexpected(values.error());
        if (dtype == DType::Int64)
            feeds.push_back({.input = input, .values = {}, .indices = rounded(*values)});
        else
            feeds.push_back({.input = input, .values = *std::move(values), .indices = {}});
    }
    return feeds;
}

Result<ForwardPass> ForwardPass::create(
    const GraphPtr& graph, const std::optional<Precision>& precision, std::span<const InputFeed> feeds)
{
    auto mixed = lowerPrecision(graph, precision);
    if (!mixed)
        return std::unexpected(mixed.error());
    ProgramOptions options{.observed = producedFloats(*mixed->graph)};
    if (precision) {
        options.onOverflow = precision->onOverflow;
        options.accumulation = precision->accumulation;
    }
    auto program = Program::compile(mixed->graph, options);
    if (!program)
        return std::unexpected(program.error());
    for (const InputFeed& feed : feeds) {
        const ValueId input = mixed->valueOf[feed.input];
        if (!program->hasMemory(input))
            continue;
        if (feed.indices.empty())
            program->write(input, feed.values);
        else
            std::ranges::copy(feed.indices, program->integers(input).begin());
    }
    program->run(Stage::Compute);
    return ForwardPass(*std::move(program), *std::move(mixed));
}

}
