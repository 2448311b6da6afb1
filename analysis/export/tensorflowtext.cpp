// SPDX-License-Identifier: GPL-3.0-or-later
//
// For TensorFlow: lines for the session of Ascend's TF adapter, and the variables of TensorFlow's own pass
// auto_mixed_precision (core/grappler/optimizers/auto_mixed_precision_lists.h).
#include "analysis/export/families.h"
#include "analysis/export/nodechoice.h"
#include "analysis/export/pythontext.h"
#include "analysis/judge/modeoptions.h"
#include "analysis/oplibrary/vocabulary.h"
#include "analysis/policy/peers/tensorflowlists.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

std::string parameter(std::string_view name, std::string_view value)
{
    return std::format(
        "custom_op.parameter_map[\"{}\"].s = tf.compat.as_bytes({})\n", name, pythonString(value));
}

std::string adapterParameters(const AscendSettings& settings)
{
    std::string text;
    const auto mode = parseMode(settings.modeName);
    text += parameter(mode && mode->isV2 ? "precision_mode_v2" : "precision_mode", settings.modeName);
    if (!settings.mixlist.isEmpty())
        text += parameter("modify_mixlist",
            settings.mixlist.fileName.empty() ? "ops_info.json" : settings.mixlist.fileName);
    if (!settings.customDTypes.entries.empty())
        text += parameter("customize_dtypes", settings.customDTypes.fileName);
    return text;
}

/// The lists of the pass by the names of their variables.
struct EnvironmentList
{
    GrapplerList list;
    std::string_view variable;
    std::vector<std::string> TensorFlowSettings::* add;
    std::vector<std::string> TensorFlowSettings::* remove;
};
constexpr EnvironmentList kLists[]{
    {GrapplerList::Allow, "ALLOWLIST", &TensorFlowSettings::allowAdd, &TensorFlowSettings::allowRemove},
    {GrapplerList::Infer, "INFERLIST", &TensorFlowSettings::inferAdd, &TensorFlowSettings::inferRemove},
    {GrapplerList::Deny, "DENYLIST", &TensorFlowSettings::denyAdd, &TensorFlowSettings::denyRemove},
    {GrapplerList::Clear, "CLEARLIST", &TensorFlowSettings::clearAdd, &TensorFlowSettings::clearRemove},
};

std::string variable(std::string_view name, const std::vector<std::string>& values)
{
    std::string joined;
    for (const std::string& value : values)
        joined += (joined.empty() ? "" : ",") + value;
    return values.empty()
        ? std::string()
        : std::format("export TF_AUTO_MIXED_PRECISION_GRAPH_REWRITE_{}={}\n", name, shellWord(joined));
}

std::string variables(const TensorFlowSettings& settings)
{
    std::string text = settings.tensorCoresOnly ? variable("LEVEL", {"TENSOR_CORES_ONLY"}) : "";
    for (const EnvironmentList& row : kLists) {
        text += variable(std::format("{}_ADD", row.variable), settings.*row.add);
        text += variable(std::format("{}_REMOVE", row.variable), settings.*row.remove);
    }
    return text;
}

std::string tensorFlowName(const Graph& graph, NodeId node)
{
    return std::string(tensorFlowOp(graph, node));
}

// An operator of the clear list goes with its neighbours anyway. One that is to stay in FP32 is taken off its
// list: in none it keeps its type and, unlike one on the deny list, taints nobody.
TensorFlowSettings settingsFor(const Decisions& decisions, Untranslated& rest)
{
    TensorFlowSettings settings;
    const GrapplerLists defaults(settings);
    for (const auto& [type, use] : usesByType(decisions, tensorFlowName)) {
        const GrapplerList list = defaults.of(type);
        const bool isKnown =
            list != GrapplerList::None || !ascendTypesOf(Framework::TensorFlow, type).empty();
        if (!isKnown)
            rest.note(type, "is no operator of TensorFlow");
        else if (use.low > 0 && use.high > 0)
            rest.note(type, "stands for nodes that were decided differently; lists know types only");
        const bool isDoneByPass = use.isLow() && (list == GrapplerList::Allow || list == GrapplerList::Clear);
        if (!isKnown || (use.low > 0 && use.high > 0) || isDoneByPass)
            continue;
        const auto row = std::ranges::find(kLists, list, &EnvironmentList::list);
        if (row != std::end(kLists) && !(use.isHigh() && list == GrapplerList::Deny))
            (settings.*row->remove).push_back(type);
        if (use.isLow())
            settings.allowAdd.push_back(type);
    }
    return settings;
}

}

Result<ExportedText> exportTfAdapter(const ExportInput& input)
{
    const auto* settings = std::get_if<AscendSettings>(&input.policy.settings);
    if (!settings)
        return std::unexpected(Error{ErrorKind::Unsupported, "E-EXPORT",
            std::format("{} has no options of CANN.", definitionOf(input.policy).title), "--to tf-adapter",
            "Export ops-info first, and then decide with --policy ascend and that list."});
    Untranslated rest;
    if (!settings->keepDTypes.entries.empty())
        rest.note(
            settings->keepDTypes.fileName, "is a keep_dtype file, for which the TF adapter has no option");
    for (const PrecisionOverride& call : input.policy.overrides)
        rest.note(
            call.target.empty() ? "the whole network" : call.target, "was set by name; use customize-dtypes");
    return ExportedText{"import tensorflow as tf\n"
                        "from npu_bridge.npu_init import *\n\n" +
            rest.comments("# ") +
            "config = tf.compat.v1.ConfigProto()\n"
            "custom_op = config.graph_options.rewrite_options.custom_optimizers.add()\n"
            "custom_op.name = \"NpuOptimizer\"\n" +
            adapterParameters(*settings) +
            "config.graph_options.rewrite_options.remapping = RewriterConfig.OFF\n"
            "config.graph_options.rewrite_options.memory_optimization = RewriterConfig.OFF\n",
        rest.findings()};
}

Result<ExportedText> exportTfEnvironment(const ExportInput& input)
{
    Untranslated rest;
    const auto* own = std::get_if<TensorFlowSettings>(&input.policy.settings);
    const TensorFlowSettings settings = own ? *own : settingsFor(input.decisions, rest);
    for (const PrecisionOverride& call : input.policy.overrides)
        rest.note(call.target.empty() ? "the whole network" : call.target,
            "was set by name; the lists of TensorFlow know types only");
    std::string text = variables(settings);
    if (text.empty())
        text = "# TensorFlow's own lists decide so without any variable.\n";
    return ExportedText{rest.comments("# ") + text, rest.findings()};
}

}
