// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/array.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <optional>

namespace halftone {
namespace {

std::unexpected<Error> badData(const std::string& name, std::string what, std::string remedy)
{
    return std::unexpected(Error{ErrorKind::Format, "E-DATA", std::move(what), name, std::move(remedy)});
}

// One integer a sample; many tools write class numbers as floats, too.
bool areClassNumbers(const Array& labels)
{
    if (labels.dims.size() != 1 && (labels.dims.size() != 2 || labels.dims[1] != 1))
        return false;
    const auto isClassNumber = [](float label) {
        return label >= 0 && label == std::floor(label) && label < kMostExactInteger;
    };
    const auto* floats = std::get_if<std::vector<float>>(&labels.elements);
    return labels.isInteger || !floats || std::ranges::all_of(*floats, isClassNumber);
}

/// Training cannot recover from a number that is none, and from infinity neither.
std::optional<Error> findNotFinite(
    std::span<const float> elements, std::size_t samples, const char* what, const std::string& name)
{
    const auto found =
        std::ranges::find_if_not(elements, [](float element) { return std::isfinite(element); });
    if (found == elements.end())
        return std::nullopt;
    const auto at = static_cast<std::size_t>(found - elements.begin());
    const std::size_t each = elements.size() / samples;
    return Error{ErrorKind::Format, "E-DATA",
        std::format("{} {} of {} holds {} (element {}).", what, at / each, samples, *found, at % each), name,
        "Replace what is not finite in float32, or leave such samples out."};
}

}

std::size_t Array::count() const
{
    return std::visit([](const auto& all) { return all.size(); }, elements);
}

float Array::at(std::size_t index) const
{
    return std::visit([index](const auto& all) { return static_cast<float>(all[index]); }, elements);
}

std::vector<float> Array::floats() const
{
    return std::visit([](const auto& all) { return std::vector<float>(all.begin(), all.end()); }, elements);
}

Result<Array> arrayOf(const TensorData& data, const std::string& name)
{
    Array array{.dims = data.dims, .isInteger = !toIntegers(data).empty(), .elements = {}};
    if (data.dtype == DType::UInt8) {
        std::vector<std::uint8_t> bytes(data.bytes.size());
        std::ranges::transform(data.bytes, bytes.begin(),
            [](std::byte element) { return std::to_integer<std::uint8_t>(element); });
        array.elements = std::move(bytes);
        return array;
    }
    const std::vector<double> numbers = toDoubles(data);
    if (numbers.size() != static_cast<std::size_t>(data.elementCount()))
        return badData(name, std::format("Elements of type {} are not read.", halftone::name(data.dtype)),
            "Give a tensor of numbers.");
    std::vector<float> elements(numbers.begin(), numbers.end());
    for (std::size_t i = 0; array.isInteger && i < elements.size(); ++i) {
        if (static_cast<double>(elements[i]) != numbers[i])
            return badData(name,
                std::format("Element {} is an integer beyond what float32 holds exactly.", i),
                "Give smaller numbers.");
    }
    array.elements = std::move(elements);
    return array;
}

Result<Dataset> combine(Array samples, const Array& labels, std::string name)
{
    if (samples.dims.size() < 2 || labels.dims.empty())
        return badData(name, "Samples need two dimensions or more, their number first, and labels one.",
            "Store samples as [N, ...] and labels as [N].");
    if (samples.dims[0] != labels.dims[0])
        return badData(name,
            std::format("There are {} samples but {} labels.", samples.dims[0], labels.dims[0]),
            "Give as many labels as samples.");
    if (samples.count() == 0)
        return badData(name, "There are no samples.", "Give a file with samples.");
    Dataset dataset{.name = std::move(name)};
    dataset.sampleShape.assign(samples.dims.begin() + 1, samples.dims.end());
    if (auto* bytes = std::get_if<std::vector<std::uint8_t>>(&samples.elements))
        dataset.samples = std::move(*bytes);
    else
        dataset.values = std::get<std::vector<float>>(std::move(samples.elements));
    const auto count = static_cast<std::size_t>(labels.dims[0]);
    if (auto error = findNotFinite(dataset.values, count, "Sample", dataset.name))
        return std::unexpected(*std::move(error));
    dataset.labels.resize(count, 0);
    if (!areClassNumbers(labels)) {
        dataset.targets = labels.floats();
        if (auto error = findNotFinite(dataset.targets, count, "The target of sample", dataset.name))
            return std::unexpected(*std::move(error));
        return dataset;
    }
    for (std::size_t i = 0; i < dataset.labels.size(); ++i) {
        dataset.labels[i] = static_cast<std::int64_t>(labels.at(i));
        if (dataset.labels[i] < 0)
            return badData(dataset.name, std::format("The label of sample {} is {}.", i, dataset.labels[i]),
                "Number the classes from 0.");
    }
    return dataset;
}

DatasetPair paired(Dataset train, Dataset test)
{
    if (!train.samples.empty()) {
        const std::uint8_t largest = *std::ranges::max_element(train.samples);
        train.divisor = static_cast<float>(std::max<std::uint8_t>(largest, 1));
    }
    test.divisor = train.divisor;
    return {std::move(train), std::move(test)};
}

}
