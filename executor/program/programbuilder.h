// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the runner of an operator (executor/ops) works with: it reads inputs in the layout and type that it
// wants, says where outputs go, and adds primitives and loops. Widening, rounding and reordering steps appear
// around it.
#pragma once

#include "executor/program/layout.h"
#include "executor/program/memoryplan.h"
#include "executor/program/program.h"
#include "executor/program/rounding.h"

#include <dnnl.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace halftone {

/// A tensor in memory as one step sees it.
struct Operand
{
    BufferId buffer;
    dnnl::memory::desc desc;
};

/// A value between nodes.
struct StoredValue
{
    DType dtype = DType::Undefined;
    std::vector<std::int64_t> dims;
    Layout layout = Layout::Plain;
    BufferId buffer;

    std::size_t elements() const { return paddedElements(dims, layout); }
};

/// oneDNN's name of a type; undef for those that it does not have.
dnnl::memory::data_type dnnlType(DType dtype);

/// Of a type with 16 bits.
kernels::Format16 lowFormat(DType dtype);

class ProgramBuilder
{
public:
    ProgramBuilder(GraphPtr graph, ProgramOptions options);

    Result<Program> build();

    // For runners, about the node that is being compiled:

    const Graph& graph() const { return *m_graph; }
    NodeId node() const { return m_node; }
    ValueId input(std::size_t slot) const;
    ValueId output(std::size_t slot = 0) const { return m_graph->outputs(m_node)[slot]; }
    bool hasOutput(std::size_t slot) const;
    template <typename T>
    T attribute(std::string_view name, T fallback) const
    {
        return attributeOr(m_graph->node(m_node).attributes, name, std::move(fallback));
    }
    const dnnl::engine& engine() const { return m_engine; }

    const StoredValue& stored(ValueId id) const { return m_stored[id]; }
    std::vector<std::int64_t> dims(ValueId id) const { return m_stored[id].dims; }
    bool isPlaced(ValueId id) const { return m_stored[id].buffer.isValid(); } ///< It has its memory already.
    /// The layout in which a value of these dims is best written when any would do: that of \p like.
    Layout layoutLike(ValueId like) const { return m_stored[like].layout; }

    /// Whether a 16-bit node may run natively; false where the path is Emulated.
    bool mayRunNatively() const { return m_options.path == ProgramOptions::Path::NativeWhereOffered; }

    /// Whether the node's sums are to be rounded to float16 after every addition.
    bool accumulatesInHalf() const
    {
        return m_options.accumulation == ProgramOptions::Accumulation::Float16 &&
            m_stored[input(0)].dtype == DType::Float16;
    }

    /// An input in exactly that type and layout, converted by extra steps where it is stored otherwise. The
    /// type is float32, or the stored 16-bit type for a native primitive.
    Operand read(ValueId id, const dnnl::memory::desc& wanted);
    /// The same in float32 and one of our layouts.
    Operand readFloat(ValueId id, Layout layout);
    /// The memory of a value as it is stored, for loops that work on it directly.
    BufferId readStored(ValueId id) const { return m_stored[id].buffer; }

    /// Memory in that format, by an extra step where it has another one.
    Operand reordered(const Operand& source, const dnnl::memory::desc& wanted);

    /// Where a primitive or loop writes an output in float32. A 16-bit value is rounded into place
    /// afterwards.
    Operand writeFloat(ValueId id, Layout layout);
    /// Where an exact loop writes an output in the value's own type.
    Operand writeStored(ValueId id, Layout layout);
    /// Makes \p id another name for memory that holds its elements in its type already, in that layout.
    void alias(ValueId id, BufferId buffer, Layout layout);
    /// Rounds float32 memory into a 16-bit output.
    void round(ValueId id, BufferId wide, Layout layout);
    /// For loops that round by themselves: a value that writeStored() has placed.
    RoundedOutput rounded(ValueId id) const;

    /// Memory for the time from the first to the last step that names it.
    Operand scratch(const dnnl::memory::desc& desc);
    BufferId scratchBytes(std::size_t bytes);
    /// Memory that a forward node leaves for its gradient node, found by the forward node.
    void keepWorkspace(Operand workspace) { m_workspaces[m_node] = workspace; }
    std::optional<Operand> workspaceOfOrigin() const;

    // One step may do the work of two nodes. Both then have steps of their own for runs that are watched node
    // by node (sharedwork.cpp):

    /// An Add that alone reads what the node gives, and adds a row of float32 to each of its rows: a product
    /// can do that itself. nullopt also where somebody wants to see the product without it.
    struct RowAddition
    {
        NodeId node;
        ValueId row;
        ValueId sum;
    };
    std::optional<RowAddition> rowAddition() const;
    /// A Cast to 16 bits that alone reads the node's output; nullopt also where somebody wants to see that in
    /// float32.
    std::optional<NodeId> narrowingReader() const;
    /// Says that the step that was added last does the work of \p reader, too.
    void absorb(NodeId reader);
    /// The same of an Add. The node's own output becomes another name for the memory of the sum: watched, the
    /// node writes the product there and the Add goes over it.
    void absorb(const RowAddition& addition);
    /// Says of the step that was added last in which runs alone it takes part.
    void onlyWatched() { m_steps.back().part = Part::Watched; }
    void onlyUnwatched() { m_steps.back().part = Part::Unwatched; }

    using Arguments = std::vector<std::pair<int, Operand>>;
    /// Adds a primitive. \p outputs says which of the arguments it writes.
    void addPrimitive(const dnnl::primitive& primitive, std::string_view implementation,
        const Arguments& inputs, const Arguments& outputs);
    using Loop = std::move_only_function<void(StepContext&) const>;
    /// A primitive as part of a loop, which has to name the memory of the operands among what it reads and
    /// writes.
    Loop prepare(const dnnl::primitive& primitive, const Arguments& operands);
    /// Adds a loop of our own. It finds its memory by StepContext::arena.
    void addLoop(std::string_view implementation, std::vector<BufferId> reads, std::vector<BufferId> writes,
        Loop loop, Stage stage = Stage::Compute);

    /// Says of the loop that was added last that it is done with an element of its first input when it writes
    /// that element of its first output: both may lie in the same memory, where nothing else reads the input.
    void mayWorkInPlace()
    {
        m_inPlace.emplace_back(m_steps.back().reads.front(), m_steps.back().writes.front());
    }

    void setNative() { m_row.isNative = true; }
    void setRefusal(std::string reason) { m_row.refusal = std::move(reason); }
    std::unexpected<Error> refuse(std::string what) const;

private:
    struct PendingRounding
    {
        ValueId value;
        BufferId source;
        bool isOwn; // nobody else reads that memory
    };

    BufferId addBuffer(std::size_t bytes, bool isPersistent);
    void addRounding(ValueId id, BufferId source);
    /// A 16-bit value in float32, as it lies.
    Operand widened(ValueId id, const dnnl::memory::desc& desc);
    std::optional<BufferId> widenedBefore(ValueId id);
    /// The UnscaleGradient behind a Cast, where each alone reads what is in front of it.
    std::optional<NodeId> unscalingReader(ValueId id) const;
    bool addUnscaledRounding(const PendingRounding& rounding);
    /// The float32 memory that a Cast rounds to make \p id, where it stays as it is for the whole step: that
    /// of a weight.
    std::optional<BufferId> lastingSource(ValueId id) const;
    void leaveCasts();
    void widenCopy(std::span<const std::size_t> steps);
    StoredValue& place(ValueId id, Layout layout);
    bool isSeen(ValueId id) const;
    /// The node of that type that alone reads the value, where nobody else sees it.
    std::optional<NodeId> soleReader(ValueId id, std::string_view opType) const;
    void placeInputs();
    Result<void> compileNode(NodeId id);
    /// A type of fewer than 8 bits among the node's operands.
    std::optional<DType> packedType() const;
    void assignStages();
    void findLifetimes();
    void joinBuffers();
    Result<std::unique_ptr<Program::Content>> allocate();

    GraphPtr m_graph;
    ProgramOptions m_options;
    dnnl::engine m_engine;
    NodeId m_node;
    PlanRow m_row;
    IdMap<ValueId, StoredValue> m_stored;
    std::vector<BufferSpan> m_buffers; // by BufferId
    std::map<NodeId, Operand> m_workspaces;
    std::map<NodeId, NodeId> m_absorbed; // nodes and the others that do their work
    std::map<std::pair<BufferId, Layout>, std::size_t>
        m_widened; // by memory: index of the last step to widen it
    std::map<ValueId, std::vector<std::size_t>> m_roundedOnReading; // indices of the steps that do it
    std::vector<PendingRounding> m_pendingRoundings;
    std::vector<Step> m_steps;
    std::vector<std::pair<dnnl::memory, BufferId>> m_bindings;
    std::vector<PlanRow> m_plan;
    std::vector<std::pair<BufferId, BufferId>> m_inPlace; // inputs and outputs that may share memory
    std::map<BufferId, BufferId> m_joined; // outputs that do, and whose memory they have
};

}
