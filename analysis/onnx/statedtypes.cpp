// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/statedtypes.h"

#include <onnx/onnx_pb.h>

namespace halftone {

StatedTypes::StatedTypes(const onnx::GraphProto& graph)
    : m_graph(graph)
{
    for (const onnx::ValueInfoProto& info : graph.output())
        m_outputs[info.name()] = &info.type();
}

const onnx::TypeProto* StatedTypes::find(const std::string& name)
{
    if (const auto output = m_outputs.find(name); output != m_outputs.end())
        return output->second;
    const auto& infos = m_graph.value_info();
    if (m_next < infos.size() && infos[m_next].name() == name)
        return &infos[m_next++].type();
    if (m_byName.empty()) {
        for (const onnx::ValueInfoProto& info : infos)
            m_byName[info.name()] = &info.type();
    }
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? nullptr : found->second;
}

}
