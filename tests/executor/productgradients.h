// SPDX-License-Identifier: GPL-3.0-or-later
//
// Normalizations, pools and products, in every form that has a gradient.
#pragma once

#include "tests/executor/gradientnet.h"

#include <optional>

namespace halftone::test {

inline Case normalized(
    const char* type, Ints x, Ints factors, bool hasShift, Attributes attributes = {}, int opset = 23)
{
    return {type,
        [=](Net& net) {
            std::vector<ValueId> inputs{net.weight(x), net.weight(factors, 0.5, 1.5)};
            if (hasShift)
                inputs.push_back(net.weight(factors));
            net.op(type, std::move(inputs), x, attributes);
        },
        opset};
}

inline std::map<std::string, Case> normalizationCases()
{
    return {
        {"LayerNormalization", normalized("LayerNormalization", {3, 8}, {8}, true)},
        {"LayerNormalization of two axes",
            normalized("LayerNormalization", {2, 3, 4}, {3, 4}, true, {{"axis", std::int64_t{1}}})},
        {"RMSNormalization", normalized("RMSNormalization", {3, 8}, {8}, false)},
        {"InstanceNormalization", normalized("InstanceNormalization", {2, 3, 4, 2}, {3}, true)},
        {"GroupNormalization",
            normalized("GroupNormalization", {2, 4, 3, 2}, {4}, true, {{"num_groups", std::int64_t{2}}})},
        {"Softmax of a middle axis", moved("Softmax", {2, 3, 4}, {2, 3, 4}, {{"axis", std::int64_t{1}}})},
        {"LogSoftmax", moved("LogSoftmax", {2, 3, 4}, {2, 3, 4})},
        {"LRN", moved("LRN", {2, 5, 3, 2}, {2, 5, 3, 2}, {{"size", std::int64_t{3}}, {"alpha", 0.5f}})},
        {"AveragePool",
            moved("AveragePool", {1, 2, 4, 4}, {1, 2, 2, 2},
                {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}})},
        {"MaxPool", moved("MaxPool", {1, 2, 4, 4}, {1, 2, 3, 3}, {{"kernel_shape", Ints{2, 2}}})},
        {"LpNormalization", moved("LpNormalization", {3, 4}, {3, 4})},
        {"LpNormalization of sums, down",
            moved("LpNormalization", {3, 4}, {3, 4}, {{"p", std::int64_t{1}}, {"axis", std::int64_t{0}}})},
        {"LpPool, overlapping, padded",
            moved("LpPool", {1, 2, 4, 4}, {1, 2, 4, 3},
                {{"kernel_shape", Ints{3, 2}}, {"pads", Ints{1, 0, 1, 0}}})},
        {"LpPool of sums",
            moved("LpPool", {1, 2, 4, 4}, {1, 2, 2, 2},
                {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}, {"p", std::int64_t{1}}})},
        {"LpPool of cubes",
            moved("LpPool", {1, 2, 4, 4}, {1, 2, 2, 2},
                {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}, {"p", std::int64_t{3}}})},
        {"GlobalLpPool", moved("GlobalLpPool", {2, 3, 2, 3}, {2, 3, 1, 1})},
        {"GlobalAveragePool", moved("GlobalAveragePool", {2, 3, 2, 3}, {2, 3, 1, 1})},
        {"GlobalMaxPool", moved("GlobalMaxPool", {2, 3, 2, 3}, {2, 3, 1, 1})},
    };
}

inline Case product(const char* type, Ints left, Ints right, Ints result, Attributes attributes = {},
    std::optional<Ints> addend = {})
{
    return {type, [=](Net& net) {
                std::vector<ValueId> inputs{net.weight(left), net.weight(right)};
                if (addend)
                    inputs.push_back(net.weight(*addend));
                net.op(type, std::move(inputs), result, attributes);
            }};
}

inline std::map<std::string, Case> matrixCases()
{
    const std::int64_t two = 2, four = 4;
    return {
        {"MatMul", product("MatMul", {3, 4}, {4, 2}, {3, 2})},
        {"MatMul with batches", product("MatMul", {2, 3, 4}, {2, 4, 2}, {2, 3, 2})},
        {"MatMul with broadcast batches", product("MatMul", {2, 1, 3, 4}, {3, 4, 2}, {2, 3, 3, 2})},
        {"MatMul with shared weights", product("MatMul", {2, 3, 4}, {4, 5}, {2, 3, 5})},
        {"MatMul with a vector", product("MatMul", {3, 4}, {4}, {3})},
        {"MatMul of a vector", product("MatMul", {4}, {2, 4, 3}, {2, 3})},
        {"Gemm with a scaled addend",
            product("Gemm", {3, 4}, {4, 2}, {3, 2}, {{"alpha", 0.5f}, {"beta", 2.0f}}, Ints{2})},
        {"Einsum",
            product("Einsum", {2, 3, 4}, {2, 5, 4}, {2, 3, 5}, {{"equation", std::string("bij,bkj->bik")}})},
        {"Conv of one axis", product("Conv", {2, 3, 8}, {4, 3, 3}, {2, 4, 6}, {}, Ints{4})},
        {"Conv of three axes", product("Conv", {1, 2, 3, 4, 3}, {3, 2, 2, 2, 2}, {1, 3, 2, 3, 2})},
        {"Conv by depth",
            product("Conv", {2, 4, 5, 5}, {4, 1, 3, 3}, {2, 4, 5, 5},
                {{"group", four}, {"pads", Ints{1, 1, 1, 1}}})},
        {"Conv with groups and gaps",
            product("Conv", {1, 4, 6, 6}, {4, 2, 3, 3}, {1, 4, 2, 2},
                {{"group", two}, {"dilations", Ints{2, 2}}})},
        {"ConvTranspose",
            product("ConvTranspose", {2, 3, 4, 4}, {3, 2, 2, 2}, {2, 2, 8, 8}, {{"strides", Ints{2, 2}}},
                Ints{2})},
        {"ConvTranspose with groups",
            product("ConvTranspose", {1, 4, 3, 3}, {4, 1, 3, 3}, {1, 2, 5, 5}, {{"group", two}})},
    };
}

}
