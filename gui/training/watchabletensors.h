// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// A tensor whose exponents a run can count.
struct WatchableTensor
{
    enum class Role : std::uint8_t { Result, Gradient, Input };

    ValueId value;
    Role role = Role::Result;
};

/// The floating-point tensors around an operator of \p graph, a mixed training graph: what it makes, then the
/// gradients that are computed for it, then what it reads. Those that no operator makes are left out. \p node
/// is its name for people (Graph::displayName()). Empty when there is no such operator.
std::vector<WatchableTensor> watchableTensors(const Graph& graph, std::string_view node);

/// What a person wants to see the exponents of.
struct TensorWish
{
    std::string node; ///< Name for people; empty: nothing.
    std::string tensor; ///< Empty: the first of watchableTensors().
    bool operator==(const TensorWish&) const = default;
};

/// The tensor of \p graph that is wished for; invalid when it has none such.
ValueId findWished(const Graph& graph, const TensorWish& wish);

}
