// SPDX-License-Identifier: GPL-3.0-or-later
//
// The single changes of a policy's settings that may move one node: an entry of a list, a line of a file, a
// call on a node, another level. They are candidates; flip.h finds out which of them do.
#pragma once

#include "analysis/policy/policy.h"

#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// This is one change.
struct PolicyEdit
{
    std::string_view where; ///< The option that changes: "modify_mixlist", "keep_dtype", "white_list".
    std::string what; ///< "add \"Relu\" to white-list to-add"
    PrecisionPolicy policy; ///< With the change made.
};

/// This is what a policy makes its edits from, and where it puts them. Refers to what it was made from.
class EditContext
{
public:
    EditContext(const Decisions& decisions, NodeId node, const PrecisionPolicy& policy, DType wanted);

    const Decisions& decisions() const { return m_decisions; }
    const Graph& graph() const { return *m_decisions.graph(); }
    NodeId node() const { return m_chain.front(); }
    const PrecisionPolicy& policy() const { return m_policy; }
    DType wanted() const { return m_wanted; }
    /// The node, the one that it follows, and so on to the one that decided.
    const std::vector<NodeId>& chain() const { return m_chain; }

    /// One that says the same as an earlier one is left out.
    void add(std::string_view where, std::string what, PrecisionPolicy edited);
    /// The same with other settings and the present overrides.
    void add(std::string_view where, std::string what, PolicySettings edited);

    std::vector<PolicyEdit> take() && { return std::move(m_edits); }

private:
    const Decisions& m_decisions;
    const PrecisionPolicy& m_policy;
    DType m_wanted;
    std::vector<NodeId> m_chain;
    std::vector<PolicyEdit> m_edits;
};

/// The changes that speak of \p node or of a node that it follows, the node's own first. \p decisions are
/// those of the graph or body that holds the node; \p wanted is the type that it should get.
std::vector<PolicyEdit> policyEdits(
    const Decisions& decisions, NodeId node, const PrecisionPolicy& policy, DType wanted);

/// Calls on single nodes, for policies that know them or that take them as "this type here".
void addOverrideEdits(EditContext& context);

}
