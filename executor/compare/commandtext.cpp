// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/compare/waycomparison.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

class Options
{
public:
    void add(std::string_view name, std::string_view value)
    {
        m_text += std::format("{}--{} {}", m_text.empty() ? "" : " ", name, shellQuoted(value));
    }
    void addList(std::string_view setting, const std::vector<std::string>& names)
    {
        for (const std::string& each : names)
            add("policy-set", std::format("{}={}", setting, each));
    }
    const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& each : names)
        text += (text.empty() ? "" : ",") + each;
    return text;
}

/// What belongs to each alternative of PolicySettings.
struct AddSettings
{
    Options& options;

    void operator()(const AscendSettings& ascend) const
    {
        const auto addFile = [&](const char* option, const auto& file, const char* otherwise) {
            if (!file.entries.empty())
                options.add(option, file.fileName.empty() ? otherwise : file.fileName);
        };
        options.add("mode", ascend.modeName);
        options.add("soc", ascend.soc);
        addFile("mixlist", ascend.mixlist, "ops_info.json");
        addFile("keep-dtype", ascend.keepDTypes, "keep_dtype.cfg");
        addFile("customize-dtypes", ascend.customDTypes, "customize_dtypes.cfg");
    }
    void operator()(const MindSporeSettings& mindSpore) const
    {
        const MindSporeSettings usual;
        options.add("policy", "mindspore");
        options.add("amp-api", name(mindSpore.api));
        if (mindSpore.api != AmpApi::CustomMixedPrecision)
            options.add("level", mindSpore.level);
        if (mindSpore.version != usual.version)
            options.add("amp-version", mindSpore.version);
        if (mindSpore.device != usual.device)
            options.add("amp-device", mindSpore.device == AmpDevice::Gpu ? "gpu" : "cpu");
        if (mindSpore.low != usual.low && mindSpore.api != AmpApi::BuildTrainNetwork)
            options.add("low-type", name(mindSpore.low));
        if (mindSpore.castModelType)
            options.add("cast-model-type", name(*mindSpore.castModelType));
        if (mindSpore.keepBatchNormFp32)
            options.add("keep-batchnorm-fp32", *mindSpore.keepBatchNormFp32 ? "True" : "False");
        if (mindSpore.whiteList)
            options.add("white-list", joined(*mindSpore.whiteList));
        if (mindSpore.blackList)
            options.add("black-list", joined(*mindSpore.blackList));
    }
    void operator()(const TensorFlowSettings& tensorFlow) const
    {
        options.add("policy", "tensorflow");
        if (tensorFlow.tensorCoresOnly)
            options.add("policy-set", "LEVEL=TENSOR_CORES_ONLY");
        options.addList("ALLOWLIST_ADD", tensorFlow.allowAdd);
        options.addList("ALLOWLIST_REMOVE", tensorFlow.allowRemove);
        options.addList("INFERLIST_ADD", tensorFlow.inferAdd);
        options.addList("INFERLIST_REMOVE", tensorFlow.inferRemove);
        options.addList("DENYLIST_ADD", tensorFlow.denyAdd);
        options.addList("DENYLIST_REMOVE", tensorFlow.denyRemove);
        options.addList("CLEARLIST_ADD", tensorFlow.clearAdd);
        options.addList("CLEARLIST_REMOVE", tensorFlow.clearRemove);
    }
    void operator()(const TorchSettings& torch) const
    {
        options.add("policy", "pytorch");
        options.add("low-type", name(torch.low));
    }
    void operator()(const AutoCastSettings& autoCast) const
    {
        options.add("policy", "autocast");
        options.add("low-type", name(autoCast.low));
        if (autoCast.initMax != AutoCastSettings().initMax)
            options.add("policy-set", std::format("init_max={}", autoCast.initMax));
        if (autoCast.maxDepthOfReduction)
            options.add(
                "policy-set", std::format("max_depth_of_reduction={}", *autoCast.maxDepthOfReduction));
        options.addList("nodes_to_exclude", autoCast.nodesToExclude);
        options.addList("op_types_to_exclude", autoCast.opTypesToExclude);
        options.addList("nodes_to_include", autoCast.nodesToInclude);
        options.addList("op_types_to_include", autoCast.opTypesToInclude);
    }
    void operator()(const OnnxFloat16Settings& onnx) const
    {
        options.add("policy", "onnx-float16");
        if (onnx.opBlockList)
            options.add("policy-set", "op_block_list=" + joined(*onnx.opBlockList));
        options.addList("node_block_list", onnx.nodeBlockList);
        if (!onnx.checkFp16Ready)
            options.add("policy-set", "check_fp16_ready=False");
    }
};

}

std::string shellQuoted(std::string_view word)
{
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
        return std::string(word);
    std::string text = "'";
    for (char each : word)
        text += each == '\'' ? std::string(R"('\'')") : std::string(1, each);
    return text + "'";
}

std::string commandOptions(const PrecisionPolicy& policy, const std::string& library)
{
    Options options;
    std::visit(AddSettings{options}, policy.settings);
    if (!library.empty() && std::holds_alternative<AscendSettings>(policy.settings))
        options.add("lib", library);
    for (const PrecisionOverride& each : policy.overrides) {
        std::string members;
        for (const std::string& member : each.members)
            members += (members.empty() ? "" : ",") + member;
        if (!members.empty())
            options.add("node-group", std::format("{}={}", each.target, members));
        options.add(each.kind == PrecisionOverride::Kind::ToFloat ? "to-float" : "add-flags",
            std::format("{}={}", each.target, name(each.dtype)));
    }
    return options.text();
}

std::string comparisonCommand(const WayComparison& comparison, const ComparisonSettings& settings)
{
    std::string text = std::format("halftone-cli compare {}", shellQuoted(comparison.model));
    for (const auto& [symbol, size] : settings.dims)
        text += std::format(" --dim {}", shellQuoted(std::format("{}={}", symbol, size)));
    if (settings.pass == ComparisonSettings::Pass::Forward)
        text += " --inference";
    if (comparison.baseline != 0)
        text += std::format(" --baseline {}", wayLetter(comparison.baseline));
    text += comparison.data.empty()
        ? " --no-numerics"
        : std::format(" --data {} --batch {}", shellQuoted(comparison.data), comparison.batch);
    if (settings.pass == ComparisonSettings::Pass::Training &&
        settings.train.differentiate.loss != DifferentiateOptions().loss)
        text += std::format(" --loss {}", name(settings.train.differentiate.loss));
    if (settings.train.seed != TrainSettings().seed)
        text += std::format(" --seed {}", settings.train.seed);
    if (settings.after > 0)
        text += std::format(" --after {}", settings.after);
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        const std::string options = commandOptions(comparison.ways[i].policy, comparison.ways[i].library);
        text += i == 0 ? " " + options : std::format(" --column {}", shellQuoted(options));
    }
    return text;
}

}
