// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graphbuilder.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// This is what the gradient rule of one operator sees: its node in the forward graph, the gradients that
/// arrive at its outputs, and the means to append nodes of the backward phase.
class GradientBuilder
{
public:
    GradientBuilder(const Graph& forward, GraphBuilder& builder, const IdMap<ValueId, bool>& wanted,
        IdMap<ValueId, ValueId>& gradients);

    /// Points the builder at the next node; rules never call it.
    void enter(NodeId node);

    const Graph& graph() const { return m_forward; }
    const Node& node() const { return m_forward.node(m_node); }
    /// The input in that slot; invalid when it is absent.
    ValueId input(std::size_t slot) const;
    ValueId output(std::size_t slot = 0) const { return m_forward.outputs(m_node)[slot]; }
    /// The gradient of the loss with respect to that output; invalid when the loss does not depend on it.
    ValueId outputGradient(std::size_t slot = 0) const { return m_gradients[output(slot)]; }
    /// Whether anybody asks for the gradient with respect to that input.
    bool wants(std::size_t slot) const;
    /// The sizes of a value; training graphs have fixed shapes.
    std::vector<std::int64_t> shape(ValueId id) const;

    template <typename T>
    T attribute(std::string_view name, T fallback) const
    {
        return attributeOr(node().attributes, name, std::move(fallback));
    }

    struct NewNode
    {
        std::string_view opType;
        std::string_view domain = {};
        std::vector<ValueId> inputs;
        ValueId like; ///< The output has the dtype and shape of this value,
        std::vector<Attribute> attributes = {};
        std::optional<std::vector<std::int64_t>> shape = {}; ///< or this shape, where it differs,
        std::optional<DType> dtype = {}; ///< or this type.
    };
    /// Appends a backward node with one output.
    ValueId append(NewNode node);
    /// Appends a backward node with one output for each of \p likes.
    std::vector<ValueId> append(NewNode node, std::span<const ValueId> likes);
    /// An int64 vector as an initializer, for Reshape and the reductions.
    ValueId constant(std::string_view purpose, std::vector<std::int64_t> values);
    /// A float32 number as an initializer.
    ValueId scalar(std::string_view purpose, float value);
    /// A float32 initializer of zeros with the shape of \p like.
    ValueId zerosLike(ValueId like);
    /// \p value in the dtype of \p like, which has its shape: a Cast, or the value itself.
    ValueId cast(ValueId value, ValueId like);

    /// Hands over the gradient for one input. Several uses of one value are added up.
    void setGradient(std::size_t slot, ValueId gradient);

    /// Says that this form of the operator has no gradient yet; differentiate() stops with the reason.
    void refuse(std::string reason) { m_refusal = std::move(reason); }
    const std::string& refusal() const { return m_refusal; }

private:
    const Graph& m_forward;
    GraphBuilder& m_builder;
    const IdMap<ValueId, bool>& m_wanted;
    IdMap<ValueId, ValueId>& m_gradients;
    NodeId m_node;
    std::string m_refusal;
};

/// The gradient for \p slot when the operator broadcast that input to the output's shape: summed over the
/// axes that were repeated, and given the input's own shape again.
ValueId reduceToInput(GradientBuilder& b, std::size_t slot, ValueId gradient);

}
