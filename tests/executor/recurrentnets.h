// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recurrent layers in every form that has a gradient.
#pragma once

#include "tests/executor/gradientnet.h"

namespace halftone::test {

/// What a case uses of a layer of two steps, two samples, three inputs and two cells.
struct RecurrentForm
{
    bool hasBias = true;
    bool hasStates = false; ///< The states that the sequence starts from.
    bool hasPeepholes = false;
    bool usesLast = false; ///< The last states are the result instead of all of them.
    std::int64_t directions = 1;
    Attributes attributes = {};
};

inline Case recurrent(const char* type, std::int64_t gates, RecurrentForm form = {})
{
    return {type,
        [=](Net& net) {
            constexpr std::int64_t kSteps = 2, kSamples = 2, kInputs = 3, kHidden = 2;
            const std::int64_t d = form.directions;
            const Ints state{d, kSamples, kHidden};
            std::vector<ValueId> inputs{net.weight({kSteps, kSamples, kInputs}),
                net.weight({d, gates * kHidden, kInputs}), net.weight({d, gates * kHidden, kHidden}),
                form.hasBias ? net.weight({d, 2 * gates * kHidden}, -0.5, 0.5) : ValueId{}, ValueId{},
                form.hasStates ? net.weight(state) : ValueId{}};
            if (gates == 4) {
                inputs.push_back(form.hasStates ? net.weight(state, -0.7, 0.8) : ValueId{});
                inputs.push_back(form.hasPeepholes ? net.weight({d, 3 * kHidden}, -0.9, 0.6) : ValueId{});
            }
            Attributes attributes = form.attributes;
            attributes.push_back({"hidden_size", kHidden});
            if (!form.usesLast) {
                net.op(type, inputs, {kSteps, d, kSamples, kHidden}, attributes);
                return;
            }
            std::vector<ValueId> outputs{ValueId{}};
            for (const char* name : {"last_h", "last_c"}) {
                if (outputs.size() < 2 || gates == 4)
                    outputs.push_back(net.builder.addValue(name, DType::Float32, fixedDims(state)));
            }
            net.builder.addNode({.opType = type,
                .name = type,
                .inputs = inputs,
                .outputs = outputs,
                .attributes = attributes});
            net.op("Mul", {outputs[1], outputs.back()}, state);
        },
        14};
}

inline std::map<std::string, Case> recurrentCases()
{
    const Attribute reverse{"direction", std::string("reverse")},
        both{"direction", std::string("bidirectional")};
    const Attribute clip{"clip", 0.4f}, after{"linear_before_reset", std::int64_t{1}},
        coupled{"input_forget", std::int64_t{1}};
    return {
        {"LSTM", recurrent("LSTM", 4)},
        {"LSTM with everything",
            recurrent(
                "LSTM", 4, {.hasStates = true, .hasPeepholes = true, .directions = 2, .attributes = {both}})},
        {"LSTM backwards, last states",
            recurrent(
                "LSTM", 4, {.hasBias = false, .hasStates = true, .usesLast = true, .attributes = {reverse}})},
        {"LSTM with coupled gates",
            recurrent("LSTM", 4, {.hasStates = true, .hasPeepholes = true, .attributes = {coupled}})},
        {"LSTM, clipped", recurrent("LSTM", 4, {.attributes = {clip}})},
        {"GRU", recurrent("GRU", 3)},
        {"GRU that resets after the product",
            recurrent("GRU", 3, {.hasStates = true, .directions = 2, .attributes = {both, after}})},
        {"GRU backwards, last state",
            recurrent(
                "GRU", 3, {.hasBias = false, .hasStates = true, .usesLast = true, .attributes = {reverse}})},
        {"RNN", recurrent("RNN", 1, {.hasStates = true})},
        {"RNN of both directions",
            recurrent("RNN", 1, {.hasBias = false, .directions = 2, .attributes = {both}})},
    };
}

}
