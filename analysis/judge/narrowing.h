// SPDX-License-Identifier: GPL-3.0-or-later
//
// How one operator's dtypes are chosen (ascend.md, section 2): its library entry is a table of columns, each
// tensor in turn narrows the set of columns by the strategy of the mode, and the first column that is left
// wins.
//
//   Add, gray, mixed_float16, columns f32+f32>f32; f16+f16>f16; inputs from a Conv that gives f16 and from a
//   weight: input 0 follows the Conv: f16+f16>f16 is left; input 1 and the output find nothing to choose any
//   more.
//
// A pure function of the columns, the original dtypes and what stands in front of the inputs; it knows no
// graph.
#pragma once

#include "analysis/judge/columns.h"
#include "analysis/judge/judge.h"

namespace halftone {

/// This is what stands directly in front of an input.
struct Peer
{
    enum class Kind : std::uint8_t {
        None, ///< Nothing: such inputs come last, with those fed by constants.
        Operator,
        GraphInput,
        Constant, ///< A weight or another constant.
    };
    Kind kind = Kind::None;
    DType dtype = DType::Undefined; ///< Its output, as judged.
    /// For a Cast that the lists let gray operators look through: its own input as judged, and the output of
    /// what stands in front of it. Undefined for everything else.
    DType castInput = DType::Undefined;
    DType beforeCast = DType::Undefined;
};

/// This is one tensor of the operator.
struct JudgedTensor
{
    DType original = DType::Undefined; ///< In the graph as written. A tensor without one does not narrow.
    ColumnView columns;
    Peer peer; ///< Of inputs only.
};

/// This is all that a choice depends on. It refers to tensors and tables that must outlive it.
struct NarrowingInput
{
    Mode mode = Mode::MixFp16;
    List list = List::Gray; ///< The effective one.
    bool isCube = false;
    bool isNullKernel = false;
    bool isCast = false;
    bool keepsDType = false; ///< keep_dtype names the operator.
    /// customize_dtypes names the operator; then only `allowed` columns come into question, in their order.
    bool isCustom = false;
    std::span<const std::uint32_t> allowed;
    std::size_t columnCount = 0;
    std::size_t promotedInputs = 0; ///< That many first inputs meet in one type when their types differ.
    std::span<const JudgedTensor> inputs;
    std::span<const JudgedTensor> outputs;
};

/// Whose dtype a step took.
enum class Followed : std::uint8_t { Nothing, Peer, BeforeCast };

/// This is what happened when one tensor's turn came.
struct NarrowingStep
{
    std::uint32_t tensor = 0; ///< Index into the inputs or outputs.
    bool isOutput = false;
    bool matched = false; ///< False: no remaining column has what the rule asks for.
    Followed followed = Followed::Nothing;
    std::string_view rule;
};

struct Narrowing
{
    static constexpr std::size_t kNoStep = static_cast<std::size_t>(-1);

    std::uint32_t column = 0; ///< The choice.
    std::string_view
        rule; ///< That fixed the first output; where that cannot differ, the first input that can.
    std::size_t decidingStep = kNoStep; ///< Into steps: the one whose rule this is.
    std::vector<NarrowingStep>
        steps; ///< In the order in which the tensors were judged. Empty: no type is known.
};

/// Chooses a column. Needs at least one.
Narrowing narrow(const NarrowingInput& op);

/// True when the operator's first inputs differ in type and meet in a common one (2.3, rule 0).
bool isPromoted(const NarrowingInput& op);

/// The type in which the promoted inputs meet; Undefined when there is none.
DType promotionTarget(const NarrowingInput& op);

}
