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
    /// The name of a node or of a scope ("fc3"), or of a group; empty for the whole network.
    std::string target;
    Kind kind = Kind::ToFloat;
    DType dtype = DType::Float32; ///< Float32, Float16 or BFloat16.
    /// Of a group, for networks whose names have no scopes: the nodes and scopes that a person put into it.
    std::vector<std::string> members;

    bool operator==(const PrecisionOverride&) const = default;
};

/// Whether the node of that name is the target or lies in the scope of that name: "fc3" has "fc3",
/// "fc3/MatMul", "fc3.bias" and, as PyTorch's exporter writes it, "/fc3/Gemm". The empty target has every
/// node.
bool isInScope(std::string_view nodeName, std::string_view target);

/// The names of nodes and scopes that \p call is for: the members of its group, else its target.
std::span<const std::string> targetsOf(const PrecisionOverride& call);

/// Whether \p call speaks of the node of that name.
bool speaksOf(const PrecisionOverride& call, std::string_view nodeName);

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

/// The overrides of a policy on one graph: which of them speak of a node, and which type they leave it. In a
/// body a node answers to its name and to its name with the way to it, so the owner's name is a scope.
class OverridesInForce
{
public:
    /// \p path is that of the graph, as in DecidedLevel.
    OverridesInForce(
        const Graph& graph, std::span<const PrecisionOverride> overrides, const std::string& path = {});

    /// True when some override speaks of \p node. Only nodes of the forward pass and the loss can be meant,
    /// whose gradients follow them; and no control flow, which is a scope.
    bool has(NodeId node) const { return !m_calls.isEmpty() && !m_calls[node].empty(); }
    /// The type that the calls leave, made after \p start was set. Undefined when there is none.
    DType target(NodeId node, PrecisionFlags start = {}) const;

    /// Writes down for every call on \p node what was asked, what it got, and the rule behind that.
    void report(Decisions& decisions, NodeId node, DType got, std::string_view why) const;

private:
    std::span<const PrecisionOverride> m_overrides;
    IdMap<NodeId, std::vector<std::uint32_t>> m_calls; // empty without overrides
};

/// Adds a finding for each override that no node answers to, in bodies neither, and one for each that did not
/// get what it asked.
void addOverrideFindings(Decisions& decisions, std::span<const PrecisionOverride> overrides);

/// For policies that know nothing of single nodes: gives every node that is meant the asked type in all its
/// float slots, after the policy has decided, in bodies too. Other nodes keep what they got; casts follow
/// from the slots. Adds findings likewise.
void applyOverrides(Decisions& decisions, std::span<const PrecisionOverride> overrides);

}
