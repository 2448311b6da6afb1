// SPDX-License-Identifier: GPL-3.0-or-later
//
// One row for each refusal of mindspore.amp, in the order in which MindSpore comes to it. The order is part
// of the facts: a call with two mistakes raises the first.
#include "analysis/policy/mindspore/ampcall.h"
#include "analysis/policy/mindspore/opnames.h"

#include <algorithm>
#include <array>
#include <format>
#include <optional>

namespace halftone {
namespace {

constexpr std::string_view kTypeError = "TypeError";
constexpr std::string_view kValueError = "ValueError";

constexpr auto kAutoLevels = std::to_array<std::string_view>({"O0", "O1", "O2", "O3", "auto"});
constexpr auto kOptimizers = std::to_array<std::string_view>(
    {"Optimizer", "FreezeOpt", "AdaSumByGradWrapCell", "AdaSumByDeltaWeightWrapCell"});
constexpr auto kScaleManagers = std::to_array<std::string_view>(
    {"LossScaleManager", "DynamicLossScaleManager", "FixedLossScaleManager", "GroupLossScaleManager"});
constexpr auto kKeywords =
    std::to_array<std::string_view>({"cast_model_type", "keep_batchnorm_fp32", "loss_scale_manager"});

// As Python's bool() has it: None, False, 0, "" and [] are false, objects and dtypes true.
bool isTruthy(const PythonValue& value)
{
    struct Truth
    {
        bool operator()(std::monostate) const { return false; }
        bool operator()(bool truth) const { return truth; }
        bool operator()(std::int64_t number) const { return number != 0; }
        bool operator()(double number) const { return number != 0; }
        bool operator()(const std::string& text) const { return !text.empty(); }
        bool operator()(DType) const { return true; }
        bool operator()(const PythonObject&) const { return true; }
        bool operator()(const PythonList& list) const { return !list.empty(); }
    };
    return std::visit(Truth{}, value);
}

bool isInstance(const PythonValue& value, std::span<const std::string_view> classes)
{
    const auto* object = std::get_if<PythonObject>(&value);
    return object && std::ranges::contains(classes, object->className);
}

bool isCell(const PythonValue& value)
{
    constexpr auto kCell = std::to_array<std::string_view>({"Cell"});
    return isInstance(value, kCell);
}

// The text of a level; empty for other types.
std::string_view textOf(const PythonValue& value)
{
    const auto* text = std::get_if<std::string>(&value);
    return text ? std::string_view(*text) : std::string_view{};
}

std::string shown(const PythonValue& value)
{
    struct Show
    {
        std::string operator()(std::monostate) const { return "None"; }
        std::string operator()(bool truth) const { return truth ? "True" : "False"; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return std::format("{}", number); }
        std::string operator()(const std::string& text) const { return std::format("\"{}\"", text); }
        std::string operator()(DType dtype) const { return std::string(name(dtype)); }
        std::string operator()(const PythonObject& object) const { return "a " + object.className; }
        std::string operator()(const PythonList&) const { return "a list"; }
    };
    return std::visit(Show{}, value);
}

const AmpVersion& versionOf(const AmpCall& call)
{
    const AmpVersion* version = findAmpVersion(call.version);
    return version ? *version : ampVersions().back();
}

bool isLowType(const PythonValue& value)
{
    const auto* dtype = std::get_if<DType>(&value);
    return dtype && isLowPrecision(*dtype);
}

// The elements of a list that is a list.
const PythonList& elements(const PythonValue& value)
{
    static const PythonList none;
    const auto* list = std::get_if<PythonList>(&value);
    return list ? *list : none;
}

bool isGiven(const PythonValue& value)
{
    return !std::holds_alternative<std::monostate>(value);
}

// Text that cannot name a class in Python.
bool isNoClass(const std::string& text)
{
    const auto mayStandIn = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
            c == '.';
    };
    const std::string_view plain = withoutModule(text);
    return plain.empty() || (plain.front() >= '0' && plain.front() <= '9') ||
        !std::ranges::all_of(text, mayStandIn);
}

bool isPrimitiveOnly(const std::string& text)
{
    const KnownName known = findMindSporeName(text);
    return (known.isPrimitive && !known.isCell) || text.starts_with("ops.") || text.contains(".ops.");
}

// The device refuses a cell that updates the scale: anything but None and Fixed(drop_overflow_update=False).
bool hasUpdateCell(const AmpCall& call)
{
    if (const PythonValue* manager = call.find("loss_scale_manager")) {
        const auto* object = std::get_if<PythonObject>(manager);
        return object && (object->className != "FixedLossScaleManager" || object->dropsOverflow);
    }
    return ampLevelConfig(textOf(call.level), call.device, versionOf(call)).hasDynamicLossScale;
}

enum class InHalftone : std::uint8_t { Refused, Allowed };

struct AmpCheck
{
    AmpApi api;
    std::string_view exception;
    std::string_view argument;
    bool (*fails)(const AmpCall& call);
    std::string (*message)(const AmpCall& call);
    std::string_view remedy;
    InHalftone inHalftone = InHalftone::Refused;
};

using enum AmpApi;

constexpr auto kChecks = std::to_array<AmpCheck>({
    {AutoMixedPrecision, kTypeError, "network", [](const AmpCall& c) { return !isCell(c.network); },
        [](const AmpCall& c) {
            return std::format("The network type should be Cell, but is {}.", shown(c.network));
        },
        "Pass a Cell; that is asked even at level O0."},
    {AutoMixedPrecision, kTypeError, "dtype",
        [](const AmpCall& c) { return !versionOf(c).hasBf16 && c.dtype != PythonValue(DType::Float16); },
        [](const AmpCall& c) {
            return std::format(
                "auto_mixed_precision of {} got an unexpected keyword argument dtype.", c.version);
        },
        "Choose version 2.3 or newer, or leave float16."},
    {AutoMixedPrecision, kValueError, "dtype", [](const AmpCall& c) { return !isLowType(c.dtype); },
        [](const AmpCall& c) {
            return std::format("The dtype should be float16 or bfloat16, but is {}.", shown(c.dtype));
        },
        "Choose float16 or bfloat16."},
    {AutoMixedPrecision, kValueError, "amp_level",
        [](const AmpCall& c) {
            const std::string_view level = textOf(c.level);
            return !std::ranges::contains(kAutoLevels, level) ||
                (level == "auto" && !versionOf(c).autoIsLists);
        },
        [](const AmpCall& c) {
            return std::format("The amp level {} is not supported by auto_mixed_precision of {}.",
                shown(c.level), c.version);
        },
        "Choose O0, O1, O2 or O3; auto needs version 2.4 or newer, or build_train_network."},

    {CustomMixedPrecision, kTypeError, "network", [](const AmpCall& c) { return !isCell(c.network); },
        [](const AmpCall& c) {
            return std::format("The network type should be Cell, but is {}.", shown(c.network));
        },
        "Pass a Cell."},
    {CustomMixedPrecision, kValueError, "white_list",
        [](const AmpCall& c) { return !isGiven(c.whiteList) && !isGiven(c.blackList); },
        [](const AmpCall&) { return std::string("One of white_list and black_list must be provided."); },
        "Give a white list or a black list."},
    {CustomMixedPrecision, kValueError, "white_list",
        [](const AmpCall& c) { return isGiven(c.whiteList) && isGiven(c.blackList); },
        [](const AmpCall&) {
            return std::string("The white_list and the black_list cannot be provided at the same time.");
        },
        "Leave one of them out."},
    {CustomMixedPrecision, kTypeError, "dtype",
        [](const AmpCall& c) { return !versionOf(c).hasBf16 && c.dtype != PythonValue(DType::Float16); },
        [](const AmpCall& c) {
            return std::format(
                "custom_mixed_precision of {} got an unexpected keyword argument dtype.", c.version);
        },
        "Choose version 2.3 or newer, or leave float16."},
    {CustomMixedPrecision, kValueError, "dtype", [](const AmpCall& c) { return !isLowType(c.dtype); },
        [](const AmpCall& c) {
            return std::format("The dtype should be float16 or bfloat16, but is {}.", shown(c.dtype));
        },
        "Choose float16 or bfloat16."},
    {CustomMixedPrecision, kTypeError, "white_list or black_list",
        [](const AmpCall& c) {
            const PythonValue& list = isGiven(c.whiteList) ? c.whiteList : c.blackList;
            return !std::holds_alternative<PythonList>(list);
        },
        [](const AmpCall& c) {
            return std::format("The type of the list should be list, but is {}.",
                shown(isGiven(c.whiteList) ? c.whiteList : c.blackList));
        },
        "Pass a list of classes."},
    {CustomMixedPrecision, kTypeError, "white_list or black_list",
        [](const AmpCall& c) {
            return std::ranges::any_of(elements(c.whiteList), isNoClass) ||
                std::ranges::any_of(elements(c.blackList), isNoClass);
        },
        [](const AmpCall&) { return std::string("An element of the list is not a class."); },
        "Name classes of mindspore.nn or mindspore.ops, for instance nn.Conv2d or ops.MatMul."},
    {CustomMixedPrecision, kTypeError, "black_list",
        [](const AmpCall& c) { return std::ranges::any_of(elements(c.blackList), isPrimitiveOnly); },
        [](const AmpCall& c) {
            return std::format("The black list takes cells only, and {} is a primitive.",
                *std::ranges::find_if(elements(c.blackList), isPrimitiveOnly));
        },
        "Name the cell that contains it, for instance nn.Dense for MatMul."},

    {BuildTrainNetwork, kTypeError, "optimizer",
        [](const AmpCall& c) { return !isInstance(c.optimizer, kOptimizers); },
        [](const AmpCall& c) {
            return std::format("The optimizer should be an Optimizer, FreezeOpt or AdaSum cell, but is {}.",
                shown(c.optimizer));
        },
        "Pass an optimizer."},
    {BuildTrainNetwork, kTypeError, "level",
        [](const AmpCall& c) { return !std::holds_alternative<std::string>(c.level); },
        [](const AmpCall& c) {
            return std::format("The level must be a string, but is {}.", shown(c.level));
        },
        "Choose O0, O1, O2, O3 or auto."},
    {BuildTrainNetwork, kValueError, "level",
        [](const AmpCall& c) { return !std::ranges::contains(kAutoLevels, textOf(c.level)); },
        [](const AmpCall& c) {
            return std::format("The level should be O0, O1, O2, O3 or auto, but is {}.", shown(c.level));
        },
        "Choose O0, O1, O2, O3 or auto."},
    {BuildTrainNetwork, kValueError, "boost_level",
        [](const AmpCall& c) {
            return !std::ranges::contains(std::span(kAutoLevels).first(3), textOf(c.boostLevel));
        },
        [](const AmpCall& c) {
            return std::format("The boost_level should be O0, O1 or O2, but is {}.", shown(c.boostLevel));
        },
        "Choose O0, O1 or O2."},
    {BuildTrainNetwork, kValueError, "level",
        [](const AmpCall& c) {
            return textOf(c.level) == "auto" && !versionOf(c).autoIsLists && c.device == AmpDevice::Cpu;
        },
        [](const AmpCall& c) {
            return std::format("Level auto of {} is supported on GPU and Ascend only.", c.version);
        },
        "Choose a level, another device, or version 2.4 or newer."},
    {BuildTrainNetwork, kValueError, "kwargs",
        [](const AmpCall& c) {
            return std::ranges::any_of(
                c.kwargs, [](const auto& pair) { return !std::ranges::contains(kKeywords, pair.first); });
        },
        [](const AmpCall& c) {
            const auto unknown = std::ranges::find_if(
                c.kwargs, [](const auto& pair) { return !std::ranges::contains(kKeywords, pair.first); });
            return std::format("Unsupported arg '{}'.", unknown->first);
        },
        "Only cast_model_type, keep_batchnorm_fp32 and loss_scale_manager can be given."},
    {BuildTrainNetwork, kTypeError, "cast_model_type",
        [](const AmpCall& c) {
            const PythonValue* type = c.find("cast_model_type");
            return type && *type != PythonValue(DType::Float16) && *type != PythonValue(DType::Float32);
        },
        [](const AmpCall& c) {
            return std::format("The cast_model_type should be float16 or float32, but is {}.",
                shown(*c.find("cast_model_type")));
        },
        "Choose float16 or float32; bfloat16 is for auto_mixed_precision."},
    {BuildTrainNetwork, kTypeError, "keep_batchnorm_fp32",
        [](const AmpCall& c) {
            const PythonValue* keeps = c.find("keep_batchnorm_fp32");
            return keeps && !std::holds_alternative<bool>(*keeps);
        },
        [](const AmpCall& c) {
            return std::format("The keep_batchnorm_fp32 should be a bool, but is {}.",
                shown(*c.find("keep_batchnorm_fp32")));
        },
        "Write True or False; 1 is no bool."},
    {BuildTrainNetwork, kTypeError, "loss_scale_manager",
        [](const AmpCall& c) {
            const PythonValue* manager = c.find("loss_scale_manager");
            return manager && isTruthy(*manager) && !isInstance(*manager, kScaleManagers);
        },
        [](const AmpCall& c) {
            return std::format("The loss_scale_manager should be a LossScaleManager, but is {}.",
                shown(*c.find("loss_scale_manager")));
        },
        "Pass None or a manager."},
    // From here on the network has been converted already.
    {BuildTrainNetwork, kTypeError, "loss_fn",
        [](const AmpCall& c) { return isTruthy(c.lossFn) && !isCell(c.lossFn); },
        [](const AmpCall& c) {
            return std::format("The loss_fn should be a Cell, but is {}.", shown(c.lossFn));
        },
        "Pass a Cell, or None when the network computes its loss itself."},
    {BuildTrainNetwork, kValueError, "loss_scale_manager",
        [](const AmpCall& c) { return c.device == AmpDevice::Cpu && hasUpdateCell(c); },
        [](const AmpCall&) {
            return std::string(
                "Only None and FixedLossScaleManager(drop_overflow_update=False) are supported on "
                "the device CPU; level O2 brings a DynamicLossScaleManager.");
        },
        "Pass loss_scale_manager=None.", InHalftone::Allowed},
});

}

std::optional<Error> ampError(const AmpCall& call)
{
    if (!findAmpVersion(call.version)) {
        std::string known;
        for (const AmpVersion& version : ampVersions())
            known += (known.empty() ? "" : ", ") + std::string(version.name);
        return Error{ErrorKind::Usage, "E-AMP-VERSION",
            std::format("There are no lists of MindSpore {}.", call.version), "version",
            std::format("Choose one of {}.", known)};
    }
    for (const AmpCheck& check : kChecks) {
        if (check.api == call.api && check.inHalftone == InHalftone::Refused && check.fails(call))
            return Error{ErrorKind::Usage, std::string(check.exception), check.message(call),
                std::string(check.argument), std::string(check.remedy)};
    }
    return std::nullopt;
}

std::vector<Finding> ampDeviations(const AmpCall& call)
{
    std::vector<Finding> findings;
    for (const AmpCheck& check : kChecks) {
        if (check.api == call.api && check.inHalftone == InHalftone::Allowed && check.fails(call))
            findings.push_back({.id = "policy.cpu-loss-scale",
                .where = std::string(check.argument),
                .message =
                    std::format("MindSpore raises a {} here: {}", check.exception, check.message(call))});
    }
    return findings;
}

}
