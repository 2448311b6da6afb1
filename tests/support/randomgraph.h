// SPDX-License-Identifier: GPL-3.0-or-later
//
// Graphs by chance, from a seed: chains and joins of operators with lists of all colours, weights, Casts,
// views, constants, absent inputs, several outputs, operators without a name on Ascend.
#pragma once

#include "analysis/graph/graphbuilder.h"
#include "analysis/onnx/onnxdtype.h"

#include <array>
#include <format>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace halftone::test {

struct RandomGraphOptions
{
    std::size_t nodes = 50;
    bool isAllFloat32 = false; ///< No Casts, no FP16 inputs, no integers that operators give.
    std::string prefix; ///< Of all names of nodes and tensors.
};

class RandomGraphMaker
{
public:
    RandomGraphMaker(std::uint32_t seed, RandomGraphOptions options)
        : m_random(seed)
        , m_options(std::move(options))
    {
    }

    GraphPtr make()
    {
        m_builder.setOpset(17);
        for (int i = 0; i < 3; ++i)
            m_floats.push_back(m_builder.addInput(named("x", i),
                i == 2 && !m_options.isAllFloat32 ? DType::Float16 : DType::Float32, fixedDims(kShape)));
        m_weight = m_builder.addInitializer(
            named("w", 0), TensorData::of(DType::Float32, {4, 4}, std::vector<float>(16, 0.5f)));
        m_axes = m_builder.addInitializer(
            named("axes", 0), TensorData::of(DType::Int64, {1}, std::vector<std::int64_t>{0}));
        for (std::size_t i = 0; i < m_options.nodes; ++i)
            addNode();
        m_builder.markOutput(m_floats.back());
        m_builder.markOutput(m_floats[m_floats.size() / 2]); // that others read, too
        return std::move(m_builder).finish().value().graph;
    }

private:
    static constexpr std::array<std::int64_t, 2> kShape{4, 4};

    std::string named(std::string_view what, auto number) const
    {
        return std::format("{}{}{}", m_options.prefix, what, number);
    }

    std::size_t upTo(std::size_t count)
    {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random);
    }

    // Mostly what was made lately, so that chains become long.
    ValueId anyFloat()
    {
        const std::size_t window = upTo(4) == 0 ? m_floats.size() : std::min<std::size_t>(m_floats.size(), 6);
        return m_floats[m_floats.size() - 1 - upTo(window)];
    }

    ValueId add(std::string_view opType, std::vector<ValueId> inputs, DType dtype = DType::Float32,
        std::vector<Attribute> attributes = {}, std::string_view domain = {})
    {
        const ValueId output = m_builder.addValue(named("v", m_count), dtype, fixedDims(kShape));
        m_builder.addNode({.opType = std::string(opType),
            .name = named("n", m_count),
            .domain = std::string(domain),
            .inputs = std::move(inputs),
            .outputs = {output},
            .attributes = std::move(attributes)});
        ++m_count;
        return output;
    }

    void addNode()
    {
        constexpr auto kUnary = std::to_array<std::string_view>({"Relu", "Exp", "Log", "Sigmoid", "Tanh",
            "Sqrt", "Softmax", "Neg", "Identity", "Erf", "Dropout", "LeakyRelu", "Abs"});
        constexpr auto kBinary =
            std::to_array<std::string_view>({"Add", "Mul", "Sub", "Div", "Max", "Pow", "PRelu"});
        const std::size_t kind = upTo(m_options.isAllFloat32 ? 10 : 13);
        if (kind < 4)
            m_floats.push_back(add(kUnary[upTo(kUnary.size())], {anyFloat()}));
        else if (kind < 7)
            m_floats.push_back(
                add(kBinary[upTo(kBinary.size())], {anyFloat(), upTo(3) == 0 ? m_weight : anyFloat()}));
        else if (kind == 7)
            m_floats.push_back(upTo(2) == 0
                    ? add("MatMul", {anyFloat(), m_weight})
                    : add("Gemm", {anyFloat(), m_weight, upTo(2) == 0 ? ValueId{} : anyFloat()}));
        else if (kind == 8)
            m_floats.push_back(
                upTo(2) == 0 ? add("ReduceSum", {anyFloat(), m_axes}) : add("Transpose", {anyFloat()}));
        else if (kind == 9)
            m_floats.push_back(add("Concat", {anyFloat(), anyFloat(), anyFloat()}));
        else if (kind == 10)
            addCast();
        else if (kind == 11)
            m_floats.push_back(add(
                "Where", {add("Greater", {anyFloat(), anyFloat()}, DType::Bool), anyFloat(), anyFloat()}));
        else
            m_floats.push_back(add("Magic", {anyFloat()}, DType::Float32, {}, "mine"));
    }

    void addCast()
    {
        const DType to = upTo(2) == 0 ? DType::Float16 : DType::Float32;
        m_floats.push_back(add("Cast", {anyFloat()}, to, {{"to", std::int64_t{onnxDataType(to)}}}));
    }

    std::mt19937 m_random;
    RandomGraphOptions m_options;
    GraphBuilder m_builder;
    std::vector<ValueId> m_floats;
    ValueId m_weight;
    ValueId m_axes;
    std::size_t m_count = 0;
};

inline GraphPtr randomGraph(std::uint32_t seed, RandomGraphOptions options = {})
{
    return RandomGraphMaker(seed, std::move(options)).make();
}

}
