// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/precision.h"

#include "analysis/policy/mindspore/ampcall.h"

namespace halftone {
namespace {

MixedGraph unchanged(const GraphPtr& graph)
{
    MixedGraph same{graph, IdMap<ValueId, ValueId>(graph->valueCount()),
        IdMap<NodeId, NodeId>(graph->nodeCount()), IdMap<NodeId, NodeId>(graph->nodeCount())};
    for (ValueId id : graph->values())
        same.valueOf[id] = id;
    for (NodeId id : graph->nodes())
        same.nodeOf[id] = same.originOf[id] = id;
    return same;
}

// The id of a loss-scale rule; empty for none.
std::string_view scaleRuleOf(const PolicySettings& settings)
{
    if (std::holds_alternative<AscendSettings>(settings))
        return "ms_dynamic_loss_scale_update_cell";
    if (std::holds_alternative<TensorFlowSettings>(settings))
        return "tf_dynamic_loss_scale";
    if (const auto* torch = std::get_if<TorchSettings>(&settings))
        return torch->low == DType::Float16 ? "torch_grad_scaler" : "";
    const auto* mindSpore = std::get_if<MindSporeSettings>(&settings);
    const AmpVersion* version = mindSpore ? findAmpVersion(mindSpore->version) : nullptr;
    if (!version || mindSpore->api != AmpApi::BuildTrainNetwork)
        return "";
    return ampLevelConfig(mindSpore->level, mindSpore->device, *version).hasDynamicLossScale
        ? "ms_dynamic_loss_scale_update_cell"
        : "";
}

}

Precision precisionBy(PrecisionPolicy policy)
{
    Precision precision{.policy = std::move(policy)};
    const std::string_view rule = scaleRuleOf(precision.policy.settings);
    if (rule.empty()) {
        precision.lossScaleRule = "ms_fixed_loss_scale_manager";
        precision.lossScale = LossScaleParameters{.initial = 1, .skipsOverflow = false};
    } else {
        precision.lossScaleRule = rule;
    }
    return precision;
}

Result<MixedGraph> lowerPrecision(const GraphPtr& graph, const std::optional<Precision>& precision)
{
    if (!precision)
        return unchanged(graph);
    const auto decisions = decide(graph, precision->policy);
    if (!decisions)
        return std::unexpected(decisions.error());
    return insertCasts(*decisions);
}

}
