// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/gradientbuilder.h"

#include "analysis/onnx/onnxdtype.h"

#include <algorithm>
#include <cassert>
#include <format>
#include <functional>

namespace halftone {

GradientBuilder::GradientBuilder(const Graph& forward, GraphBuilder& builder,
    const IdMap<ValueId, bool>& wanted, IdMap<ValueId, ValueId>& gradients)
    : m_forward(forward)
    , m_builder(builder)
    , m_wanted(wanted)
    , m_gradients(gradients)
{
}

void GradientBuilder::enter(NodeId node)
{
    m_node = node;
    m_refusal.clear();
}

ValueId GradientBuilder::input(std::size_t slot) const
{
    const std::span<const ValueId> inputs = m_forward.inputs(m_node);
    return slot < inputs.size() ? inputs[slot] : ValueId{};
}

bool GradientBuilder::wants(std::size_t slot) const
{
    const ValueId id = input(slot);
    return id.isValid() && m_wanted[id];
}

std::vector<std::int64_t> GradientBuilder::shape(ValueId id) const
{
    const auto shape = m_forward.fixedShape(id);
    assert(shape && "differentiate() checks that all shapes are fixed");
    return *shape;
}

ValueId GradientBuilder::append(NewNode node)
{
    const ValueId like = node.like;
    return append(std::move(node), std::span(&like, 1)).front();
}

std::vector<ValueId> GradientBuilder::append(NewNode node, std::span<const ValueId> likes)
{
    std::vector<ValueId> outputs;
    for (ValueId like : likes)
        outputs.push_back(m_builder.addValueLike("grad/" + m_builder.value(like).name, like));
    if (node.shape || node.dtype) {
        std::vector<Dim> dims(m_builder.dims(node.like).begin(), m_builder.dims(node.like).end());
        m_builder.setType(outputs.front(), node.dtype.value_or(m_builder.value(node.like).dtype),
            node.shape ? fixedDims(*node.shape) : std::move(dims));
    }
    m_builder.addNode({.opType = std::string(node.opType),
        .name = std::format("grad/{}/{}", m_forward.displayName(m_node), node.opType),
        .domain = std::string(node.domain),
        .inputs = std::move(node.inputs),
        .outputs = outputs,
        .attributes = std::move(node.attributes),
        .phase = Phase::Backward,
        .origin = m_node});
    return outputs;
}

ValueId GradientBuilder::constant(std::string_view purpose, std::vector<std::int64_t> values)
{
    const auto count = static_cast<std::int64_t>(values.size());
    return m_builder.addInitializer(std::format("grad/{}/{}", m_forward.displayName(m_node), purpose),
        TensorData::of(DType::Int64, {count}, std::move(values)));
}

ValueId GradientBuilder::scalar(std::string_view purpose, float value)
{
    return m_builder.addInitializer(std::format("grad/{}/{}", m_forward.displayName(m_node), purpose),
        TensorData::of(DType::Float32, {}, std::vector{value}));
}

ValueId GradientBuilder::zerosLike(ValueId like)
{
    const std::vector<std::int64_t> dims = shape(like);
    const std::int64_t count = std::ranges::fold_left(dims, std::int64_t{1}, std::multiplies{});
    return m_builder.addInitializer(std::format("grad/{}/zeros", m_forward.displayName(m_node)),
        TensorData::of(DType::Float32, dims, std::vector<float>(static_cast<std::size_t>(count), 0.0f)));
}

ValueId GradientBuilder::cast(ValueId value, ValueId like)
{
    const DType dtype = m_builder.value(like).dtype;
    if (m_builder.value(value).dtype == dtype)
        return value;
    return append({.opType = "Cast",
        .inputs = {value},
        .like = like,
        .attributes = {{"to", std::int64_t{onnxDataType(dtype)}}}});
}

void GradientBuilder::setGradient(std::size_t slot, ValueId gradient)
{
    const ValueId id = input(slot);
    if (!m_gradients[id].isValid()) {
        m_gradients[id] = gradient;
        return;
    }
    m_gradients[id] = append({.opType = "Add", .inputs = {m_gradients[id], gradient}, .like = id});
}

ValueId reduceToInput(GradientBuilder& b, std::size_t slot, ValueId gradient)
{
    const std::vector<std::int64_t> from = b.shape(b.output());
    const std::vector<std::int64_t> to = b.shape(b.input(slot));
    if (from == to)
        return gradient;
    const std::size_t missing = from.size() - to.size();
    std::vector<std::int64_t> axes;
    for (std::size_t axis = 0; axis < from.size(); ++axis) {
        if (axis < missing || to[axis - missing] != from[axis])
            axes.push_back(static_cast<std::int64_t>(axis));
    }
    // The sum keeps the repeated axes as ones; Reshape takes away those that the input does not have.
    std::vector<std::int64_t> kept = from;
    for (std::int64_t axis : axes)
        kept[static_cast<std::size_t>(axis)] = 1;
    const ValueId sum = b.append({.opType = "ReduceSum",
        .inputs = {gradient, b.constant("axes", axes)},
        .like = b.input(slot),
        .attributes = {{"keepdims", std::int64_t{1}}},
        .shape = kept});
    if (kept == to)
        return sum;
    return b.append({.opType = "Reshape", .inputs = {sum, b.constant("shape", to)}, .like = b.input(slot)});
}

}
