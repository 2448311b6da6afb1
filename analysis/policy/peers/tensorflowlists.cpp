// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lists are AutoMixedPrecisionListsCuda of
// tensorflow/core/grappler/optimizers/auto_mixed_precision_lists.h (e1c1b297, 2.x), for CUDA 9.1 and
// cuDNN 8.0 or newer, restricted to operators that an ONNX node can become.
//
// Reading of the mapping. ONNX Sum and Mean add tensors element by element (AddN), while TensorFlow's Sum and
// Mean are ONNX's ReduceSum and ReduceMean; GlobalAveragePool is a Mean over the pixels. A bias belongs to
// its product, although TensorFlow adds it by BiasAdd (infer list). What TensorFlow composes of several
// operators goes by the most dangerous of them: reductions of norms by Sum, the gradient of Softmax by its
// Sum, a mean squared error by its Mean. LayerNormalization, GroupNormalization, InstanceNormalization, Gelu
// and HardSwish have no counterpart and are in no list here.
#include "analysis/policy/peers/tensorflowlists.h"

#include <algorithm>
#include <array>
#include <format>
#include <span>

namespace halftone {
namespace {

struct OpName
{
    std::string_view onnx;
    std::string_view tensorFlow;
};

constexpr auto kNames = std::to_array<OpName>({{"Abs", "Abs"}, {"Add", "AddV2"}, {"ArgMax", "ArgMax"},
    {"ArgMin", "ArgMin"}, {"AveragePool", "AvgPool"}, {"AveragePoolGrad", "AvgPoolGrad"},
    {"BatchNormalization", "FusedBatchNormV3"}, {"BatchNormalizationGrad", "FusedBatchNormGradV3"},
    {"BiasGrad", "BiasAddGrad"}, {"Ceil", "Ceil"}, {"Clip", "ClipByValue"}, {"Concat", "ConcatV2"},
    {"ConstantOfShape", "Fill"}, {"ConvGradInput", "Conv2DBackpropInput"},
    {"ConvGradWeight", "Conv2DBackpropFilter"}, {"ConvTranspose", "Conv2DBackpropInput"},
    {"DepthToSpace", "DepthToSpace"}, {"Div", "RealDiv"}, {"Dropout", "Mul"}, {"Einsum", "Einsum"},
    {"Elu", "Elu"}, {"Equal", "Equal"}, {"Erf", "Erf"}, {"Exp", "Exp"}, {"Expand", "BroadcastTo"},
    {"Flatten", "Reshape"}, {"Floor", "Floor"}, {"GRU", "CudnnRNNV3"}, {"Gather", "GatherV2"},
    {"GatherElements", "GatherNd"}, {"GatherND", "GatherNd"}, {"Gemm", "MatMul"},
    {"GlobalAveragePool", "Mean"}, {"GlobalMaxPool", "Max"}, {"Greater", "Greater"},
    {"GreaterOrEqual", "GreaterEqual"}, {"Identity", "Identity"}, {"IsInf", "IsInf"}, {"IsNaN", "IsNan"},
    {"LSTM", "CudnnRNNV3"}, {"LeakyRelu", "LeakyRelu"}, {"Less", "Less"}, {"LessOrEqual", "LessEqual"},
    {"Log", "Log"}, {"LogSoftmax", "LogSoftmax"}, {"MatMul", "BatchMatMulV2"}, {"Max", "Maximum"},
    {"MaxPool", "MaxPool"}, {"MaxPoolGrad", "MaxPoolGrad"}, {"Mean", "AddN"}, {"MeanSquaredError", "Mean"},
    {"MeanSquaredErrorGrad", "Mul"}, {"Min", "Minimum"}, {"Mul", "Mul"}, {"Neg", "Neg"},
    {"NegativeLogLikelihoodLoss", "SparseSoftmaxCrossEntropyWithLogits"}, {"OneHot", "OneHot"},
    {"Pad", "PadV2"}, {"Pow", "Pow"}, {"RNN", "CudnnRNNV3"}, {"Reciprocal", "Reciprocal"},
    {"ReduceL1", "Sum"}, {"ReduceL2", "Sum"}, {"ReduceLogSum", "Sum"}, {"ReduceLogSumExp", "Sum"},
    {"ReduceMax", "Max"}, {"ReduceMean", "Mean"}, {"ReduceMin", "Min"}, {"ReduceProd", "Prod"},
    {"ReduceSum", "Sum"}, {"ReduceSumSquare", "L2Loss"}, {"Relu", "Relu"}, {"ReluGrad", "ReluGrad"},
    {"Reshape", "Reshape"}, {"Round", "Round"}, {"Selu", "Selu"}, {"Shape", "Shape"}, {"Sigmoid", "Sigmoid"},
    {"Sign", "Sign"}, {"Size", "Size"}, {"Slice", "StridedSlice"}, {"Softmax", "Softmax"},
    {"SoftmaxCrossEntropyLoss", "SparseSoftmaxCrossEntropyWithLogits"},
    {"SoftmaxCrossEntropyLossGrad", "Mul"}, {"SoftmaxGrad", "Sum"}, {"Softplus", "Softplus"},
    {"Softsign", "Softsign"}, {"SpaceToDepth", "SpaceToDepth"}, {"Split", "SplitV"}, {"Sqrt", "Sqrt"},
    {"Squeeze", "Squeeze"}, {"Sub", "Sub"}, {"Sum", "AddN"}, {"Tanh", "Tanh"}, {"Tile", "Tile"},
    {"TopK", "TopKV2"}, {"Transpose", "Transpose"}, {"UnscaleGradient", "Mul"}, {"Unsqueeze", "ExpandDims"},
    {"Where", "SelectV2"}});
static_assert(std::ranges::is_sorted(kNames, {}, &OpName::onnx), "tensorFlowOp() searches by halving");

constexpr auto kAllow = std::to_array<std::string_view>({"BatchMatMul", "BatchMatMulV2", "BlockLSTM",
    "BlockLSTMV2", "Conv2D", "Conv2DBackpropFilter", "Conv2DBackpropInput", "Conv3D",
    "Conv3DBackpropFilterV2", "Conv3DBackpropInputV2", "CudnnRNN", "CudnnRNNBackprop", "CudnnRNNV2",
    "CudnnRNNV3", "DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropFilter",
    "DepthwiseConv2dNativeBackpropInput", "Einsum", "GRUBlockCell", "LSTMBlockCell", "MatMul"});

constexpr auto kInfer = std::to_array<std::string_view>({"Add", "AddN", "AddV2", "AvgPool", "AvgPool3D",
    "AvgPool3DGrad", "AvgPoolGrad", "BiasAdd", "BiasAddGrad", "BiasAddV1", "Elu", "EluGrad", "Erf", "Erfc",
    "FloorDiv", "FusedBatchNormGradV2", "FusedBatchNormGradV3", "FusedBatchNormV2", "FusedBatchNormV3", "Inv",
    "LeakyRelu", "LeakyReluGrad", "Log", "Log1p", "LogSoftmax", "Mul", "Prod", "RealDiv", "Reciprocal",
    "Selu", "SeluGrad", "Sigmoid", "SigmoidGrad", "Softmax", "Softplus", "SoftplusGrad", "Softsign",
    "SoftsignGrad", "Sqrt", "Sub", "Tanh", "TanhGrad", "_FusedBatchNormEx"});

constexpr auto kDeny = std::to_array<std::string_view>({"Exp", "Expm1", "L2Loss", "Mean", "Pow", "SaveV2",
    "SoftmaxCrossEntropyWithLogits", "SparseSoftmaxCrossEntropyWithLogits", "Sum"});

constexpr auto kClear = std::to_array<std::string_view>({"Abs", "ArgMax", "ArgMin", "BroadcastTo", "Ceil",
    "ClipByValue", "Concat", "ConcatV2", "DepthToSpace", "Equal", "ExpandDims", "Fill", "Floor", "Gather",
    "GatherNd", "GatherV2", "Greater", "GreaterEqual", "Identity", "IdentityN", "IsFinite", "IsInf", "IsNan",
    "Less", "LessEqual", "Max", "MaxPool", "MaxPool3D", "MaxPool3DGrad", "MaxPoolGrad", "MaxPoolGradV2",
    "MaxPoolV2", "Maximum", "Min", "Minimum", "MirrorPad", "Neg", "NotEqual", "OneHot", "OnesLike", "Pack",
    "Pad", "PadV2", "Rank", "Relu", "Relu6", "Relu6Grad", "ReluGrad", "Reshape", "ResizeNearestNeighbor",
    "ResizeNearestNeighborGrad", "Reverse", "Round", "Select", "SelectV2", "Shape", "ShapeN", "Sign", "Size",
    "Slice", "SpaceToDepth", "Split", "SplitV", "Squeeze", "StridedSlice", "Tile", "TopK", "TopKV2",
    "Transpose", "Unpack", "Where", "ZerosLike"});

constexpr std::size_t kVolumeRank = 5; // [N, C] and three spatial dimensions

bool isVolume(const Graph& graph, NodeId node)
{
    const std::span<const ValueId> inputs = graph.inputs(node);
    return !inputs.empty() && inputs[0].isValid() && graph.dims(inputs[0]).size() == kVolumeRank;
}

std::string_view convolution(const Graph& graph, NodeId node)
{
    if (isVolume(graph, node))
        return "Conv3D";
    const std::int64_t groups = attributeOr(graph.node(node).attributes, "group", std::int64_t{1});
    const std::span<const Dim> weight = graph.dims(graph.inputs(node)[1]);
    const bool isDepthwise = groups > 1 && weight.size() > 1 && weight[1].size == 1;
    return isDepthwise ? "DepthwiseConv2dNative" : "Conv2D";
}

// Resize becomes an operator by its mode.
std::string_view resize(const Graph& graph, NodeId node)
{
    return attributeOr(graph.node(node).attributes, "mode", std::string("nearest")) == "nearest"
        ? "ResizeNearestNeighbor"
        : "ResizeBilinear";
}

}

std::string_view tensorFlowOp(const Graph& graph, NodeId node)
{
    const std::string& type = graph.node(node).opType;
    if (type == "Conv")
        return convolution(graph, node);
    if (type == "Resize" || type == "Upsample")
        return resize(graph, node);
    if (type == "AveragePool" && isVolume(graph, node))
        return "AvgPool3D";
    if (type == "MaxPool" && isVolume(graph, node))
        return "MaxPool3D";
    const auto found = std::ranges::lower_bound(kNames, type, {}, &OpName::onnx);
    return found != kNames.end() && found->onnx == type ? found->tensorFlow : std::string_view(type);
}

GrapplerLists::GrapplerLists(const TensorFlowSettings& settings)
    : m_allow(kAllow.begin(), kAllow.end())
{
    if (!settings.tensorCoresOnly) {
        m_infer = Names(kInfer.begin(), kInfer.end());
        m_deny = Names(kDeny.begin(), kDeny.end());
        m_clear = Names(kClear.begin(), kClear.end());
    }
    const auto change = [](Names& list, const std::vector<std::string>& add,
                            const std::vector<std::string>& remove) {
        list.insert(add.begin(), add.end());
        for (const std::string& name : remove)
            list.erase(name);
    };
    change(m_allow, settings.allowAdd, settings.allowRemove);
    if (settings.tensorCoresOnly)
        return; // The pass reads no other variable then.
    change(m_infer, settings.inferAdd, settings.inferRemove);
    change(m_deny, settings.denyAdd, settings.denyRemove);
    change(m_clear, settings.clearAdd, settings.clearRemove);
}

std::string GrapplerLists::placeOf(std::string_view tensorFlowOp, const TensorFlowSettings& settings)
{
    struct Row
    {
        GrapplerList list;
        std::string_view name;
        std::span<const std::string_view> entries;
        const std::vector<std::string>& added;
    };
    const auto rows = std::to_array<Row>({{GrapplerList::Allow, "allow", kAllow, settings.allowAdd},
        {GrapplerList::Infer, "infer", kInfer, settings.inferAdd},
        {GrapplerList::Deny, "deny", kDeny, settings.denyAdd},
        {GrapplerList::Clear, "clear", kClear, settings.clearAdd}});
    const auto row = std::ranges::find(rows, GrapplerLists(settings).of(tensorFlowOp), &Row::list);
    if (row == rows.end())
        return {};
    if (const auto entry = std::ranges::find(row->entries, tensorFlowOp); entry != row->entries.end())
        return std::format("auto_mixed_precision_lists.h (e1c1b297), {} list:{}", row->name,
            entry - row->entries.begin() + 1);
    std::string variable(row->name);
    std::ranges::transform(variable, variable.begin(), [](char letter) { return letter - 'a' + 'A'; });
    return std::format("TF_AUTO_MIXED_PRECISION_GRAPH_REWRITE_{}LIST_ADD:{}", variable,
        std::ranges::find(row->added, tensorFlowOp) - row->added.begin() + 1);
}

GrapplerList GrapplerLists::of(std::string_view tensorFlowOp) const
{
    return m_allow.contains(tensorFlowOp) ? GrapplerList::Allow
        : m_deny.contains(tensorFlowOp)   ? GrapplerList::Deny
        : m_infer.contains(tensorFlowOp)  ? GrapplerList::Infer
        : m_clear.contains(tensorFlowOp)  ? GrapplerList::Clear
                                          : GrapplerList::None;
}

}
