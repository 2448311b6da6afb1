// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/partjudge.h"

#include "analysis/judge/enginechoice.h"
#include "analysis/judge/partsources.h"
#include "analysis/judge/promotion.h"
#include "analysis/judge/rules.h"
#include "analysis/oplibrary/localops.h"

#include <algorithm>

namespace halftone {
namespace {

constexpr std::string_view kCast = "Cast";

class PartJudge
{
public:
    PartJudge(const JudgeContext& context, NodeId node, std::span<const AscendPart> parts, std::size_t index,
        std::span<const PartDecision> earlier, std::optional<List> asIf)
        : m_context(context)
        , m_graph(*context.decisions.graph())
        , m_node(node)
        , m_part(parts[index])
        , m_earlier(earlier)
        , m_asIf(asIf)
    {
        m_judged.sources = findSources(context, node, parts, index, earlier);
        m_judged.inputs.reserve(m_judged.sources.size());
        m_judged.outputs.reserve(m_part.outputSlots.size());
        for (const PartSource& source : m_judged.sources)
            m_judged.inputs.push_back({.original = source.original, .peer = source.peer});
        for (std::uint32_t slot : m_part.outputSlots)
            m_judged.outputs.push_back({.original = originalOutput(slot)});
        if (m_part.outputSlots.empty())
            m_judged.outputs.push_back({.original = dtypeInside(m_graph, node)});
    }

    JudgedPart run()
    {
        for (const std::string& type : m_part.types) {
            if (const LibraryOp* op = m_context.library.find(type); op && aiCoreTakes(*op)) {
                decideOnAiCore();
                return std::move(m_judged);
            }
        }
        decideElsewhere();
        return std::move(m_judged);
    }

private:
    DType originalOutput(std::uint32_t slot) const
    {
        const std::span<const ValueId> outputs = m_graph.outputs(m_node);
        return slot < outputs.size() && outputs[slot].isValid() ? m_graph.value(outputs[slot]).dtype
                                                                : DType::Undefined;
    }

    static DType firstOf(const std::vector<JudgedTensor>& tensors)
    {
        return tensors.empty() ? DType::Undefined : tensors.front().original;
    }

    bool aiCoreTakes(const LibraryOp& op)
    {
        std::vector<JudgedTensor>& inputs = m_judged.inputs;
        std::vector<JudgedTensor>& outputs = m_judged.outputs;
        m_judged.op = &op;
        m_judged.table.emplace(op, inputs.size(), firstOf(inputs), firstOf(outputs));
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const bool isConstant = inputs[i].peer.kind == Peer::Kind::Constant;
            inputs[i].columns = m_judged.sources[i].isAbsent
                ? ColumnView()
                : m_judged.table->input(i, inputs[i].original, isConstant);
        }
        for (std::size_t i = 0; i < outputs.size(); ++i)
            outputs[i].columns = m_judged.table->output(i, outputs[i].original);
        return !m_judged.table->isRefused() && aiCoreAccepts(narrowingInput());
    }

    NarrowingInput narrowingInput() const
    {
        const LibraryOp& op = *m_judged.op;
        return {.mode = m_context.mode,
            .list = m_asIf.value_or(m_context.policies.of(&op).list),
            .isCube = op.isCube,
            .isNullKernel = op.isNullKernel,
            .isCast = op.type == kCast,
            .columnCount = m_judged.table->columnCount(),
            .promotedInputs = promotedInputCount(m_context.library.traits().soc, op.type),
            .inputs = m_judged.inputs,
            .outputs = m_judged.outputs};
    }

    void setPolicy(const LibraryOp* op)
    {
        const OpPolicies::Policy policy = m_context.policies.of(op);
        m_judged.decision.list = m_asIf.value_or(policy.list);
        m_judged.decision.source = policy.source;
    }

    void decideOnAiCore()
    {
        PartDecision& decision = m_judged.decision;
        decision.ascendType = m_judged.op->type;
        decision.assumedColumns = m_judged.table->isAssumed();
        setPolicy(m_judged.op);
        if (m_judged.table->columnCount() == 0) {
            decision.rule = rules::kNoTable;
            return keepOriginals();
        }
        m_judged.narrowing = narrow(narrowingInput());
        if (m_judged.narrowing.steps.empty()) {
            decision.rule = rules::kUnknownType;
            return keepOriginals();
        }
        decision.rule = m_judged.narrowing.rule;
        decision.decidedBy = followedNode();
        setDTypes([&](const JudgedTensor& tensor) {
            return tensor.columns.exists() ? tensor.columns.at(m_judged.narrowing.column) : tensor.original;
        });
    }

    void setDTypes(const auto& choice)
    {
        const auto choose = [&](std::vector<DType>& dtypes, const std::vector<JudgedTensor>& tensors) {
            dtypes.resize(tensors.size());
            std::ranges::transform(tensors, dtypes.begin(), choice);
        };
        choose(m_judged.decision.inputs, m_judged.inputs);
        choose(m_judged.decision.outputs, m_judged.outputs);
    }

    NodeId followedNode() const
    {
        if (m_judged.narrowing.decidingStep == Narrowing::kNoStep)
            return {};
        const NarrowingStep& step = m_judged.narrowing.steps[m_judged.narrowing.decidingStep];
        if (step.followed == Followed::Nothing)
            return {};
        const PartSource& source = m_judged.sources[step.tensor];
        if (step.followed == Followed::BeforeCast)
            return source.beforeCast;
        return source.part ? m_earlier[*source.part].decidedBy : source.node;
    }

    void keepOriginals()
    {
        setDTypes([](const JudgedTensor& tensor) { return tensor.original; });
    }

    // Not on the AI Core: the next engines are asked in their order, and all of them keep the original types.
    void decideElsewhere()
    {
        const auto find = [&](const auto& isTaken) {
            const auto found = std::ranges::find_if(m_part.types, isTaken);
            return found == m_part.types.end() ? nullptr : &*found;
        };
        const auto isOnAiCpu = [&](const std::string& type) {
            return m_context.library.aiCpuAccepts(type, firstOf(m_judged.inputs), firstOf(m_judged.outputs));
        };
        const auto isInLibrary = [&](const std::string& type) {
            return m_context.library.find(type) != nullptr;
        };
        if (const std::string* aiCpuType = find(isOnAiCpu))
            settle(*aiCpuType, Engine::AiCpu, rules::kAiCpu);
        else if (const std::string* localType = find(isLocalOp))
            settle(*localType, Engine::Local, rules::kLocal);
        else if (const std::string* refusedType = find(isInLibrary))
            settle(*refusedType, Engine::None, rules::kNoEngine);
        else
            settle(m_part.types.front(), Engine::None, rules::kNotInLibrary);
    }

    void settle(const std::string& type, Engine engine, std::string_view rule)
    {
        m_judged.op = m_context.library.find(type);
        m_judged.decision.ascendType = type;
        m_judged.decision.engine = engine;
        m_judged.decision.rule = rule;
        setPolicy(m_judged.op);
        keepOriginals();
    }

    const JudgeContext& m_context;
    const Graph& m_graph;
    NodeId m_node;
    const AscendPart& m_part;
    std::span<const PartDecision> m_earlier;
    std::optional<List> m_asIf;
    JudgedPart m_judged;
};

}

JudgeContext::JudgeContext(const Decisions& decisionsSoFar, const JudgeInput& input)
    : decisions(decisionsSoFar)
    , library(*input.library)
    , mode(input.mode)
    , policies(*input.library, input.mixlist)
{
    const LibraryOp* cast = library.find(kCast);
    looksThroughCasts = cast && policies.of(cast).list != List::Black;
}

JudgedPart judgePart(const JudgeContext& context, NodeId node, std::span<const AscendPart> parts,
    std::size_t index, std::span<const PartDecision> earlier, std::optional<List> asIf)
{
    return PartJudge(context, node, parts, index, earlier, asIf).run();
}

}
