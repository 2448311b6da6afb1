// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/inlinebranches.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <format>

namespace halftone {
namespace {

void rename(std::string& name, const BranchNames& names)
{
    if (const auto found = names.find(name); found != names.end())
        name = found->second;
}

// Bodies inside may read names of the branch, and must follow; what they define themselves hides it.
void renameUses(onnx::GraphProto& body, BranchNames names)
{
    for (const auto& info : body.input())
        names.erase(info.name());
    for (const auto& tensor : body.initializer())
        names.erase(tensor.name());
    for (const auto& node : body.node()) {
        for (const std::string& output : node.output())
            names.erase(output);
    }
    for (auto& node : *body.mutable_node())
        renameInputs(node, names);
    for (auto& info : *body.mutable_output())
        rename(*info.mutable_name(), names);
}

const onnx::AttributeProto* branchOf(const onnx::NodeProto& node, bool condition)
{
    const std::string_view wanted = condition ? "then_branch" : "else_branch";
    for (const auto& attribute : node.attribute()) {
        if (attribute.name() == wanted && attribute.has_g())
            return &attribute;
    }
    return nullptr;
}

// The names inside a branch as they are to be called outside it: results like the outputs of the node.
BranchNames namesFor(const onnx::NodeProto& node, const onnx::GraphProto& branch, const std::string& prefix)
{
    BranchNames names;
    for (const auto& tensor : branch.initializer())
        names[tensor.name()] = prefix + tensor.name();
    for (const auto& inner : branch.node()) {
        for (const std::string& output : inner.output()) {
            if (!output.empty())
                names[output] = prefix + output;
        }
    }
    for (int i = 0; i < node.output_size() && i < branch.output_size(); ++i) {
        const std::string& result = branch.output(i).name();
        if (names.contains(result) && !node.output(i).empty() && names[result] == prefix + result)
            names[result] = node.output(i);
    }
    return names;
}

/// Appends the branch's nodes to \p nodes and its initializers to \p graph.
void inlineBranch(const onnx::NodeProto& node, const onnx::GraphProto& branch, const std::string& prefix,
    onnx::GraphProto& graph, google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes)
{
    const BranchNames names = namesFor(node, branch, prefix);
    for (const auto& tensor : branch.initializer()) {
        onnx::TensorProto& copy = *graph.add_initializer();
        copy = tensor;
        rename(*copy.mutable_name(), names);
    }
    for (const auto& inner : branch.node()) {
        onnx::NodeProto& copy = *nodes.Add();
        copy = inner;
        if (!copy.name().empty())
            copy.set_name(prefix + copy.name());
        renameInputs(copy, names);
        for (std::string& output : *copy.mutable_output())
            rename(output, names);
    }
    // A branch may pass on a value of outside, or one value twice.
    for (int i = 0; i < node.output_size() && i < branch.output_size(); ++i) {
        const auto found = names.find(branch.output(i).name());
        const std::string source = found == names.end() ? branch.output(i).name() : found->second;
        if (source == node.output(i))
            continue;
        onnx::NodeProto& identity = *nodes.Add();
        identity.set_op_type("Identity");
        identity.set_name(std::format("{}output_{}", prefix, i));
        identity.add_input(source);
        identity.add_output(node.output(i));
    }
}

bool isPlainIf(const onnx::NodeProto& node)
{
    return node.op_type() == "If" && node.domain().empty() && node.input_size() == 1;
}

}

const std::string& nameOf(const onnx::NodeProto& node)
{
    return node.name().empty() && node.output_size() > 0 ? node.output(0) : node.name();
}

void renameInputs(onnx::NodeProto& node, const BranchNames& names)
{
    for (std::string& input : *node.mutable_input())
        rename(input, names);
    for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g())
            renameUses(*attribute.mutable_g(), names);
    }
}

std::string branchPrefix(const onnx::NodeProto& node, const onnx::AttributeProto& branch)
{
    return std::format("{}/{}/", nameOf(node), branch.name());
}

std::vector<std::string> inlineKnownBranches(
    onnx::GraphProto& graph, const std::function<std::optional<bool>(const std::string&)>& conditionOf)
{
    std::vector<std::string> known;
    if (std::ranges::none_of(graph.node(), isPlainIf))
        return known; // nearly every model, and large ones should not be copied for nothing
    google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes(graph.GetArena());
    for (const auto& node : graph.node()) {
        const auto condition = isPlainIf(node) ? conditionOf(node.input(0)) : std::nullopt;
        const onnx::AttributeProto* branch = condition ? branchOf(node, *condition) : nullptr;
        if (!branch) {
            *nodes.Add() = node;
            continue;
        }
        known.push_back(nameOf(node));
        inlineBranch(node, branch->g(), branchPrefix(node, *branch), graph, nodes);
    }
    if (!known.empty())
        graph.mutable_node()->Swap(&nodes);
    return known;
}

}
