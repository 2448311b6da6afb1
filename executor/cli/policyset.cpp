// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/policyset.h"

#include "analysis/core/nearestname.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <format>
#include <optional>
#include <ranges>

namespace halftone::cli {
namespace {

// Gives back false for a value that is none.
using Set = bool (*)(PolicySettings& settings, std::string_view value);

struct Setting
{
    std::string_view name;
    std::string_view policy;
    Set set;
};

void append(std::vector<std::string>& names, std::string_view value)
{
    for (const auto piece : std::views::split(value, ',')) {
        if (!piece.empty())
            names.emplace_back(std::string_view(piece));
    }
}

template <auto Member>
struct MemberOf;
template <typename Settings, typename T, T Settings::* Member>
struct MemberOf<Member>
{
    static T& in(PolicySettings& settings) { return std::get<Settings>(settings).*Member; }
};

template <auto Member>
bool addNames(PolicySettings& settings, std::string_view value)
{
    append(MemberOf<Member>::in(settings), value);
    return true;
}

template <auto Member>
bool setNames(PolicySettings& settings, std::string_view value)
{
    append(MemberOf<Member>::in(settings).emplace(), value);
    return true;
}

template <typename T>
std::optional<T> numberIn(std::string_view text)
{
    T number{};
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return !text.empty() && read.ptr == end && read.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

bool setInitMax(PolicySettings& settings, std::string_view value)
{
    const auto number = numberIn<double>(value);
    if (number)
        std::get<AutoCastSettings>(settings).initMax = *number;
    return number.has_value();
}

bool setMaxDepth(PolicySettings& settings, std::string_view value)
{
    const auto number = numberIn<std::int64_t>(value);
    std::get<AutoCastSettings>(settings).maxDepthOfReduction = number;
    return number.has_value();
}

bool setCheckFp16Ready(PolicySettings& settings, std::string_view value)
{
    std::get<OnnxFloat16Settings>(settings).checkFp16Ready = value == "True";
    return value == "True" || value == "False";
}

bool setRewriteLevel(PolicySettings& settings, std::string_view value)
{
    std::get<TensorFlowSettings>(settings).tensorCoresOnly = value == "TENSOR_CORES_ONLY";
    return value == "TENSOR_CORES_ONLY" || value.empty();
}

constexpr auto kSettings = std::to_array<Setting>({
    {"ALLOWLIST_ADD", "tensorflow", addNames<&TensorFlowSettings::allowAdd>},
    {"ALLOWLIST_REMOVE", "tensorflow", addNames<&TensorFlowSettings::allowRemove>},
    {"DENYLIST_ADD", "tensorflow", addNames<&TensorFlowSettings::denyAdd>},
    {"DENYLIST_REMOVE", "tensorflow", addNames<&TensorFlowSettings::denyRemove>},
    {"INFERLIST_ADD", "tensorflow", addNames<&TensorFlowSettings::inferAdd>},
    {"INFERLIST_REMOVE", "tensorflow", addNames<&TensorFlowSettings::inferRemove>},
    {"CLEARLIST_ADD", "tensorflow", addNames<&TensorFlowSettings::clearAdd>},
    {"CLEARLIST_REMOVE", "tensorflow", addNames<&TensorFlowSettings::clearRemove>},
    {"LEVEL", "tensorflow", setRewriteLevel},
    {"nodes_to_exclude", "autocast", addNames<&AutoCastSettings::nodesToExclude>},
    {"op_types_to_exclude", "autocast", addNames<&AutoCastSettings::opTypesToExclude>},
    {"nodes_to_include", "autocast", addNames<&AutoCastSettings::nodesToInclude>},
    {"op_types_to_include", "autocast", addNames<&AutoCastSettings::opTypesToInclude>},
    {"init_max", "autocast", setInitMax},
    {"max_depth_of_reduction", "autocast", setMaxDepth},
    {"op_block_list", "onnx-float16", setNames<&OnnxFloat16Settings::opBlockList>},
    {"node_block_list", "onnx-float16", addNames<&OnnxFloat16Settings::nodeBlockList>},
    {"check_fp16_ready", "onnx-float16", setCheckFp16Ready},
});

Error usage(std::string what, std::string remedy)
{
    return {ErrorKind::Usage, "E-POLICY", std::move(what), "--policy-set", std::move(remedy)};
}

}

Result<void> setPolicyOption(PrecisionPolicy& policy, const std::string& text)
{
    const std::string_view id = definitionOf(policy).id;
    const std::string name = text.substr(0, text.find('='));
    const auto row = std::ranges::find_if(
        kSettings, [&](const Setting& setting) { return setting.policy == id && setting.name == name; });
    if (row == kSettings.end()) {
        NearestName nearest(name);
        for (const Setting& setting : kSettings) {
            if (setting.policy == id)
                nearest.offer(setting.name);
        }
        return std::unexpected(usage(std::format("The policy {} has no setting \"{}\".", id, name),
            nearest.best().empty() ? std::format("Settings are {}.", knownPolicySettings())
                                   : std::format("Did you mean {}?", nearest.best())));
    }
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || !row->set(policy.settings, std::string_view(text).substr(equals + 1)))
        return std::unexpected(usage(std::format("\"{}\" gives {} no value.", text, name),
            "Write NAME=VALUE; halftone-cli(1) says which values there are."));
    return {};
}

std::string knownPolicySettings()
{
    std::string text;
    std::string_view policy;
    for (const Setting& setting : kSettings) {
        if (setting.policy != policy)
            text += std::format("{}{}: ", text.empty() ? "" : "; ", setting.policy);
        else
            text += ", ";
        text += setting.name;
        policy = setting.policy;
    }
    return text;
}

}
