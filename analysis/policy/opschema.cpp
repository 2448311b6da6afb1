// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/opschema.h"

#include <onnx/defs/data_type_utils.h>
#include <onnx/defs/schema.h>

#include <algorithm>

namespace halftone {
namespace {

constexpr int kNewestOpset = 1 << 20; // For files that do not say, and for domains other than ai.onnx.

bool takes(const std::vector<onnx::OpSchema::FormalParameter>& parameters, std::size_t slot, DType low)
{
    if (parameters.empty())
        return true;
    // A variadic parameter is the last one and stands for all slots from its own on.
    const onnx::OpSchema::FormalParameter& parameter = parameters[std::min(slot, parameters.size() - 1)];
    const onnx::DataType type =
        onnx::Utils::DataTypeUtils::ToType(low == DType::BFloat16 ? "tensor(bfloat16)" : "tensor(float16)");
    return parameter.GetTypes().contains(type);
}

}

LowPrecisionSlots::LowPrecisionSlots(const Graph& graph, NodeId node, DType low, int leastOpset)
    : m_low(low)
{
    const Node& row = graph.node(node);
    const bool isStandard = row.domain.empty() || row.domain == "ai.onnx";
    const int opset = isStandard && graph.opset() > 0 ? std::max(graph.opset(), leastOpset) : kNewestOpset;
    m_schema = onnx::OpSchemaRegistry::Schema(row.opType, opset, isStandard ? std::string() : row.domain);
}

bool LowPrecisionSlots::takesInput(std::size_t slot) const
{
    return !m_schema || takes(m_schema->inputs(), slot, m_low);
}

bool LowPrecisionSlots::takesOutput(std::size_t slot) const
{
    return !m_schema || takes(m_schema->outputs(), slot, m_low);
}

}
