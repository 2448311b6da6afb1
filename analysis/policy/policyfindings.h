// SPDX-License-Identifier: GPL-3.0-or-later
//
// Findings that several policies share, about a graph and all bodies in it. Each is made once with a count: a
// graph of ten thousand operators must not give ten thousand findings.
#pragma once

#include "analysis/judge/decidedlevel.h"

#include <string>
#include <string_view>

namespace halftone {

/// This collects the nodes that one finding speaks of.
class CountedFinding
{
public:
    explicit CountedFinding(std::string_view id)
        : m_id(id)
    {
    }

    void note(const DecidedLevel& level, NodeId node);
    /// Adds the finding at the first node; \p text tells what is the case with "{}" for the count. Nothing
    /// when no node was noted.
    void addTo(Decisions& decisions, std::string_view text) const;

private:
    std::string_view m_id;
    std::string m_where; // the first node
    NodeId m_first; // to select
    std::size_t m_count = 0;
};

/// Tensors that are rounded to 16 bits by a cast right behind their node and then read in FP32 again: the
/// rounding is lost information, and it stays, because taking the two casts out would change the numbers.
void addLossyRoundTrips(Decisions& decisions);

/// Operators with floats that could not move because ONNX has no 16-bit form for them.
void addNoLowType(Decisions& decisions);

/// Outputs of the graph that the tool would hand out in 16 bits.
void addLowOutputs(Decisions& decisions);

}
