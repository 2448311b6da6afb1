// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators on each element, on pairs of them, and reductions, in every form that has a gradient.
#pragma once

#include "tests/executor/gradientnet.h"

namespace halftone::test {

inline std::map<std::string, Case> unaryCases()
{
    struct Function
    {
        const char* name;
        double low;
        double high;
        Attributes attributes = {};
    };
    const Function functions[] = {{"Abs", -1, 1}, {"Acos", -0.8, 0.8}, {"Acosh", 1.5, 3}, {"Asin", -0.8, 0.8},
        {"Asinh", -2, 2}, {"Atan", -2, 2}, {"Atanh", -0.8, 0.8}, {"Cosh", -1, 1},
        {"Shrink", -1, 1, {{"bias", 0.5f}}}, {"Sinh", -1, 1}, {"Tan", -1, 1},
        {"Celu", -1, 1, {{"alpha", 0.7f}}}, {"Cos", -1, 1}, {"Elu", -1, 1, {{"alpha", 0.7f}}}, {"Erf", -1, 1},
        {"Exp", -1, 1}, {"Gelu", -3, 3}, {"HardSigmoid", -4.2, 4.3}, {"HardSwish", -4, 4},
        {"LeakyRelu", -1, 1, {{"alpha", 0.3f}}}, {"Log", 0.5, 2}, {"Mish", -3, 3}, {"Neg", -1, 1},
        {"Reciprocal", 0.5, 2}, {"Relu", -1, 1}, {"Selu", -1, 1}, {"Sigmoid", -3, 3}, {"Sin", -1, 1},
        {"Softplus", -3, 3}, {"Softsign", 0.1, 3}, {"Sqrt", 0.5, 2}, {"Swish", -3, 3}, {"Tanh", -2, 2},
        {"ThresholdedRelu", -4, 4}, {"Identity", -1, 1}};
    std::map<std::string, Case> cases;
    for (const Function& f : functions)
        cases[f.name] = {f.name,
            [f](Net& net) { net.op(f.name, {net.weight({2, 12}, f.low, f.high)}, {2, 12}, f.attributes); }};
    cases["Gelu by tanh"] = {
        "Gelu", [](Net& net) {
            net.op("Gelu", {net.weight({2, 12}, -3, 3)}, {2, 12}, {{"approximate", std::string("tanh")}});
        }};
    cases["Clip by attributes"] = {"Clip",
        [](Net& net) { net.op("Clip", {net.weight({2, 12})}, {2, 12}, {{"min", -0.5f}, {"max", 0.5f}}); }, 6};
    cases["Clip by one bound"] = {"Clip", [](Net& net) {
                                      const ValueId low = net.builder.addInitializer(
                                          "low", TensorData::of(DType::Float32, {}, std::vector{-0.5f}));
                                      net.op("Clip", {net.weight({2, 12}), low}, {2, 12});
                                  }};
    cases["Cast"] = {
        "Cast", [](Net& net) { net.op("Cast", {net.weight({2, 12})}, {2, 12}, {{"to", std::int64_t{1}}}); }};
    return cases;
}

inline std::map<std::string, Case> binaryCases()
{
    const auto pair = [](const char* type, Ints left, Ints right, double low) {
        return Case{type, [=](Net& net) {
                        const ValueId a = net.weight(left, low, 2), c = net.weight(right, low, 1.5);
                        net.op(type, {a, c}, {2, 3, 4});
                    }};
    };
    std::map<std::string, Case> cases;
    for (const char* type : {"Add", "Sub", "Mul"}) {
        cases[std::string(type) + " of one shape"] = pair(type, {2, 3, 4}, {2, 3, 4}, -1);
        cases[std::string(type) + " with a repeated middle"] = pair(type, {2, 1, 4}, {3, 1}, -1);
    }
    for (const char* type : {"Div", "Pow", "Max", "Min"})
        cases[std::string(type) + " with broadcasting"] = pair(type, {2, 3, 4}, {3, 1}, 0.4);
    cases["Mod with broadcasting"] = {
        "Mod", [](Net& net) {
            // 5 to 11 by 3 to 3.5: no quotient within 1 % of a whole number.
            const ValueId a = net.builder.addInitializer("a",
                TensorData::of(DType::Float32, {2, 3}, std::vector{5.0f, 8.0f, 11.0f, 7.5f, -5.0f, 10.0f}));
            const ValueId c = net.builder.addInitializer(
                "c", TensorData::of(DType::Float32, {3}, std::vector{3.0f, 3.2f, 3.5f}));
            net.op("Mod", {a, c}, {2, 3}, {{"fmod", std::int64_t{1}}});
        }};
    cases["PRelu"] = pair("PRelu", {2, 3, 4}, {3, 1}, -1);
    for (const char* type : {"Sum", "Mean", "Max"}) {
        cases[std::string(type) + " of three"] = {type, [type](Net& net) {
                                                      const ValueId a = net.weight({3, 4}),
                                                                    c = net.weight({4}, -2, 1),
                                                                    d = net.weight({1, 4}, -1, 2.1);
                                                      net.op(type, {a, c, d}, {3, 4});
                                                  }};
    }
    cases["Where"] = {"Where", [](Net& net) {
                          const ValueId condition = net.builder.addInitializer(
                              "c", TensorData::of(DType::Bool, {4}, std::vector<std::uint8_t>{1, 0, 0, 1}));
                          const ValueId a = net.weight({3, 4}), c = net.weight({3, 1});
                          net.op("Where", {condition, a, c}, {3, 4});
                      }};
    return cases;
}

inline std::map<std::string, Case> reductionCases()
{
    std::map<std::string, Case> cases;
    for (const char* type : {"ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax",
             "ReduceMean", "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare"}) {
        cases[std::string(type) + " of the middle axis"] = {type,
            [type](Net& net) {
                net.op(type, {net.weight({2, 3, 4}, 0.5, 2)}, {2, 4},
                    {{"axes", Ints{1}}, {"keepdims", std::int64_t{0}}});
            },
            11};
        cases[std::string(type) + " of two axes that stay"] = {
            type, [type](Net& net) {
                net.op(type, {net.weight({2, 3, 4}, 0.5, 2), net.integers({0, -1})}, {1, 3, 1});
            }};
        cases[std::string(type) + " of everything"] = {
            type, [type](Net& net) {
                net.op(type, {net.weight({2, 3}, 0.5, 2)}, {}, {{"keepdims", std::int64_t{0}}});
            }};
    }
    return cases;
}

}
