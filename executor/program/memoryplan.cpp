// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/memoryplan.h"

#include <algorithm>
#include <cstdint>

namespace halftone {
namespace {

constexpr std::size_t kAlignment = 64; // a cache line, and the widest vector

std::size_t aligned(std::size_t bytes)
{
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// A buffer that has its place, in units of kAlignment. Every other buffer is held against all of these, so
/// they are small.
struct Placed
{
    std::uint64_t offset;
    std::uint64_t end;
    std::uint32_t firstStep;
    std::uint32_t lastStep;
};

std::uint64_t unitsOf(std::size_t bytes)
{
    return aligned(bytes) / kAlignment;
}

// \p placed is sorted by offset; the first gap between buffers that are alive at the same time is taken.
std::uint64_t lowestOffset(const std::vector<Placed>& placed, const BufferSpan& span)
{
    const std::uint64_t units = unitsOf(span.bytes);
    std::uint64_t offset = 0;
    for (const Placed& other : placed) {
        if (other.firstStep > span.lastStep || span.firstStep > other.lastStep)
            continue;
        if (other.offset >= offset + units)
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
        const std::uint64_t offset = lowestOffset(placed, buffers[id]);
        const Placed entry{offset, offset + unitsOf(buffers[id].bytes),
            static_cast<std::uint32_t>(buffers[id].firstStep),
            static_cast<std::uint32_t>(buffers[id].lastStep)};
        plan.offsets[id] = plan.persistentBytes + offset * kAlignment;
        plan.totalBytes = std::max(plan.totalBytes, plan.persistentBytes + entry.end * kAlignment);
        if (entry.offset < entry.end)
            placed.insert(std::ranges::upper_bound(placed, offset, {}, &Placed::offset), entry);
    }
    return plan;
}

}
