// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/mindspore/ampcall.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace halftone {
namespace {

constexpr auto kLevelConfigs = std::to_array<AmpLevelConfig>({
    {.level = "O0"},
    {.level = "O1"},
    {.level = "O2", .castModelType = DType::Float16, .keepBatchNormFp32 = true, .hasDynamicLossScale = true},
    {.level = "O3", .castModelType = DType::Float16},
    {.level = "auto"},
});

std::optional<DType> dtypeNamed(std::string_view text)
{
    const std::size_t dot = text.rfind('.');
    const std::optional<DType> dtype =
        parseDType(dot == std::string_view::npos ? text : text.substr(dot + 1));
    return dtype && *dtype != DType::Undefined ? dtype : std::nullopt;
}

std::string_view unquoted(std::string_view text)
{
    const bool isQuoted =
        text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front();
    return isQuoted ? text.substr(1, text.size() - 2) : text;
}

template <typename T>
std::optional<T> numberIn(std::string_view text)
{
    T number{};
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    return code == std::errc{} && stop == end && !text.empty() ? std::optional(number) : std::nullopt;
}

}

std::string_view name(AmpApi api)
{
    switch (api) {
    case AmpApi::AutoMixedPrecision:
        return "auto_mixed_precision";
    case AmpApi::BuildTrainNetwork:
        return "build_train_network";
    case AmpApi::CustomMixedPrecision:
        return "custom_mixed_precision";
    }
    return {};
}

std::string_view name(AmpDevice device)
{
    switch (device) {
    case AmpDevice::Cpu:
        return "CPU";
    case AmpDevice::Gpu:
        return "GPU";
    case AmpDevice::Ascend:
        return "Ascend";
    }
    return {};
}

PythonValue parsePythonValue(std::string_view text)
{
    if (text == "None")
        return std::monostate{};
    if (text == "True" || text == "False")
        return text == "True";
    if (const auto integer = numberIn<std::int64_t>(text))
        return *integer;
    if (const auto number = numberIn<double>(text))
        return *number;
    if (const auto dtype = dtypeNamed(text))
        return *dtype;
    return std::string(unquoted(text));
}

const PythonValue* AmpCall::find(std::string_view keyword) const
{
    const auto found = std::ranges::find(kwargs, keyword, &std::pair<std::string, PythonValue>::first);
    return found == kwargs.end() ? nullptr : &found->second;
}

AmpCall ampCall(const MindSporeSettings& settings)
{
    AmpCall call{.api = settings.api,
        .version = settings.version,
        .device = settings.device,
        .level = settings.level,
        .dtype = settings.low};
    if (!settings.hasLossFunction)
        call.lossFn = std::monostate{};
    if (settings.castModelType)
        call.kwargs.emplace_back("cast_model_type", *settings.castModelType);
    if (settings.keepBatchNormFp32)
        call.kwargs.emplace_back("keep_batchnorm_fp32", *settings.keepBatchNormFp32);
    if (settings.whiteList)
        call.whiteList = *settings.whiteList;
    if (settings.blackList)
        call.blackList = *settings.blackList;
    return call;
}

Result<MindSporeSettings> settingsOf(const AmpCall& call)
{
    if (std::optional<Error> error = ampError(call))
        return std::unexpected(*std::move(error));
    MindSporeSettings settings{.api = call.api, .version = call.version, .device = call.device};
    if (const auto* level = std::get_if<std::string>(&call.level))
        settings.level = *level;
    if (const auto* dtype = std::get_if<DType>(&call.dtype))
        settings.low = *dtype;
    settings.hasLossFunction = std::holds_alternative<PythonObject>(call.lossFn);
    if (const PythonValue* type = call.find("cast_model_type"))
        settings.castModelType = std::get<DType>(*type);
    if (const PythonValue* keeps = call.find("keep_batchnorm_fp32"))
        settings.keepBatchNormFp32 = std::get<bool>(*keeps);
    if (const auto* white = std::get_if<PythonList>(&call.whiteList))
        settings.whiteList = *white;
    if (const auto* black = std::get_if<PythonList>(&call.blackList))
        settings.blackList = *black;
    return settings;
}

const AmpLevelConfig& ampLevelConfig(std::string_view level, AmpDevice device, const AmpVersion& version)
{
    if (level == "auto" && !version.autoIsLists)
        level = device == AmpDevice::Gpu ? "O2" : "O3";
    const auto found = std::ranges::find(kLevelConfigs, level, &AmpLevelConfig::level);
    return found == kLevelConfigs.end() ? kLevelConfigs.front() : *found;
}

}
