// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading of the table. A convolution goes by the rank of its input, [N, C] and the spatial dimensions:
// nn.Conv1d works with the primitive Conv2D, and nn.Conv1dTranspose with Conv2DBackpropInput. A Conv,
// ConvTranspose or Gemm with a bias is the product and a BiasAdd behind it, as the cells nn.Conv2d and
// nn.Dense compute it (mindspore.md, section 2.4). A Gemm is nn.Dense whatever its transposes and factors
// are. MatMul is BatchMatMul where both sides have more than two dimensions. A Relu is nn.ReLU, which is in
// no list, around ops.ReLU, which is. LSTM, GRU and RNN are the layers nn.LSTM and so on, not the cells
// nn.LSTMCell that the white list has: one call runs all steps. Reductions are the primitives of
// mindspore.ops; SumExt, ProdExt and the like belong to mindspore.mint. An operator composed of several
// primitives (LeakyRelu, Clip) has no primitive here, so the lists of level auto do not see it.
#include "analysis/policy/mindspore/opnames.h"

#include "analysis/core/nearestname.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr int kAnyRank = 0;

struct OpNames
{
    std::string_view onnx;
    int rank = kAnyRank; // of input 0; the row with kAnyRank is for all others and for unknown ranks
    std::string_view cell;
    std::string_view primitive;
    std::size_t biasSlot = MindSporeOp::kNoBias;
};

constexpr auto kNames = std::to_array<OpNames>({
    {"Abs", kAnyRank, "", "Abs"},
    {"Acos", kAnyRank, "", "ACos"},
    {"Acosh", kAnyRank, "", "Acosh"},
    {"Add", kAnyRank, "", "Add"},
    {"And", kAnyRank, "", "LogicalAnd"},
    {"ArgMax", kAnyRank, "", "Argmax"},
    {"ArgMin", kAnyRank, "", "Argmin"},
    {"Asin", kAnyRank, "", "Asin"},
    {"Asinh", kAnyRank, "", "Asinh"},
    {"Atan", kAnyRank, "", "Atan"},
    {"Atanh", kAnyRank, "", "Atanh"},
    {"AveragePool", 3, "AvgPool1d", "AvgPool"},
    {"AveragePool", 5, "AvgPool3d", "AvgPool3D"},
    {"AveragePool", kAnyRank, "AvgPool2d", "AvgPool"},
    {"BatchNormalization", 2, "BatchNorm1d", "BatchNorm"},
    {"BatchNormalization", 3, "BatchNorm1d", "BatchNorm"},
    {"BatchNormalization", 5, "BatchNorm3d", "BatchNorm"},
    {"BatchNormalization", kAnyRank, "BatchNorm2d", "BatchNorm"},
    {"Cast", kAnyRank, "", "Cast"},
    {"Ceil", kAnyRank, "", "Ceil"},
    {"Celu", kAnyRank, "CELU", "CeLU"},
    {"Clip", kAnyRank, "", ""},
    {"Concat", kAnyRank, "", "Concat"},
    {"Conv", 3, "Conv1d", "Conv2D", 2},
    {"Conv", 5, "Conv3d", "Conv3D", 2},
    {"Conv", kAnyRank, "Conv2d", "Conv2D", 2},
    {"ConvTranspose", 3, "Conv1dTranspose", "Conv2DBackpropInput", 2},
    {"ConvTranspose", 5, "Conv3dTranspose", "Conv3DTranspose", 2},
    {"ConvTranspose", kAnyRank, "Conv2dTranspose", "Conv2DTranspose", 2},
    {"Cos", kAnyRank, "", "Cos"},
    {"Cosh", kAnyRank, "", "Cosh"},
    {"CumSum", kAnyRank, "", "CumSum"},
    {"DepthToSpace", kAnyRank, "", "DepthToSpace"},
    {"Div", kAnyRank, "", "Div"},
    {"Dropout", kAnyRank, "Dropout", "Dropout"},
    {"Einsum", kAnyRank, "", "Einsum"},
    {"Elu", kAnyRank, "ELU", "Elu"},
    {"Equal", kAnyRank, "", "Equal"},
    {"Erf", kAnyRank, "", "Erf"},
    {"Exp", kAnyRank, "", "Exp"},
    {"Expand", kAnyRank, "", "BroadcastTo"},
    {"Flatten", kAnyRank, "Flatten", "Flatten"},
    {"Floor", kAnyRank, "", "Floor"},
    {"GRU", kAnyRank, "GRU", "DynamicGRUV2"},
    {"Gather", kAnyRank, "", "Gather"},
    {"GatherElements", kAnyRank, "", "GatherD"},
    {"GatherND", kAnyRank, "", "GatherNd"},
    {"Gelu", kAnyRank, "GELU", "GeLU"},
    {"Gemm", kAnyRank, "Dense", "MatMul", 2},
    {"GlobalAveragePool", kAnyRank, "", "ReduceMean"},
    {"GlobalMaxPool", kAnyRank, "", "ReduceMax"},
    {"Greater", kAnyRank, "", "Greater"},
    {"GreaterOrEqual", kAnyRank, "", "GreaterEqual"},
    {"GridSample", 5, "", "GridSampler3D"},
    {"GridSample", kAnyRank, "", "GridSampler2D"},
    {"GroupNormalization", kAnyRank, "GroupNorm", "GroupNorm"},
    {"HardSigmoid", kAnyRank, "HSigmoid", "HSigmoid"},
    {"HardSwish", kAnyRank, "HSwish", "HSwish"},
    {"Identity", kAnyRank, "Identity", "Identity"},
    {"InstanceNormalization", 3, "InstanceNorm1d", "InstanceNorm"},
    {"InstanceNormalization", 5, "InstanceNorm3d", "InstanceNorm"},
    {"InstanceNormalization", kAnyRank, "InstanceNorm2d", "InstanceNorm"},
    {"LRN", kAnyRank, "LRN", "LRN"},
    {"LSTM", kAnyRank, "LSTM", "LSTM"},
    {"LayerNormalization", kAnyRank, "LayerNorm", "LayerNorm"},
    {"LeakyRelu", kAnyRank, "LeakyReLU", ""},
    {"Less", kAnyRank, "", "Less"},
    {"LessOrEqual", kAnyRank, "", "LessEqual"},
    {"Log", kAnyRank, "", "Log"},
    {"LogSoftmax", kAnyRank, "LogSoftmax", "LogSoftmax"},
    {"LpNormalization", kAnyRank, "", "L2Normalize"},
    {"MatMul", kAnyRank, "", "MatMul"}, // see batchedProduct()
    {"Max", kAnyRank, "", "Maximum"},
    {"MaxPool", 3, "MaxPool1d", "MaxPool"},
    {"MaxPool", 5, "MaxPool3d", "MaxPool3D"},
    {"MaxPool", kAnyRank, "MaxPool2d", "MaxPool"},
    {"Mean", kAnyRank, "", ""},
    {"Min", kAnyRank, "", "Minimum"},
    {"Mish", kAnyRank, "Mish", "Mish"},
    {"Mod", kAnyRank, "", "Mod"},
    {"Mul", kAnyRank, "", "Mul"},
    {"Neg", kAnyRank, "", "Neg"},
    {"NegativeLogLikelihoodLoss", kAnyRank, "NLLLoss", "NLLLoss"},
    {"Not", kAnyRank, "", "LogicalNot"},
    {"OneHot", kAnyRank, "", "OneHot"},
    {"Or", kAnyRank, "", "LogicalOr"},
    {"PRelu", kAnyRank, "PReLU", "PReLU"},
    {"Pad", kAnyRank, "Pad", "Pad"},
    {"Pow", kAnyRank, "", "Pow"},
    {"RNN", kAnyRank, "RNN", "DynamicRNN"},
    {"Range", kAnyRank, "", "Range"},
    {"Reciprocal", kAnyRank, "", "Reciprocal"},
    {"ReduceL1", kAnyRank, "", "LpNorm"},
    {"ReduceL2", kAnyRank, "", "LpNorm"},
    {"ReduceLogSum", kAnyRank, "", ""},
    {"ReduceLogSumExp", kAnyRank, "", ""},
    {"ReduceMax", kAnyRank, "", "ReduceMax"},
    {"ReduceMean", kAnyRank, "", "ReduceMean"},
    {"ReduceMin", kAnyRank, "", "ReduceMin"},
    {"ReduceProd", kAnyRank, "", "ReduceProd"},
    {"ReduceSum", kAnyRank, "", "ReduceSum"},
    {"ReduceSumSquare", kAnyRank, "", ""},
    {"Relu", kAnyRank, "ReLU", "ReLU"},
    {"Reshape", kAnyRank, "", "Reshape"},
    {"Resize", kAnyRank, "ResizeBilinear", "ResizeBilinear"},
    {"Round", kAnyRank, "", "Rint"},
    {"ScatterElements", kAnyRank, "", "TensorScatterElements"},
    {"ScatterND", kAnyRank, "", "ScatterNd"},
    {"Selu", kAnyRank, "SeLU", "SeLU"},
    {"Shape", kAnyRank, "", "Shape"},
    {"Sigmoid", kAnyRank, "Sigmoid", "Sigmoid"},
    {"Sign", kAnyRank, "", "Sign"},
    {"Sin", kAnyRank, "", "Sin"},
    {"Sinh", kAnyRank, "", "Sinh"},
    {"Size", kAnyRank, "", "Size"},
    {"Slice", kAnyRank, "", "StridedSlice"},
    {"Softmax", kAnyRank, "Softmax", "Softmax"},
    {"SoftmaxCrossEntropyLoss", kAnyRank, "SoftmaxCrossEntropyWithLogits", "SoftmaxCrossEntropyWithLogits"},
    {"Softplus", kAnyRank, "Softplus", "Softplus"},
    {"Softsign", kAnyRank, "Softsign", "Softsign"},
    {"SpaceToDepth", kAnyRank, "", "SpaceToDepth"},
    {"Split", kAnyRank, "", "Split"},
    {"Sqrt", kAnyRank, "", "Sqrt"},
    {"Squeeze", kAnyRank, "", "Squeeze"},
    {"Sub", kAnyRank, "", "Sub"},
    {"Sum", kAnyRank, "", "AddN"},
    {"Tan", kAnyRank, "", "Tan"},
    {"Tanh", kAnyRank, "Tanh", "Tanh"},
    {"Tile", kAnyRank, "", "Tile"},
    {"TopK", kAnyRank, "", "TopK"},
    {"Transpose", kAnyRank, "", "Transpose"},
    {"Trilu", kAnyRank, "", "Triu"},
    {"Unsqueeze", kAnyRank, "", "ExpandDims"},
    {"Upsample", kAnyRank, "", "ResizeNearestNeighbor"},
    {"Where", kAnyRank, "", "Select"},
});
static_assert(std::ranges::is_sorted(kNames, {}, &OpNames::onnx), "namesOf() searches by halving");

constexpr auto kLists = std::to_array(
    {AmpList::White, AmpList::Black, AmpList::AutoWhite, AmpList::AutoBlack, AmpList::AutoPromote});

const OpNames* namesOf(std::string_view onnx, std::size_t rank)
{
    const auto rows = std::ranges::equal_range(kNames, onnx, {}, &OpNames::onnx);
    const auto fits = [rank](const OpNames& row) {
        return row.rank == kAnyRank || static_cast<std::size_t>(row.rank) == rank;
    };
    const auto found = std::ranges::find_if(rows, fits);
    return found == rows.end() ? nullptr : &*found;
}

std::size_t rankOf(const Graph& graph, ValueId value)
{
    return value.isValid() && graph.value(value).shapeKnown ? graph.dims(value).size() : 0;
}

bool isBatchedProduct(const Graph& graph, NodeId node)
{
    constexpr std::size_t kMatrixRank = 2;
    return graph.node(node).opType == "MatMul" && std::ranges::all_of(graph.inputs(node), [&](ValueId input) {
        return rankOf(graph, input) > kMatrixRank;
    });
}

// Calls visit(entry) for every name of the table and of the lists.
template <typename Visit>
void forEachName(const Visit& visit)
{
    for (const OpNames& row : kNames) {
        visit(AmpEntry{AmpEntry::Kind::Cell, row.cell});
        visit(AmpEntry{AmpEntry::Kind::Primitive, row.primitive});
    }
    visit(AmpEntry{AmpEntry::Kind::Primitive, "BatchMatMul"});
    for (const AmpList list : kLists) {
        for (const AmpEntry& entry : ampList(list, ampVersions().back()))
            visit(entry);
    }
}

}

bool MindSporeOp::isIn(std::span<const AmpEntry> list) const
{
    return std::ranges::any_of(list, [&](const AmpEntry& entry) {
        return !entry.name.empty() &&
            entry.name == (entry.kind == AmpEntry::Kind::Cell ? cell : std::string_view(primitive));
    });
}

MindSporeOp mindSporeOp(const Graph& graph, NodeId node)
{
    const Node& row = graph.node(node);
    const std::span<const ValueId> inputs = graph.inputs(node);
    const bool isStandard = row.domain.empty() || row.domain == "ai.onnx";
    const OpNames* names =
        isStandard ? namesOf(row.opType, inputs.empty() ? 0 : rankOf(graph, inputs[0])) : nullptr;
    if (!names)
        return {.cell = {}, .primitive = row.opType};
    MindSporeOp op{.cell = names->cell, .primitive = std::string(names->primitive)};
    if (isBatchedProduct(graph, node))
        op.primitive = "BatchMatMul";
    if (names->biasSlot < inputs.size() && inputs[names->biasSlot].isValid())
        op.biasSlot = names->biasSlot;
    return op;
}

std::string_view withoutModule(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

KnownName findMindSporeName(std::string_view name)
{
    const std::string_view plain = withoutModule(name);
    const std::string_view module = name.substr(0, name.size() - plain.size());
    KnownName known;
    forEachName([&](const AmpEntry& entry) {
        if (entry.name.empty() || entry.name != plain)
            return;
        known.isCell |= entry.kind == AmpEntry::Kind::Cell;
        known.isPrimitive |= entry.kind == AmpEntry::Kind::Primitive;
    });
    if (module.ends_with("nn."))
        known.isPrimitive = false;
    if (module.ends_with("ops.") || module.ends_with("P."))
        known.isCell = false;
    return known;
}

std::string_view nearestMindSporeName(std::string_view name)
{
    static const std::vector<std::string_view> known = [] {
        std::vector<std::string_view> names;
        forEachName([&](const AmpEntry& entry) {
            if (!entry.name.empty())
                names.push_back(entry.name);
        });
        return names;
    }();
    NearestName nearest(withoutModule(name));
    for (const std::string_view candidate : known)
        nearest.offer(candidate);
    return nearest.best();
}

}
