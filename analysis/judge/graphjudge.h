// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/judge.h"

#include <memory>

namespace halftone {

/// Decides one graph again and again, as a person tries out lists and modes: what does not depend on them is
/// made once, and after a change of the mixlist only nodes that it can reach are judged again. decide() gives
/// what judge() would give. Not for several threads at a time.
class GraphJudge
{
public:
    explicit GraphJudge(GraphPtr graph);
    GraphJudge(GraphJudge&&) noexcept;
    GraphJudge& operator=(GraphJudge&&) noexcept;
    ~GraphJudge();

    /// The library must stay where it is until another one is given or this object is gone.
    Result<Decisions> decide(const JudgeInput& input);

    /// Nodes that the last decide() judged, in bodies too; for tests and benchmarks.
    std::size_t judgedNodes() const;

private:
    class State;
    std::unique_ptr<State> m_state;
};

}
