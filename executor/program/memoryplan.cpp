// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/memoryplan.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace halftone {
namespace {

constexpr std::size_t kAlignment = 64; // a cache line, and the widest vector

std::size_t aligned(std::size_t bytes)
{
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// A buffer that has its place, in units of kAlignment.
struct Placed
{
    std::uint64_t offset;
    std::uint64_t end;
    std::uint32_t firstStep;
    std::uint32_t lastStep;
};

/// Some buffers that lie one behind the other, by offset, and what can be said of all of them: a buffer that
/// is alive with none or with all of them need not look at each.
class Stretch
{
public:
    explicit Stretch(std::vector<Placed> buffers)
        : m_buffers(std::move(buffers))
    {
        summarize();
    }
    const std::vector<Placed>& buffers() const { return m_buffers; }
    std::uint64_t firstOffset() const { return m_buffers.front().offset; }
    std::uint64_t end() const { return m_end; }
    bool isAliveWithNone(const BufferSpan& span) const
    {
        return span.lastStep < m_firstStep.least || span.firstStep > m_lastStep.largest;
    }
    /// And nothing is free between them.
    bool isAliveWithAll(const BufferSpan& span) const
    {
        return !m_hasGaps && span.lastStep >= m_firstStep.largest && span.firstStep <= m_lastStep.least;
    }
    void insert(const Placed& entry)
    {
        m_buffers.insert(std::ranges::upper_bound(m_buffers, entry.offset, {}, &Placed::offset), entry);
        summarize();
    }
    Stretch splitOff()
    {
        const auto middle = m_buffers.begin() + static_cast<std::ptrdiff_t>(m_buffers.size() / 2);
        Stretch upper({middle, m_buffers.end()});
        m_buffers.erase(middle, m_buffers.end());
        summarize();
        return upper;
    }

private:
    struct Range
    {
        std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
        std::uint32_t largest = 0;
        void add(std::uint32_t step)
        {
            least = std::min(least, step);
            largest = std::max(largest, step);
        }
    };

    void summarize()
    {
        m_end = m_buffers.front().offset;
        m_hasGaps = false;
        m_firstStep = m_lastStep = {};
        for (const Placed& buffer : m_buffers) {
            m_hasGaps = m_hasGaps || buffer.offset > m_end;
            m_end = std::max(m_end, buffer.end);
            m_firstStep.add(buffer.firstStep);
            m_lastStep.add(buffer.lastStep);
        }
    }

    std::vector<Placed> m_buffers;
    std::uint64_t m_end = 0; ///< Behind the last of them.
    bool m_hasGaps = false;
    Range m_firstStep;
    Range m_lastStep;
};

std::uint64_t unitsOf(std::size_t bytes)
{
    return aligned(bytes) / kAlignment;
}

/// All buffers that have their places, by offset, in stretches that are short enough to be looked through.
class Places
{
public:
    /// The first gap between buffers that are alive at the same time as this one.
    std::uint64_t lowestOffset(const BufferSpan& span) const
    {
        const std::uint64_t units = unitsOf(span.bytes);
        std::uint64_t offset = 0;
        for (const Stretch& stretch : m_stretches) {
            if (stretch.isAliveWithNone(span))
                continue;
            if (stretch.isAliveWithAll(span)) {
                if (stretch.firstOffset() >= offset + units)
                    break;
                offset = std::max(offset, stretch.end());
                continue;
            }
            for (const Placed& other : stretch.buffers()) {
                if (other.firstStep > span.lastStep || span.firstStep > other.lastStep)
                    continue;
                if (other.offset >= offset + units)
                    return offset;
                offset = std::max(offset, other.end);
            }
        }
        return offset;
    }

    void insert(const Placed& entry)
    {
        constexpr std::size_t kLongest = 128;
        if (m_stretches.empty()) {
            m_stretches.emplace_back(std::vector{entry});
            return;
        }
        auto at = std::ranges::upper_bound(m_stretches, entry.offset, {}, &Stretch::firstOffset);
        if (at != m_stretches.begin())
            --at;
        at->insert(entry);
        if (at->buffers().size() > kLongest) {
            Stretch upper = at->splitOff();
            m_stretches.insert(at + 1, std::move(upper));
        }
    }

private:
    std::vector<Stretch> m_stretches;
};

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
    Places places;
    plan.totalBytes = plan.persistentBytes;
    for (BufferId id : shared) {
        const std::uint64_t offset = places.lowestOffset(buffers[id]);
        const Placed entry{offset, offset + unitsOf(buffers[id].bytes),
            static_cast<std::uint32_t>(buffers[id].firstStep),
            static_cast<std::uint32_t>(buffers[id].lastStep)};
        plan.offsets[id] = plan.persistentBytes + offset * kAlignment;
        plan.totalBytes = std::max(plan.totalBytes, plan.persistentBytes + entry.end * kAlignment);
        if (entry.offset < entry.end)
            places.insert(entry);
    }
    return plan;
}

}
