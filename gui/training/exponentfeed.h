// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/telemetry/sink.h"
#include "gui/training/exponenthistory.h"
#include "gui/training/watchabletensors.h"

#include <mutex>
#include <vector>

namespace halftone {

/// This asks for the exponents of the one tensor that a person looks at and carries them from the thread that
/// trains to the thread that shows. A step allocates nothing: when the reader is slow, steps are added up.
class ExponentFeed final : public Sink
{
public:
    struct Counted
    {
        ValueId value; ///< In RunInfo::graph.
        ExponentColumn column;
    };

    ExponentFeed();

    // In the thread that trains:
    void begin(const RunInfo& info) override;
    void addWatched(std::vector<ValueId>& values) const override;
    void consume(const Event& event) noexcept override;

    // In the thread that shows:
    /// From the next step on.
    void watch(const TensorWish& wish);
    /// Puts what was counted since into \p counted, whose memory it takes over for the next.
    void take(std::vector<Counted>& counted);

private:
    static constexpr std::size_t kCapacity = 256; // of a network of 7000 steps a second, and half a megabyte

    mutable std::mutex m_mutex; // for all
    GraphPtr m_graph;
    TensorWish m_wish;
    ValueId m_wished; // in m_graph
    std::vector<Counted> m_counted;
};

}
