// SPDX-License-Identifier: GPL-3.0-or-later
//
// Large models for benchmarks: a graph of any number of nodes, and a file with 2 GiB of weights beside it.
#pragma once

#include "analysis/graph/graphbuilder.h"

#include <array>
#include <filesystem>
#include <format>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace halftone::test {

/// Residual blocks (MatMul, Add, Relu, Mul, Add, LayerNormalization) with long skips and a wide Concat, until
/// there are \p nodes nodes: the shape of the corpus's make_models.py --scale.
class ScaleGraphMaker
{
public:
    explicit ScaleGraphMaker(std::size_t nodes)
        : m_nodes(nodes)
    {
    }

    GraphPtr make()
    {
        m_builder.setOpset(17);
        for (int i = 0; i < 8; ++i) {
            m_weights.push_back(constant(std::format("w{}", i), {kWidth, kWidth}));
            m_biases.push_back(constant(std::format("b{}", i), {kWidth}));
        }
        m_scale = constant("g", {kWidth});
        m_half = constant("half", {});
        ValueId x = m_builder.addInput("input", DType::Float32, fixedDims(kShape));
        ValueId skip = x;
        std::vector<ValueId> taps;
        for (std::size_t block = 0; m_count + 8 < m_nodes; ++block) {
            x = addBlock(x, block);
            if (block % 50 == 49)
                skip = x = add("Add", {x, skip});
            if (block % 997 == 5)
                taps.push_back(x);
        }
        while (m_count + 2 < m_nodes)
            x = add("Identity", {x});
        taps.insert(taps.begin(), x);
        x = add("MatMul", {add("Concat", taps), constant("head", {kWidth, 10})});
        m_builder.markOutput(x);
        return std::move(m_builder).finish().value().graph;
    }

private:
    static constexpr std::int64_t kWidth = 16;
    static constexpr std::array<std::int64_t, 2> kShape{4, kWidth};

    ValueId constant(std::string name, std::vector<std::int64_t> dims)
    {
        std::size_t size = 1;
        for (std::int64_t dim : dims)
            size *= static_cast<std::size_t>(dim);
        return m_builder.addInitializer(
            std::move(name), TensorData::of(DType::Float32, std::move(dims), std::vector<float>(size, 0.5f)));
    }

    ValueId add(std::string_view opType, std::vector<ValueId> inputs)
    {
        const ValueId output =
            m_builder.addValue(std::format("v{}", m_count), DType::Float32, fixedDims(kShape));
        m_builder.addNode({.opType = std::string(opType),
            .name = std::format("stage{}/block{}/{}_{}", m_count / 3072, m_count / 6 % 512, opType, m_count),
            .inputs = std::move(inputs),
            .outputs = {output}});
        ++m_count;
        return output;
    }

    ValueId addBlock(ValueId x, std::size_t block)
    {
        ValueId y = add("MatMul", {x, m_weights[block % 8]});
        y = add("Relu", {add("Add", {y, m_biases[block % 8]})});
        y = add("Add", {x, add("Mul", {y, m_half})});
        return add("LayerNormalization", {y, m_scale, m_scale});
    }

    std::size_t m_nodes;
    std::size_t m_count = 0;
    GraphBuilder m_builder;
    std::vector<ValueId> m_weights, m_biases;
    ValueId m_scale, m_half;
};

inline GraphPtr scaleGraph(std::size_t nodes)
{
    return ScaleGraphMaker(nodes).make();
}

// ONNX is protobuf, and the few fields that are needed are written by hand: number and wire type, then a
// varint or a length and bytes.
inline std::string varint(std::uint64_t value)
{
    std::string text;
    for (; value >= 0x80; value >>= 7)
        text += static_cast<char>((value & 0x7f) | 0x80);
    return text + static_cast<char>(value);
}

inline std::string numberField(unsigned field, std::uint64_t value)
{
    return varint(field << 3) + varint(value);
}

inline std::string bytesField(unsigned field, const std::string& contents)
{
    return varint(field << 3 | 2) + varint(contents.size()) + contents;
}

inline std::string squareTensor(const std::string& name, std::uint64_t width)
{
    const std::string dim = bytesField(1, numberField(1, width));
    return bytesField(1, name) + bytesField(2, bytesField(1, numberField(1, 1) + bytesField(2, dim + dim)));
}

inline std::string matMul(const std::string& input, const std::string& weight, const std::string& output)
{
    return bytesField(1, input) + bytesField(1, weight) + bytesField(2, output) + bytesField(4, "MatMul");
}

inline std::string floatTensor(std::span<const Dim> dims)
{
    std::string shape;
    for (const Dim& dim : dims)
        shape += bytesField(1, numberField(1, static_cast<std::uint64_t>(dim.size)));
    return bytesField(1, numberField(1, 1) + bytesField(2, shape));
}

/// scaleGraph(\p nodes) as a file, without the shapes of what its nodes give, as exporters leave them out.
inline void writeScaleModel(const std::filesystem::path& path, std::size_t nodes)
{
    const GraphPtr graph = scaleGraph(nodes);
    const auto info = [&](ValueId id) {
        return bytesField(1, graph->value(id).name) + bytesField(2, floatTensor(graph->dims(id)));
    };
    std::string text = bytesField(2, "scale");
    for (NodeId id : graph->nodes()) {
        std::string node;
        for (ValueId input : graph->inputs(id))
            node += bytesField(1, graph->value(input).name);
        for (ValueId output : graph->outputs(id))
            node += bytesField(2, graph->value(output).name);
        text +=
            bytesField(1, node + bytesField(3, graph->node(id).name) + bytesField(4, graph->node(id).opType));
    }
    for (ValueId id : graph->values()) {
        if (graph->value(id).kind != ValueKind::Initializer)
            continue;
        const std::span<const std::byte> bytes = graph->data(id)->bytes;
        std::string tensor;
        for (const Dim& dim : graph->dims(id))
            tensor += numberField(1, static_cast<std::uint64_t>(dim.size));
        tensor += numberField(2, 1) + bytesField(8, graph->value(id).name) +
            bytesField(9, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
        text += bytesField(5, tensor);
    }
    for (ValueId id : graph->graphInputs())
        text += bytesField(11, info(id));
    for (ValueId id : graph->graphOutputs())
        text += bytesField(12, info(id));
    std::ofstream(path, std::ios::binary)
        << numberField(1, 8) + bytesField(7, text) + bytesField(8, bytesField(1, "") + numberField(2, 17));
}

/// 32 matrix products, 64 MiB of weights each, in a file of holes beside the model. Returns the model's path.
inline std::filesystem::path writeTwoGibModel(const std::filesystem::path& folder)
{
    constexpr std::uint64_t kWidth = 4096;
    constexpr std::uint64_t kBytes = kWidth * kWidth * sizeof(float);
    constexpr std::uint64_t kLayers = 32;
    std::string graph = bytesField(2, "two_gib");
    for (std::uint64_t i = 0; i < kLayers; ++i) {
        const auto pair = [](const char* key, const std::string& value) {
            return bytesField(13, bytesField(1, key) + bytesField(2, value));
        };
        graph +=
            bytesField(1, matMul(std::format("x{}", i), std::format("w{}", i), std::format("x{}", i + 1)));
        graph += bytesField(5,
            numberField(1, kWidth) + numberField(1, kWidth) + numberField(2, 1) +
                bytesField(8, std::format("w{}", i)) + pair("location", "weights.bin") +
                pair("offset", std::format("{}", i * kBytes)) + pair("length", std::format("{}", kBytes)) +
                numberField(14, 1));
    }
    graph += bytesField(11, squareTensor("x0", kWidth));
    graph += bytesField(12, squareTensor(std::format("x{}", kLayers), kWidth));
    const std::string model =
        numberField(1, 8) + bytesField(7, graph) + bytesField(8, bytesField(1, "") + numberField(2, 17));
    std::ofstream(folder / "weights.bin", std::ios::binary);
    std::filesystem::resize_file(folder / "weights.bin", kLayers * kBytes);
    std::ofstream(folder / "model.onnx", std::ios::binary) << model;
    return folder / "model.onnx";
}

}
