// SPDX-License-Identifier: GPL-3.0-or-later
//
// An operator is one row: what it is, how it behaves in low precision, what Ascend calls it, and how its
// gradient is built. Rows stand in analysis/ops/<family>ops.cpp; how an operator runs is its row in
// executor/ops. There is no enum of operators: a node points at its row, files store the name.
#pragma once

#include "analysis/graph/graph.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace halftone {

class GradientBuilder;
class GraphBuilder;

/// How an operator behaves numerically; views group by it and recommendations start from it.
enum class OpClass : std::uint8_t {
    Compute, ///< Sums of many products: Conv, Gemm. Low precision in, wide accumulator.
    Sensitive, ///< Leaves the FP16 range or loses small terms: exp, log, long sums, normalisation.
    Elementwise, ///< Follows the widest input.
    Movement, ///< Moves bits: Reshape, Transpose, Concat.
    Loss,
    Update, ///< Optimizer steps.
    Other, ///< No row of its own.
};

/// Spelled "compute", "sensitive", "elementwise", "movement", "loss", "update", "other".
std::string_view name(OpClass opClass);

/// Where one input of an Ascend operator comes from.
struct AscendInput
{
    enum class Source : std::uint8_t {
        Slot, ///< Input slot `index` of the node.
        Part, ///< First output of the part `index` of the same node.
        Constant, ///< A constant that the framework's parser adds, of type `dtype` (a shape, an axis list).
    };
    Source source = Source::Slot;
    std::uint32_t index = 0;
    DType dtype = DType::Undefined;

    static AscendInput slot(std::uint32_t index) { return {Source::Slot, index, DType::Undefined}; }
    static AscendInput part(std::uint32_t index) { return {Source::Part, index, DType::Undefined}; }
    static AscendInput constant(DType dtype) { return {Source::Constant, 0, dtype}; }
    bool operator==(const AscendInput&) const = default;
};

/// This is one Ascend operator that a node becomes. Most nodes become one; Gemm with a bias becomes two.
struct AscendPart
{
    /// Names in order of preference: the first that the chip's library knows is judged.
    std::vector<std::string> types;
    std::vector<AscendInput> inputs;
    /// Output slots of the node, in the order of the part's outputs; empty for a part that only feeds
    /// another.
    std::vector<std::uint32_t> outputSlots;

    bool operator==(const AscendPart&) const = default;
};

/// How a row names its Ascend operators: a function for the ones whose type depends on the node, or fixed
/// types ("A|B" by preference) with the node's own slots. Both empty: the ONNX mapping table decides.
struct AscendRule
{
    std::string_view types = {};
    std::vector<AscendPart> (*lower)(const Graph&, NodeId) = nullptr;
};

/// A value that a forward node reads in one step and writes for the next, such as a running mean.
struct CarriedState
{
    ValueId value; ///< The initializer that holds it.
    ValueId updated; ///< The output that replaces it, when the step is not skipped.
};

/// What a forward node consists of while differentiate() copies it.
struct TrainingNode
{
    std::vector<ValueId> inputs;
    std::vector<ValueId> outputs;
    std::vector<Attribute> attributes;
    std::vector<CarriedState> states;
};

/// Whether and how gradients flow through an operator. "Not implemented" is never the same as "zero".
struct GradientRule
{
    enum class State : std::uint8_t { NotImplemented, NotDifferentiable, Implemented };
    State state = State::NotImplemented;
    /// Appends gradient nodes and calls GradientBuilder::setGradient() for the inputs that need one.
    void (*build)(GradientBuilder&) = nullptr;

    /// Changes a forward node into the form that trains; null where the two are the same. May append outputs
    /// and carried state (running statistics).
    void (*prepare)(GraphBuilder&, TrainingNode&) = nullptr;

    static constexpr GradientRule none() { return {State::NotDifferentiable, nullptr}; }
    static constexpr GradientRule by(void (*build)(GradientBuilder&)) { return {State::Implemented, build}; }
};

/// This is one operator.
struct OpDef
{
    std::string_view name;
    std::string_view domain = {}; ///< "" for ai.onnx, or kTrainingDomain.
    std::string_view doc; ///< One sentence: what it computes.
    OpClass opClass = OpClass::Other;
    std::string_view why; ///< One sentence: what low precision does to it.
    AscendRule ascend = {};
    GradientRule gradient = {};
    /// Says how known input shapes contradict each other; empty when they do not. Null: nothing to check.
    std::string (*findMismatch)(const Graph&, NodeId) = nullptr;
};

}
