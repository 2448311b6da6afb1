// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/datafit.h"

#include "executor/data/indices.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <functional>
#include <limits>

namespace halftone {
namespace {

constexpr std::int64_t kNoBound = std::numeric_limits<std::int64_t>::max();

/// The loss that reads the labels, invalid where something lies between.
NodeId lossOf(const TrainingGraph& training)
{
    for (const Graph::Use& use : training.graph->uses(training.labels)) {
        if (training.graph->node(use.node).phase == Phase::Loss)
            return use.node;
    }
    return {};
}

bool readsClassNumbers(const TrainingGraph& training)
{
    return training.graph->value(training.labels).dtype == DType::Int64;
}

/// How many numbers the loss reads for each sample.
std::int64_t numbersPerSample(const TrainingGraph& training)
{
    const std::vector<std::int64_t> shape = *training.graph->fixedShape(training.labels);
    return shape.empty()
        ? 0
        : std::ranges::fold_left(std::span(shape).subspan(1), std::int64_t{1}, std::multiplies{});
}

std::optional<Error> findUnfitNumber(const TrainingGraph& training, const Dataset& data)
{
    const std::int64_t perSample = numbersPerSample(training);
    const bool takesClasses = !readsClassNumbers(training) || perSample == 1;
    if (data.targets.empty() ? takesClasses : static_cast<std::int64_t>(data.targetsPerSample()) == perSample)
        return std::nullopt;
    const std::string& labels = training.graph->value(training.labels).name;
    const std::size_t given = std::max<std::size_t>(1, data.targetsPerSample());
    return Error{ErrorKind::Usage, "E-DATA",
        perSample == 1
            ? std::format("The loss reads one number a sample from \"{}\", and the data has {}.", labels, given)
            : std::format("The loss reads {} numbers a sample from \"{}\", and the data has {}.", perSample,
                  labels, given),
        data.name, "Choose data for this model, or another loss (--loss)."};
}

/// Targets that the loss reads as class numbers: of pixels, or written as floats.
std::optional<Error> findUnfitClass(const TrainingGraph& training, const Dataset& data)
{
    if (!readsClassNumbers(training) || data.targets.empty())
        return std::nullopt;
    const std::int64_t classes = countClasses(training);
    const auto isClass = [limit = static_cast<float>(classes), ignored = ignoredClass(training)](
                             float target) {
        return target == std::floor(target) &&
            ((target >= 0 && target < limit) || (ignored && target == static_cast<float>(*ignored)));
    };
    const auto unfit = std::ranges::find_if_not(data.targets, isClass);
    if (unfit == data.targets.end())
        return std::nullopt;
    const auto at = static_cast<std::size_t>(unfit - data.targets.begin());
    return Error{ErrorKind::Usage, "E-DATA",
        std::format(
            "The target of sample {} holds {} (element {}), which is none of the {} classes from 0 on.",
            at / data.targetsPerSample(), *unfit, at % data.targetsPerSample(), classes),
        data.name, "Number the classes from 0, or choose a loss for numbers (--loss mse)."};
}

}

std::int64_t countClasses(const TrainingGraph& training)
{
    const Graph& graph = *training.graph;
    if (!readsClassNumbers(training))
        return numbersPerSample(training) == 1 ? kNoBound : numbersPerSample(training);
    if (const NodeId loss = lossOf(training); loss.isValid() && graph.dims(graph.inputs(loss)[0]).size() >= 2)
        return graph.dims(graph.inputs(loss)[0])[1].size;
    return training.logits.isValid() ? graph.dims(training.logits).back().size : kNoBound;
}

std::optional<std::int64_t> ignoredClass(const TrainingGraph& training)
{
    const NodeId loss = lossOf(training);
    if (!loss.isValid())
        return std::nullopt;
    const auto& attributes = training.graph->node(loss).attributes;
    const auto found = std::ranges::find(attributes, "ignore_index", &Attribute::name);
    const auto* number = found == attributes.end() ? nullptr : std::get_if<std::int64_t>(&found->value);
    return number ? std::optional(*number) : std::nullopt;
}

LabelForm labelFormOf(const TrainingGraph& training)
{
    constexpr std::int64_t kFewest = 2;
    const std::int64_t classes = countClasses(training);
    return {.classes = classes == kNoBound ? kFewest : classes,
        .perSample = readsClassNumbers(training)
            ? static_cast<std::size_t>(std::max<std::int64_t>(1, numbersPerSample(training)))
            : 1};
}

std::optional<Error> findUnfitData(const TrainingGraph& training, ValueId input, const Dataset& data)
{
    if (auto stray = findStrayIndex(*training.graph, input, data))
        return stray;
    if (auto unfit = findUnfitNumber(training, data))
        return unfit;
    return findUnfitClass(training, data);
}

}
