// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/onnxdeclarations.h"

#include "analysis/export/onnxnodes.h"
#include "analysis/onnx/onnxdtype.h"

#include <onnx/onnx_pb.h>

namespace halftone {
namespace {

void setElementType(onnx::ValueInfoProto& info, DType dtype)
{
    const int type = onnxDataType(dtype);
    if (type != 0 && info.type().has_tensor_type())
        info.mutable_type()->mutable_tensor_type()->set_elem_type(type);
}

class DeclarationWriter
{
public:
    DeclarationWriter(onnx::GraphProto& proto, const NamedGraph& graph, OnnxWriteContext& context)
        : m_proto(proto)
        , m_graph(graph)
        , m_context(context)
    {
    }

    void run()
    {
        writeInitializers();
        writeInputs();
        writeOutputs();
        writeValueInfo();
    }

private:
    void writeInitializers()
    {
        google::protobuf::RepeatedPtrField<onnx::TensorProto> before;
        before.Swap(m_proto.mutable_initializer());
        std::unordered_set<std::string> wereBeside;
        for (onnx::TensorProto& tensor : before) {
            if (tensor.data_location() == onnx::TensorProto::EXTERNAL)
                wereBeside.insert(tensor.name());
            const auto value = m_graph.byName.find(tensor.name());
            if (value == m_graph.byName.end() ||
                m_graph.mixed.value(value->second).kind != ValueKind::Initializer)
                continue;
            m_context.weights->keep(tensor, *m_graph.mixed.data(value->second));
            m_proto.add_initializer()->Swap(&tensor);
        }
        for (const FoldedCast& cast : m_graph.folding.casts) {
            const bool wasBeside = wereBeside.contains(m_graph.mixed.value(cast.source).name);
            onnx::TensorProto& tensor = *m_proto.add_initializer();
            tensor.set_name(m_graph.names[cast.result]);
            m_context.weights->put(tensor, *m_graph.mixed.data(cast.source),
                m_graph.mixed.value(cast.result).dtype,
                wasBeside ? WeightStore::Place::Beside : WeightStore::Place::AsItFits);
            m_context.noteTypes(m_graph.mixed, std::span(&cast.result, 1));
        }
    }

    // Before IR version 4 every initializer stands among the inputs, too.
    void writeInputs()
    {
        google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> before;
        before.Swap(m_proto.mutable_input());
        std::map<std::string_view, const onnx::TensorProto*> initializers;
        for (const onnx::TensorProto& tensor : m_proto.initializer())
            initializers[tensor.name()] = &tensor;
        for (onnx::ValueInfoProto& input : before) {
            const auto value = m_graph.byName.find(input.name());
            if (value == m_graph.byName.end())
                continue;
            setElementType(input, m_graph.mixed.value(value->second).dtype);
            initializers.erase(input.name());
            m_proto.add_input()->Swap(&input);
        }
        if (m_context.irVersion >= 4 || before.empty())
            return;
        for (const onnx::TensorProto& tensor : m_proto.initializer()) {
            if (initializers.contains(tensor.name()))
                *m_proto.add_input() = describedAsInput(tensor);
        }
    }

    void writeOutputs()
    {
        for (int i = 0; i < m_proto.output_size(); ++i) {
            const ValueId value = m_graph.mixed.graphOutputs()[static_cast<std::size_t>(i)];
            m_proto.mutable_output(i)->set_name(m_graph.names[value]);
            setElementType(*m_proto.mutable_output(i), m_graph.mixed.value(value).dtype);
        }
    }

    void writeValueInfo()
    {
        google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> before;
        before.Swap(m_proto.mutable_value_info());
        for (onnx::ValueInfoProto& info : before) {
            const auto value = m_graph.byName.find(info.name());
            if (value == m_graph.byName.end())
                continue;
            setElementType(info, m_graph.mixed.value(value->second).dtype);
            m_proto.add_value_info()->Swap(&info);
        }
        if (castsHaveNoInference(m_context.opset()))
            describeCasts(m_proto);
    }

    onnx::GraphProto& m_proto;
    const NamedGraph& m_graph;
    OnnxWriteContext& m_context;
};

}

void rewriteDeclarations(onnx::GraphProto& proto, const NamedGraph& graph, OnnxWriteContext& context)
{
    DeclarationWriter(proto, graph, context).run();
}

}
