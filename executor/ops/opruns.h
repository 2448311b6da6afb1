// SPDX-License-Identifier: GPL-3.0-or-later
//
// How operators run: one row each, in executor/ops/<family>runs.cpp. What they are stands in analysis/ops; a
// test holds the two tables together.
#pragma once

#include "analysis/core/error.h"
#include "analysis/graph/tensordata.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace halftone {

class ProgramBuilder;
struct DynamicCall;

/// A set of input slots.
constexpr std::uint32_t slots(std::initializer_list<int> numbers)
{
    std::uint32_t set = 0;
    for (const int number : numbers)
        set |= 1u << number;
    return set;
}

struct OpRun
{
    std::string_view name;
    std::string_view domain = {};
    /// Adds the steps of the node that the builder stands at. Null where what an operator gives, or how large
    /// it is, shows only when it runs.
    Result<void> (*compile)(ProgramBuilder&) = nullptr;
    /// Such an operator: its outputs by slot.
    Result<std::vector<TensorData>> (*evaluate)(const DynamicCall&) = nullptr;
    /// The input slots whose elements compile() has to know, where they are given. Those that decide the
    /// shape of an output are not among them: ONNX's inference asks for them.
    std::uint32_t constants = 0;
    std::uint32_t required = 0; ///< The input slots that evaluate() reads without asking.
    bool takesPacked = false; ///< Whether it takes types of fewer than 8 bits, of which several share a byte.
};

/// All rows, sorted by domain and name.
std::span<const OpRun> allOpRuns();

/// Null when the operator cannot be run.
const OpRun* findOpRun(std::string_view opType, std::string_view domain);

}
