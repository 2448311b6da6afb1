// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"
#include "executor/program/step.h"

#include <cstdint>
#include <optional>
#include <string>

namespace halftone {

/// Where a run overflowed first, in words that mean something without the graph.
struct OverflowDescription
{
    std::string node; ///< Name of the node that rounded.
    std::string op;
    std::string phase; ///< "forward", "loss", "backward" or "update".
    std::string value; ///< The tensor with the first value out of range.
    std::string converted; ///< For a Cast: the tensor that it converts; else empty.
    std::string dtype; ///< "float16"
    std::uint64_t element = 0; ///< Row-major index.

    bool operator==(const OverflowDescription&) const = default;
};

/// Nullopt when nothing overflowed.
std::optional<OverflowDescription> describeOverflow(const Graph& graph, const OverflowPlace& place);

}
