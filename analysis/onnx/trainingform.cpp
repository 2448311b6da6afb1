// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/trainingform.h"

#include "analysis/onnx/inlinebranches.h"
#include "analysis/onnx/onnxdtype.h"
#include "analysis/onnx/tensorimport.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <format>
#include <set>

namespace halftone {
namespace {

bool isLow(int elementType)
{
    return isLowPrecision(dtypeFromOnnx(elementType));
}

std::string lowName(const std::string& name, int elementType)
{
    return std::format("{}__to_{}", name, halftone::name(dtypeFromOnnx(elementType)));
}

onnx::NodeProto castNode(const std::string& from, const std::string& to, int elementType)
{
    onnx::NodeProto cast;
    cast.set_op_type("Cast");
    cast.set_name(to);
    cast.add_input(from);
    cast.add_output(to);
    onnx::AttributeProto& type = *cast.add_attribute();
    type.set_name("to");
    type.set_type(onnx::AttributeProto::INT);
    type.set_i(elementType);
    return cast;
}

/// What a step replaces by itself: nothing learns from rounding it.
std::set<std::string> runningStatistics(const onnx::GraphProto& graph)
{
    constexpr int kMean = 3, kVariance = 4;
    std::set<std::string> names;
    for (const auto& node : graph.node()) {
        for (int slot = kMean; node.op_type() == "BatchNormalization" && slot <= kVariance; ++slot) {
            if (slot < node.input_size())
                names.insert(node.input(slot));
        }
    }
    return names;
}

class EndWidener
{
public:
    EndWidener(onnx::GraphProto& graph, const ImportOptions& options)
        : m_graph(graph)
        , m_options(options)
    {
    }

    std::size_t widen()
    {
        const std::size_t weights = widenWeights();
        widenInputs();
        for (auto& node : *m_graph.mutable_node())
            renameInputs(node, m_renamed);
        const std::vector<onnx::NodeProto> behind = widenOutputs();
        google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes(m_graph.GetArena());
        for (const onnx::NodeProto& cast : m_inFront)
            *nodes.Add() = cast;
        nodes.MergeFrom(m_graph.node());
        for (const onnx::NodeProto& cast : behind)
            *nodes.Add() = cast;
        if (!m_inFront.empty() || !behind.empty())
            m_graph.mutable_node()->Swap(&nodes);
        return weights;
    }

private:
    void cast(const std::string& name, int elementType)
    {
        m_renamed[name] = lowName(name, elementType);
        m_inFront.push_back(castNode(name, m_renamed[name], elementType));
    }

    std::size_t widenWeights()
    {
        const std::set<std::string> statistics = runningStatistics(m_graph);
        for (auto& tensor : *m_graph.mutable_initializer()) {
            if (!isLow(tensor.data_type()) || tensor.dims_size() == 0 || statistics.contains(tensor.name()))
                continue;
            std::vector<Finding> ignored; // the import itself reports what is wrong with a tensor
            const auto data = importTensor(tensor, nullptr, m_options, ignored);
            if (!data || data->bytes.empty())
                continue;
            const std::vector<double> wide = toDoubles(*data);
            const std::vector<float> values(wide.begin(), wide.end());
            cast(tensor.name(), tensor.data_type());
            tensor.set_data_type(onnx::TensorProto::FLOAT);
            tensor.clear_int32_data();
            tensor.clear_external_data();
            tensor.clear_data_location();
            tensor.set_raw_data(values.data(), values.size() * sizeof(float));
        }
        return m_renamed.size();
    }

    // Files of before IR version 4 list weights among the inputs, too.
    void widenInputs()
    {
        std::set<std::string> initializers;
        for (const auto& tensor : m_graph.initializer())
            initializers.insert(tensor.name());
        for (auto& input : *m_graph.mutable_input()) {
            auto& type = *input.mutable_type()->mutable_tensor_type();
            const bool isData = !initializers.contains(input.name());
            if (!isLow(type.elem_type()) || (isData && type.shape().dim_size() == 0) ||
                (!isData && !m_renamed.contains(input.name())))
                continue;
            if (isData)
                cast(input.name(), type.elem_type());
            type.set_elem_type(onnx::TensorProto::FLOAT);
        }
    }

    std::vector<onnx::NodeProto> widenOutputs()
    {
        std::vector<onnx::NodeProto> casts;
        BranchNames renamed;
        for (auto& output : *m_graph.mutable_output()) {
            auto& type = *output.mutable_type()->mutable_tensor_type();
            const bool isMade = std::ranges::any_of(m_graph.node(),
                [&](const auto& node) { return std::ranges::contains(node.output(), output.name()); });
            if (!isLow(type.elem_type()) || !isMade)
                continue;
            renamed[output.name()] = lowName(output.name(), type.elem_type());
            casts.push_back(castNode(renamed[output.name()], output.name(), onnx::TensorProto::FLOAT));
            type.set_elem_type(onnx::TensorProto::FLOAT);
        }
        for (auto& node : *m_graph.mutable_node()) {
            renameInputs(node, renamed);
            for (std::string& name : *node.mutable_output()) {
                if (const auto found = renamed.find(name); found != renamed.end())
                    name = found->second;
            }
        }
        return casts;
    }

    onnx::GraphProto& m_graph;
    const ImportOptions& m_options;
    BranchNames m_renamed;
    std::vector<onnx::NodeProto> m_inFront;
};

}

std::size_t widenEnds(onnx::GraphProto& graph, const ImportOptions& options)
{
    return EndWidener(graph, options).widen();
}

}
