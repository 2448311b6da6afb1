// SPDX-License-Identifier: GPL-3.0-or-later
//
// AutoCast of TensorRT's Model Optimizer, its static rules: everything is low precision unless an exclude
// rule hits (name, type, size of a constant, depth of reduction) and no include rule rescues it, or the model
// would not be valid. Control flow is never low, and what is in its bodies stays as it is. What needs a
// reference run, the sizes of recorded tensors, is not here. Its quirks are kept: patterns match from the
// start of a name, a NaN never counts as too large, a reduction counts its longest axis and not the product
// of its axes, axes count as an input only, and Mean counts the rank of its input.
#include "analysis/graph/floatblocks.h"
#include "analysis/policy/decidelevels.h"
#include "analysis/policy/decisionwriter.h"
#include "analysis/policy/families.h"
#include "analysis/policy/opschema.h"
#include "analysis/policy/peers/inferencetool.h"
#include "analysis/policy/policyfindings.h"
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <array>
#include <format>
#include <map>
#include <regex>

namespace halftone {
namespace {

// The opset that a model is raised to first (graphsanitizer.py).
constexpr int kFloat16Opset = 13;
constexpr int kBFloat16Opset = 22;

// OP_TYPES_NOT_SUPPORTED_IN_LOW_PRECISION of precisionconverter.py, at 5a4242f.
struct NeverLow
{
    std::string_view opType;
    int line;
};
constexpr auto kNeverLow = std::to_array<NeverLow>(
    {{"Upsample", 68}, {"NonMaxSuppression", 68}, {"Celu", 68}, {"Scan", 71}, {"If", 71}, {"Loop", 71}});

constexpr auto kReductions = std::to_array<std::string_view>({"ReduceL1", "ReduceL2", "ReduceLogSum",
    "ReduceLogSumExp", "ReduceMean", "ReduceProd", "ReduceSum", "ReduceSumSquare"});

std::optional<Error> badPattern(const std::string& pattern)
{
    return Error{ErrorKind::Usage, "re.error", std::format("\"{}\" is no regular expression.", pattern),
        "nodes_to_exclude or nodes_to_include",
        "Write a pattern that matches from the start of a node's name."};
}

class Patterns
{
public:
    static Result<Patterns> make(const std::vector<std::string>& texts)
    {
        Patterns patterns;
        for (const std::string& text : texts) {
            try {
                patterns.m_patterns.emplace_back(text);
            } catch (const std::regex_error&) {
                return std::unexpected(*badPattern(text));
            }
        }
        return patterns;
    }

    bool match(const std::string& name) const
    {
        return std::ranges::any_of(m_patterns, [&](const std::regex& pattern) {
            return std::regex_search(name, pattern, std::regex_constants::match_continuous);
        });
    }

private:
    std::vector<std::regex> m_patterns;
};

class AutoCastRules
{
public:
    AutoCastRules(const Graph& graph, const AutoCastSettings& settings, Patterns exclude, Patterns include)
        : m_graph(graph)
        , m_settings(settings)
        , m_exclude(std::move(exclude))
        , m_include(std::move(include))
    {
    }

    /// The rule that decides the node.
    std::string_view ruleFor(NodeId node)
    {
        const std::string_view excluded = excludeRule(node);
        const bool isIncluded = m_include.match(m_graph.node(node).name) ||
            std::ranges::contains(m_settings.opTypesToInclude, m_graph.node(node).opType);
        if (!canBeLow(node))
            return rules::kAutoCastUnsupported;
        if (excluded.empty())
            return rules::kAutoCastLow;
        return isIncluded ? rules::kAutoCastIncluded : excluded;
    }

private:
    std::string_view excludeRule(NodeId node)
    {
        const Node& row = m_graph.node(node);
        if (m_exclude.match(row.name))
            return rules::kAutoCastExcludedName;
        if (std::ranges::contains(m_settings.opTypesToExclude, row.opType))
            return rules::kAutoCastExcludedType;
        for (ValueId input : m_graph.inputs(node)) {
            if (input.isValid() && largest(input) > m_settings.initMax)
                return rules::kAutoCastInitRange;
        }
        if (m_settings.maxDepthOfReduction && depthOf(node) > *m_settings.maxDepthOfReduction)
            return rules::kAutoCastDepth;
        return {};
    }

    // 0 for anything but a float32 initializer; NaN counts as 0.
    double largest(ValueId value)
    {
        const TensorData* data = m_graph.data(value);
        if (!data || m_graph.value(value).kind != ValueKind::Initializer || data->dtype != DType::Float32)
            return 0;
        const auto [found, isNew] = m_largest.try_emplace(value, 0.0);
        if (isNew)
            found->second = largestMagnitude(*data);
        return found->second;
    }

    bool canBeLow(NodeId node) const
    {
        const Node& row = m_graph.node(node);
        if (std::ranges::contains(kNeverLow, row.opType, &NeverLow::opType) || !row.bodies.empty())
            return false;
        const int opset = m_settings.low == DType::BFloat16 ? kBFloat16Opset : kFloat16Opset;
        const LowPrecisionSlots schema(m_graph, node, m_settings.low, opset);
        const auto allowed = [&](std::span<const ValueId> values, const auto& takes) {
            for (std::size_t slot = 0; slot < values.size(); ++slot) {
                const bool isExempt = row.opType == "Resize" && slot > 0; // Its scales stay FP32.
                if (values[slot].isValid() && isFloat(m_graph.value(values[slot]).dtype) && !isExempt &&
                    !takes(slot))
                    return false;
            }
            return true;
        };
        return allowed(m_graph.inputs(node), [&](std::size_t slot) { return schema.takesInput(slot); }) &&
            allowed(m_graph.outputs(node), [&](std::size_t slot) { return schema.takesOutput(slot); });
    }

    // The number of terms in a sum; 0 where the shapes that it needs are not known.
    std::int64_t depthOf(NodeId node) const
    {
        const Node& row = m_graph.node(node);
        const std::span<const ValueId> inputs = m_graph.inputs(node);
        if (inputs.empty() || !inputs[0].isValid())
            return 0;
        const std::span<const Dim> dims = m_graph.dims(inputs[0]);
        if (row.opType == "Conv" && inputs.size() > 1) {
            const std::span<const Dim> weight = m_graph.dims(inputs[1]);
            std::int64_t depth = weight.empty() ? 0 : 1;
            for (const Dim& dim : weight.subspan(weight.empty() ? 0 : 1))
                depth *= std::max<std::int64_t>(dim.size, 0);
            return depth;
        }
        if (row.opType == "Gemm" && dims.size() == 2)
            return dims[attributeOr(row.attributes, "transA", std::int64_t{0}) != 0 ? 0 : 1].size;
        if (row.opType == "MatMul" && dims.size() >= 2)
            return dims.back().size;
        if (row.opType == "Mean")
            return static_cast<std::int64_t>(dims.size());
        if (row.opType == "Attention" && dims.size() == 3)
            return dims[2].size;
        if (row.opType == "Attention" && dims.size() == 4)
            return dims[1].size * dims[3].size;
        if (row.opType == "CumSum" || std::ranges::contains(kReductions, row.opType))
            return longestAxis(dims, inputs, row.opType == "CumSum");
        return 0;
    }

    std::int64_t longestAxis(std::span<const Dim> dims, std::span<const ValueId> inputs, bool needsAxis) const
    {
        std::vector<std::int64_t> axes;
        if (inputs.size() > 1) {
            const TensorData* data = inputs[1].isValid() ? m_graph.data(inputs[1]) : nullptr;
            if (!data || m_graph.value(inputs[1]).kind != ValueKind::Initializer)
                return 0;
            axes = toIntegers(*data);
        } else if (!needsAxis) {
            for (std::size_t axis = 0; axis < dims.size(); ++axis)
                axes.push_back(static_cast<std::int64_t>(axis));
        }
        std::int64_t longest = 0;
        const auto rank = static_cast<std::int64_t>(dims.size());
        for (const std::int64_t axis : axes) {
            if (const std::int64_t at = axis < 0 ? axis + rank : axis; at >= 0 && at < rank)
                longest = std::max(longest, dims[static_cast<std::size_t>(at)].size);
        }
        return longest;
    }

    const Graph& m_graph;
    const AutoCastSettings& m_settings;
    Patterns m_exclude;
    Patterns m_include;
    std::map<ValueId, double> m_largest;
};

void decideNode(DecisionWriter& writer, NodeId node, AutoCastRules& autoCastRules, DType low)
{
    const Node& row = writer.graph().node(node);
    if (!writer.slots(node).hasFloats())
        return writer.keep(node, {.rule = rules::kNoLowType});
    if (row.opType == "Cast")
        return writer.asReceived(node, {.rule = rules::kAutoCastCast});
    const std::string_view rule = autoCastRules.ruleFor(node);
    if (rule == rules::kAutoCastUnsupported)
        return writer.keep(node, {.rule = rule, .list = List::Black});
    const bool isLow = rule == rules::kAutoCastLow || rule == rules::kAutoCastIncluded;
    // A constant is converted for those who read it, which the casts behind it show.
    if (isLow && !std::ranges::contains(writer.slots(node).inputs, SlotRole::Data))
        return writer.keep(node, {.rule = rule, .list = List::White});
    writer.give(node, isLow ? low : DType::Float32, {.rule = rule, .list = isLow ? List::White : List::Black},
        DecisionWriter::Parameters::MoveState);
}

Decisions decideLevel(Decisions fresh, const LevelPlace& place, AutoCastRules& autoCastRules, DType low)
{
    DecisionWriter writer(std::move(fresh));
    writeInferenceTool(writer, [&](NodeId node) {
        if (place.isBody())
            writer.keep(node, {.rule = rules::kAutoCastBody, .list = List::Black});
        else
            decideNode(writer, node, autoCastRules, low);
    });
    writer.decisions().setSharings(
        {.inputs = CastSharing::PerValue, .weights = CastSharing::PerValue, .others = CastSharing::PerValue});
    return std::move(writer.decisions());
}

Result<Decisions> decideAutoCast(const GraphPtr& graph, const PrecisionPolicy& policy)
{
    const auto& settings = std::get<AutoCastSettings>(policy.settings);
    if (!isLowPrecision(settings.low))
        return std::unexpected(Error{ErrorKind::Usage, "ValueError", "The precision type is fp16 or bf16.",
            "low_precision_type", "Choose float16 or bfloat16."});
    auto exclude = Patterns::make(settings.nodesToExclude);
    auto include = Patterns::make(settings.nodesToInclude);
    if (!exclude || !include)
        return std::unexpected(exclude ? include.error() : exclude.error());
    AutoCastRules autoCastRules(*graph, settings, *std::move(exclude), *std::move(include));
    auto decisions = decideLevels(graph, [&](Decisions fresh, const LevelPlace& place) -> Result<Decisions> {
        return decideLevel(std::move(fresh), place, autoCastRules, settings.low);
    });
    if (!decisions)
        return decisions;
    applyOverrides(*decisions, policy.overrides);
    addInferenceTool(*decisions);
    decisions->addFinding({.id = "policy.no-reference-run",
        .where = graph->name(),
        .message =
            "AutoCast also keeps operators in FP32 whose tensors were larger than 512 in a reference run."});
    addKeptCasts(*decisions, rules::kAutoCastCast);
    return decisions;
}

// "name:3" for the third entry that fits; empty where none does.
template <typename Fits>
std::string entryOf(std::string_view setting, const std::vector<std::string>& entries, const Fits& fits)
{
    const auto found = std::ranges::find_if(entries, fits);
    return found == entries.end() ? std::string()
                                  : std::format("{}:{}", setting, found - entries.begin() + 1);
}

std::string patternPlace(
    std::string_view setting, const std::vector<std::string>& patterns, const std::string& nodeName)
{
    return entryOf(setting, patterns, [&](const std::string& pattern) {
        const auto made = Patterns::make({pattern});
        return made && made->match(nodeName);
    });
}

std::string placeInAutoCast(const Decisions& decisions, NodeId node, const PolicySettings& chosen)
{
    const auto& settings = std::get<AutoCastSettings>(chosen);
    const Node& row = decisions.graph()->node(node);
    const std::string_view rule = decisions.node(node).rule;
    const auto isType = [&](const std::string& type) { return type == row.opType; };
    if (rule == rules::kAutoCastExcludedName)
        return patternPlace("nodes_to_exclude", settings.nodesToExclude, row.name);
    if (rule == rules::kAutoCastExcludedType)
        return entryOf("op_types_to_exclude", settings.opTypesToExclude, isType);
    if (rule == rules::kAutoCastIncluded) {
        const std::string byName = patternPlace("nodes_to_include", settings.nodesToInclude, row.name);
        return byName.empty() ? entryOf("op_types_to_include", settings.opTypesToInclude, isType) : byName;
    }
    const auto never = std::ranges::find(kNeverLow, row.opType, &NeverLow::opType);
    return rule == rules::kAutoCastUnsupported && never != kNeverLow.end()
        ? std::format("modelopt/onnx/autocast/precisionconverter.py:{}", never->line)
        : std::string();
}

std::string describeAutoCast(const PolicySettings& chosen)
{
    return std::format("AutoCast, {}", name(std::get<AutoCastSettings>(chosen).low));
}

}

const PolicyDef kAutoCastPolicy{.id = "autocast",
    .title = "TensorRT Model Optimizer AutoCast",
    .doc = "Everything low but what its static rules exclude: names, types, large constants, long sums, "
           "validity.",
    .source = {"TensorRT Model Optimizer", "modelopt/onnx/autocast/nodeclassifier.py", "5a4242f"},
    .decide = decideAutoCast,
    .describe = describeAutoCast,
    .placeOf = placeInAutoCast,
    .addEdits = addAutoCastEdits};

}
