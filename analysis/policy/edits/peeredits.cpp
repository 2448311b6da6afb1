// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/edits/policyedits.h"
#include "analysis/policy/families.h"
#include "analysis/policy/peers/onnxfloat16lists.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

struct Variable
{
    std::string_view name; // behind TF_AUTO_MIXED_PRECISION_GRAPH_REWRITE_
    std::vector<std::string> TensorFlowSettings::* names;
};
constexpr auto kVariables = std::to_array<Variable>({
    {"ALLOWLIST_ADD", &TensorFlowSettings::allowAdd},
    {"ALLOWLIST_REMOVE", &TensorFlowSettings::allowRemove},
    {"DENYLIST_ADD", &TensorFlowSettings::denyAdd},
    {"DENYLIST_REMOVE", &TensorFlowSettings::denyRemove},
    {"INFERLIST_ADD", &TensorFlowSettings::inferAdd},
    {"INFERLIST_REMOVE", &TensorFlowSettings::inferRemove},
    {"CLEARLIST_ADD", &TensorFlowSettings::clearAdd},
    {"CLEARLIST_REMOVE", &TensorFlowSettings::clearRemove},
});

template <typename Settings>
void addTo(EditContext& context, std::vector<std::string> Settings::* member, std::string_view where,
    const std::string& text)
{
    Settings edited = std::get<Settings>(context.policy().settings);
    if (text.empty() || std::ranges::contains(edited.*member, text))
        return;
    (edited.*member).push_back(text);
    context.add(where, std::format("add \"{}\"", text), PolicySettings(std::move(edited)));
}

template <typename Settings>
void takeFrom(EditContext& context, std::vector<std::string> Settings::* member, std::string_view where,
    const std::string& text)
{
    Settings edited = std::get<Settings>(context.policy().settings);
    if (std::erase(edited.*member, text) > 0)
        context.add(where, std::format("take \"{}\" out", text), PolicySettings(std::move(edited)));
}

// A pattern that only this name matches, as a whole.
std::string patternFor(const std::string& nodeName)
{
    std::string pattern;
    for (const char letter : nodeName) {
        if (std::string_view(R"(\^$.|?*+()[]{})").contains(letter))
            pattern += '\\';
        pattern += letter;
    }
    return pattern.empty() ? pattern : pattern + '$';
}

}

void addTensorFlowEdits(EditContext& context)
{
    for (NodeId node : context.chain()) {
        for (const PartDecision& part : context.decisions().parts(node)) {
            for (const Variable& variable : kVariables) {
                takeFrom(context, variable.names, variable.name, part.ascendType);
                addTo(context, variable.names, variable.name, part.ascendType);
            }
        }
    }
    addOverrideEdits(context);
}

void addTorchEdits(EditContext& context)
{
    addOverrideEdits(context);
}

void addAutoCastEdits(EditContext& context)
{
    for (NodeId node : context.chain()) {
        const Node& row = context.graph().node(node);
        const std::string pattern = patternFor(row.name);
        takeFrom(context, &AutoCastSettings::nodesToExclude, "nodes_to_exclude", pattern);
        takeFrom(context, &AutoCastSettings::opTypesToExclude, "op_types_to_exclude", row.opType);
        takeFrom(context, &AutoCastSettings::nodesToInclude, "nodes_to_include", pattern);
        takeFrom(context, &AutoCastSettings::opTypesToInclude, "op_types_to_include", row.opType);
        const bool wantsHigh = context.wanted() == DType::Float32;
        addTo(context, wantsHigh ? &AutoCastSettings::nodesToExclude : &AutoCastSettings::nodesToInclude,
            wantsHigh ? "nodes_to_exclude" : "nodes_to_include", pattern);
        addTo(context, wantsHigh ? &AutoCastSettings::opTypesToExclude : &AutoCastSettings::opTypesToInclude,
            wantsHigh ? "op_types_to_exclude" : "op_types_to_include", row.opType);
    }
    addOverrideEdits(context);
}

void addOnnxFloat16Edits(EditContext& context)
{
    const auto& settings = std::get<OnnxFloat16Settings>(context.policy().settings);
    for (NodeId node : context.chain()) {
        const Node& row = context.graph().node(node);
        takeFrom(context, &OnnxFloat16Settings::nodeBlockList, "node_block_list", row.name);
        OnnxFloat16Settings edited = settings;
        std::vector<std::string> types = settings.opBlockList.value_or(defaultOpBlockList());
        const bool wasBlocked = std::erase(types, row.opType) > 0;
        if (!wasBlocked)
            types.push_back(row.opType);
        edited.opBlockList = std::move(types);
        context.add("op_block_list",
            wasBlocked ? std::format("take \"{}\" out", row.opType) : std::format("add \"{}\"", row.opType),
            PolicySettings(std::move(edited)));
        if (!wasBlocked)
            addTo(context, &OnnxFloat16Settings::nodeBlockList, "node_block_list", row.name);
    }
    addOverrideEdits(context);
}

}
