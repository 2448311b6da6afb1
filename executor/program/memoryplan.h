// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/program/step.h"

namespace halftone {

/// When a buffer is alive, in positions of the step list.
struct BufferSpan
{
    std::size_t bytes = 0;
    std::size_t firstStep = 0;
    std::size_t lastStep = 0; ///< Inclusive.
    bool isPersistent = false; ///< Lives across runs: weights, inputs, what the caller reads.
};

struct MemoryPlan
{
    IdMap<BufferId, std::size_t> offsets; ///< In bytes, aligned to 64.
    std::size_t totalBytes = 0;
    std::size_t persistentBytes = 0;
};

/// Places buffers so that two that are alive at the same time never overlap. Greedy by size (largest first,
/// lowest free offset), which keeps within a few per cent of the largest sum of live buffers on the nets we
/// have.
MemoryPlan planMemory(const IdMap<BufferId, BufferSpan>& buffers);

}
