// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graphbuilder.h"

#include <format>
#include <set>

namespace halftone {

std::vector<std::string> verify(const Graph& graph)
{
    std::vector<std::string> faults;
    std::set<std::string_view> names;
    for (ValueId id : graph.values()) {
        const Value& value = graph.value(id);
        if (!names.insert(value.name).second)
            faults.push_back(std::format("two values are named \"{}\"", value.name));
        if ((value.kind == ValueKind::Intermediate) != value.producer.isValid())
            faults.push_back(std::format("value \"{}\" has the wrong kind for its producer", value.name));
        if (value.kind == ValueKind::Initializer && !graph.data(id))
            faults.push_back(std::format("initializer \"{}\" has no data", value.name));
    }
    for (NodeId id : graph.nodes()) {
        const Node& node = graph.node(id);
        if (!node.op)
            faults.push_back(std::format("node {} has no row in the op table", graph.displayName(id)));
        if (node.origin.isValid() && node.origin >= id)
            faults.push_back(std::format("node {} comes before its origin", graph.displayName(id)));
        for (ValueId input : graph.inputs(id)) {
            if (input.isValid() && graph.value(input).producer.isValid() && graph.value(input).producer >= id)
                faults.push_back(std::format("node {} reads a later result", graph.displayName(id)));
        }
        for (ValueId output : graph.outputs(id)) {
            if (output.isValid() && graph.value(output).producer != id)
                faults.push_back(std::format("node {} does not own its output", graph.displayName(id)));
        }
        for (const Body& body : node.bodies) {
            for (std::string& fault : verify(*body.graph))
                faults.push_back(graph.displayName(id) + "/" + body.attribute + ": " + std::move(fault));
        }
    }
    return faults;
}

}
