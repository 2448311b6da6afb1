// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/array.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

std::unexpected<Error> badData(const std::string& name, std::string what, std::string remedy)
{
    return std::unexpected(Error{ErrorKind::Format, "E-DATA", std::move(what), name, std::move(remedy)});
}

bool areClassNumbers(const Array& labels)
{
    return labels.isInteger && (labels.dims.size() == 1 || (labels.dims.size() == 2 && labels.dims[1] == 1));
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
    dataset.labels.resize(static_cast<std::size_t>(labels.dims[0]), 0);
    if (!areClassNumbers(labels)) {
        dataset.targets = labels.floats();
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
