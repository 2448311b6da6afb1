// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/onnxmapping.h"

#include "analysis/core/embedded.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <ranges>
#include <unordered_map>
#include <vector>

namespace halftone {
namespace {

using N = const OnnxNode&;

constexpr auto kHasAxesInput = [](N node) { return node.has(1); };
constexpr auto kIs3d = [](N node) { return node.rank(0) == 5; };
constexpr auto kIs1d = [](N node) { return node.rank(0) == 3; };
constexpr auto kIsSingle = [](N node) { return node.inputCount() == 1; };
constexpr auto kBeforeOpset10 = [](N node) { return node.opset() < 10; };
constexpr auto kBeforeOpset11 = [](N node) { return node.opset() < 11; };

bool isNearest(N node)
{
    return node.text("mode", "nearest") == "nearest";
}

bool isIntegral(DType dtype)
{
    return dtype == DType::Int32 || dtype == DType::Int64;
}

constexpr auto kRows = std::to_array<OnnxRow>({
    {"ArgMax", [](N node) { return node.integer("keepdims", 1) != 0; },
        "!ArgMaxV2(0,i32); ExpandDims(%0,i32)"},
    {"ArgMax", nullptr, "ArgMaxV2(0,i32)"},
    {"ArgMin", [](N node) { return node.integer("keepdims", 1) != 0; }, "!ArgMin(0,i32); ExpandDims(%0,i32)"},
    {"ArgMin", nullptr, "ArgMin(0,i32)"},
    {"AveragePool", kIs3d, "AvgPool3D(0)"},
    {"AveragePool", kIs1d, "Unsqueeze(0); !AvgPoolV2(%0); Squeeze(%1)"},
    {"AveragePool", nullptr, "AvgPoolV2(0)"},
    // A pass makes BNInfer of inference's BatchNorm (batchnorm_bninfer_fusion_pass.cc).
    {"BatchNormalization",
        [](N node) { return node.integer("training_mode", 0) == 0 && node.outputCount() == 1; },
        "BNInfer|BatchNorm"},
    {"BatchNormalization", nullptr, "BatchNorm"},
    {"Bernoulli", nullptr, "StatelessBernoulliV2(0,i64,i64)"},
    {"BitShift", [](N node) { return node.text("direction", "") == "LEFT"; }, "LeftShift"},
    {"BitShift", nullptr, "RightShift"},
    {"Clip", kBeforeOpset11, "Cast(0)>f32; !ClipByValue(%0,f32,f32)"},
    {"Clip", [](N node) { return node.has(1) && node.has(2); }, "ClipByValue"},
    {"Clip", [](N node) { return node.has(2); }, "Minimum(0,2)"},
    {"Clip", nullptr, "Maximum(0,1)"},
    {"Col2Im", nullptr, "Cast(1)>i32; !Col2ImV2(0,%0,2)"},
    {"Compress", [](N node) { return node.hasAttribute("axis"); },
        "Where(1)>i64; Squeeze(%0)>i64; !GatherV2(0,%1,i32)"},
    {"Compress", nullptr, "Where(1)>i64; Squeeze(%0)>i64; Flatten(0); Squeeze(%2); !GatherV2(%3,%1,i32)"},
    {"Concat", kIsSingle, "Identity"},
    {"Concat", nullptr, "ConcatD"},
    {"ConstantOfShape", nullptr, "Fill(0,=out0)"},
    {"Conv", [](N node) { return node.rank(1) == 5; }, "Conv3D"},
    {"Conv", [](N node) { return node.rank(1) == 3; },
        "Unsqueeze(0); Unsqueeze(1)>=in1; !Conv2D(%0,%1,2); Squeeze(%2)"},
    {"Conv", nullptr, "Conv2D"},
    {"ConvTranspose", [](N node) { return node.rank(1) == 5; }, "Conv3DTranspose(i32,0,1,2)"},
    {"ConvTranspose", [](N node) { return node.rank(1) == 3; },
        "Unsqueeze(0); Unsqueeze(1)>=in1; !Conv2DTranspose(i32,%0,%1,2); Squeeze(%2)"},
    {"ConvTranspose", nullptr, "Conv2DTranspose(i32,0,1,2)"},
    // The optimiser takes it out of inference graphs (dropout_pass.cc); nothing is left but the name.
    {"Dropout", nullptr, "Identity(0)>0"},
    {"EyeLike", nullptr,
        "Shape(0)>i32; Split(i32,%0)>i32,i32; Adds(%1)>i32; Fill(%2,f32)>f32; Cast(%3); Squeeze(%1)>i32; "
        "Squeeze(%1.1)>i32; !MatrixDiagV2(%4,i32,%5,%6,=out0)"},
    {"Gather", nullptr, "GatherV2(0,1,i32)"},
    {"Gemm", [](N node) { return !node.has(2); }, "MatMulV2|MatMulV3(0,1)"},
    {"Gemm", [](N node) { return node.number("alpha", 1.0f) == 1.0f && node.number("beta", 1.0f) == 1.0f; },
        "!MatMulV2|MatMulV3(0,1); Add(%0,2)"},
    {"Gemm", nullptr, "!MatMulV2|MatMulV3(0,1); Muls(%0); Muls(2)>=in2; Add(%1,%2)"},
    // A pass of its own, to ReduceMeanD in 2022 and to ReduceMean in 2026 (globalavgpool_fusion_pass).
    {"GlobalAveragePool", nullptr, "ReduceMean(0,i32)"},
    {"GlobalMaxPool", nullptr, "ReduceMax(0,i32)"},
    {"LayerNormalization", [](N node) { return node.outputDType(1) == node.inputDType(0); },
        "Shape(0)>i32; BroadcastTo(1,%0)>=in1; BroadcastTo(2?f32,%0)>=in0; "
        "!LayerNorm(0,%1,%2)>0,=in0,=in0; Identity(%3.1)>1; Adds(%3.2)>=in0; Rsqrt(%5)>=in0; Identity(%6)>2"},
    {"LayerNormalization", nullptr,
        "Shape(0)>i32; BroadcastTo(1,%0)>=in1; BroadcastTo(2?f32,%0)>=in0; "
        "!LayerNorm(0,%1,%2)>0,=in0,=in0; Cast(%3.1)>1; Adds(%3.2)>=in0; Rsqrt(%5)>=in0; Cast(%6)>2"},
    {"LpNormalization", nullptr, "!LpNormV2(0); Div(0,%0)"},
    {"LpPool", kIs3d, "Abs(0); Power(%0); !AvgPool3D(%1); Muls(%2); Power(%3)"},
    {"LpPool", kIs1d, "Abs(0); Power(%0); Unsqueeze(%1); !AvgPoolV2(%2); Squeeze(%3); Muls(%4); Power(%5)"},
    {"LpPool", nullptr, "Abs(0); Power(%0); !AvgPoolV2(%1); Muls(%2); Power(%3)"},
    // On chips whose matrix unit takes a BF16 bias a pass makes it BatchMatMulV3; only the 950's library has
    // that alone (matmul_to_matmul_v3_fusion_pass.cpp).
    {"MatMul", nullptr, "BatchMatMulV2|BatchMatMulV3(0,1)"},
    {"Max", kIsSingle, "Identity"},
    {"Max", nullptr, "Maximum(<)"},
    {"MaxPool", kIs3d, "MaxPool3D(0)>0"},
    {"MaxPool", kIs1d, "Unsqueeze(0); !MaxPoolV3(%0); Squeeze(%1)>0"},
    {"MaxPool", nullptr, "MaxPoolV3(0)>0"},
    {"MaxUnpool", nullptr,
        "Reshape(0,i64); Reshape(1,i64)>=in1; StridedSlice(%0,i64,i64,i64); ZerosLike(%2); "
        "BroadcastTo(%3,2?i32); Reshape(%4,i64); !ScatterElements(%5,%1,%0); Reshape(%6,2?i32)"},
    {"Mean", nullptr, "!AccumulateNV2; Muls(%0)"},
    {"Min", kIsSingle, "Identity"},
    {"Min", nullptr, "Minimum(<)"},
    {"Multinomial", nullptr, "Multinomial(0,i32)"},
    {"NonMaxSuppression", nullptr, "!NonMaxSuppressionV6>i32; Cast(%0)"},
    {"OneHot", nullptr, "Add(0,1)>=in0; Mod(%0,1)>=in0; Split(i32,2)>=in2,=in2; !OneHot(%1,1,%2.1,%2.0)"},
    {"Pad", [](N node) { return node.opset() < 11 && node.text("mode", "constant") == "reflect"; },
        "MirrorPad(0,i32)"},
    {"Pad", kBeforeOpset11, "PadV3(0,i32,=in0)"},
    {"Pad", nullptr, "PadV3"},
    {"RandomNormal", nullptr, "!RandomStandardNormal(i64); Muls(%0); Adds(%1)"},
    {"RandomNormalLike", nullptr, "Shape(0)>i32; !RandomStandardNormal(%0); Mul(%1,=out0); Add(%2,=out0)"},
    {"RandomUniform", [](N node) { return isIntegral(node.outputDType(0)); },
        "RandomUniformInt(i64,=out0,=out0)"},
    {"RandomUniform", nullptr, "!RandomUniform(i64); Muls(%0); Adds(%1)"},
    {"RandomUniformLike", nullptr, "Shape(0)>i32; !RandomUniform(%0); Mul(%1,=out0); Add(%2,=out0)"},
    {"ReduceL1", nullptr, "LpNormV2(0)"},
    {"ReduceL2", nullptr, "LpNormV2(0)"},
    {"ReduceLogSum", [](N node) { return node.opset() < 13; }, "!ReduceSum(0,i32); Log(%0)"},
    {"ReduceLogSum", kHasAxesInput, "ReduceLogSum(0,1)"},
    {"ReduceLogSum", nullptr, "ReduceLogSum(0,i32)"},
    {"ReduceLogSumExp", kHasAxesInput, "ReduceLogSumExp(0,1)"},
    {"ReduceLogSumExp", nullptr, "ReduceLogSumExp(0,i32)"},
    {"ReduceMax", kHasAxesInput, "ReduceMax(0,1)"},
    {"ReduceMax", nullptr, "ReduceMax(0,i32)"},
    {"ReduceMean", kHasAxesInput, "ReduceMean(0,1)"},
    {"ReduceMean", nullptr, "ReduceMean(0,i32)"},
    {"ReduceMin", kHasAxesInput, "ReduceMin(0,1)"},
    {"ReduceMin", nullptr, "ReduceMin(0,i32)"},
    {"ReduceProd", kHasAxesInput, "ReduceProd(0,1)"},
    {"ReduceProd", nullptr, "ReduceProd(0,i32)"},
    {"ReduceSum", kHasAxesInput, "ReduceSum(0,1)"},
    {"ReduceSum", nullptr, "ReduceSum(0,i32)"},
    {"ReduceSumSquare", nullptr, "SquareSumV1(0)"},
    // The size is computed from the scales where the node does not give it.
    {"Resize", [](N node) { return isNearest(node) && node.opset() < 11; },
        "Shape(0)>i32; Cast(%0)>f32; Mul(%1,1)>f32; Cast(%2)>i32; Slice(%3,i32,i32)>i32; "
        "!ResizeNearestNeighborV2(0,%4)"},
    {"Resize", [](N node) { return isNearest(node) && node.has(3); },
        "Cast(3)>i32; Slice(%0,i32,i32)>i32; !ResizeNearestNeighborV2(0,%1)"},
    {"Resize", isNearest,
        "Shape(0)>i32; Cast(%0)>f32; Mul(%1,2)>f32; Cast(%2)>i32; Slice(%3,i32,i32)>i32; "
        "!ResizeNearestNeighborV2(0,%4)"},
    {"Resize", kBeforeOpset11,
        "Shape(0)>i32; Cast(%0)>f32; Mul(%1,1)>f32; Cast(%2)>i32; !Resize(0,i32,i32,%3)"},
    {"Resize", [](N node) { return node.has(3); }, "Cast(3)>i32; !Resize(0,1?f32,2?f32,%0)"},
    {"Resize", nullptr, "Shape(0)>i32; Cast(%0)>f32; Mul(%1,2)>f32; Cast(%2)>i32; !Resize(0,1?f32,2?f32,%3)"},
    {"RoiAlign", nullptr,
        "Unsqueeze(2)>=in2; Cast(%0)>f32; Cast(1)>f32; Concat(i32,%1,%2)>f32; !ROIAlign(0,%3)"},
    {"ScatterND", [](N node) { return node.text("reduction", "none") == "add"; },
        "TensorMove(0); !ScatterNdAdd(%0,1,2)"},
    {"ScatterND", [](N node) { return node.text("reduction", "none") == "max"; },
        "TensorMove(0); !ScatterNdMax(%0,1,2)"},
    {"ScatterND", [](N node) { return node.text("reduction", "none") == "min"; },
        "TensorMove(0); !ScatterNdMin(%0,1,2)"},
    {"ScatterND", nullptr, "TensorMove(0); !ScatterNdUpdate(%0,1,2)"},
    {"Slice", [](N node) { return node.opset() < 10 && node.hasAttribute("axes"); },
        "StridedSliceV2(0,i64,i64,i64)"},
    {"Slice", kBeforeOpset10, "StridedSliceV2(0,i64,i64)"},
    {"Slice", nullptr, "StridedSliceV2"},
    {"Split", kHasAxesInput, "SplitV(0,1,i32)"},
    {"Split", [](N node) { return node.hasAttribute("split") || node.hasAttribute("num_outputs"); },
        "SplitV(0,i64,i32)"},
    {"Split", nullptr, "Split(i32,0)"},
    {"ThresholdedRelu", nullptr, "!Threshold(0); Mul(0,%0)"},
    {"TopK", kBeforeOpset10, "TopK(0,i32)"},
    {"Transpose", nullptr, "Transpose(0,i32)"},
    {"Upsample", nullptr, "Resize(0,f32,1)"},
    {"Xor", nullptr, "Cast(0)>i32; Cast(1)>i32; !BitwiseXor(%0,%1)>i32; Cast(%2)"},
});
static_assert(std::ranges::is_sorted(kRows, {}, &OnnxRow::opType), "rows of one operator stand together");

// One row of the table. Operators whose Ascend name changed with the opset have several.
struct TableRow
{
    std::string_view recipe;
    int firstOpset = 0;
    int lastOpset = std::numeric_limits<int>::max();
};

struct Entry
{
    std::span<const OnnxRow> rows;
    std::vector<TableRow> table;
};

struct TextHash
{
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

using Mapping = std::unordered_map<std::string, Entry, TextHash, std::equal_to<>>;

// "8-15", "18", or nothing
TableRow opsetRange(std::string_view text)
{
    TableRow row;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, row.firstOpset);
    if (first.ec == std::errc() && first.ptr != end)
        std::from_chars(first.ptr + 1, end, row.lastOpset);
    return row;
}

// onnx_to_ascend.tsv: onnx_op, ascend_op ("A|B"), note, source, domain, opset, ...
Mapping readTable()
{
    enum Field : std::size_t { OnnxOp, AscendOp, Note, Source, Domain, Opset, FieldCount };
    Mapping mapping;
    for (const auto lineRange :
        std::views::split(embeddedText("oplibrary/onnx_to_ascend.tsv"), '\n') | std::views::drop(1)) {
        std::vector<std::string_view> fields;
        for (const auto field : std::views::split(std::string_view(lineRange), '\t'))
            fields.emplace_back(field);
        if (fields.size() < FieldCount)
            continue;
        const bool isStandard = fields[Domain] == "ai.onnx" || fields[Domain].empty();
        std::string key(isStandard ? std::string_view() : fields[Domain]);
        key += isStandard ? "" : "::";
        key += fields[OnnxOp];
        TableRow row = opsetRange(fields[Opset]);
        row.recipe = fields[AscendOp];
        mapping[key].table.push_back(row);
    }
    return mapping;
}

Mapping readMapping()
{
    Mapping mapping = readTable();
    for (auto first = kRows.begin(); first != kRows.end();) {
        const auto last = std::ranges::find_if(
            first, kRows.end(), [&](const OnnxRow& row) { return row.opType != first->opType; });
        mapping[std::string(first->opType)].rows = std::span(first, last);
        first = last;
    }
    return mapping;
}

const Mapping& mapping()
{
    static const Mapping all = readMapping();
    return all;
}

// The row for the opset, else the newest: what came later is assumed to be as before.
std::string_view recipeFor(const std::vector<TableRow>& table, int opset)
{
    const TableRow* best = &table.front();
    for (const TableRow& row : table) {
        if (row.firstOpset <= opset && opset <= row.lastOpset)
            return row.recipe;
        if (row.lastOpset > best->lastOpset)
            best = &row;
    }
    return best->recipe;
}

}

int OnnxNode::opset() const
{
    return m_graph.opset() == 0 ? std::numeric_limits<int>::max() : m_graph.opset();
}

bool OnnxNode::has(std::size_t slot) const
{
    return slot < inputCount() && m_graph.inputs(m_node)[slot].isValid();
}

std::size_t OnnxNode::rank(std::size_t slot) const
{
    return has(slot) ? m_graph.dims(m_graph.inputs(m_node)[slot]).size() : 0;
}

DType OnnxNode::inputDType(std::size_t slot) const
{
    return has(slot) ? m_graph.value(m_graph.inputs(m_node)[slot]).dtype : DType::Undefined;
}

DType OnnxNode::outputDType(std::size_t slot) const
{
    const bool isThere = slot < outputCount() && m_graph.outputs(m_node)[slot].isValid();
    return isThere ? m_graph.value(m_graph.outputs(m_node)[slot]).dtype : DType::Undefined;
}

std::int64_t OnnxNode::integer(std::string_view attribute, std::int64_t fallback) const
{
    return attributeOr(m_graph.node(m_node).attributes, attribute, fallback);
}

std::string OnnxNode::text(std::string_view attribute, std::string_view fallback) const
{
    return attributeOr(m_graph.node(m_node).attributes, attribute, std::string(fallback));
}

float OnnxNode::number(std::string_view attribute, float fallback) const
{
    return attributeOr(m_graph.node(m_node).attributes, attribute, fallback);
}

bool OnnxNode::hasAttribute(std::string_view attribute) const
{
    return std::ranges::contains(m_graph.node(m_node).attributes, attribute, &Attribute::name);
}

std::span<const OnnxRow> onnxRows()
{
    return kRows;
}

std::string_view onnxRecipe(const Graph& graph, NodeId node)
{
    const Node& row = graph.node(node);
    const bool isStandard = row.domain.empty() || row.domain == "ai.onnx";
    const auto found = isStandard ? mapping().find(std::string_view(row.opType))
                                  : mapping().find(row.domain + "::" + row.opType);
    if (found == mapping().end())
        return {};
    const OnnxNode facts(graph, node);
    for (const OnnxRow& candidate : found->second.rows) {
        if (!candidate.applies || candidate.applies(facts))
            return candidate.recipe;
    }
    return found->second.table.empty() ? std::string_view() : recipeFor(found->second.table, facts.opset());
}

}
