// SPDX-License-Identifier: GPL-3.0-or-later
//
// Python for mindspore.amp. MindSpore's own policy is written as the calls that it stands for; decisions of
// others become custom_mixed_precision() with a white list of cells and primitives, and to_float() on the
// cells that differ from their type.
#include "analysis/export/families.h"
#include "analysis/export/nodechoice.h"
#include "analysis/export/pythontext.h"
#include "analysis/policy/mindspore/mindsporesettings.h"
#include "analysis/policy/mindspore/opnames.h"

#include <algorithm>
#include <format>
#include <set>

namespace halftone {
namespace {

constexpr std::string_view kImports = "import mindspore.common.dtype as mstype\n"
                                      "from mindspore import amp, nn, ops\n\n";

std::string dtypeText(DType dtype)
{
    return std::format("mstype.{}", name(dtype));
}

// As its lists want it: cells by nn, primitives by ops.
std::string className(const std::string& listed)
{
    if (listed.contains('.'))
        return listed;
    return (findMindSporeName(listed).isCell ? "nn." : "ops.") + listed;
}

std::string listText(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + className(name);
    return "[" + text + "]";
}

std::string levelCall(const MindSporeSettings& settings)
{
    switch (settings.api) {
    case AmpApi::AutoMixedPrecision:
        return std::format("net = amp.auto_mixed_precision(net, amp_level=\"{}\"{})\n", settings.level,
            settings.low == DType::Float16 ? "" : ", dtype=" + dtypeText(settings.low));
    case AmpApi::BuildTrainNetwork: {
        std::string arguments = std::format("net, optimizer, {}, level=\"{}\"",
            settings.hasLossFunction ? "loss_fn" : "None", settings.level);
        if (settings.castModelType)
            arguments += ", cast_model_type=" + dtypeText(*settings.castModelType);
        if (settings.keepBatchNormFp32)
            arguments +=
                std::format(", keep_batchnorm_fp32={}", *settings.keepBatchNormFp32 ? "True" : "False");
        return "train_net = amp.build_train_network(" + arguments + ")\n";
    }
    case AmpApi::CustomMixedPrecision:
        break;
    }
    const bool isWhite = settings.whiteList.has_value();
    return std::format("net = amp.custom_mixed_precision(net, {}={}, dtype={})\n",
        isWhite ? "white_list" : "black_list",
        listText(isWhite ? *settings.whiteList : settings.blackList.value_or(std::vector<std::string>{})),
        dtypeText(settings.low));
}

std::string overrideLine(const PrecisionOverride& call, const std::string& target, Untranslated& rest)
{
    const auto path = pythonPath(target);
    if (!path) {
        rest.note(target, "is no path of cells");
        return {};
    }
    if (call.kind == PrecisionOverride::Kind::ToFloat)
        return std::format("net{}.to_float({})\n", *path, dtypeText(call.dtype));
    const char* flag = call.dtype == DType::Float16 ? "fp16"
        : call.dtype == DType::BFloat16             ? "bf16"
                                                    : "fp32";
    return std::format("net{}.add_flags_recursive({}=True)\n", *path, flag);
}

std::string overrideLines(const PrecisionOverride& call, Untranslated& rest)
{
    std::string text;
    for (const std::string& target : targetsOf(call))
        text += overrideLine(call, target, rest);
    return text;
}

std::string typeName(const Graph& graph, NodeId node)
{
    return std::string(mindSporeOp(graph, node).name());
}

// The one 16-bit type of the decisions; custom_mixed_precision() takes one.
DType lowType(const Decisions& decisions)
{
    for (NodeId node : decisions.graph()->nodes()) {
        if (isLowPrecision(decisions.precision(node)))
            return decisions.precision(node);
    }
    return DType::Float16;
}

std::string foreignCalls(const Decisions& decisions, Untranslated& rest)
{
    std::vector<std::string> white;
    const auto uses = usesByType(decisions, typeName);
    for (const auto& [type, use] : uses) {
        const KnownName known = findMindSporeName(type);
        if (use.low > 0 && (known.isCell || known.isPrimitive))
            white.push_back(type);
        else if (use.low > 0)
            rest.note(type, "is unknown to MindSpore and stays in FP32");
    }
    std::string text = std::format("net = amp.custom_mixed_precision(net, white_list={}, dtype={})\n",
        listText(white), dtypeText(lowType(decisions)));
    for (const NodeChoice& choice :
        addressableNodes(decisions, [](std::string_view) { return true; }, rest)) {
        const auto use = uses.find(typeName(*decisions.graph(), choice.node));
        if (choice.isLow || use == uses.end() || use->second.low == 0)
            continue;
        text += overrideLines({.target = scopeOf(choice.name, decisions.graph()->node(choice.node).opType),
                                  .dtype = DType::Float32},
            rest);
    }
    return text;
}

}

Result<ExportedText> exportMindSpore(const ExportInput& input)
{
    Untranslated rest;
    std::string calls;
    if (const auto* settings = std::get_if<MindSporeSettings>(&input.policy.settings))
        calls = levelCall(*settings);
    else
        calls = foreignCalls(input.decisions, rest);
    // The last call wins, so the cells come behind the whole.
    for (const PrecisionOverride& call : input.policy.overrides)
        calls += overrideLines(call, rest);
    return ExportedText{
        std::format("# {}\n{}{}{}", onOneLine(describe(input.policy)), kImports, rest.comments("# "), calls),
        rest.findings()};
}

}
