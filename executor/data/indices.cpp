// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/indices.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <limits>

namespace halftone {
namespace {

constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();

/// The first element that is no index below \p size, counted from either end.
template <typename T>
std::optional<std::size_t> findStray(std::span<const T> elements, std::int64_t size)
{
    const auto limit = static_cast<float>(size);
    const auto found = std::ranges::find_if(elements, [limit](T element) {
        const auto index = static_cast<float>(element);
        return index != std::floor(index) || index >= limit || index < -limit;
    });
    return found == elements.end() ? std::nullopt
                                   : std::optional(static_cast<std::size_t>(found - elements.begin()));
}

}

std::optional<std::int64_t> tableSize(const Graph& model, ValueId input)
{
    std::int64_t size = kUnbounded;
    for (const Graph::Use& use : model.uses(input)) {
        if (model.node(use.node).opType != "Gather" || use.slot != 1)
            continue;
        const std::span<const Dim> table = model.dims(model.inputs(use.node)[0]);
        const auto axis = attributeOr(model.node(use.node).attributes, "axis", std::int64_t{0});
        const auto front = static_cast<std::size_t>(axis < 0 ? axis + std::ssize(table) : axis);
        if (front < table.size() && table[front].isFixed())
            size = std::min(size, table[front].size);
    }
    return size == kUnbounded ? std::nullopt : std::optional(size);
}

std::optional<Error> findStrayIndex(const Graph& model, ValueId input, const Dataset& data)
{
    if (model.value(input).dtype != DType::Int64 || data.count() == 0)
        return std::nullopt;
    const auto size = tableSize(model, input);
    const std::int64_t limit = size.value_or(kUnbounded);
    const bool areBytes = data.values.empty();
    const auto stray =
        areBytes ? findStray(std::span(data.samples), limit) : findStray(std::span(data.values), limit);
    if (!stray)
        return std::nullopt;
    const std::size_t each = (areBytes ? data.samples.size() : data.values.size()) / data.count();
    const float value = areBytes ? static_cast<float>(data.samples[*stray]) : data.values[*stray];
    return Error{ErrorKind::Usage, "E-DATA",
        std::format("Sample {} holds {} (element {}), and \"{}\" reads {}.", *stray / each, value,
            *stray % each, model.value(input).name,
            size ? std::format("indices of a table of {} entries", *size) : std::string("whole numbers")),
        data.name, "Choose data that was made for this model."};
}

}
