// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/onnxnodes.h"

#include "analysis/onnx/onnxdtype.h"

#include <onnx/onnx_pb.h>

#include <cassert>
#include <set>
#include <string_view>

namespace halftone {
namespace {

constexpr int kCastByNumber = 6; // the first opset in which Cast names its type by number

}

onnx::NodeProto castNode(const std::string& from, const std::string& to, DType dtype, int opset)
{
    onnx::NodeProto cast;
    cast.set_op_type("Cast");
    cast.set_name(to);
    cast.add_input(from);
    cast.add_output(to);
    setCastType(cast, dtype, opset);
    return cast;
}

bool castsHaveNoInference(int opset)
{
    return opset < kCastByNumber;
}

void describeCasts(onnx::GraphProto& graph)
{
    std::set<std::string_view> described;
    for (const onnx::ValueInfoProto& info : graph.value_info())
        described.insert(info.name());
    for (const onnx::ValueInfoProto& info : graph.output())
        described.insert(info.name());
    for (const onnx::NodeProto& node : graph.node()) {
        if (node.op_type() != "Cast" || described.contains(node.output(0)))
            continue;
        onnx::TensorProto::DataType type = onnx::TensorProto::UNDEFINED;
        for (const onnx::AttributeProto& attribute : node.attribute())
            onnx::TensorProto::DataType_Parse(attribute.s(), &type);
        onnx::ValueInfoProto& info = *graph.add_value_info();
        info.set_name(node.output(0));
        info.mutable_type()->mutable_tensor_type()->set_elem_type(type);
    }
}

void setCastType(onnx::NodeProto& cast, DType dtype, int opset)
{
    onnx::AttributeProto* to = nullptr;
    for (onnx::AttributeProto& attribute : *cast.mutable_attribute())
        to = attribute.name() == "to" ? &attribute : to;
    if (!to)
        to = cast.add_attribute();
    const int type = onnxDataType(dtype);
    to->Clear();
    to->set_name("to");
    to->set_type(castsHaveNoInference(opset) ? onnx::AttributeProto::STRING : onnx::AttributeProto::INT);
    if (castsHaveNoInference(opset))
        to->set_s(onnx::TensorProto::DataType_Name(static_cast<onnx::TensorProto::DataType>(type)));
    else
        to->set_i(type);
}

onnx::NodeProto insertedNode(const Graph& graph, NodeId node, int opset)
{
    const Node& inserted = graph.node(node);
    onnx::NodeProto proto;
    proto.set_op_type(inserted.opType);
    proto.set_name(inserted.name);
    if (inserted.opType == "Cast")
        setCastType(proto, graph.value(graph.outputs(node)[0]).dtype, opset);
    else
        assert(inserted.attributes.empty() && "only Casts are inserted with attributes");
    return proto;
}

void keepAttributeTensors(onnx::NodeProto& proto, const Node& node, WeightStore& weights)
{
    for (onnx::AttributeProto& attribute : *proto.mutable_attribute()) {
        if (!attribute.has_t())
            continue;
        const TensorData data = attributeOr(std::span(node.attributes), attribute.name(), TensorData{});
        if (data.dtype != DType::Undefined)
            weights.keep(*attribute.mutable_t(), data);
    }
}

onnx::ValueInfoProto describedAsInput(const onnx::TensorProto& tensor)
{
    onnx::ValueInfoProto info;
    info.set_name(tensor.name());
    auto& type = *info.mutable_type()->mutable_tensor_type();
    type.set_elem_type(tensor.data_type());
    type.mutable_shape();
    for (const std::int64_t size : tensor.dims())
        type.mutable_shape()->add_dim()->set_dim_value(size);
    return info;
}

}
