// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"
#include "analysis/policy/policysettings.h"

#include <cstdint>
#include <set>
#include <string_view>

namespace halftone {

/// The four lists of grappler's auto_mixed_precision, and what is in none.
enum class GrapplerList : std::uint8_t {
    None, ///< FP32, and stops every walk.
    Allow, ///< Safe and worth it.
    Infer, ///< Safe unless fed by danger.
    Deny, ///< Dangerous, and taints what follows.
    Clear, ///< Numerically neutral.
};

/// The TensorFlow operator that a node would be; its own type where there is none.
std::string_view tensorFlowOp(const Graph& graph, NodeId node);

/// The lists after the settings.
class GrapplerLists
{
public:
    explicit GrapplerLists(const TensorFlowSettings& settings);

    /// An operator in two lists is in the first of: allow, deny, infer, clear.
    GrapplerList of(std::string_view tensorFlowOp) const;
    /// The row of our copy of its list ("auto_mixed_precision_lists.h (e1c1b297), infer list:12"), or of the variable that put it there
    /// ("TF_AUTO_MIXED_PRECISION_GRAPH_REWRITE_INFERLIST_ADD:1"). Empty for an operator of no list.
    static std::string placeOf(std::string_view tensorFlowOp, const TensorFlowSettings& settings);

private:
    using Names = std::set<std::string_view>;
    Names m_allow, m_infer, m_deny, m_clear;
};

}
