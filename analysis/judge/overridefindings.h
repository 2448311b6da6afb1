// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/overrides.h"
#include "analysis/judge/preparednode.h"

#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace halftone {

/// This checks whether the lines of the keep_dtype and customize_dtypes files speak of anything in the graph.
/// Refers to the files.
class OverrideCheck
{
public:
    /// Both files may be null.
    OverrideCheck(const KeepDTypes* keep, const CustomDTypes* custom, Mode mode)
        : m_keep(keep)
        , m_custom(custom)
        , m_mode(mode)
    {
    }

    bool isNeeded() const { return m_keep || m_custom; }
    void see(
        const Graph& graph, NodeId node, const PreparedNode& prepared, std::span<const PartDecision> decided);

    /// E10003, as CANN gives it to a type that no operator has and that is none: only the first ten names
    /// that are not in the graph are looked at.
    std::optional<Error> refusal() const;
    std::vector<Finding> findings() const;

private:
    bool isFound(const KeepDTypesEntry& entry) const;
    void addKeepFindings(std::vector<Finding>& findings) const;
    void addCustomFindings(std::vector<Finding>& findings) const;

    const KeepDTypes* m_keep;
    const CustomDTypes* m_custom;
    Mode m_mode;
    std::set<std::string_view> m_nodes; // their names
    std::set<std::string_view> m_renamed; // those that CANN gives another name
    std::set<std::string_view> m_types; // before graph passes
    std::set<std::string, std::less<>> m_judgedTypes;
    std::map<std::uint32_t, std::string>
        m_beaten; // lines of keep_dtype, with an operator where another line wins
};

}
