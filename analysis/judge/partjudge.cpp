// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/partjudge.h"

#include "analysis/judge/enginechoice.h"
#include "analysis/judge/partsources.h"
#include "analysis/judge/rules.h"
#include "analysis/oplibrary/localops.h"

#include <algorithm>

namespace halftone {
namespace {

constexpr std::string_view kCast = "Cast";

class PartJudge
{
public:
    PartJudge(const JudgeContext& context, NodeId node, const PreparedNode& prepared, std::size_t index,
        std::span<const PartDecision> earlier, std::optional<List> asIf)
        : m_context(context)
        , m_prepared(prepared)
        , m_part(prepared.parts[index])
        , m_earlier(earlier)
        , m_asIf(asIf)
    {
        m_judged.sources = findSources(context, node, prepared, index, earlier);
        for (std::size_t i = 0; i < m_part.inputs.size(); ++i)
            m_judged.inputs.push_back({.original = m_part.inputs[i], .peer = m_judged.sources[i].peer});
        for (DType original : m_part.outputs)
            m_judged.outputs.push_back({.original = original});
        if (!context.overrides.isEmpty())
            findOverrides(context.decisions.graph()->node(node).name);
    }

    JudgedPart run()
    {
        for (const PreparedOp& candidate : m_part.candidates) {
            if (aiCoreTakes(candidate)) {
                decideOnAiCore(candidate);
                return std::move(m_judged);
            }
        }
        decideElsewhere();
        return std::move(m_judged);
    }

private:
    void findOverrides(const std::string& nodeName)
    {
        const Overrides& overrides = m_context.overrides;
        m_keepEntry = overrides.keepOfNode(nodeName);
        if (m_keepEntry == Overrides::kNone)
            m_keepEntry = overrides.keepOfPart(*m_part.part);
        if (m_prepared.keepsItsName)
            m_customOfNode = overrides.customOfNode(nodeName);
    }

    bool aiCoreTakes(const PreparedOp& candidate)
    {
        for (std::size_t i = 0; i < m_judged.inputs.size(); ++i)
            m_judged.inputs[i].columns = candidate.inputs[i];
        for (std::size_t i = 0; i < m_judged.outputs.size(); ++i)
            m_judged.outputs[i].columns = candidate.outputs[i];
        m_customEntry = m_customOfNode != Overrides::kNone
            ? m_customOfNode
            : m_context.overrides.customOfType(candidate.op->type);
        if (m_customEntry != Overrides::kNone)
            filterColumns(candidate, m_context.overrides.customEntry(m_customEntry));
        return !candidate.table->isRefused() && aiCoreAccepts(narrowingInput(candidate));
    }

    // Which columns have the prescribed types. Entries beyond the tensors, free ones and tensors that the
    // library does not have say nothing.
    void filterColumns(const PreparedOp& candidate, const CustomDTypesEntry& entry)
    {
        m_allowed.clear();
        m_judged.customNamesNothing = candidate.table->columnCount() > 0;
        for (std::uint32_t column = 0; column < candidate.table->columnCount(); ++column) {
            const auto fits = [&](const std::vector<ColumnView>& views, const std::vector<DType>& wanted) {
                bool allFit = true;
                for (std::size_t i = 0; i < std::min(views.size(), wanted.size()); ++i) {
                    if (wanted[i] == DType::Undefined || !views[i].exists())
                        continue;
                    m_judged.customNamesNothing = false;
                    allFit = allFit && views[i].at(column) == wanted[i];
                }
                return allFit;
            };
            const bool inputsFit = fits(candidate.inputs, entry.inputs);
            const bool outputsFit = fits(candidate.outputs, entry.outputs);
            if (inputsFit && outputsFit)
                m_allowed.push_back(column);
        }
    }

    NarrowingInput narrowingInput(const PreparedOp& candidate) const
    {
        return {.mode = m_context.mode,
            .list = m_asIf.value_or(m_context.policies.of(candidate.op).list),
            .isCube = candidate.op->isCube,
            .isNullKernel = candidate.op->isNullKernel,
            .isCast = candidate.isCast,
            .keepsDType = m_keepEntry != Overrides::kNone,
            .isCustom = m_customEntry != Overrides::kNone,
            .allowed = m_allowed,
            .columnCount = candidate.table->columnCount(),
            .promotedInputs = candidate.op->promotedInputs,
            .inputs = m_judged.inputs,
            .outputs = m_judged.outputs};
    }

    void setPolicy(const LibraryOp* op)
    {
        const OpPolicies::Policy policy = m_context.policies.of(op);
        m_judged.decision.list = m_asIf.value_or(policy.list);
        m_judged.decision.source = policy.source;
    }

    void decideOnAiCore(const PreparedOp& candidate)
    {
        PartDecision& decision = m_judged.decision;
        m_judged.candidate = &candidate;
        decision.ascendType = candidate.op->type;
        decision.assumedColumns = candidate.table->isAssumed();
        decision.keepEntry = m_keepEntry;
        decision.customEntry = m_customEntry;
        setPolicy(candidate.op);
        if (candidate.table->columnCount() == 0) {
            decision.rule = rules::kNoTable;
            return keepOriginals();
        }
        m_judged.narrowing = narrow(narrowingInput(candidate));
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
        const auto choose = [&](DTypeList& dtypes, const std::vector<JudgedTensor>& tensors) {
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

    static DType firstOf(const std::vector<DType>& dtypes)
    {
        return dtypes.empty() ? DType::Undefined : dtypes.front();
    }

    // Not on the AI Core: the next engines are asked in their order, and all of them keep the original types.
    void decideElsewhere()
    {
        const std::vector<std::string>& types = m_part.part->types;
        const auto find = [&](const auto& isTaken) {
            const auto found = std::ranges::find_if(types, isTaken);
            return found == types.end() ? nullptr : &*found;
        };
        const auto isOnAiCpu = [&](const std::string& type) {
            return m_context.library.aiCpuAccepts(type, firstOf(m_part.inputs), firstOf(m_part.outputs));
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
        else if (!m_part.candidates.empty())
            settle(m_part.candidates.front().op->type, Engine::None, rules::kNoEngine);
        else
            settle(types.front(), Engine::None, rules::kNotInLibrary);
    }

    void settle(const std::string& type, Engine engine, std::string_view rule)
    {
        m_judged.decision.ascendType = type;
        m_judged.decision.engine = engine;
        m_judged.decision.rule = rule;
        m_judged.decision.keepEntry = m_keepEntry;
        m_judged.decision.customEntry = m_customEntry;
        setPolicy(m_context.library.find(type));
        keepOriginals();
    }

    const JudgeContext& m_context;
    const PreparedNode& m_prepared;
    const PreparedPart& m_part;
    std::span<const PartDecision> m_earlier;
    std::optional<List> m_asIf;
    std::uint32_t m_keepEntry = Overrides::kNone;
    std::uint32_t m_customOfNode = Overrides::kNone;
    std::uint32_t m_customEntry = Overrides::kNone; // for the candidate at hand
    std::vector<std::uint32_t> m_allowed; // columns of the candidate at hand
    JudgedPart m_judged;
};

}

JudgeContext::JudgeContext(const Decisions& decisionsSoFar, const JudgeInput& input)
    : decisions(decisionsSoFar)
    , library(*input.library)
    , mode(input.mode)
    , policies(*input.library, input.mixlist)
    , overrides(input.keepDTypes, input.customDTypes)
{
    const LibraryOp* cast = library.find(kCast);
    looksThroughCasts = cast && policies.of(cast).list != List::Black;
}

JudgeContext::JudgeContext(const JudgeContext& other, const Decisions& decisionsSoFar)
    : decisions(decisionsSoFar)
    , library(other.library)
    , mode(other.mode)
    , policies(other.policies)
    , overrides(other.overrides)
    , looksThroughCasts(other.looksThroughCasts)
{
}

JudgedPart judgePart(const JudgeContext& context, NodeId node, const PreparedNode& prepared,
    std::size_t index, std::span<const PartDecision> earlier, std::optional<List> asIf)
{
    return PartJudge(context, node, prepared, index, earlier, asIf).run();
}

}
