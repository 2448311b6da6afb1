// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/blame.h"

#include "kernels/round.h"

#include <algorithm>
#include <optional>

namespace halftone {
namespace {

bool isFloat(DType dtype)
{
    return dtype == DType::Float32 || isLowPrecision(dtype);
}

class Blame
{
public:
    explicit Blame(Program& program)
        : m_program(program)
        , m_graph(*program.graph())
        , m_isTainted(m_graph.valueCount(), false)
    {
    }

    OverflowPlace find()
    {
        for (ValueId id : m_graph.values()) {
            const ValueKind kind = m_graph.value(id).kind;
            if (kind == ValueKind::Input || kind == ValueKind::Initializer)
                look(id, [&](std::size_t element) { notePassive(id, element); });
        }
        m_program.runWatched({.before = {}, .after = [this](NodeId node) { after(node); }});
        return m_born.isValid() ? m_born : m_fed;
    }

private:
    bool readsTaint(NodeId node) const
    {
        return std::ranges::any_of(
            m_graph.inputs(node), [this](ValueId id) { return id.isValid() && m_isTainted[id]; });
    }

    /// Nodes without steps (a Reshape is another name for its memory) are passed over by the watch.
    void passOnUpTo(NodeId node)
    {
        for (; m_next.index < node.index; ++m_next.index) {
            if (!readsTaint(m_next))
                continue;
            for (ValueId output : m_graph.outputs(m_next)) {
                if (output.isValid() && m_program.isAlias(output))
                    m_isTainted[output] = true;
            }
        }
    }

    void after(NodeId node)
    {
        if (m_born.isValid())
            return;
        passOnUpTo(node);
        const bool isPassedOn = readsTaint(node);
        // Rounding names its place itself, also where saturation leaves nothing infinite.
        if (m_program.state().firstOverflow.node == node) {
            m_born = m_program.state().firstOverflow;
            return;
        }
        for (ValueId output : m_graph.outputs(node)) {
            if (!output.isValid() || m_born.isValid())
                continue;
            look(output, [&](std::size_t element) {
                if (!isPassedOn)
                    m_born = {node, output, element};
            });
        }
    }

    /// Calls \p found with the first element that is not finite.
    template <typename Found>
    void look(ValueId id, const Found& found)
    {
        if (!isFloat(m_graph.value(id).dtype) || !m_program.hasMemory(id))
            return;
        const std::size_t element = kernels::firstNonFinite(m_program.read(id));
        if (element == kernels::kNotFound)
            return;
        m_isTainted[id] = true;
        found(element);
    }

    void notePassive(ValueId id, std::size_t element)
    {
        if (!m_fed.isValid() && !m_graph.uses(id).empty())
            m_fed = {m_graph.uses(id).front().node, id, element};
    }

    Program& m_program;
    const Graph& m_graph;
    IdMap<ValueId, bool> m_isTainted;
    NodeId m_next{0}; ///< The first that was not looked at.
    OverflowPlace m_born;
    OverflowPlace m_fed;
};

}

OverflowPlace findFirstOverflow(Program& program)
{
    return Blame(program).find();
}

}
