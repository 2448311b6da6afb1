// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/nodeexplainer.h"

#include "analysis/judge/customdtypes.h"
#include "analysis/judge/keepdtypes.h"
#include "analysis/judge/rules.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

DType firstOutput(const PartDecision& decision)
{
    return decision.outputs.empty() ? DType::Undefined : decision.outputs.front();
}

// The step that fixed the output, where the columns left a choice.
const NarrowingStep* decidingStep(const JudgedPart& part)
{
    const Narrowing& narrowing = part.narrowing;
    return narrowing.decidingStep == Narrowing::kNoStep ? nullptr : &narrowing.steps[narrowing.decidingStep];
}

// Where the dtype that was followed came from, as "conv1", "the graph input x".
std::string sourceText(const Graph& graph, const PartSource& source, Followed followed)
{
    if (followed == Followed::BeforeCast)
        return source.beforeCast.isValid() ? graph.displayName(source.beforeCast) : "an input of the graph";
    if (source.part)
        return "the part before it";
    if (source.node.isValid())
        return graph.displayName(source.node);
    if (!source.value.isValid())
        return "a constant";
    const Value& value = graph.value(source.value);
    const std::string_view what = source.peer.kind == Peer::Kind::Constant ? "the constant"
        : value.kind == ValueKind::Captured                                ? "the enclosing graph's"
                                                                           : "the graph input";
    return std::format("{} {}", what, value.name);
}

DType lowTypeOf(Mode mode)
{
    switch (mode) {
    case Mode::MixBf16:
    case Mode::AllowFp32ToBf16:
        return DType::BFloat16;
    case Mode::MixHif8:
    case Mode::CubeHif8:
        return DType::HiFloat8;
    default:
        return DType::Float16;
    }
}

// The step that asked for the type of the first output: the one that decided; where there was nothing to
// decide, the one that followed something, else that of the output itself.
const NarrowingStep* askingStep(const JudgedPart& part)
{
    if (const NarrowingStep* deciding = decidingStep(part))
        return deciding;
    const std::vector<NarrowingStep>& steps = part.narrowing.steps;
    auto step = std::ranges::find_if(
        steps, [](const NarrowingStep& one) { return one.followed != Followed::Nothing; });
    if (step == steps.end())
        step = std::ranges::find(steps, true, &NarrowingStep::isOutput);
    return step == steps.end() ? nullptr : &*step;
}

// What that step wanted; Undefined where it wanted nothing in particular.
DType askedFor(const JudgedPart& part, Mode mode)
{
    const NarrowingStep* step = askingStep(part);
    const DType original = part.outputs.empty() ? DType::Undefined : part.outputs.front().original;
    if (!step || !isReducibleFloat(original))
        return DType::Undefined;
    if (step->followed != Followed::Nothing) {
        const Peer& peer = part.sources[step->tensor].peer;
        return step->followed == Followed::BeforeCast ? peer.beforeCast : peer.dtype;
    }
    if (step->rule == rules::kWhite && mode != Mode::MixHif8 && isLowPrecision(part.decision.outputs.front()))
        return DType::Undefined; // Either 16-bit type is what white asks for when the tensor had one already.
    if (step->rule == rules::kWhite || step->rule == rules::kWhiteNoLow)
        return lowTypeOf(mode);
    if (step->rule == rules::kForceFp16)
        return DType::Float16;
    if (step->rule == rules::kForceFp32)
        return DType::Float32;
    return step->rule == rules::kBlack || step->rule == rules::kKeepOrigin ? original : DType::Undefined;
}

}

NodeExplainer::NodeExplainer(const Decisions& decisions, const JudgeInput& input)
    : m_decisions(decisions)
    , m_graph(*decisions.graph())
    , m_input(input)
    , m_context(decisions, input)
{
}

std::size_t NodeExplainer::partCount(NodeId node) const
{
    return m_decisions.parts(node).size();
}

PreparedNode NodeExplainer::prepare(NodeId node) const
{
    return prepareNode(m_decisions, node, m_context.library);
}

JudgedPart NodeExplainer::part(
    NodeId node, const PreparedNode& prepared, std::size_t index, std::optional<List> asIf) const
{
    return judgePart(m_context, node, prepared, index, m_decisions.parts(node).first(index), asIf);
}

// "ascend910b.tsv:812" or "ops_info.json:4:7"; empty for operators from nowhere and entries made here.
std::string NodeExplainer::placeOf(const PartDecision& decision) const
{
    switch (decision.source.kind) {
    case ListSource::Kind::Library:
        return m_context.library.placeOf(*m_context.library.find(decision.ascendType));
    case ListSource::Kind::Mixlist: {
        const MixlistEntry& entry = m_input.mixlist->entries[decision.source.entry];
        return entry.line > 0 ? std::format("{}:{}:{}", m_input.mixlist->fileName, entry.line, entry.column)
                              : std::string();
    }
    case ListSource::Kind::NotInLibrary:
        break;
    }
    return {};
}

Explanation::Step NodeExplainer::listStep(NodeId node, const PartDecision& decision) const
{
    const std::string nodeName = m_graph.displayName(node);
    const std::string_view title = m_context.library.traits().title;
    std::string text;
    if (decision.source.kind == ListSource::Kind::NotInLibrary)
        text = std::format(
            "{} becomes {}, which the AI Core of {} does not have.", nodeName, decision.ascendType, title);
    else if (decision.source.kind == ListSource::Kind::Library)
        text = std::format(
            "{} becomes {}, which is {} on {}.", nodeName, decision.ascendType, name(decision.list), title);
    else
        text = std::format("{} becomes {}, which the mixlist moves from {} to {}.", nodeName,
            decision.ascendType, name(decision.source.libraryList), name(decision.list));
    return {.text = std::move(text), .source = placeOf(decision), .node = node};
}

Explanation::Step NodeExplainer::ruleStep(NodeId node, const JudgedPart& part) const
{
    const Rule& rule = ruleOf(part.decision.rule);
    Explanation::Step step{
        .text = std::format("{}.", rule.title), .source = std::string(rule.source), .node = node};
    const NarrowingStep* deciding = decidingStep(part);
    if (!deciding || deciding->followed == Followed::Nothing)
        return step;
    const PartSource& source = part.sources[deciding->tensor];
    const DType followed =
        deciding->followed == Followed::BeforeCast ? source.peer.beforeCast : source.peer.dtype;
    step.text += std::format(
        " Here that is {}, which gives {}.", sourceText(m_graph, source, deciding->followed), name(followed));
    if (part.decision.decidedBy.isValid())
        step.node = part.decision.decidedBy;
    return step;
}

std::optional<Explanation::Step> NodeExplainer::refusalStep(NodeId node, const JudgedPart& part) const
{
    if (part.decision.outputs.empty())
        return std::nullopt;
    const DType got = part.decision.outputs.front();
    const DType asked = askedFor(part, m_context.mode);
    if (asked == DType::Undefined || asked == got || part.decision.engine != Engine::AiCore)
        return std::nullopt;
    return Explanation::Step{
        .text = std::format("Asked for {}, got {}: {} has no kernel in {} that fits its other tensors.",
            name(asked), name(got), part.decision.ascendType, name(asked)),
        .source = placeOf(part.decision),
        .node = node};
}

Explanation::Step NodeExplainer::otherPartStep(NodeId node, const PartDecision& decision) const
{
    return {.text = std::format("It also becomes {}, which is {} and gives {}.", decision.ascendType,
                name(decision.list), name(firstOutput(decision))),
        .source = placeOf(decision),
        .node = node};
}

void NodeExplainer::addOverrideSteps(
    std::vector<Explanation::Step>& steps, NodeId node, const PartDecision& decision) const
{
    const auto add = [&](const auto* file, std::uint32_t entry, std::string_view what) {
        if (!file || entry == PartDecision::kNoEntry)
            return;
        const auto& line = file->entries[entry];
        steps.push_back(
            {.text = std::format("{} {} {}.", what, line.isType ? "names the type" : "names", line.name),
                .source = line.line > 0 ? std::format("{}:{}:1", file->fileName, line.line) : std::string(),
                .node = node});
    };
    add(m_input.customDTypes, decision.customEntry, "The customize_dtypes file");
    add(m_input.keepDTypes, decision.keepEntry, "The keep_dtype file");
}

// Which of the two is judged depends on graph passes, which are not published for every version.
std::optional<Explanation::Step> NodeExplainer::otherFormStep(NodeId node, const JudgedPart& part) const
{
    const LibraryOp* sibling = part.candidate ? part.candidate->sibling : nullptr;
    if (!sibling || !usesMixlist(m_context.mode))
        return std::nullopt;
    const List list = m_context.policies.of(sibling).list;
    if (list == part.decision.list)
        return std::nullopt;
    return Explanation::Step{
        .text = std::format("If CANN does not make {} of {} here, the list is that of {}: {}.",
            part.decision.ascendType, sibling->type, sibling->type, name(list)),
        .source = m_context.library.placeOf(*sibling),
        .node = node};
}

std::vector<Explanation::Step> NodeExplainer::steps(NodeId node) const
{
    if (partCount(node) == 0)
        return {{.text = std::format("{} is a {}, for which no Ascend operator is known.",
                     m_graph.displayName(node), m_graph.node(node).opType),
            .source = std::string(ruleOf(rules::kUnmapped).source),
            .node = node}};
    const PreparedNode prepared = prepare(node);
    const std::size_t main = prepared.mainPart;
    const JudgedPart judged = part(node, prepared, main);
    std::vector<Explanation::Step> steps{listStep(node, judged.decision), ruleStep(node, judged)};
    addOverrideSteps(steps, node, judged.decision);
    if (std::optional<Explanation::Step> refusal = refusalStep(node, judged))
        steps.push_back(std::move(*refusal));
    if (std::optional<Explanation::Step> otherForm = otherFormStep(node, judged))
        steps.push_back(std::move(*otherForm));
    if (judged.decision.assumedColumns)
        steps.push_back(
            {.text = "The library gives no kernel table for it, so its kernels are assumed from the "
                     "types that it names.",
                .source = placeOf(judged.decision),
                .node = node});
    for (std::size_t i = 0; i < partCount(node); ++i) {
        if (i != main)
            steps.push_back(otherPartStep(node, m_decisions.parts(node)[i]));
    }
    return steps;
}

std::vector<Explanation::Step> NodeExplainer::alternatives(NodeId node) const
{
    std::vector<Explanation::Step> steps;
    if (!usesMixlist(m_context.mode))
        return steps;
    const PreparedNode prepared = prepare(node);
    for (std::size_t i = 0; i < partCount(node); ++i) {
        if (m_decisions.parts(node)[i].source.kind != ListSource::Kind::NotInLibrary)
            addAlternatives(steps, node, prepared, i);
    }
    return steps;
}

void NodeExplainer::addAlternatives(
    std::vector<Explanation::Step>& steps, NodeId node, const PreparedNode& prepared, std::size_t index) const
{
    const PartDecision& now = m_decisions.parts(node)[index];
    const std::string nodeName = m_graph.displayName(node);
    for (List list : {List::White, List::Black, List::Gray}) {
        const PartDecision other = part(node, prepared, index, list).decision;
        if (list == now.list || (other.engine == now.engine && other.outputs == now.outputs))
            continue;
        std::string result = std::format("{} would give {}", nodeName, name(firstOutput(other)));
        if (other.engine == Engine::None)
            result = std::format("no engine would take {}", nodeName);
        else if (other.engine == Engine::AiCpu)
            result = std::format("the AI CPU would run {}", nodeName);
        steps.push_back(
            {.text = std::format("If {} were {}, {}.", now.ascendType, name(list), result), .node = node});
    }
}

std::string NodeExplainer::line(NodeId node) const
{
    if (partCount(node) == 0)
        return std::string(ruleOf(rules::kUnmapped).title);
    const PreparedNode prepared = prepare(node);
    const std::size_t main = prepared.mainPart;
    const JudgedPart judged = part(node, prepared, main);
    std::string text = lineOf(judged);
    for (std::size_t i = 0; i < partCount(node); ++i) {
        const PartDecision& other = m_decisions.parts(node)[i];
        if (i != main && other.outputs != judged.decision.outputs)
            text +=
                std::format("; {} ({}): {}", other.ascendType, name(other.list), name(firstOutput(other)));
    }
    return text;
}

std::string NodeExplainer::lineOf(const JudgedPart& judged) const
{
    const PartDecision& decision = judged.decision;
    std::string list(name(decision.list));
    if (decision.source.kind == ListSource::Kind::Mixlist)
        list += std::format(" by {}", placeOf(decision).empty() ? "your list" : placeOf(decision));
    const DType got = firstOutput(decision);
    if (decision.rule == rules::kWhite)
        return std::format("{}: {}", list, name(got));
    if (decision.rule == rules::kBlack)
        return std::format("{}: keeps {}", list, name(got));
    if (decision.rule == rules::kWhiteNoLow)
        return std::format("{}, but has no low-precision kernel", list);
    const NarrowingStep* deciding = decidingStep(judged);
    if (!deciding || deciding->followed == Followed::Nothing)
        return std::string(ruleOf(decision.rule).title);
    const PartSource& source = judged.sources[deciding->tensor];
    const bool throughCast = deciding->followed == Followed::BeforeCast;
    return std::format("{}: {} {} ({})", list, throughCast ? "through a Cast follows" : "follows",
        sourceText(m_graph, source, deciding->followed),
        name(throughCast ? source.peer.beforeCast : source.peer.dtype));
}

}
