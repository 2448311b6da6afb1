// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/policyoptions.h"

#include "analysis/policy/mindspore/ampcall.h"
#include "gui/document/policychoice.h"
#include "gui/document/text.h"

#include <algorithm>
#include <ranges>

namespace halftone {
namespace {

constexpr std::uint8_t bit(AmpApi api)
{
    return static_cast<std::uint8_t>(1 << static_cast<int>(api));
}

// Each function of MindSpore has arguments that the others refuse.
void copyArguments(AmpApi api, const MindSporeSettings& from, MindSporeSettings& to)
{
    to.version = from.version;
    to.device = from.device;
    if (api == AmpApi::BuildTrainNetwork) {
        to.keepBatchNormFp32 = from.keepBatchNormFp32;
        to.castModelType = from.castModelType;
    } else {
        to.low = from.low;
    }
    if (api == AmpApi::CustomMixedPrecision && (from.whiteList || from.blackList)) {
        to.whiteList = from.whiteList;
        to.blackList = from.blackList;
    }
}

PythonValue managerOf(const QString& text)
{
    if (text == QLatin1String("None"))
        return std::monostate{};
    return PythonObject{
        text == QLatin1String("dynamic") ? "DynamicLossScaleManager" : "FixedLossScaleManager",
        text != QLatin1String("fixed-no-drop")};
}

}

void PolicyOptions::useLibrary(std::shared_ptr<const OpLibrary> own, const QString& path)
{
    library = std::move(own);
    libraryPath = path;
}

QStringList PolicyOption::choices() const
{
    if (qstrcmp(name, "MindSpore version") != 0)
        return QString::fromLatin1(values).split('|');
    QStringList versions{text(MindSporeSettings().version)};
    for (const AmpVersion& version : ampVersions() | std::views::reverse) {
        if (version.name != MindSporeSettings().version)
            versions += text(version.name);
    }
    return versions;
}

bool PolicyOption::isFor(const PolicyChoice& choice) const
{
    const auto* mindSpore = std::get_if<MindSporeSettings>(&choice.settings);
    return policyTable()[choice.settings.index()].id == policy &&
        (!mindSpore || (apis & bit(mindSpore->api)) != 0);
}

const PolicyOption* findPolicyOption(const QString& name)
{
    const auto option = std::ranges::find_if(
        policyOptionTable(), [&](const PolicyOption& row) { return name == QLatin1String(row.name); });
    return option == policyOptionTable().end() ? nullptr : &*option;
}

QStringList optionsInForce(const PolicyOptions& options, const PolicyChoice& choice)
{
    QStringList set;
    for (const PolicyOption& option : policyOptionTable()) {
        const QString value = option.isFor(choice) ? option.get(options) : QString();
        if (!value.isEmpty())
            set += QLatin1String(option.name) + '=' + value;
    }
    return set;
}

PolicySettings settingsWith(const PolicyChoice& choice, const PolicyOptions& options)
{
    PolicySettings settings = choice.settings;
    if (auto* ascend = std::get_if<AscendSettings>(&settings)) {
        ascend->library = options.library;
        ascend->keepDTypes = options.keepDTypes;
        ascend->customDTypes = options.customDTypes;
    } else if (auto* mindSpore = std::get_if<MindSporeSettings>(&settings)) {
        copyArguments(mindSpore->api, options.mindSpore, *mindSpore);
    } else if (auto* tensorFlow = std::get_if<TensorFlowSettings>(&settings)) {
        *tensorFlow = options.tensorFlow;
    } else if (auto* autoCast = std::get_if<AutoCastSettings>(&settings)) {
        const DType low = autoCast->low;
        *autoCast = options.autoCast;
        autoCast->low = low;
    } else if (auto* onnx = std::get_if<OnnxFloat16Settings>(&settings)) {
        *onnx = options.onnxFloat16;
    }
    return settings;
}

PolicyOptions optionsWith(PolicyOptions options, const PolicySettings& settings)
{
    if (const auto* mindSpore = std::get_if<MindSporeSettings>(&settings)) {
        copyArguments(mindSpore->api, *mindSpore, options.mindSpore);
    } else if (const auto* tensorFlow = std::get_if<TensorFlowSettings>(&settings)) {
        options.tensorFlow = *tensorFlow;
    } else if (const auto* autoCast = std::get_if<AutoCastSettings>(&settings)) {
        options.autoCast = *autoCast;
        options.autoCast.low = AutoCastSettings().low; // that of the choice
    } else if (const auto* onnx = std::get_if<OnnxFloat16Settings>(&settings)) {
        options.onnxFloat16 = *onnx;
    }
    return options;
}

void judgeLossScaleManager(
    const PolicyChoice& choice, const PolicyOptions& options, std::vector<Finding>& findings)
{
    const PolicySettings settings = settingsWith(choice, options);
    const auto* mindSpore = std::get_if<MindSporeSettings>(&settings);
    if (!mindSpore || mindSpore->api != AmpApi::BuildTrainNetwork || options.lossScaleManager.isEmpty())
        return;
    AmpCall call = ampCall(*mindSpore);
    for (const Finding& ofLevel : ampDeviations(call))
        std::erase(findings, ofLevel);
    call.kwargs.emplace_back("loss_scale_manager", managerOf(options.lossScaleManager));
    for (Finding& finding : ampDeviations(call))
        findings.push_back(std::move(finding));
}

}
