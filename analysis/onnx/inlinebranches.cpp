// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/inlinebranches.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <format>
#include <map>

namespace halftone {
namespace {

using Names = std::map<std::string, std::string, std::less<>>;

void rename(std::string& name, const Names& names)
{
    if (const auto found = names.find(name); found != names.end())
        name = found->second;
}

// Bodies inside may read names of the branch, and must follow; what they define themselves hides it.
void renameUses(onnx::GraphProto& body, Names names)
{
    for (const auto& info : body.input())
        names.erase(info.name());
    for (const auto& tensor : body.initializer())
        names.erase(tensor.name());
    for (const auto& node : body.node()) {
        for (const std::string& output : node.output())
            names.erase(output);
    }
    for (auto& node : *body.mutable_node()) {
        for (std::string& input : *node.mutable_input())
            rename(input, names);
        for (auto& attribute : *node.mutable_attribute()) {
            if (attribute.has_g())
                renameUses(*attribute.mutable_g(), names);
        }
    }
    for (auto& info : *body.mutable_output())
        rename(*info.mutable_name(), names);
}

const onnx::GraphProto* branchOf(const onnx::NodeProto& node, bool condition)
{
    const std::string_view wanted = condition ? "then_branch" : "else_branch";
    for (const auto& attribute : node.attribute()) {
        if (attribute.name() == wanted && attribute.has_g())
            return &attribute.g();
    }
    return nullptr;
}

// The names inside a branch as they are to be called outside it: results like the outputs of the node.
Names namesFor(const onnx::NodeProto& node, const onnx::GraphProto& branch, const std::string& prefix)
{
    Names names;
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
    const Names names = namesFor(node, branch, prefix);
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
        for (std::string& input : *copy.mutable_input())
            rename(input, names);
        for (std::string& output : *copy.mutable_output())
            rename(output, names);
        for (auto& attribute : *copy.mutable_attribute()) {
            if (attribute.has_g())
                renameUses(*attribute.mutable_g(), names);
        }
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

std::vector<std::string> inlineKnownBranches(
    onnx::GraphProto& graph, const std::function<std::optional<bool>(const std::string&)>& conditionOf)
{
    std::vector<std::string> known;
    if (std::ranges::none_of(graph.node(), isPlainIf))
        return known; // nearly every model, and large ones should not be copied for nothing
    google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes(graph.GetArena());
    int number = 0;
    for (const auto& node : graph.node()) {
        ++number;
        const auto condition = isPlainIf(node) ? conditionOf(node.input(0)) : std::nullopt;
        const onnx::GraphProto* branch = condition ? branchOf(node, *condition) : nullptr;
        if (!branch) {
            *nodes.Add() = node;
            continue;
        }
        known.push_back(node.name().empty() ? std::format("if_{}", number) : node.name());
        inlineBranch(node, *branch, known.back() + "/", graph, nodes);
    }
    if (!known.empty())
        graph.mutable_node()->Swap(&nodes);
    return known;
}

}
