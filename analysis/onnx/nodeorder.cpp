// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/nodeorder.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace halftone {
namespace {

/// Calls visit(name) for everything that a node reads, also inside its bodies. Names that a body defines
/// itself are visited too: they are not found among the outer nodes and do no harm.
template <typename Visit>
void forEachRead(const onnx::NodeProto& node, const Visit& visit)
{
    for (const std::string& input : node.input())
        visit(input);
    for (const onnx::AttributeProto& attribute : node.attribute()) {
        for (const onnx::NodeProto& inner : attribute.g().node())
            forEachRead(inner, visit);
        for (const onnx::ValueInfoProto& output : attribute.g().output())
            visit(output.name());
    }
}

bool isSorted(const onnx::GraphProto& graph)
{
    std::unordered_set<std::string_view> madeLater;
    madeLater.reserve(static_cast<std::size_t>(graph.node_size()));
    for (const onnx::NodeProto& node : graph.node())
        madeLater.insert(node.output().begin(), node.output().end());
    madeLater.erase(std::string_view());
    bool sorted = true;
    for (const onnx::NodeProto& node : graph.node()) {
        forEachRead(node, [&](const std::string& name) { sorted = sorted && !madeLater.contains(name); });
        for (const std::string& output : node.output())
            madeLater.erase(output);
    }
    return sorted;
}

}

bool sortNodes(onnx::GraphProto& graph)
{
    if (isSorted(graph))
        return false;
    const int count = graph.node_size();
    std::unordered_map<std::string_view, int> producers;
    for (int node = 0; node < count; ++node) {
        for (const std::string& output : graph.node(node).output())
            producers.emplace(output, node);
    }
    std::vector<std::vector<int>> successors(static_cast<std::size_t>(count));
    std::vector<int> pending(static_cast<std::size_t>(count), 0);
    for (int node = 0; node < count; ++node) {
        forEachRead(graph.node(node), [&](const std::string& name) {
            const auto found = name.empty() ? producers.end() : producers.find(name);
            if (found == producers.end())
                return;
            successors[static_cast<std::size_t>(found->second)].push_back(node);
            ++pending[static_cast<std::size_t>(node)];
        });
    }
    std::vector<int> order;
    for (int node = 0; node < count; ++node) {
        if (pending[static_cast<std::size_t>(node)] == 0)
            order.push_back(node);
    }
    for (std::size_t next = 0; next < order.size(); ++next) {
        for (const int successor : successors[static_cast<std::size_t>(order[next])]) {
            if (--pending[static_cast<std::size_t>(successor)] == 0)
                order.push_back(successor);
        }
    }
    if (order.size() < static_cast<std::size_t>(count))
        return false;
    google::protobuf::RepeatedPtrField<onnx::NodeProto> sorted(graph.GetArena());
    for (const int node : order)
        sorted.Add()->Swap(graph.mutable_node(node));
    graph.mutable_node()->Swap(&sorted);
    return true;
}

}
