// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person asks for on one node or one scope, beside the policy. MindSpore has two calls for it,
// Cell.to_float() and Cell.add_flags_recursive(), whose order and precedence matter (mindspore.md,
// section 2.8); other policies take both as "this type here".
#pragma once

#include "analysis/judge/decisions.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// This is one call, in the order in which calls are made.
struct PrecisionOverride
{
    enum class Kind : std::uint8_t {
        ToFloat, ///< Cell.to_float(dtype): the last call wins.
        AddFlags, ///< Cell.add_flags_recursive(fp16=True) and so on: adds one flag, takes none away.
    };
    std::string target; ///< The name of a node or of a scope ("fc3"); empty for the whole network.
    Kind kind = Kind::ToFloat;
    DType dtype = DType::Float32; ///< Float32, Float16 or BFloat16.

    bool operator==(const PrecisionOverride&) const = default;
};

/// Whether the node of that name is the target or lies in the scope of that name: "fc3" has "fc3",
/// "fc3/MatMul", "fc3.bias" and, as PyTorch's exporter writes it, "/fc3/Gemm". The empty target has every
/// node.
bool isInScope(std::string_view nodeName, std::string_view target);

/// The three flags of a MindSpore cell.
struct PrecisionFlags
{
    bool fp32 = false;
    bool fp16 = false;
    bool bf16 = false;

    /// The type that the graph compiler takes: fp32 before fp16 before bf16; Undefined without a flag.
    DType target() const;
    void apply(const PrecisionOverride& call);

    bool operator==(const PrecisionFlags&) const = default;
};

/// The overrides of a policy on one graph: which of them speak of a node, and which type they leave it.
class OverridesInForce
{
public:
    OverridesInForce(const Graph& graph, std::span<const PrecisionOverride> overrides);

    /// True when some override speaks of \p node. Only nodes of the forward pass and the loss can be meant;
    /// their gradients follow them.
    bool has(NodeId node) const { return !m_calls.isEmpty() && !m_calls[node].empty(); }
    /// The type that the calls leave, made after \p start was set. Undefined when there is none.
    DType target(NodeId node, PrecisionFlags start = {}) const;

    /// Writes down for every call on \p node what was asked, what it got, and the rule behind that.
    void report(Decisions& decisions, NodeId node, DType got, std::string_view why) const;
    /// Adds a finding for each override that no node answers to, and one for each that did not get what it
    /// asked.
    void addFindings(Decisions& decisions) const;

private:
    const Graph& m_graph;
    std::span<const PrecisionOverride> m_overrides;
    IdMap<NodeId, std::vector<std::uint32_t>> m_calls; // empty without overrides
};

/// For policies that know nothing of single nodes: gives every node that is meant the asked type in all its
/// float slots, after the policy has decided. Other nodes keep what they got; casts follow from the slots.
void applyOverrides(Decisions& decisions, std::span<const PrecisionOverride> overrides);

}
