// SPDX-License-Identifier: GPL-3.0-or-later
//
// The walk over the graph. Nodes stand in topological order, so every predecessor is judged already and a
// decision runs down a chain of gray operators in one pass.
#include "analysis/judge/judge.h"

#include "analysis/judge/judgefindings.h"
#include "analysis/judge/partjudge.h"
#include "analysis/judge/rules.h"
#include "analysis/ops/optable.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

bool needsBf16(Mode mode)
{
    return mode == Mode::AllowFp32ToBf16 || mode == Mode::MixBf16;
}

bool needsHif8(Mode mode)
{
    return mode == Mode::CubeHif8 || mode == Mode::MixHif8;
}

bool isGiven(const Mixlist* mixlist)
{
    return mixlist && (!mixlist->isEmpty() || !mixlist->fileName.empty());
}

std::optional<Error> refusal(const JudgeInput& input)
{
    const ChipTraits& chip = input.library->traits();
    if (needsBf16(input.mode) && !chip.hasBf16)
        return Error{.kind = ErrorKind::Unsupported,
            .code = "E20101",
            .what = std::format("{} does not support BFloat16, which this mode needs.", chip.title),
            .where = "precision_mode",
            .remedy = "Choose allow_mix_precision_fp16, or a chip that has BF16."};
    if (isGiven(input.mixlist) && !usesMixlist(input.mode))
        return Error{.kind = ErrorKind::Usage,
            .code = "E10001",
            .what = "modify_mixlist needs a mixed mode, and this mode has no lists.",
            .where = "modify_mixlist",
            .remedy = "Choose allow_mix_precision_fp16 or another mixed mode, or leave the list out."};
    return std::nullopt;
}

class GraphJudge
{
public:
    GraphJudge(const GraphPtr& graph, const JudgeInput& input)
        : m_graph(*graph)
        , m_decisions(graph)
        , m_context(m_decisions, input)
    {
    }

    Decisions run()
    {
        for (NodeId node : m_graph.nodes())
            judgeNode(node);
        for (Finding& finding : m_findings.take(m_graph))
            m_decisions.addFinding(std::move(finding));
        if (needsHif8(m_context.mode))
            m_decisions.addFinding({.id = "judge.no-hif8",
                .where = "precision_mode",
                .message = std::format("The mode asks for HiFloat8, which {} is not documented to have.",
                    m_context.library.traits().title)});
        return std::move(m_decisions);
    }

private:
    void judgeNode(NodeId node)
    {
        const std::vector<AscendPart> parts = lowerToAscend(m_graph, node);
        if (parts.empty()) {
            m_findings.noteUnmapped(m_graph, node);
            m_decisions.setNode(node, {.engine = Engine::None, .rule = rules::kUnmapped}, {});
            return;
        }
        m_judged.clear();
        std::size_t main = kNoPart;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            JudgedPart judged = judgePart(m_context, node, parts, i, m_judged);
            m_findings.notePart(node, judged.decision);
            if (main == kNoPart && judged.op && judged.op->isCube)
                main = i;
            m_judged.push_back(std::move(judged.decision));
        }
        setSlots(node, parts);
        const PartDecision& decision = m_judged[main == kNoPart ? 0 : main];
        const NodeDecision summary{.list = decision.list,
            .engine = decision.engine,
            .rule = decision.rule,
            .decidedBy = decision.decidedBy};
        m_decisions.setNode(node, summary, std::move(m_judged));
    }

    // Backwards, so that the first part that reads a slot has the last word.
    void setSlots(NodeId node, std::span<const AscendPart> parts)
    {
        const std::size_t inputCount = m_graph.inputs(node).size();
        const std::span<const ValueId> outputs = m_graph.outputs(node);
        for (std::size_t p = parts.size(); p-- > 0;) {
            const AscendPart& part = parts[p];
            for (std::size_t i = part.inputs.size(); i-- > 0;) {
                const AscendInput& input = part.inputs[i];
                if (input.source == AscendInput::Source::Slot && input.index < inputCount)
                    m_decisions.setInput(node, input.index, m_judged[p].inputs[i]);
            }
            for (std::size_t i = 0; i < part.outputSlots.size(); ++i) {
                const std::uint32_t slot = part.outputSlots[i];
                if (slot < outputs.size() && outputs[slot].isValid())
                    m_decisions.setOutput(node, slot, m_judged[p].outputs[i]);
            }
        }
    }

    static constexpr std::size_t kNoPart = static_cast<std::size_t>(-1);

    const Graph& m_graph;
    Decisions m_decisions;
    JudgeContext m_context;
    JudgeFindings m_findings;
    std::vector<PartDecision> m_judged; // of the node at hand
};

}

Result<Decisions> judge(const GraphPtr& graph, const JudgeInput& input)
{
    if (std::optional<Error> error = refusal(input))
        return std::unexpected(std::move(*error));
    return GraphJudge(graph, input).run();
}

}
