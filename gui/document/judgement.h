// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/casts/castinsertion.h"
#include "gui/document/optypes.h"
#include "gui/document/policy.h"

#include <memory>
#include <optional>
#include <vector>

namespace halftone {

class PolicyExplainer;

/// How much of a graph runs in low precision.
struct PrecisionSummary
{
    std::size_t floatNodes = 0; ///< Nodes whose precision is FP32, FP16 or BF16.
    std::size_t lowNodes = 0; ///< Those in FP16 or BF16.
    std::size_t casts = 0;
    std::uint64_t castBytes = 0;
    DType lowType = DType::Float16; ///< What most of the low ones run in.

    int lowPercent() const; ///< Rounded; 0 for a graph without floats.
    bool operator==(const PrecisionSummary&) const = default;
};

/// This is everything that follows from a graph and a policy. It never changes, so that any thread may make
/// or read one.
class Judgement
{
public:
    Judgement(const GraphPtr& graph, const Policy& policy);
    ~Judgement();
    Judgement(const Judgement&) = delete;
    Judgement& operator=(const Judgement&) = delete;

    /// Why the policy cannot be applied to this graph; all types are then those of the model.
    const std::optional<Error>& refusal() const { return m_refusal; }
    const GraphPtr& graph() const { return m_decisions.graph(); }
    const Policy& policy() const { return m_policy; }
    /// That of the policy's chip, also where another tool decides.
    const OpLibrary& library() const { return *m_library; }
    const Decisions& decisions() const { return m_decisions; }
    std::span<const CastEdge> casts() const { return m_casts; }
    const PrecisionSummary& summary() const { return m_summary; }
    /// Types of Ascend; none where another tool decides.
    const std::vector<TypeUse>& typeUses() const { return m_typeUses; }

    Explanation explain(NodeId node) const;
    /// "gray: follows Conv_1 (float16)".
    std::string reason(NodeId node) const;

private:
    void summarize();

    Policy m_policy;
    PrecisionPolicy m_precision; // the explainer refers to it
    std::shared_ptr<const OpLibrary> m_library;
    std::optional<Error> m_refusal;
    Decisions m_decisions;
    std::vector<CastEdge> m_casts;
    PrecisionSummary m_summary;
    std::vector<TypeUse> m_typeUses;
    std::unique_ptr<const PolicyExplainer> m_explainer; // null after a refusal
};

using JudgementPtr = std::shared_ptr<const Judgement>;

/// The nodes for which two judgements of one graph decided different types, in node order. Empty when the
/// graphs differ.
std::vector<NodeId> changedNodes(const Judgement& before, const Judgement& after);

/// This counts changes of one kind, for sentences such as "14 ops change 32→16".
struct PrecisionMove
{
    DType from = DType::Undefined;
    DType to = DType::Undefined;
    std::size_t nodes = 0;
};

/// How many nodes moved from which precision to which, the largest group first.
std::vector<PrecisionMove> precisionMoves(const Judgement& before, const Judgement& after);

}
