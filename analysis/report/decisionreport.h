// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/casts/castinsertion.h"
#include "analysis/policy/policy.h"

#include <string>
#include <string_view>

namespace halftone {

/// Counts over all nodes of a graph, as the status line and reports show them.
struct DecisionSummary
{
    std::size_t nodes = 0;
    std::size_t float16 = 0; ///< Nodes whose first float output is in that type.
    std::size_t bfloat16 = 0;
    std::size_t float32 = 0;
    std::size_t otherTypes = 0;
    std::size_t white = 0;
    std::size_t black = 0;
    std::size_t gray = 0;
    std::size_t casts = 0; ///< As the policy counts them, inside nodes too.
    std::uint64_t castBytes = 0; ///< Read and written by them; symbolic sizes count as 1.

    /// Share of the nodes in 16 bits, 0 to 1; 0 without nodes.
    double lowPrecisionShare() const
    {
        return nodes == 0 ? 0.0 : static_cast<double>(float16 + bfloat16) / static_cast<double>(nodes);
    }
    bool operator==(const DecisionSummary&) const = default;
};

/// Of a graph and all bodies in it; \p casts are findCasts() of the graph itself.
DecisionSummary summarize(const Decisions& decisions, std::span<const CastEdge> casts);

/// What a report is about besides the decisions themselves.
struct ReportContext
{
    std::string model; ///< File name or title.
    std::string modeName; ///< As the person chose it.
    std::vector<Finding> findings; ///< Of the import, the mixlist and the training graph.
};

/// One JSON object, the format of `halftone-cli decide --json` (halftone-cli(1)); nodes with bodies hold
/// their nodes and casts, which the summary counts too. Ends with a newline.
std::string decisionsJson(
    const Decisions& decisions, const PrecisionPolicy& policy, const ReportContext& context);

/// A Markdown document: summary, one row per node with its reason, findings. Nodes of bodies stand behind the
/// graph's own, with the way to them.
std::string decisionsMarkdown(
    const Decisions& decisions, const PrecisionPolicy& policy, const ReportContext& context);

/// Comma-separated values with a header line, one row per node (RFC 4180); nodes of bodies likewise, and
/// numbered within their body.
std::string decisionsCsv(const Decisions& decisions, const PrecisionPolicy& policy);

}
