// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ways to decide one graph, beside one another: what each decides, where they differ, what that costs in
// numbers. The compare view of the window, `halftone-cli compare` and the report all show this one value.
#pragma once

#include "analysis/report/decisionreport.h"
#include "executor/train/comparison.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace halftone {

/// This is one way to decide, beside others.
struct ComparedWay
{
    PrecisionPolicy policy;
    std::string library; ///< The path of an own operator library, for commands; empty for the embedded one.
    std::shared_ptr<const Decisions> decisions; ///< Null where the policy cannot be applied.
    std::optional<Error> refusal; ///< Why it cannot.
    DecisionSummary summary; ///< All zero where it cannot.
    std::uint64_t tensorBytes = 0; ///< See tensorBytes().
    /// Nodes that the baseline decides otherwise, in node order; of the baseline itself, all that differ in
    /// some way.
    std::vector<NodeId> differences;
    /// Null until numbers were computed; the error where they cannot be had.
    std::shared_ptr<const Result<Comparison>> numerics;

    bool differsAt(NodeId node) const { return std::ranges::binary_search(differences, node); }
    /// The numbers; null where there are none.
    const Comparison* numbers() const { return numerics && *numerics ? &**numerics : nullptr; }
};

struct WayComparison
{
    std::string model; ///< As halftone-cli takes it.
    GraphPtr graph;
    ComparisonSettings::Pass pass = ComparisonSettings::Pass::Training; ///< What the graph is of.
    std::vector<ComparedWay> ways; ///< Called A, B, ...
    std::size_t baseline = 0; ///< Index of the way that the others are compared with.
    std::string command; ///< That makes the same comparison; see comparisonCommand().
    std::string data; ///< What numbers were computed on, as --data takes it; empty without numbers.
    std::size_t batch = 0; ///< Samples that they were computed on.
    std::size_t after = 0; ///< Steps trained before.

    /// Nodes that not all ways decide alike, in node order.
    const std::vector<NodeId>& differences() const { return ways[baseline].differences; }
};

/// "A", "B": what the way of that index is called. Below 26.
std::string wayLetter(std::size_t index);

/// Bytes of all tensors that the nodes make, in the types decided; symbolic sizes count as 1. What training
/// keeps at the least; weights and copies in another type come on top.
std::uint64_t tensorBytes(const Decisions& decisions);

/// Decides one way; differences and numbers are left out.
ComparedWay decideWay(const GraphPtr& graph, PrecisionPolicy policy);
/// A way that is decided already.
ComparedWay decidedWay(PrecisionPolicy policy, std::shared_ptr<const Decisions> decisions);

/// Fills in the differences of all ways. A node differs when a type of its tensors or its engine does, or
/// something in a body of it; a way that cannot be applied differs nowhere. Linear.
void findDifferences(std::span<ComparedWay> ways, std::size_t baseline);

/// Takes over what compareWithFloat32() gave for the policies of all ways. \p data is what --data takes.
void setNumbers(WayComparison& comparison, const ComparisonSettings& settings, const std::string& data,
    std::vector<Result<Comparison>> numbers);

/// \p word as a POSIX shell reads it.
std::string shellQuoted(std::string_view word);

/// The options of halftone-cli that stand for a policy: "--mode force_fp16 --soc ascend910". Files are named
/// as they were when they were read; a list made in the window is called ops_info.json. Words that the shell
/// would split are quoted. \p library is the path of the own operator library in \p policy, which a policy
/// does not know.
std::string commandOptions(const PrecisionPolicy& policy, const std::string& library = {});

/// The whole command that compares as \p comparison does.
std::string comparisonCommand(const WayComparison& comparison, const ComparisonSettings& settings);

/// One JSON object, the format of `halftone-cli compare --json` (halftone-cli(1)). Ends with a newline.
std::string comparisonJson(const WayComparison& comparison);

/// Comma-separated values (RFC 4180), one row a node: what it is, then of each way precision, list and
/// reason. With \p onlyDifferences the nodes that differ.
std::string comparisonCsv(const WayComparison& comparison, bool onlyDifferences);

}
