// SPDX-License-Identifier: GPL-3.0-or-later
//
// The walk over the graph. Nodes stand in topological order, so every predecessor is judged already and a
// decision runs down a chain of gray operators in one pass.
//
// What makes it fast: nodes that are prepared alike (preparednode.h) and read the same types have the same
// outcome, so a graph of 100,000 nodes is judged some dozen times and looked up otherwise. After a change of
// the mixlist only outcomes that an operator with another policy takes part in are forgotten; their nodes are
// judged again, and then whoever reads something that has changed. Linear in nodes and edges.
#include "analysis/judge/graphjudge.h"

#include "analysis/judge/judgelevel.h"
#include "analysis/judge/modeoptions.h"

#include <algorithm>

namespace halftone {
namespace {

bool isGiven(const Mixlist* mixlist)
{
    return mixlist && (!mixlist->isEmpty() || !mixlist->fileName.empty());
}

std::optional<Error> refusalOf(const JudgeInput& input)
{
    if (std::optional<Error> error = refusalOf(input.mode, input.library->traits()))
        return error;
    if (isGiven(input.mixlist) && !usesMixlist(input.mode))
        return Error{.kind = ErrorKind::Usage,
            .code = "E10001",
            .what = "modify_mixlist needs a mixed mode, and this mode has no lists.",
            .where = "modify_mixlist",
            .remedy = "Choose allow_mix_precision_fp16 or another mixed mode, or leave the list out."};
    return std::nullopt;
}

}

class GraphJudge::State
{
public:
    explicit State(GraphPtr graph)
        : m_graph(graph)
        , m_level(std::move(graph), {})
    {
    }

    std::optional<Error> run(const JudgeInput& input)
    {
        if (std::optional<Error> error = refusalOf(input))
            return error;
        if (input.library != m_library) {
            m_level.prepare(*input.library);
            m_library = input.library;
            m_policies.reset();
        }
        const JudgeContext context(m_level.decisions(), input);
        if (isMuchChanged(context, input))
            m_level.decideAnew(context);
        else
            m_level.decideAgain(
                context, [&](const LibraryOp* op) { return m_policies->of(op) != context.policies.of(op); });
        remember(context, input);
        return setFindings(context, input);
    }

    const Decisions& decisions() const { return m_level.decisions(); }
    std::size_t judgedNodes() const { return m_level.judgedNodes(); }

private:
    // Another mode or file, or Casts that are looked through from now on. Outcomes that were forgotten are
    // thrown away now and then.
    bool isMuchChanged(const JudgeContext& context, const JudgeInput& input)
    {
        constexpr int kAgainAtMost = 100;
        m_again = m_again + 1;
        const bool isChanged = !m_policies || m_mode != input.mode || m_again > kAgainAtMost ||
            m_looksThroughCasts != context.looksThroughCasts ||
            m_keep != (input.keepDTypes ? *input.keepDTypes : KeepDTypes{}) ||
            m_custom != (input.customDTypes ? *input.customDTypes : CustomDTypes{});
        if (isChanged)
            m_again = 0;
        return isChanged;
    }

    void remember(const JudgeContext& context, const JudgeInput& input)
    {
        m_policies = context.policies;
        m_mode = input.mode;
        m_looksThroughCasts = context.looksThroughCasts;
        m_keep = input.keepDTypes ? *input.keepDTypes : KeepDTypes{};
        m_custom = input.customDTypes ? *input.customDTypes : CustomDTypes{};
    }

    std::optional<Error> setFindings(const JudgeContext& context, const JudgeInput& input)
    {
        JudgeFindings gathered(context);
        m_level.note(gathered, "", {});
        std::vector<Finding> findings = gathered.take();
        OverrideCheck check(input.keepDTypes, input.customDTypes, input.mode);
        if (check.isNeeded()) {
            m_level.check(check);
            if (std::optional<Error> error = check.refusal())
                return error;
            std::ranges::move(check.findings(), std::back_inserter(findings));
        }
        if (std::optional<Finding> warning = hif8Warning(input.mode, input.library->traits()))
            findings.push_back(std::move(*warning));
        m_level.setFindings(std::move(findings));
        return std::nullopt;
    }

    GraphPtr m_graph;
    JudgeLevel m_level;
    const OpLibrary* m_library = nullptr;
    std::optional<OpPolicies> m_policies; // those of the last call; nothing before the first
    Mode m_mode = Mode::MixFp16;
    bool m_looksThroughCasts = false;
    KeepDTypes m_keep;
    CustomDTypes m_custom;
    int m_again = 0; // calls since everything was decided anew
};

GraphJudge::GraphJudge(GraphPtr graph)
    : m_state(std::make_unique<State>(std::move(graph)))
{
}

GraphJudge::GraphJudge(GraphJudge&&) noexcept = default;
GraphJudge& GraphJudge::operator=(GraphJudge&&) noexcept = default;
GraphJudge::~GraphJudge() = default;

Result<Decisions> GraphJudge::decide(const JudgeInput& input)
{
    if (std::optional<Error> error = m_state->run(input))
        return std::unexpected(std::move(*error));
    return m_state->decisions();
}

std::size_t GraphJudge::judgedNodes() const
{
    return m_state->judgedNodes();
}

Result<Decisions> judge(const GraphPtr& graph, const JudgeInput& input)
{
    return GraphJudge(graph).decide(input);
}

}
