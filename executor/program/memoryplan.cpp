// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/memoryplan.h"

#include <algorithm>

namespace halftone {
namespace {

constexpr std::size_t kAlignment = 64; // a cache line, and the widest vector

std::size_t aligned(std::size_t bytes)
{
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

struct Placed
{
    std::size_t offset;
    std::size_t end;
    BufferSpan span;
};

bool overlapsInTime(const BufferSpan& a, const BufferSpan& b)
{
    return a.firstStep <= b.lastStep && b.firstStep <= a.lastStep;
}

// \p placed is sorted by offset; the first gap between buffers that are alive at the same time is taken.
std::size_t lowestOffset(const std::vector<Placed>& placed, const BufferSpan& span)
{
    std::size_t offset = 0;
    for (const Placed& other : placed) {
        if (!overlapsInTime(other.span, span))
            continue;
        if (other.offset >= offset + aligned(span.bytes))
            break;
        offset = std::max(offset, other.end);
    }
    return offset;
}

}

MemoryPlan planMemory(const IdMap<BufferId, BufferSpan>& buffers)
{
    MemoryPlan plan;
    plan.offsets = IdMap<BufferId, std::size_t>(buffers.size());
    std::vector<BufferId> shared;
    for (BufferId id : IdRange<BufferId>(buffers.size())) {
        if (!buffers[id].isPersistent) {
            shared.push_back(id);
            continue;
        }
        plan.offsets[id] = plan.persistentBytes;
        plan.persistentBytes += aligned(buffers[id].bytes);
    }
    std::ranges::stable_sort(shared, std::greater{}, [&](BufferId id) { return buffers[id].bytes; });
    std::vector<Placed> placed;
    plan.totalBytes = plan.persistentBytes;
    for (BufferId id : shared) {
        const std::size_t offset = lowestOffset(placed, buffers[id]);
        const Placed entry{offset, offset + aligned(buffers[id].bytes), buffers[id]};
        placed.insert(std::ranges::upper_bound(placed, offset, {}, &Placed::offset), entry);
        plan.offsets[id] = plan.persistentBytes + offset;
        plan.totalBytes = std::max(plan.totalBytes, plan.persistentBytes + entry.end);
    }
    return plan;
}

}
