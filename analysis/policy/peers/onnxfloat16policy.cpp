// SPDX-License-Identifier: GPL-3.0-or-later
//
// onnxconverter-common's convert_float_to_float16 with keep_io_types: everything FP16 but operators whose
// type or name is blocked. A blocked operator gets a Cast in front of each input and behind each output; a
// pair of Casts from FP32 to FP16 and back is taken out only where the FP16 tensor has a single reader, so a
// blocked operator that several read has its result rounded (the branch for several readers compares with the
// wrong numbers and never matches). Not imitated: constants are clamped to 1e-7 and 1e4 by the original; a
// finding says where that would change values.
#include "analysis/policy/decisionwriter.h"
#include "analysis/policy/families.h"
#include "analysis/policy/peers/inferencetool.h"
#include "analysis/policy/peers/onnxfloat16lists.h"
#include "analysis/policy/policyfindings.h"
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>

namespace halftone {
namespace {

constexpr auto kDefaultBlockList = std::to_array<std::string_view>({"ArrayFeatureExtractor", "Binarizer",
    "CastMap", "CategoryMapper", "DictVectorizer", "FeatureVectorizer", "Imputer", "LabelEncoder",
    "LinearClassifier", "LinearRegressor", "Normalizer", "OneHotEncoder", "RandomUniformLike",
    "SVMClassifier", "SVMRegressor", "Scaler", "TreeEnsembleClassifier", "TreeEnsembleRegressor", "ZipMap",
    "NonMaxSuppression", "TopK", "RoiAlign", "Resize", "Range", "CumSum", "Min", "Max", "Upsample"});

constexpr double kSmallestConstant = 1e-7;
constexpr double kLargestConstant = 1e4;

std::string_view ruleFor(const Node& node, const OnnxFloat16Settings& settings)
{
    const bool isBlockedType = settings.opBlockList
        ? std::ranges::contains(*settings.opBlockList, node.opType)
        : std::ranges::contains(kDefaultBlockList, node.opType);
    if (isBlockedType)
        return rules::kFloat16BlockedType;
    return std::ranges::contains(settings.nodeBlockList, node.name) ? rules::kFloat16BlockedNode
                                                                    : rules::kFloat16Low;
}

void decideNode(DecisionWriter& writer, NodeId node, const OnnxFloat16Settings& settings)
{
    const FloatSlots& slots = writer.slots(node);
    if (!slots.hasData() && slots.hasFloats())
        return writer.keep(node, {.rule = rules::kNoLowType});
    const std::string_view rule = ruleFor(writer.graph().node(node), settings);
    const bool isLow = rule == rules::kFloat16Low;
    const Verdict verdict{.rule = rule, .list = isLow ? List::White : List::Black};
    // A constant of the file is converted for those who read it, which the casts behind it show.
    if (writer.graph().node(node).opType == "Cast" || !std::ranges::contains(slots.inputs, SlotRole::Data))
        return writer.asReceived(node, verdict);
    writer.give(
        node, isLow ? DType::Float16 : DType::Float32, verdict, DecisionWriter::Parameters::MoveState);
}

// Where the pair of casts behind a blocked operator stays: several readers.
void castBlockedOutputs(Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    for (NodeId node : graph.nodes()) {
        const std::string_view rule = decisions.node(node).rule;
        if (rule != rules::kFloat16BlockedType && rule != rules::kFloat16BlockedNode)
            continue;
        const std::span<const ValueId> outputs = graph.outputs(node);
        for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
            if (!outputs[slot].isValid() || decisions.outputDTypes(node)[slot] != DType::Float32)
                continue;
            const auto isForward = [&](const Graph::Use& use) {
                return graph.node(use.node).phase != Phase::Backward &&
                    graph.node(use.node).phase != Phase::Update;
            };
            const auto readers = std::ranges::count_if(graph.uses(outputs[slot]), isForward) +
                std::ranges::count(graph.graphOutputs(), outputs[slot]);
            if (readers > 1)
                decisions.setCastBehind(node, slot, DType::Float16);
        }
    }
}

void addClampedConstants(Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    const auto isClamped = [](double value) {
        const double size = std::abs(value);
        return (size > 0 && size < kSmallestConstant) || (std::isfinite(size) && size > kLargestConstant);
    };
    CountedFinding clamped("policy.clamped-constants");
    for (ValueId value : graph.values()) {
        const TensorData* data = graph.data(value);
        if (data && data->dtype == DType::Float32 && !graph.uses(value).empty() &&
            std::ranges::any_of(toDoubles(*data), isClamped))
            clamped.note(graph.uses(value).front().node);
    }
    clamped.addTo(
        decisions, "Constants with values that the tool would clamp to 1e-7 or 1e4, and that stay here: {}.");
}

// A constant that a blocked and another operator share stays FP32 in the original, for both.
void addSharedInitializers(Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    CountedFinding shared("policy.shared-initializer");
    for (ValueId value : graph.values()) {
        if (graph.value(value).kind != ValueKind::Initializer || graph.value(value).dtype != DType::Float32)
            continue;
        bool isReadLow = false, isReadWide = false;
        for (const Graph::Use& use : graph.uses(value)) {
            if (use.slot == Graph::kBodySlot)
                continue;
            (isLowPrecision(decisions.inputDTypes(use.node)[use.slot]) ? isReadLow : isReadWide) = true;
        }
        if (isReadLow && isReadWide)
            shared.note(graph.uses(value).front().node);
    }
    shared.addTo(decisions,
        "Constants that FP16 and FP32 operators read, and that the tool leaves in FP32 for both: {}.");
}

bool hasFloat16(const Graph& graph)
{
    for (ValueId value : graph.values()) {
        if (graph.value(value).dtype == DType::Float16)
            return true;
    }
    return false;
}

Result<Decisions> decideOnnxFloat16(const GraphPtr& graph, const PrecisionPolicy& policy)
{
    const auto& settings = std::get<OnnxFloat16Settings>(policy.settings);
    if (settings.checkFp16Ready && hasFloat16(*graph))
        return std::unexpected(Error{ErrorKind::Unsupported, "ValueError",
            "The model has float16 tensors, so it counts as converted already.", graph->name(),
            "Convert the float32 model, or set check_fp16_ready=False."});
    DecisionWriter writer(graph);
    writeInferenceTool(writer, [&](NodeId node) { decideNode(writer, node, settings); });
    Decisions& decisions = writer.decisions();
    castBlockedOutputs(decisions);
    applyOverrides(decisions, policy.overrides);
    addLossyRoundTrips(decisions);
    addClampedConstants(decisions);
    addSharedInitializers(decisions);
    addNoLowType(decisions);
    return std::move(decisions);
}

std::string describeOnnxFloat16(const PolicySettings& chosen)
{
    const auto& settings = std::get<OnnxFloat16Settings>(chosen);
    return settings.opBlockList || !settings.nodeBlockList.empty()
        ? "onnxconverter-common float16, own block lists"
        : "onnxconverter-common float16";
}

}

std::vector<std::string> defaultOpBlockList()
{
    return {kDefaultBlockList.begin(), kDefaultBlockList.end()};
}

const PolicyDef kOnnxFloat16Policy{.id = "onnx-float16",
    .title = "onnxconverter-common float16",
    .doc = "Everything FP16 but operators whose type or name is in a block list.",
    .source = {"onnxconverter-common", "onnxconverter_common/float16.py",
        "with RandomUniformLike in the block list"},
    .decide = decideOnnxFloat16,
    .describe = describeOnnxFloat16,
    .addEdits = addOnnxFloat16Edits};

}
