// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run of nodes whose shapes follow from the tensors that are there, compiled as one program. It ends where
// a node needs a number that only running gives: sizes that are computed, a branch, what is not zero.
#pragma once

#include "executor/dynamic/tensortable.h"
#include "executor/program/program.h"

#include <optional>
#include <utility>
#include <vector>

namespace halftone {

/// What a segment was planned for: a tensor that it reads.
struct SegmentNeed
{
    ValueId value;
    DType dtype = DType::Undefined;
    std::vector<std::int64_t> dims;
    std::optional<TensorData> elements; ///< Where the plan holds for these elements only, such as sizes.

    bool isMetBy(const TensorTable& tensors) const;
};

struct Segment
{
    std::uint32_t firstNode = 0;
    std::uint32_t nodeCount = 0;
    std::vector<SegmentNeed> needs;
    std::vector<std::pair<ValueId, TensorData>> folded; ///< Results that the shapes alone decide.
    std::optional<Program> program; ///< Nullopt when all results are folded.
    std::vector<std::pair<ValueId, ValueId>> feeds; ///< From the graph to inputs of the program.
    std::vector<std::pair<ValueId, ValueId>> weights; ///< From the graph to initializers of the program.
    std::vector<std::pair<ValueId, ValueId>> results; ///< From the graph to outputs of the program.
    std::uint64_t runs = 0;

    bool fits(const TensorTable& tensors) const;
    /// Computes the results from \p tensors and puts them there.
    void run(TensorTable& tensors);
    /// Gives an initializer of the graph other elements, where the program has it.
    void setInitializer(ValueId id, const TensorData& data);
};

/// Plans the segment that starts at \p first, as long as it can be. Fails when not even that node can be
/// planned with everything before it computed.
Result<Segment> planSegment(
    const GraphPtr& graph, NodeId first, const TensorTable& tensors, const ProgramOptions& options);

/// Whether all outputs of a node are constants that the graph holds.
bool isConstant(const Graph& graph, NodeId node);

}
