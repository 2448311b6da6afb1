// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"
#include "analysis/core/id.h"
#include "kernels/round.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dnnl {
struct stream;
}

namespace halftone {

using BufferId = Id<struct BufferTag>;

/// This is where the buffers of a program lie in its one block of memory.
class Arena
{
public:
    std::byte* at(BufferId id) const { return m_base + m_offsets[id]; }

    template <typename T>
    T* data(BufferId id) const
    {
        return reinterpret_cast<T*>(at(id));
    }
    template <typename T>
    std::span<T> span(BufferId id, std::size_t count) const
    {
        return {data<T>(id), count};
    }

    Arena() = default;
    Arena(std::byte* base, IdMap<BufferId, std::size_t> offsets)
        : m_base(base)
        , m_offsets(std::move(offsets))
    {
    }

private:
    std::byte* m_base = nullptr;
    IdMap<BufferId, std::size_t> m_offsets;
};

/// A place in a run where numbers were lost: the node that did it, the tensor and the element.
struct OverflowPlace
{
    NodeId node;
    ValueId value;
    std::uint64_t element = 0; ///< Row-major index.

    bool isValid() const { return node.isValid(); }
};

/// How many elements of a tensor have which exponent, by the biased exponent of float32: index 0 is zero (and
/// the subnormal numbers of float32), 127 is [1, 2), 255 is infinity and NaN.
using ExponentHistogram = std::array<std::uint64_t, 256>;

/// What steps leave behind while a program runs.
struct RunState
{
    IdMap<ValueId, kernels::RoundStats> rounding; ///< Of values that were rounded to 16 bits.
    OverflowPlace firstOverflow; ///< Where a finite number first was rounded beyond the range of its type.
    /// Where a tensor with a number other than zero first became all zeros by rounding: gradients that are
    /// lost without any infinity or NaN. The element is the largest one.
    OverflowPlace firstCollapse;
    std::map<ValueId, ExponentHistogram> histograms; ///< Of what Program::watchExponents() asks for.
    bool gradientsFinite = true; ///< False when an unscaled gradient holds infinity or NaN.
    /// Saturation mode: set by any overflow since it was last cleared, as the flag of older Ascend chips.
    bool stickyOverflow = false;
};

struct StepContext
{
    const Arena& arena;
    dnnl::stream& stream;
    RunState& state;
};

/// The parts of a training step. Behind the first the trainer looks at the gradients and decides whether to
/// go on.
enum class Stage : std::uint8_t {
    Compute, ///< Everything up to the unscaled gradients.
    Carry, ///< New running statistics of the forward pass.
    Apply, ///< New weights and moments.
};

/// Which runs a step takes part in. Where one step does the work of two nodes, each has another of its own
/// for runs that are watched node by node.
enum class Part : std::uint8_t {
    Always,
    Unwatched,
    Watched, ///< Its work was done by an earlier step.
    Left, ///< As Watched, but the step that does its work comes later.
};

/// Whether a step takes part in runs that nobody watches.
constexpr bool runsUnwatched(Part part)
{
    return part == Part::Always || part == Part::Unwatched;
}

/// What becomes of the counts and places in RunState when a program runs.
enum class Statistics : std::uint8_t {
    Anew, ///< Of this run alone.
    Added, ///< Of the runs since the last with Anew: micro-batches of one step.
};

/// Names of steps that bring 16-bit numbers into float32, and float32 numbers to the values that they have in
/// 16 bits.
inline constexpr std::string_view kWidening = "widen", kRoundedWidening = "round and widen";

/// This is one call in the order of execution: a oneDNN primitive or a loop of ours.
struct Step
{
    NodeId node; ///< The node it belongs to; several steps may serve one node.
    Stage stage = Stage::Compute;
    std::string implementation; ///< "jit:avx512_core", "round to float16": for the plan listing.
    std::vector<BufferId> reads;
    std::vector<BufferId> writes;
    std::move_only_function<void(StepContext&) const> run;
    Part part = Part::Always;
    std::optional<NodeId> alsoFor = {}; ///< Another node that reads what the step writes.
};

}
