// SPDX-License-Identifier: GPL-3.0-or-later
//
// Node tests of ONNX that are held to the standard instead of their data: data that later releases of ONNX
// have corrected, and data that came from one random generator.
#pragma once

#include "analysis/graph/graphbuilder.h"
#include "analysis/graph/tensordata.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string_view>
#include <vector>

namespace halftone::test {

using Tensors = std::vector<TensorData>;

struct NodeCorrection
{
    const char* test;
    const char* why;
    /// The outputs that the standard asks for; none where what came out cannot be right.
    Tensors (*expected)(const Tensors& inputs, const Tensors& stated, const Tensors& got) = nullptr;
    /// The model that the data belongs to.
    GraphPtr (*model)(const Graph&) = nullptr;
};

/// Both neighbours of bfloat16 are looked at, and that with an even last bit is taken in the middle.
inline std::uint16_t nearestBfloat16(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto toZero = static_cast<std::uint16_t>(bits >> 16);
    const auto widened = [](std::uint32_t half) {
        return static_cast<double>(std::bit_cast<float>(half << 16));
    };
    if (!std::isfinite(value))
        return toZero;
    const double below = std::abs(static_cast<double>(value) - widened(toZero));
    const double above = std::abs(widened(toZero + 1u) - static_cast<double>(value));
    return static_cast<std::uint16_t>(
        toZero + (above < below || (above == below && (toZero & 1) != 0) ? 1 : 0));
}

inline Tensors roundedToNearest(const Tensors& inputs, const Tensors&, const Tensors&)
{
    std::vector<std::uint16_t> halves;
    for (const double value : toDoubles(inputs[0]))
        halves.push_back(nearestBfloat16(static_cast<float>(value)));
    return {TensorData::of(DType::BFloat16, inputs[0].dims, std::move(halves))};
}

inline Tensors lowestFourBits(const Tensors& inputs, const Tensors& stated, const Tensors&)
{
    const std::vector<double> values = toDoubles(inputs[0]);
    std::vector<std::uint8_t> packed((values.size() + 1) / 2, 0);
    for (std::size_t i = 0; i < values.size(); ++i)
        packed[i / 2] = static_cast<std::uint8_t>(
            packed[i / 2] | (static_cast<std::int64_t>(values[i]) & 0xf) << (i % 2 * 4));
    return {TensorData::of(stated[0].dtype, stated[0].dims, std::move(packed))};
}

/// Windows of five pixels, two apart, in steps of three: the mean of those that lie in the image of 32.
inline Tensors meanOfWhatIsThere(const Tensors& inputs, const Tensors& stated, const Tensors&)
{
    constexpr std::size_t kPixels = 32, kWindow = 5, kStep = 3, kApart = 2, kOut = 9;
    const std::vector<double> x = toDoubles(inputs[0]);
    std::vector<float> means;
    for (std::size_t out = 0; out < kOut * kOut * kOut; ++out) {
        const std::array first{out / kOut / kOut * kStep, out / kOut % kOut * kStep, out % kOut * kStep};
        double sum = 0, inside = 0;
        for (std::size_t tap = 0; tap < kWindow * kWindow * kWindow; ++tap) {
            const std::size_t z = first[0] + tap / kWindow / kWindow * kApart,
                              y = first[1] + tap / kWindow % kWindow * kApart,
                              w = first[2] + tap % kWindow * kApart;
            if (std::max({z, y, w}) >= kPixels)
                continue;
            sum += x[(z * kPixels + y) * kPixels + w];
            ++inside;
        }
        means.push_back(static_cast<float>(sum / inside));
    }
    return {TensorData::of(DType::Float32, stated[0].dims, std::move(means))};
}

/// Each element is dropped or multiplied, the mask says which, and about as many are dropped as the ratio
/// says.
inline Tensors droppedAtRandom(const Tensors& inputs, const Tensors& stated, const Tensors& got)
{
    constexpr double kSigmas = 6;
    const std::vector<double> x = toDoubles(inputs[0]), y = toDoubles(got[0]);
    const double ratio = toDoubles(inputs[1])[0], count = static_cast<double>(x.size());
    std::vector<float> kept(x.size(), 0.0f);
    std::vector<std::uint8_t> mask(x.size(), 0);
    double dropped = count;
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (y[i] == 0)
            continue;
        kept[i] = static_cast<float>(x[i] / (1 - ratio));
        mask[i] = 1;
        --dropped;
    }
    if (std::abs(dropped - count * ratio) > kSigmas * std::sqrt(count * ratio * (1 - ratio)))
        return {};
    Tensors expected{TensorData::of(DType::Float32, inputs[0].dims, std::move(kept))};
    if (stated.size() > 1)
        expected.push_back(TensorData::of(DType::Bool, inputs[0].dims, std::move(mask)));
    return expected;
}

inline GraphPtr withEpsilon(const Graph& graph)
{
    constexpr float kEpsilon = 0.01f;
    GraphBuilder builder(graph);
    builder.clearNodes();
    for (NodeId id : graph.nodes()) {
        const Node& node = graph.node(id);
        std::vector<Attribute> attributes = node.attributes;
        attributes.push_back({"epsilon", kEpsilon});
        builder.addNode({.opType = node.opType,
            .name = node.name,
            .domain = node.domain,
            .inputs = {graph.inputs(id).begin(), graph.inputs(id).end()},
            .outputs = {graph.outputs(id).begin(), graph.outputs(id).end()},
            .attributes = std::move(attributes)});
    }
    return std::move(builder).finish()->graph;
}

inline constexpr const char* kNearest =
    "the data is rounded towards zero; ONNX asks for the nearest, and its data since 1.20 has it";
inline constexpr const char* kLowBits =
    "the data is the nearest integer of 4 bits; ONNX keeps the lowest bits, and its data since 1.20 has them";
inline constexpr const char* kRandom =
    "the data is that of one random generator; what any other gives is checked";

inline constexpr auto kCorrections = std::to_array<NodeCorrection>({
    {"onnx_node_tests/test_adam_multiple", "the data was computed with an epsilon that the model leaves out",
        nullptr, withEpsilon},
    {"onnx_node_tests/test_cast_FLOAT_to_BFLOAT16", kNearest, roundedToNearest},
    {"onnx_node_tests/test_castlike_FLOAT_to_BFLOAT16", kNearest, roundedToNearest},
    {"onnx_node_tests/test_castlike_FLOAT_to_BFLOAT16_expanded", kNearest, roundedToNearest},
    {"onnx_node_tests/test_cast_FLOAT16_to_INT4", kLowBits, lowestFourBits},
    {"onnx_node_tests/test_cast_FLOAT16_to_UINT4", kLowBits, lowestFourBits},
    {"onnx_node_tests/test_cast_FLOAT_to_INT4", kLowBits, lowestFourBits},
    {"onnx_node_tests/test_cast_FLOAT_to_UINT4", kLowBits, lowestFourBits},
    {"onnx_node_tests/test_averagepool_3d_dilations_large_count_include_pad_is_1_ceil_mode_is_True",
        "the data counts pixels beyond the padding; ONNX no longer does", meanOfWhatIsThere},
    {"onnx_node_tests/test_training_dropout", kRandom, droppedAtRandom},
    {"onnx_node_tests/test_training_dropout_default", kRandom, droppedAtRandom},
    {"onnx_node_tests/test_training_dropout_default_mask", kRandom, droppedAtRandom},
    {"onnx_node_tests/test_training_dropout_mask", kRandom, droppedAtRandom},
});

inline const NodeCorrection* correctionOf(std::string_view test)
{
    const auto found = std::ranges::find(kCorrections, test,
        [](const NodeCorrection& correction) { return std::string_view(correction.test); });
    return found == kCorrections.end() ? nullptr : &*found;
}

}
