// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/batches.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <format>
#include <iterator>
#include <numeric>
#include <optional>
#include <random>

namespace halftone {
namespace {

std::int64_t product(std::span<const std::int64_t> sizes)
{
    return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies{});
}

std::string text(std::span<const std::int64_t> shape)
{
    std::string result;
    for (std::int64_t size : shape)
        result += (result.empty() ? "" : "×") + std::to_string(size);
    return result;
}

/// The shape without its axes of size 1, which do not change the order of elements.
std::vector<std::int64_t> squeezed(std::span<const std::int64_t> shape)
{
    std::vector<std::int64_t> result;
    std::ranges::copy_if(shape, std::back_inserter(result), [](std::int64_t size) { return size != 1; });
    return result;
}

/// Whether the elements can be taken as they lie: same shape up to axes of size 1, or one side flat. The
/// number alone is not enough: {3, 32, 32} on {32, 32, 3} would tear the colours apart.
bool isSameOrder(std::span<const std::int64_t> sample, std::span<const std::int64_t> input)
{
    const std::vector<std::int64_t> from = squeezed(sample);
    const std::vector<std::int64_t> to = squeezed(input);
    return from == to || (product(from) == product(to) && std::min(from.size(), to.size()) <= 1);
}

/// The border of zeros that makes a sample fit, 0 where it fits as it is, nullopt when it cannot fit.
std::optional<std::int64_t> borderFor(
    std::span<const std::int64_t> sample, std::span<const std::int64_t> input)
{
    if (isSameOrder(sample, input))
        return 0;
    if (sample.size() < 2 || input.size() < 2)
        return std::nullopt;
    const std::int64_t height = input[input.size() - 2] - sample[sample.size() - 2];
    const std::int64_t width = input[input.size() - 1] - sample[sample.size() - 1];
    const bool channelsAgree =
        product(sample.first(sample.size() - 2)) == product(input.first(input.size() - 2));
    if (!channelsAgree || height != width || height < 0 || height % 2 != 0)
        return std::nullopt;
    return height / 2;
}

}

bool Batches::canFit(std::span<const std::int64_t> sampleShape, std::span<const std::int64_t> inputShape)
{
    return borderFor(sampleShape, inputShape).has_value();
}

Result<Batches> Batches::make(const Dataset& dataset, std::vector<std::int64_t> inputShape,
    std::int64_t classCount, Order order, std::uint64_t seed, Values values)
{
    const auto unfit = [&dataset](std::string what, std::string remedy) {
        return std::unexpected(
            Error{ErrorKind::Usage, "E-DATA", std::move(what), dataset.name, std::move(remedy)});
    };
    assert(static_cast<std::int64_t>(std::max(dataset.samples.size(), dataset.values.size())) ==
            static_cast<std::int64_t>(dataset.count()) * product(dataset.sampleShape) &&
        "readIdx() gives whole samples, and every read below relies on it");
    if (inputShape.size() < 2 || inputShape[0] < 1)
        return unfit("The model's input has no batch dimension.", "Choose a model with an input [N, ...].");
    const std::span<const std::int64_t> input = std::span(inputShape).subspan(1);
    const auto border = borderFor(dataset.sampleShape, input);
    if (!border)
        return unfit(std::format("Samples of {} do not fit the model's input of {}.",
                         text(dataset.sampleShape), text(input)),
            "Choose data of the input's shape.");
    if (dataset.classCount() > classCount)
        return unfit(std::format("The labels go up to {}, and the model has {} classes.",
                         dataset.classCount() - 1, classCount),
            "Choose data with as many classes as the model has outputs.");
    if (dataset.count() < static_cast<std::size_t>(inputShape[0]))
        return unfit(
            std::format("A batch of {} is larger than the {} samples.", inputShape[0], dataset.count()),
            "Choose a smaller batch (--batch).");
    Batches batches;
    batches.m_dataset = &dataset;
    batches.m_batchSize = static_cast<std::size_t>(inputShape[0]);
    batches.m_order = order;
    batches.m_seed = seed;
    batches.m_border = *border;
    batches.m_divisor = values == Values::Raw ? 1.0f : dataset.divisor;
    if (*border > 0)
        batches.m_note = std::format("Samples of {} are centred on {} with a border of {} zeros.",
            text(dataset.sampleShape), text(input), *border);
    batches.m_inputShape = std::move(inputShape);
    return batches;
}

std::size_t Batches::batchesPerEpoch() const
{
    return m_dataset->count() / m_batchSize;
}

std::size_t Batches::elementsPerBatch() const
{
    return static_cast<std::size_t>(product(m_inputShape));
}

template <typename T>
void Batches::convert(std::span<const T> source, std::span<float> target) const
{
    const float divisor = m_divisor;
    const auto scaled = [divisor](T element) { return static_cast<float>(element) / divisor; };
    if (m_border == 0) {
        std::ranges::transform(source, target.begin(), scaled);
        return;
    }
    const std::span<const std::int64_t> shape = m_dataset->sampleShape;
    std::ranges::fill(target, 0.0f);
    const auto border = static_cast<std::size_t>(m_border);
    const auto height = static_cast<std::size_t>(shape[shape.size() - 2]);
    const auto width = static_cast<std::size_t>(shape[shape.size() - 1]);
    const std::size_t targetWidth = width + 2 * border;
    const std::size_t targetPlane = (height + 2 * border) * targetWidth;
    for (std::size_t row = 0; row < source.size() / width; ++row) {
        const std::size_t plane = row / height;
        float* out = target.data() + plane * targetPlane + (row % height + border) * targetWidth + border;
        std::ranges::transform(source.subspan(row * width, width), out, scaled);
    }
}

void Batches::writeSample(std::size_t sample, std::span<float> target) const
{
    const auto elements = static_cast<std::size_t>(product(m_dataset->sampleShape));
    if (m_dataset->values.empty())
        convert(std::span(m_dataset->samples).subspan(sample * elements, elements), target);
    else
        convert(std::span(m_dataset->values).subspan(sample * elements, elements), target);
}

void Batches::shuffle(std::size_t epoch) const
{
    m_shuffled.resize(m_dataset->count());
    std::iota(m_shuffled.begin(), m_shuffled.end(), 0u);
    // Fisher and Yates by hand: std::shuffle may differ between standard libraries, and a seed should not.
    // Both go through seed_seq: with their sum, seed 2 would repeat the epochs of seed 1, one earlier.
    const auto halves = [](std::uint64_t value) {
        return std::array{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
    };
    const auto [seedLow, seedHigh] = halves(m_seed);
    const auto [epochLow, epochHigh] = halves(epoch);
    std::seed_seq mixed{seedLow, seedHigh, epochLow, epochHigh};
    std::mt19937_64 generator(mixed);
    for (std::size_t i = m_shuffled.size(); i > 1; --i)
        std::swap(m_shuffled[i - 1], m_shuffled[generator() % i]);
    m_shuffledEpoch = epoch;
}

std::size_t Batches::targetsPerBatch() const
{
    return m_dataset->targets.empty() ? 0 : m_batchSize * m_dataset->targetsPerSample();
}

void Batches::fill(std::size_t index, std::span<float> samples, std::span<std::int64_t> labels,
    std::span<float> targets) const
{
    const std::size_t epoch = index / batchesPerEpoch();
    const std::size_t first = index % batchesPerEpoch() * m_batchSize;
    if (m_order == Order::Shuffled && epoch != m_shuffledEpoch)
        shuffle(epoch);
    const std::size_t perSample = samples.size() / m_batchSize;
    for (std::size_t i = 0; i < m_batchSize; ++i) {
        const std::size_t sample = m_order == Order::Shuffled ? m_shuffled[first + i] : first + i;
        writeSample(sample, samples.subspan(i * perSample, perSample));
        labels[i] = m_dataset->labels[sample];
        const std::size_t perTarget = targets.size() / m_batchSize;
        std::ranges::copy(std::span(m_dataset->targets).subspan(sample * perTarget, perTarget),
            targets.subspan(i * perTarget, perTarget).begin());
    }
}

std::size_t Batches::fillFrom(
    std::size_t first, std::span<float> samples, std::span<std::int64_t> labels) const
{
    const std::size_t count = std::min(m_batchSize, m_dataset->count() - std::min(first, m_dataset->count()));
    const std::size_t perSample = samples.size() / m_batchSize;
    std::ranges::fill(samples, 0.0f);
    std::ranges::fill(labels, 0);
    for (std::size_t i = 0; i < count; ++i) {
        writeSample(first + i, samples.subspan(i * perSample, perSample));
        labels[i] = m_dataset->labels[first + i];
    }
    return count;
}

}
