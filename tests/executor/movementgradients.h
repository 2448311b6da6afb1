// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators that move elements, in every form that has a gradient.
#pragma once

#include "tests/executor/gradientnet.h"

namespace halftone::test {

inline void buildConcat(Net& net)
{
    const ValueId a = net.weight({2, 3}), c = net.weight({2, 1}), d = net.weight({2, 2});
    net.op("Concat", {a, c, d}, {2, 6}, {{"axis", std::int64_t{-1}}});
}

// The middle piece is not used.
inline void buildSplit(Net& net)
{
    const ValueId x = net.weight({2, 6}), sizes = net.integers({1, 2, 3});
    std::vector<ValueId> pieces;
    for (const std::int64_t size : {1, 2, 3})
        pieces.push_back(
            net.builder.addValue("piece" + std::to_string(size), DType::Float32, fixedDims(Ints{2, size})));
    net.builder.addNode({.opType = "Split",
        .name = "Split",
        .inputs = {x, sizes},
        .outputs = pieces,
        .attributes = {{"axis", std::int64_t{1}}}});
    net.op("Mul", {pieces[0], pieces[2]}, {2, 3});
}

inline void buildTopK(Net& net)
{
    const ValueId x = net.weight({2, 6}), k = net.integers({2});
    const ValueId values = net.builder.addValue("values", DType::Float32, fixedDims(Ints{2, 2}));
    const ValueId places = net.builder.addValue("places", DType::Int64, fixedDims(Ints{2, 2}));
    net.builder.addNode({.opType = "TopK", .name = "TopK", .inputs = {x, k}, .outputs = {values, places}});
    net.op("Identity", {values}, {2, 2});
}

// Indices that do not repeat, unless the updates are added.
inline Case scattered(
    const char* type, Ints data, Ints indices, Ints indexDims, Ints updates, const char* how = "none")
{
    return {type, [=](Net& net) {
                const ValueId x = net.weight(data), news = net.weight(updates, -2, 1);
                net.op(type, {x, net.integers(indices, indexDims), news}, data,
                    {{"reduction", std::string(how)}});
            }};
}

inline void buildResize(Net& net, const char* mode)
{
    const ValueId x = net.weight({1, 1, 3, 4});
    net.op("Resize", {x, {}, {}, net.integers({1, 1, 5, 7})}, {1, 1, 5, 7}, {{"mode", std::string(mode)}});
}

inline std::map<std::string, Case> movementCases()
{
    const std::int64_t one = 1;
    return {
        {"Transpose", moved("Transpose", {2, 3, 4}, {4, 2, 3}, {{"perm", Ints{2, 0, 1}}})},
        {"Reshape", moved("Reshape", {2, 6}, {3, 4}, {}, {{3, 4}})},
        {"Flatten", moved("Flatten", {2, 3, 2}, {2, 6})},
        {"Squeeze", moved("Squeeze", {2, 1, 6}, {2, 6}, {}, {{1}})},
        {"Unsqueeze", moved("Unsqueeze", {2, 6}, {2, 1, 6}, {}, {{1}})},
        {"Expand", moved("Expand", {3, 1}, {2, 3, 4}, {}, {{2, 3, 4}})},
        {"Tile", moved("Tile", {2, 3}, {4, 9}, {}, {{2, 3}})},
        {"Slice backwards", moved("Slice", {2, 8}, {2, 3}, {}, {{6}, {0}, {1}, {-2}})},
        {"Slice of two axes", moved("Slice", {3, 8}, {2, 4}, {}, {{1, 0}, {3, 8}, {0, 1}, {1, 2}})},
        {"Pad with zeros", moved("Pad", {2, 3}, {2, 6}, {}, {{0, 1, 0, 2}})},
        {"Pad by reflection",
            moved("Pad", {2, 3}, {2, 6}, {{"mode", std::string("reflect")}}, {{0, 1, 0, 2}})},
        {"Pad with the edge", moved("Pad", {2, 3}, {4, 5}, {{"mode", std::string("edge")}}, {{1, 1, 1, 1}})},
        {"DepthToSpace, depth last",
            moved("DepthToSpace", {1, 8, 2, 3}, {1, 2, 4, 6}, {{"blocksize", std::int64_t{2}}})},
        {"DepthToSpace, depth first",
            moved("DepthToSpace", {1, 8, 2, 3}, {1, 2, 4, 6},
                {{"blocksize", std::int64_t{2}}, {"mode", std::string("CRD")}})},
        {"SpaceToDepth", moved("SpaceToDepth", {1, 2, 4, 6}, {1, 8, 2, 3}, {{"blocksize", std::int64_t{2}}})},
        {"Gather with repetitions", moved("Gather", {5, 3}, {4, 3}, {}, {{1, 4, 1, -5}})},
        {"Gather along columns", moved("Gather", {2, 5}, {2, 3}, {{"axis", one}}, {{3, 0, 3}})},
        {"CumSum",
            {"CumSum",
                [](Net& net) {
                    net.op("CumSum", {net.weight({2, 5}), net.integers({1}, Ints{})}, {2, 5},
                        {{"exclusive", std::int64_t{1}}});
                }}},
        {"Trilu", {"Trilu", [](Net& net) { net.op("Trilu", {net.weight({2, 3, 3})}, {2, 3, 3}); }}},
        {"GatherElements",
            {"GatherElements",
                [](Net& net) {
                    net.op("GatherElements",
                        {net.weight({3, 3}), net.integers({0, 2, 2, 1, 0, 0}, Ints{2, 3})}, {2, 3});
                }}},
        {"GatherND",
            {"GatherND",
                [](Net& net) {
                    net.op("GatherND", {net.weight({3, 3, 2}), net.integers({0, 1, 2, 2, 0, 1}, Ints{3, 2})},
                        {3, 2});
                }}},
        {"Concat", {"Concat", buildConcat}},
        {"Split", {"Split", buildSplit}},
        {"TopK", {"TopK", buildTopK}},
        {"ScatterElements", scattered("ScatterElements", {4, 3}, {0, 2, 3, 1, 0, 1}, {2, 3}, {2, 3})},
        {"ScatterElements that adds",
            scattered("ScatterElements", {4, 3}, {0, 2, 0, 0, 2, 1}, {2, 3}, {2, 3}, "add")},
        {"Scatter", scattered("Scatter", {4, 3}, {0, 2, 3, 1, 0, 1}, {2, 3}, {2, 3})},
        {"ScatterND", scattered("ScatterND", {4, 3}, {2, 0}, {2, 1}, {2, 3})},
        {"ScatterND that adds", scattered("ScatterND", {4, 3}, {2, 2}, {2, 1}, {2, 3}, "add")},
        {"Resize, linear", {"Resize", [](Net& net) { buildResize(net, "linear"); }}},
        {"Resize, nearest", {"Resize", [](Net& net) { buildResize(net, "nearest"); }}},
    };
}

}
