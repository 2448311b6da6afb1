// SPDX-License-Identifier: GPL-3.0-or-later
//
// A policy says which tensors of a graph are low precision. Each tool that is imitated is one row: Ascend's
// engine, MindSpore's levels and lists, TensorFlow's grappler pass, PyTorch's autocast, AutoCast, and the
// float16 converter of onnxconverter-common. All give Decisions, so views, casts, explanations, reports and
// training read one structure.
//
// All but Ascend decide the forward pass and the loss by lists, and let each gradient follow its forward
// operator, as automatic differentiation does: a Cast's gradient is a Cast back, so the gradient of an
// operator that ran in FP16 is computed in FP16, and that of an FP32 weight arrives in FP32. The optimizer
// keeps its types.
#pragma once

#include "analysis/core/error.h"
#include "analysis/judge/explain.h"
#include "analysis/policy/override.h"
#include "analysis/policy/policysettings.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// This is a policy with everything it depends on besides the graph.
struct PrecisionPolicy
{
    PolicySettings settings; ///< Which alternative it is says which policy.
    std::vector<PrecisionOverride> overrides; ///< In the order of the calls.

    bool operator==(const PrecisionPolicy&) const = default;
};

class EditContext;

/// Where an imitated algorithm was read.
struct PolicySource
{
    std::string_view project;
    std::string_view file;
    std::string_view version;
};

/// This is one policy.
struct PolicyDef
{
    std::string_view id; ///< Stable, for files and the command line: "mindspore".
    std::string_view title; ///< "MindSpore levels"
    std::string_view doc; ///< What it does, a sentence or two.
    PolicySource source;
    /// Decides; the settings are of this row's alternative.
    Result<Decisions> (*decide)(const GraphPtr& graph, const PrecisionPolicy& policy) = nullptr;
    /// The policy as a person chose it, for headings: "MindSpore 2.4, O2".
    std::string (*describe)(const PolicySettings& settings) = nullptr;
    /// The place in a list that the decision for a node goes back to: a row of our copy of a tool's list
    /// ("mindspore/train/amp.py (2.4), white list:17"), a line of the tool's source where its version is fixed, or an entry of a
    /// setting ("op_types_to_exclude:2"). Empty where the rule is no list. Null for Ascend, whose
    /// explanations name places themselves.
    std::string (*placeOf)(const Decisions& decisions, NodeId node, const PolicySettings& settings) = nullptr;
    /// Adds the single changes of its settings that may move a node; see policyEdits().
    void (*addEdits)(EditContext& context) = nullptr;
};

/// All policies; the index of a row is that of its alternative in PolicySettings.
std::span<const PolicyDef> policyTable();

/// The row of a policy.
const PolicyDef& definitionOf(const PrecisionPolicy& policy);

/// The policy of that id with its defaults; unknown text is an error with the nearest known id.
Result<PrecisionPolicy> makePolicy(std::string_view id);

/// "MindSpore 2.4, O2": of the row, with the number of overrides behind it when there are any.
std::string describe(const PrecisionPolicy& policy);

/// The policy in the fewest words, for labels and files: the mode alone for Ascend without overrides, else
/// describe().
std::string shortName(const PrecisionPolicy& policy);

/// Decides the dtype of every tensor slot. Pure: equal graphs and policies give equal decisions, and names of
/// nodes matter only where a setting speaks of them. Linear in nodes and edges, but for the regular
/// expressions of AutoCast. Fails where the tool itself would refuse, with its own code: CANN's number, or
/// the type of Python's exception.
Result<Decisions> decide(const GraphPtr& graph, const PrecisionPolicy& policy);

/// The whole chain behind a decision, for any policy. \p decisions must be those of decide() with \p policy.
Explanation explain(const Decisions& decisions, NodeId node, const PrecisionPolicy& policy);

/// The chain on one line, for tables.
std::string reasonLine(const Decisions& decisions, NodeId node, const PrecisionPolicy& policy);

}
