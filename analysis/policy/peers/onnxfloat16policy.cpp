// SPDX-License-Identifier: GPL-3.0-or-later
//
// onnxconverter-common's convert_float_to_float16 with keep_io_types: everything FP16 but operators whose
// type or name is blocked. A blocked operator gets a Cast in front of each input and behind each output; a
// pair of Casts from FP32 to FP16 and back is taken out only where the FP16 tensor has a single reader, so a
// blocked operator that several read has its result rounded (the branch for several readers compares with the
// wrong numbers and never matches). Not imitated: constants are clamped to 1e-7 and 1e4 by the original; a
// finding says where that would change values.
#include "analysis/graph/floatblocks.h"
#include "analysis/policy/decidelevels.h"
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

// Where the list begins in float16.py of onnxconverter-common at 5d7a0b7; one entry on each line.
constexpr int kBlockListLine = 141;

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
        return writer.keep(node, {.rule = writer.fixedRule(node)});
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

bool isClamped(double value)
{
    const double size = std::abs(value);
    return (size > 0 && size < kSmallestConstant) || (std::isfinite(size) && size > kLargestConstant);
}

bool hasClamped(const TensorData& data)
{
    bool has = false;
    forEachFloatBlock(data, [&](std::span<const float> values, std::span<const std::byte>) {
        has = std::ranges::any_of(values, isClamped);
        return !has;
    });
    return has;
}

void addClampedConstants(Decisions& decisions)
{
    CountedFinding clamped("policy.clamped-constants");
    for (const DecidedLevel& level : levelsOf(decisions)) {
        const Graph& graph = level.graph();
        for (ValueId value : graph.values()) {
            const TensorData* data = graph.data(value);
            if (data && data->dtype == DType::Float32 && !graph.uses(value).empty() && hasClamped(*data))
                clamped.note(level, graph.uses(value).front().node);
        }
    }
    clamped.addTo(
        decisions, "Constants with values that the tool would clamp to 1e-7 or 1e4, and that stay here: {}.");
}

bool isReadInBothTypes(const Decisions& decisions, ValueId value)
{
    bool isReadLow = false, isReadWide = false;
    for (const Graph::Use& use : decisions.graph()->uses(value)) {
        if (use.slot == Graph::kBodySlot)
            continue;
        (isLowPrecision(decisions.inputDTypes(use.node)[use.slot]) ? isReadLow : isReadWide) = true;
    }
    return isReadLow && isReadWide;
}

// A constant that a blocked and another operator share stays FP32 in the original, for both.
void addSharedInitializers(Decisions& decisions)
{
    CountedFinding shared("policy.shared-initializer");
    for (const DecidedLevel& level : levelsOf(decisions)) {
        const Graph& graph = level.graph();
        for (ValueId value : graph.values()) {
            if (graph.value(value).kind == ValueKind::Initializer &&
                graph.value(value).dtype == DType::Float32 && isReadInBothTypes(*level.decisions, value))
                shared.note(level, graph.uses(value).front().node);
        }
    }
    shared.addTo(decisions,
        "Constants that FP16 and FP32 operators read, and that the tool leaves in FP32 for both: {}.");
}

// The converter goes into the bodies of operators that no list blocks.
bool isBlockedBody(const LevelPlace& place, const OnnxFloat16Settings& settings)
{
    if (!place.isBody())
        return false;
    const std::string_view ownersRule = place.enclosing->node(place.owner).rule;
    const std::string_view listRule = ruleFor(place.enclosing->graph()->node(place.owner), settings);
    return ownersRule == rules::kFloat16BlockedBody || listRule != rules::kFloat16Low;
}

Decisions decideLevel(Decisions fresh, const LevelPlace& place, const OnnxFloat16Settings& settings)
{
    const bool isBlocked = isBlockedBody(place, settings);
    DecisionWriter writer(std::move(fresh));
    writeInferenceTool(writer, [&](NodeId node) {
        if (isBlocked)
            writer.keep(node, {.rule = rules::kFloat16BlockedBody, .list = List::Black});
        else
            decideNode(writer, node, settings);
    });
    castBlockedOutputs(writer.decisions());
    return std::move(writer.decisions());
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
    auto decisions = decideLevels(graph, [&](Decisions fresh, const LevelPlace& place) -> Result<Decisions> {
        return decideLevel(std::move(fresh), place, settings);
    });
    if (!decisions)
        return decisions;
    applyOverrides(*decisions, policy.overrides);
    addInferenceTool(*decisions);
    addLossyRoundTrips(*decisions);
    addClampedConstants(*decisions);
    addSharedInitializers(*decisions);
    addNoLowType(*decisions);
    return decisions;
}

std::string placeInOnnxFloat16(const Decisions& decisions, NodeId node, const PolicySettings& chosen)
{
    const auto& settings = std::get<OnnxFloat16Settings>(chosen);
    const Node& row = decisions.graph()->node(node);
    const std::string_view rule = decisions.node(node).rule;
    const auto rowOf = [](const auto& list, std::string_view entry) {
        return std::ranges::find(list, entry) - std::ranges::begin(list);
    };
    if (rule == rules::kFloat16BlockedNode)
        return std::format("node_block_list:{}", rowOf(settings.nodeBlockList, row.name) + 1);
    if (rule != rules::kFloat16BlockedType)
        return {};
    return settings.opBlockList
        ? std::format("op_block_list:{}", rowOf(*settings.opBlockList, row.opType) + 1)
        : std::format(
              "onnxconverter_common/float16.py:{}", kBlockListLine + rowOf(kDefaultBlockList, row.opType));
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
    .placeOf = placeInOnnxFloat16,
    .addEdits = addOnnxFloat16Edits};

}
