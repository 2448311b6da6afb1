// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/policyoptions.h"

#include "analysis/judge/compileerror.h"
#include "analysis/policy/ascendpolicy.h"
#include "analysis/policy/mindspore/ampcall.h"
#include "executor/cli/overrideoptions.h"
#include "executor/cli/policyset.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <format>
#include <ranges>

namespace halftone::cli {
namespace {

std::unexpected<Error> usage(std::string code, std::string what, std::string where, std::string remedy)
{
    return std::unexpected(
        Error{ErrorKind::Usage, std::move(code), std::move(what), std::move(where), std::move(remedy)});
}

std::string knownPolicies()
{
    std::string known;
    for (const PolicyDef& row : policyTable())
        known += (known.empty() ? "" : ", ") + std::string(row.id);
    return known;
}

std::string knownVersions()
{
    std::string versions;
    for (const AmpVersion& version : ampVersions())
        versions += (versions.empty() ? "" : ", ") + std::string(version.name);
    return versions;
}

bool hasMindSporeOption(const PolicyOptions& options)
{
    return options.level || options.ampVersion || options.ampApi || options.ampDevice ||
        options.keepBatchNormFp32 || options.castModelType || options.lossScaleManager || options.whiteList ||
        options.blackList;
}

PythonList namesIn(std::string_view text)
{
    PythonList names;
    for (const auto part : std::views::split(text, ',')) {
        std::string name(std::string_view{part});
        std::erase(name, ' ');
        if (!name.empty() || text.contains(','))
            names.push_back(std::move(name));
    }
    return names;
}

// Shells write true and false, scripts True and False.
PythonValue booleanIn(const std::string& text)
{
    return text == "true" ? PythonValue(true) : text == "false" ? PythonValue(false) : parsePythonValue(text);
}

struct DeviceName
{
    std::string_view name;
    AmpDevice device;
};
constexpr auto kDevices = std::to_array<DeviceName>(
    {{"ascend", AmpDevice::Ascend}, {"gpu", AmpDevice::Gpu}, {"cpu", AmpDevice::Cpu}});

constexpr std::array kApis{
    AmpApi::AutoMixedPrecision, AmpApi::BuildTrainNetwork, AmpApi::CustomMixedPrecision};

// Lists are for one function, keyword arguments for another; a level alone is whatever trains or converts.
AmpApi apiOf(const PolicyOptions& options, bool training)
{
    if (options.ampApi)
        return *std::ranges::find(kApis, *options.ampApi, [](AmpApi api) { return name(api); });
    if (options.whiteList || options.blackList)
        return AmpApi::CustomMixedPrecision;
    const bool hasKeyword = options.keepBatchNormFp32 || options.castModelType || options.lossScaleManager;
    return hasKeyword || training ? AmpApi::BuildTrainNetwork : AmpApi::AutoMixedPrecision;
}

PythonValue managerNamed(const std::string& text)
{
    if (text == "None")
        return std::monostate{};
    return PythonObject{
        text == "dynamic" ? "DynamicLossScaleManager" : "FixedLossScaleManager", text != "fixed-no-drop"};
}

struct Foreign
{
    const std::optional<std::string>* option;
    std::string_view name;
};

// An option that the function does not have would change nothing, silently.
std::optional<Error> foreignOption(const PolicyOptions& options, AmpApi api)
{
    std::vector<Foreign> foreign;
    if (api != AmpApi::BuildTrainNetwork)
        foreign = {{&options.keepBatchNormFp32, "--keep-batchnorm-fp32"},
            {&options.castModelType, "--cast-model-type"},
            {&options.lossScaleManager, "--loss-scale-manager"}};
    if (api != AmpApi::CustomMixedPrecision) {
        foreign.push_back({&options.whiteList, "--white-list"});
        foreign.push_back({&options.blackList, "--black-list"});
    } else {
        foreign.push_back({&options.level, "--level"});
    }
    if (api == AmpApi::BuildTrainNetwork)
        foreign.push_back({&options.lowType, "--low-type"});
    const auto given =
        std::ranges::find_if(foreign, [](const Foreign& row) { return row.option->has_value(); });
    if (given == foreign.end())
        return std::nullopt;
    return Error{ErrorKind::Usage, "E-POLICY", std::format("{} has no such argument.", name(api)),
        std::string(given->name),
        "Lists go with custom_mixed_precision alone, keep_batchnorm_fp32 and cast_model_type with "
        "build_train_network; leave the option out, or choose --amp-api."};
}

Result<MindSporeSettings> readMindSpore(const PolicyOptions& options, bool training)
{
    AmpCall call{.api = apiOf(options, training), .level = options.level.value_or("O2")};
    if (std::optional<Error> error = foreignOption(options, call.api))
        return std::unexpected(*std::move(error));
    call.version = options.ampVersion.value_or(call.version);
    if (options.ampDevice)
        call.device = std::ranges::find(kDevices, *options.ampDevice, &DeviceName::name)->device;
    if (options.castModelType)
        call.kwargs.emplace_back("cast_model_type", parsePythonValue(*options.castModelType));
    if (options.keepBatchNormFp32)
        call.kwargs.emplace_back("keep_batchnorm_fp32", booleanIn(*options.keepBatchNormFp32));
    if (options.lossScaleManager)
        call.kwargs.emplace_back("loss_scale_manager", managerNamed(*options.lossScaleManager));
    if (options.lowType)
        call.dtype = parsePythonValue(*options.lowType);
    if (options.whiteList)
        call.whiteList = namesIn(*options.whiteList);
    if (options.blackList)
        call.blackList = namesIn(*options.blackList);
    return settingsOf(call);
}

Result<void> setLowType(PrecisionPolicy& policy, const std::string& text)
{
    const std::optional<DType> dtype = parseDType(text);
    auto* torch = std::get_if<TorchSettings>(&policy.settings);
    auto* autoCast = std::get_if<AutoCastSettings>(&policy.settings);
    if (!dtype || (!torch && !autoCast))
        return usage("E-POLICY", std::format("{} cannot work in \"{}\".", definitionOf(policy).title, text),
            "--low-type", "Only mindspore, pytorch and autocast know float16 and bfloat16.");
    (torch ? torch->low : autoCast->low) = *dtype;
    return {};
}

AscendSettings ascendSettings(const JudgeSettings& judge)
{
    return {.soc = std::string(judge.library->traits().soc),
        .library = judge.library,
        .modeName = judge.modeName,
        .mixlist = judge.mixlist,
        .keepDTypes = judge.keepDTypes,
        .customDTypes = judge.customDTypes};
}

}

void addPolicyOptions(CLI::App& app, PolicyOptions& options, const std::string& prefix)
{
    const auto add = [&](const char* name, auto& value, const std::string& doc, const char* typeName) {
        return app.add_option("--" + prefix + name, value, doc)->type_name(typeName);
    };
    add("policy", options.policy,
        "Who decides: " + knownPolicies() + "; ascend without it, mindspore with one of its options", "NAME");
    add("level", options.level, "MindSpore: O0, O1, O2, O3 or auto; O2 without it", "LEVEL");
    add("amp-version", options.ampVersion, "MindSpore: version of the lists, one of " + knownVersions(),
        "VERSION");
    add("amp-api", options.ampApi,
        "MindSpore: auto_mixed_precision, build_train_network or custom_mixed_precision; without it what the "
        "other options belong to",
        "FUNCTION")
        ->check(CLI::IsMember({"auto_mixed_precision", "build_train_network", "custom_mixed_precision"}));
    add("amp-device", options.ampDevice, "MindSpore: ascend, gpu or cpu; older versions' auto depends on it",
        "DEVICE")
        ->check(CLI::IsMember({"ascend", "gpu", "cpu"}));
    add("keep-batchnorm-fp32", options.keepBatchNormFp32, "MindSpore: True or False", "BOOL");
    add("cast-model-type", options.castModelType, "MindSpore: float16 or float32", "TYPE");
    add("loss-scale-manager", options.lossScaleManager,
        "MindSpore: None, dynamic, fixed or fixed-no-drop; for what build_train_network says to it",
        "MANAGER")
        ->check(CLI::IsMember({"None", "dynamic", "fixed", "fixed-no-drop"}));
    add("white-list", options.whiteList, "MindSpore: cells and primitives for 16 bits, nothing else", "A,B");
    add("black-list", options.blackList,
        "MindSpore: cells that stay in FP32, everything else goes to 16 bits", "A,B");
    add("low-type", options.lowType, "float16 or bfloat16; mindspore, pytorch, autocast", "TYPE");
    add("to-float", options.toFloat, "A node or scope in this type: fc3=float32; =float16 for all",
        "SCOPE=TYPE");
    add("add-flags", options.addFlags, "MindSpore's add_flags_recursive: fc3=float32; adds a flag",
        "SCOPE=TYPE");
    add("node-group", options.groups,
        "A group of nodes and scopes under a name for --to-float and --add-flags: head=fc1,fc2", "NAME=A,B");
    add("overrides", options.overrides,
        "File with groups and calls; those of the command line come after them", "FILE");
    add("policy-set", options.settings,
        "A setting of another policy by its own name, names with commas between them: " +
            knownPolicySettings(),
        "NAME=VALUE");
}

Result<PrecisionPolicy> readPolicy(const PolicyOptions& options, const JudgeSettings& judge, bool training)
{
    auto policy = makePolicy(!options.policy.empty() ? options.policy
            : hasMindSporeOption(options)            ? "mindspore"
                                                     : "ascend");
    if (!policy)
        return policy;
    if (std::holds_alternative<MindSporeSettings>(policy->settings)) {
        auto settings = readMindSpore(options, training);
        if (!settings)
            return std::unexpected(settings.error());
        policy->settings = *std::move(settings);
    } else if (hasMindSporeOption(options)) {
        return usage("E-POLICY",
            std::format("{} has no levels and lists of MindSpore.", definitionOf(*policy).title), "--policy",
            "Choose --policy mindspore, or leave its options out.");
    } else if (options.lowType) {
        if (auto set = setLowType(*policy, *options.lowType); !set)
            return std::unexpected(set.error());
    }
    for (const std::string& text : options.settings) {
        if (auto set = setPolicyOption(*policy, text); !set)
            return std::unexpected(set.error());
    }
    if (std::holds_alternative<AscendSettings>(policy->settings))
        policy->settings = ascendSettings(judge);
    auto overrides = readOverrides(options);
    if (!overrides)
        return std::unexpected(overrides.error());
    policy->overrides = *std::move(overrides);
    return policy;
}

std::optional<Error> refusalOf(
    const Decisions& decisions, const PrecisionPolicy& policy, const std::string& modelFile)
{
    const auto* settings = std::get_if<AscendSettings>(&policy.settings);
    const auto judging = settings ? std::optional(ascendJudging(*settings)) : std::nullopt;
    if (!judging || !*judging)
        return std::nullopt;
    std::optional<Error> error = compileError(decisions, (*judging)->input);
    if (error && error->where.empty())
        error->where = modelFile;
    return error;
}

Result<DecidedModel> decideAlso(const DecidedModel& first, const std::string& modelFile,
    const JudgeOptions& judge, const PolicyOptions& options)
{
    auto settings = readSettings(judge);
    if (!settings)
        return std::unexpected(settings.error());
    auto policy = readPolicy(options, *settings, judge.training);
    if (!policy)
        return std::unexpected(policy.error());
    const bool isAscend = std::holds_alternative<AscendSettings>(policy->settings);
    JudgedModel judged{.model = first.judged.model, .graph = first.judged.graph};
    judged.findings = settings->findings;
    auto decisions = halftone::decide(judged.graph, *policy);
    if (!decisions)
        return std::unexpected(decisions.error());
    judged.decisions = *std::move(decisions);
    std::string modeName = isAscend ? settings->modeName : describe(*policy);
    judged.settings = *std::move(settings);
    std::optional<Error> refusal = refusalOf(judged.decisions, *policy, modelFile);
    return DecidedModel{std::move(judged), *std::move(policy), std::move(modeName), std::move(refusal)};
}

Result<DecidedModel> openAndDecide(const ModelOptions& model, const JudgeOptions& judge,
    const PolicyOptions& options, const DifferentiateOptions& loss)
{
    auto settings = readSettings(judge);
    if (!settings)
        return std::unexpected(settings.error());
    auto policy = readPolicy(options, *settings, judge.training);
    if (!policy)
        return std::unexpected(policy.error());
    const bool isAscend = std::holds_alternative<AscendSettings>(policy->settings);
    auto judged = isAscend ? openAndJudge(model, judge, loss) : openGraph(model, judge, loss);
    if (!judged)
        return std::unexpected(judged.error());
    judged->settings.library = settings->library; // Exports to Ascend's files need one for any policy.
    std::string modeName = isAscend ? judged->settings.modeName : describe(*policy);
    if (!isAscend || !policy->overrides.empty()) {
        auto decisions = halftone::decide(judged->graph, *policy);
        if (!decisions)
            return std::unexpected(decisions.error());
        judged->decisions = *std::move(decisions);
    }
    std::optional<Error> refusal = refusalOf(judged->decisions, *policy, model.path);
    return DecidedModel{*std::move(judged), *std::move(policy), std::move(modeName), std::move(refusal)};
}

}
