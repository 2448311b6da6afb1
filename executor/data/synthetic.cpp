// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/synthetic.h"

#include "executor/data/indices.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>

namespace halftone {
namespace {

constexpr std::size_t kTrainBatches = 16;
constexpr std::size_t kTestBatches = 4;

/// By hand: distributions of the standard library may differ between implementations.
float uniform(std::mt19937_64& generator)
{
    return static_cast<float>(generator() >> 40) * 0x1p-23f - 1.0f;
}

/// What decides about samples; the same for both parts.
struct Recipe
{
    std::vector<std::int64_t> shape;
    std::size_t elements = 0;
    bool isFloat = true;
    std::int64_t indices = 2;
    LabelForm labels;
    std::vector<float> patterns; // [classes, elements]
};

/// For each place of a sample the class of the number that lies there, all classes sharing -1 to 1.
void addTargets(const Recipe& recipe, std::span<const float> sample, std::vector<float>& targets)
{
    const auto classes = static_cast<float>(recipe.labels.classes);
    for (std::size_t place = 0; place < recipe.labels.perSample; ++place) {
        const float value = sample[place * sample.size() / recipe.labels.perSample];
        targets.push_back(std::clamp(std::floor((value + 1) / 2 * classes), 0.0f, classes - 1));
    }
}

Dataset makePart(const Recipe& recipe, std::size_t count, std::uint64_t seed)
{
    constexpr float kNoise = 0.5f;
    std::mt19937_64 generator(seed);
    Dataset part{.name = "synthetic", .sampleShape = recipe.shape};
    part.values.reserve(count * recipe.elements);
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t label =
            static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(recipe.labels.classes));
        const float* pattern = recipe.patterns.data() + static_cast<std::size_t>(label) * recipe.elements;
        part.labels.push_back(label);
        for (std::size_t k = 0; k < recipe.elements; ++k) {
            const float value = (1 - kNoise) * pattern[k] + kNoise * uniform(generator);
            const auto index =
                static_cast<std::int64_t>((value + 1) / 2 * static_cast<float>(recipe.indices));
            part.values.push_back(recipe.isFloat
                    ? value
                    : static_cast<float>(std::clamp<std::int64_t>(index, 0, recipe.indices - 1)));
        }
        if (recipe.labels.perSample > 1)
            addTargets(recipe, std::span(part.values).last(recipe.elements), part.targets);
    }
    return part;
}

}

DatasetPair syntheticData(const Graph& model, ValueId input, LabelForm labels, std::uint64_t seed)
{
    const std::vector<std::int64_t> shape = *model.fixedShape(input);
    constexpr std::int64_t kMostClasses = 1000; // more patterns than that nobody needs to try a model
    Recipe recipe{.shape = {shape.begin() + 1, shape.end()},
        .isFloat = model.value(input).dtype == DType::Float32,
        .indices = std::max<std::int64_t>(1, tableSize(model, input).value_or(2)),
        .labels = {std::clamp<std::int64_t>(labels.classes, 1, kMostClasses), labels.perSample},
        .patterns = {}};
    recipe.elements = static_cast<std::size_t>(
        std::accumulate(recipe.shape.begin(), recipe.shape.end(), std::int64_t{1}, std::multiplies{}));
    std::mt19937_64 generator(seed);
    recipe.patterns.resize(static_cast<std::size_t>(recipe.labels.classes) * recipe.elements);
    std::ranges::generate(recipe.patterns, [&] { return uniform(generator); });
    const auto batch = static_cast<std::size_t>(shape[0]);
    return {
        makePart(recipe, batch * kTrainBatches, seed + 1), makePart(recipe, batch * kTestBatches, seed + 2)};
}

}
