// SPDX-License-Identifier: GPL-3.0-or-later
//
// A graph compiled to run: oneDNN primitives and our own loops in order, layouts chosen, memory planned once.
// Everything that can fail fails in compile(); running allocates nothing and creates no primitive.
//
// Numerics. A value has the dtype that the graph gives it, and its memory holds that dtype. Where oneDNN has
// a primitive for 16-bit operands on this processor, a product or convolution takes them as they are;
// otherwise they are widened (exact). Both ways it computes with float32 accumulation and gives float32, and
// each 16-bit output is rounded once to nearest even by our own pass, the only place that counts or
// saturates. So the two differ by the order of sums alone (and bfloat16 by subnormals, which processors flush
// in products).
#pragma once

#include "analysis/core/error.h"
#include "analysis/graph/graph.h"
#include "executor/program/step.h"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace halftone {

struct ProgramOptions
{
    kernels::OnOverflow onOverflow = kernels::OnOverflow::Infinity;
    /// Emulated never asks oneDNN for 16-bit primitives; for tests and for comparing the two paths.
    enum class Path : std::uint8_t { NativeWhereOffered, Emulated } path = Path::NativeWhereOffered;
    /// Values that can be read after a run, besides the graph's outputs.
    std::vector<ValueId> observed;
    /// Values that replace others for the next run: from the updated value to the initializer.
    std::map<ValueId, ValueId> carried;
    /// The values that Stage::Compute is for: steps that none of them needs belong to Stage::Apply. Empty:
    /// all Compute.
    std::vector<ValueId> checked;
    /// What sums of float16 operators are added up in. Float16 rounds after every addition, as no Ascend cube
    /// does, to show what it would cost: a sum of ones stands still at 2048.
    enum class Accumulation : std::uint8_t { Float32, Float16 } accumulation = Accumulation::Float32;
    kernels::Counting counting = kernels::Counting::On; ///< Off is for measuring what the counts cost.
};

/// Called around the steps of each node, when a program is watched.
struct NodeWatch
{
    std::function<void(NodeId)> before;
    std::function<void(NodeId)> after;
};

/// This is one line of the plan listing.
struct PlanRow
{
    NodeId node;
    std::string name; ///< Of the node.
    std::string opType;
    Phase phase = Phase::Forward;
    std::string implementation;
    std::string layout; ///< Of the node's first output.
    bool isNative = false; ///< Takes its 16-bit operands as they are; they are not widened.
    std::string refusal; ///< Why not the better choice; empty when there was none.
};

class Program
{
public:
    /// Fails, naming the node, when an operator has no runner, a form of it is not supported, or memory runs
    /// out.
    static Result<Program> compile(GraphPtr graph, ProgramOptions options = {});
    Program(Program&&) noexcept;
    Program& operator=(Program&&) noexcept;
    ~Program();

    const GraphPtr& graph() const;
    std::span<const PlanRow> plan() const;
    std::size_t memoryBytes() const; ///< Of all buffers.
    std::size_t activationBytes() const; ///< Of the buffers that are shared between values within a run.

    /// The memory of a graph input or initializer, row-major, in the dtype of the value.
    std::span<float> floats(ValueId id);
    std::span<std::int64_t> integers(ValueId id);
    /// The same for any dtype. 16-bit values and others alike are as the dtype has them.
    std::span<std::byte> bytes(ValueId id);
    /// A copy of a value in its own dtype, row-major. Must be an input, initializer, output or observed.
    TensorData tensor(ValueId id) const;
    /// A value in row-major float32, whatever its dtype and layout. Must be an input, initializer, output or
    /// observed.
    std::vector<float> read(ValueId id) const;
    /// The same into memory of the caller, which grows once; row-major values need no other.
    void readInto(std::vector<float>& elements, ValueId id) const;

    /// Whether a value has memory at all: not when nothing reads or makes it.
    bool hasMemory(ValueId id) const;
    /// Whether its node has no steps: the value is another name for memory of another one.
    bool isAlias(ValueId id) const;
    /// Whether Stage::Compute makes it and read() gives it afterwards.
    bool isComputed(ValueId id) const;

    /// The same without a copy, for values stored in row-major float32; empty for others.
    std::span<const float> view(ValueId id) const;

    /// Stores row-major float32 elements as the value has them, rounded where it has 16 bits. For inputs,
    /// initializers and observed values.
    void write(ValueId id, std::span<const float> values);

    /// Runs all steps of one stage; only Stage::Compute touches the statistics.
    void run(Stage stage, Statistics statistics = Statistics::Anew);
    /// Runs Stage::Compute anew, node by node. In `after` read() gives any output of the node; in `before`,
    /// write() changes any input that is observed.
    void runWatched(const NodeWatch& watch);
    const RunState& state() const;
    void clearStickyOverflow();
    /// From now on counts the exponents of these values and of no others, in RunState::histograms. Nobody
    /// pays for it who did not ask: it is a pass of its own over each of them. What no step makes (an input,
    /// an operator of Stage::Apply that only renames) and what is not floating-point is left out.
    void watchExponents(std::span<const ValueId> values);
    /// Puts statistics back that runWatched() made anew.
    void restore(const RunState& state);

    /// oneDNN primitives made since the program started, in all programs: constant while training runs.
    static std::uint64_t primitivesCreated();

    struct Content; ///< For ProgramBuilder; defined beside it.

private:
    friend class ProgramBuilder;
    explicit Program(std::unique_ptr<Content> content);
    std::unique_ptr<Content> m_content;
};

/// The number of threads that oneDNN and our own loops use in the calling thread.
void setThreads(int threads);

}
