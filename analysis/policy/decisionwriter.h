// SPDX-License-Identifier: GPL-3.0-or-later
//
// The means by which policies that decide node by node write Decisions: a type for all float slots of a node,
// the type that it receives, or the type of the forward operator whose gradient it computes.
#pragma once

#include "analysis/judge/decisions.h"
#include "analysis/policy/floatslots.h"

#include <map>
#include <string>
#include <string_view>

namespace halftone {

/// The reason for what a node gets.
struct Verdict
{
    std::string_view rule;
    List list = List::Gray;
    std::string type = {}; ///< The operator in the vocabulary of the tool; empty where there is none.
    NodeId decidedBy = {};
};

class DecisionWriter
{
public:
    /// Starts from decisions in which every slot has its original dtype.
    explicit DecisionWriter(Decisions fresh);

    const Graph& graph() const { return m_graph; }
    DType original(ValueId value) const { return m_decisions.original(value); }
    const FloatSlots& slots(NodeId node) const { return m_slots[node]; }
    Decisions& decisions() { return m_decisions; }

    /// What goes along with the data of a normalisation.
    enum class Parameters : std::uint8_t {
        Stay,
        Move, ///< Scale and shift.
        MoveState, ///< These, and running statistics that are only read.
    };

    /// All data slots of \p node in \p dtype; the others in their own types.
    void give(NodeId node, DType dtype, Verdict verdict, Parameters parameters = Parameters::Move);
    /// Everything in the types of the graph.
    void keep(NodeId node, Verdict verdict);
    /// Why a node without data slots keeps its types: there is nothing to move, or it is control flow.
    std::string_view fixedRule(NodeId node) const;
    /// The widest type among the data that comes in: an operator that a tool leaves alone. Scalar constants
    /// do not take part, because exporters write them for numbers in the source, and frameworks give those
    /// the type of the tensor. A node without float inputs, or whose inputs come as they were, keeps its
    /// types; a Cast gives what it was written for.
    void asReceived(NodeId node, Verdict verdict);
    /// The same, but inputs of different types always meet in the widest.
    void promote(NodeId node, Verdict verdict);
    /// A product in \p low whose bias is added in the wider of \p low and the bias's own type.
    void giveWithBias(NodeId node, DType low, std::size_t biasSlot, Verdict verdict, std::string biasType);

    /// A node of the backward pass: in the type in which its forward node computes. A sum of gradients of one
    /// tensor is in the type of that tensor.
    void follow(NodeId node);
    /// A node of the optimizer: its own types.
    void update(NodeId node);

    /// The type in which a decided node computes; Undefined for one without floats.
    DType computes(NodeId node) const { return m_computes[node]; }

private:
    /// The widest type that comes in, and the node that it comes from; Undefined without float inputs.
    struct Received
    {
        DType dtype = DType::Undefined;
        NodeId from;
    };
    Received received(NodeId node) const;
    bool receivesOtherTypes(NodeId node) const;
    bool isScalarConstant(ValueId value) const;
    void record(NodeId node, Verdict verdict);
    bool movedParameters(NodeId node) const;
    ValueId summedTensor(NodeId node) const;
    bool addsGradientsOfSeveralUses(NodeId node) const;

    Decisions m_decisions;
    const Graph& m_graph;
    IdMap<NodeId, FloatSlots> m_slots;
    IdMap<NodeId, DType> m_computes;
    std::map<NodeId, DType> m_addsBiasIn; // for nodes that add it in another type than they multiply in
};

}
