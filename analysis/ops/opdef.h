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

/// The type of a tensor that the graph as written does not have: a fixed one, or that of a slot of the node.
struct InnerType
{
    enum class Like : std::uint8_t { Fixed, Input, Output };
    Like like = Like::Output;
    std::uint32_t slot = 0;
    DType dtype = DType::Undefined; ///< With Fixed.

    static InnerType fixed(DType dtype) { return {Like::Fixed, 0, dtype}; }
    static InnerType ofInput(std::uint32_t slot) { return {Like::Input, slot, DType::Undefined}; }
    static InnerType ofOutput(std::uint32_t slot) { return {Like::Output, slot, DType::Undefined}; }
    bool operator==(const InnerType&) const = default;
};

/// Where one input of an Ascend operator comes from.
struct AscendInput
{
    enum class Source : std::uint8_t {
        Slot, ///< Input slot `index` of the node.
        SlotOrConstant, ///< Likewise, and a constant of `type` where the node leaves the slot out.
        Part, ///< The output `output` of the part `index` of the same node.
        Constant, ///< A constant of `type` that the framework's parser adds (a shape, an axis list).
    };
    Source source = Source::Slot;
    std::uint32_t index = 0;
    std::uint32_t output = 0;
    InnerType type;

    static AscendInput slot(std::uint32_t index) { return {Source::Slot, index, 0, {}}; }
    static AscendInput part(std::uint32_t index, std::uint32_t output = 0)
    {
        return {Source::Part, index, output, {}};
    }
    static AscendInput constant(InnerType type) { return {Source::Constant, 0, 0, type}; }
    bool operator==(const AscendInput&) const = default;
};

/// Where one output of an Ascend operator goes.
struct AscendOutput
{
    static constexpr std::uint32_t kInside = Id<void>::kNone; ///< Only to other parts of the same node.
    std::uint32_t slot = kInside;
    InnerType type; ///< Of an output that stays inside.

    bool isInside() const { return slot == kInside; }
    bool operator==(const AscendOutput&) const = default;
};

/// This is one Ascend operator that a node becomes. Most nodes become one; Gemm with a bias becomes two.
struct AscendPart
{
    /// Names in order of preference: the first that the chip's library knows is judged. Graph passes may
    /// still change it, see constantFormsOf().
    std::vector<std::string> types;
    std::vector<AscendInput> inputs;
    std::vector<AscendOutput> outputs;
    bool isMain = false; ///< The part that stands for the node in lists and tables; at most one is marked.

    bool operator==(const AscendPart&) const = default;
};

/// How a row names its Ascend operators: by a recipe (ascendrecipe.h; "A|B" is one), or by a function that
/// chooses one by the node. The recipe must live forever. Both empty: the ONNX mapping table decides.
struct AscendRule
{
    std::string_view types = {};
    std::string_view (*lower)(const Graph&, NodeId) = nullptr;
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
    std::string_view domain = {}; ///< "" for ai.onnx, kTrainingDomain or kOnnxTrainingDomain.
    std::string_view doc; ///< One sentence: what it computes.
    OpClass opClass = OpClass::Other;
    std::string_view why; ///< One sentence: what low precision does to it.
    AscendRule ascend = {};
    GradientRule gradient = {};
    /// Says how known input shapes contradict each other; empty when they do not. Null: nothing to check.
    std::string (*findMismatch)(const Graph&, NodeId) = nullptr;
};

}
