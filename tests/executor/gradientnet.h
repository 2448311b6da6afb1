// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small nets of one operator, for checks of its gradient.
#pragma once

#include "analysis/graph/graphbuilder.h"

#include <functional>
#include <map>
#include <string>

namespace halftone::test {

using Ints = std::vector<std::int64_t>;
using Attributes = std::vector<Attribute>;

inline std::int64_t countOf(const Ints& dims)
{
    std::int64_t count = 1;
    for (const std::int64_t size : dims)
        count *= size;
    return count;
}

/// A net of weights and operators; its last value becomes the prediction.
struct Net
{
    GraphBuilder builder;
    ValueId last;
    Ints shape;
    int number = 0;

    /// Values on an even grid between the bounds, mixed up: none lies within 1 % of a kink at a simple
    /// fraction.
    ValueId weight(const Ints& dims, double low = -1, double high = 1)
    {
        const auto count = static_cast<std::size_t>(countOf(dims));
        std::vector<float> values(count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t place =
                (i * 7 + static_cast<std::size_t>(number) * 3) % count; // 7 divides no size here.
            values[i] = static_cast<float>(
                low + (high - low) * (static_cast<double>(place) + 0.5) / static_cast<double>(count));
        }
        return builder.addInitializer(
            "w" + std::to_string(number++), TensorData::of(DType::Float32, dims, std::move(values)));
    }
    ValueId integers(const Ints& values, std::optional<Ints> dims = {})
    {
        return builder.addInitializer("i" + std::to_string(number++),
            TensorData::of(
                DType::Int64, dims.value_or(Ints{static_cast<std::int64_t>(values.size())}), values));
    }
    ValueId op(
        const std::string& type, std::vector<ValueId> inputs, const Ints& result, Attributes attributes = {})
    {
        last = builder.addValue(type + "_" + std::to_string(number++), DType::Float32, fixedDims(result));
        shape = result;
        builder.addNode({.opType = type,
            .name = type,
            .inputs = std::move(inputs),
            .outputs = {last},
            .attributes = std::move(attributes)});
        return last;
    }
    GraphPtr finish(int opset)
    {
        const Ints flat{1, countOf(shape)};
        op("Reshape", {last, integers(flat)}, flat);
        builder.setOpset(opset);
        builder.markOutput(last);
        return (std::move(builder).finish())->graph;
    }
};

struct Case
{
    std::string op; ///< The operator whose gradient it is about.
    std::function<void(Net&)> build;
    int opset = 20;
};

/// An operator on one weight, and on integers behind it.
inline Case moved(
    const char* type, Ints from, Ints to, Attributes attributes = {}, std::vector<Ints> operands = {})
{
    return {type, [=](Net& net) {
                std::vector<ValueId> inputs{net.weight(from)};
                for (const Ints& operand : operands)
                    inputs.push_back(net.integers(operand));
                net.op(type, std::move(inputs), to, attributes);
            }};
}

}
