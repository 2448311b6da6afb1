// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/shapes/shapewalk.h"

#include "analysis/fold/fold.h"

#include <algorithm>

namespace halftone {

const KnownTensor& ShapeWalk::known(ValueId id)
{
    KnownTensor& tensor = m_known[id];
    const TensorData* data = m_graph.data(id);
    if (!tensor.data && data)
        tensor = {data->dtype, data->dims, *data};
    return tensor;
}

bool ShapeWalk::isRead(ValueId id) const
{
    return id.isValid() && (!m_graph.uses(id).empty() || std::ranges::contains(m_graph.graphOutputs(), id));
}

ShapeWalk::Step ShapeWalk::step(NodeId node)
{
    std::vector<const KnownTensor*> inputs;
    for (ValueId input : m_graph.inputs(node))
        inputs.push_back(input.isValid() ? &known(input) : nullptr);
    const NodeInference inference = inferNode(m_graph, node, inputs);
    Step step{.isKnown = true, .wanted = inference.wanted, .fault = inference.fault};
    const std::span<const ValueId> outputs = m_graph.outputs(node);
    for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
        if (!outputs[slot].isValid())
            continue;
        KnownTensor& output = m_known[outputs[slot]];
        const DType stated = m_graph.value(outputs[slot]).dtype;
        output = inference.outputs[slot];
        if (stated != DType::Undefined)
            output.dtype = stated;
        // What the file states holds for one choice of numbers; where those are open, it may not be this one.
        if (!output.dims && inference.wanted.empty() && inference.fault.empty())
            output.dims = m_graph.fixedShape(outputs[slot]);
        const KnownTensor& result = known(outputs[slot]);
        const bool isEnough = result.dims && result.dtype != DType::Undefined;
        step.isKnown = step.isKnown && (isEnough || !isRead(outputs[slot]));
    }
    if (step.isKnown)
        foldNode(node);
    return step;
}

const FoldedValue* ShapeWalk::foldedOf(ValueId id)
{
    if (!id.isValid())
        return nullptr;
    const auto [found, isNew] = m_folded.try_emplace(id);
    if (isNew && known(id).data)
        found->second = foldedValue(*known(id).data);
    return found->second ? &*found->second : nullptr;
}

// Floats stay in the chain (a size times a scale), and are computed when the model runs like all others.
void ShapeWalk::foldNode(NodeId node)
{
    const Node& row = m_graph.node(node);
    const std::span<const ValueId> outputs = m_graph.outputs(node);
    if (!row.domain.empty() || outputs.size() != 1 || !outputs[0].isValid() || !isFoldable(row.opType) ||
        known(outputs[0]).data)
        return;
    FoldCall call{.opType = row.opType, .attributes = row.attributes, .inputs = {}, .firstShape = {}};
    for (ValueId input : m_graph.inputs(node))
        call.inputs.push_back(foldedOf(input));
    if (!m_graph.inputs(node).empty() && m_graph.inputs(node)[0].isValid())
        call.firstShape = known(m_graph.inputs(node)[0]).dims;
    auto value = fold(call);
    KnownTensor& output = m_known[outputs[0]];
    if (!value || value->dtype != output.dtype || value->dims != output.dims)
        return;
    if (value->isInteger())
        output.data = tensorData(*value);
    m_folded[outputs[0]] = std::move(value);
}

}
