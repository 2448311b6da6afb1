// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/program/programbuilder.h"

#include <cstdlib>
#include <optional>
#include <vector>

namespace halftone {

/// Of a value in memory, with the padding of its layout.
inline std::size_t bytesOf(const StoredValue& value)
{
    return storageBytes(value.dtype, value.elements());
}

/// A value whose exponents are counted behind a step.
struct WatchedValue
{
    ValueId value;
    ValueId counted; ///< What is counted for it: itself, or the 16-bit value that a Cast widens to make it.
    std::size_t behind = 0; ///< Index of the step that finishes it.
    std::size_t behindWatched = 0; ///< The same in a run that is watched node by node.
    /// Where another step does this node's work, and the value does not come to be: that step. The node's own
    /// one then runs in front of it, and before that those whose results it reads and that would not run
    /// either.
    std::optional<std::size_t> inFrontOf;
    std::vector<std::size_t> needed = {};
};

struct FreePages
{
    void operator()(std::byte* memory) const { std::free(memory); }
};
using PageMemory = std::unique_ptr<std::byte[], FreePages>;

/// What a compiled program consists of.
struct Program::Content
{
    GraphPtr graph;
    dnnl::engine engine;
    dnnl::stream stream;
    std::vector<Step> steps;
    std::vector<PlanRow> plan;
    std::vector<ValueId> observed;
    IdMap<ValueId, StoredValue> stored;
    PageMemory memory;
    Arena arena;
    std::size_t memoryBytes = 0;
    std::size_t activationBytes = 0;
    RunState state;
    RunState ignored; // of steps that run once more, for what is watched
    std::vector<ValueId> wished; // to be watched; few, and mostly none
    std::vector<WatchedValue> watched; // of them those that can be
    std::vector<float> widened; // a stretch of a 16-bit value that is counted

    using Behind = std::size_t WatchedValue::*; ///< Which index counts in a run.
    /// Runs the step of that index, counts what is watched behind it, and makes first what it goes over.
    void runStep(std::size_t index, StepContext& context, Behind behind);
    void count(const WatchedValue& each);
};

}
