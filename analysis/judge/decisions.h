// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a policy decides: a dtype for every tensor slot of every node, and the reason as data. Views, JSON,
// reports and the executor all read this one structure; prose is made by explain().
#pragma once

#include "analysis/core/dtype.h"
#include "analysis/core/finding.h"
#include "analysis/graph/graph.h"
#include "analysis/mixlist/mixlist.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// Who would run a node on the chip.
enum class Engine : std::uint8_t {
    AiCore, ///< The fast units; the only engine that precision modes move.
    AiCpu, ///< The slow processor beside them; always the original types.
    Local, ///< No kernel: handled by the graph engine itself (shapes, control flow).
    None, ///< No engine takes it: CANN would stop with EZ3003 or E16002.
};

/// Spelled "AI Core", "AI CPU", "GE local", "none".
std::string_view name(Engine engine);

/// This is a row of the catalogue of rules. A decision stores the row's id, explain() renders it.
struct Rule
{
    std::string_view id; ///< Stable, dotted: "ascend.gray.follows".
    std::string_view title; ///< What the rule does, one sentence with no full stop, for tables.
    std::string_view source; ///< Where the rule is from: document or upstream file and section.
};

/// All rules, sorted by id.
std::span<const Rule> allRules();

/// The row of a rule that a decision names.
const Rule& ruleOf(std::string_view id);

/// Which row of a library, or which place in a mixlist file, put an operator type into its list.
struct ListSource
{
    enum class Kind : std::uint8_t { Library, Mixlist, NotInLibrary };
    Kind kind = Kind::NotInLibrary;
    List libraryList = List::Gray; ///< What the library alone says.
    std::uint32_t entry = 0; ///< Index into Mixlist::entries when kind is Mixlist.
    int line = 0; ///< Line in the library table or in the mixlist file; 0 for an entry made here.
};

/// This is the decision for one Ascend operator that a node becomes.
struct PartDecision
{
    std::string ascendType; ///< The type that was judged.
    List list = List::Gray; ///< Effective list, after the mixlist.
    ListSource source;
    Engine engine = Engine::AiCore;
    std::string_view rule; ///< Id of the rule that fixed the first output.
    /// The predecessor whose output dtype was followed; invalid when none was. Where an earlier part of the
    /// same node was followed, the one that that part followed.
    NodeId decidedBy;
    bool assumedColumns = false; ///< The library gives no table; columns were assumed from its bounds.
    std::vector<DType> inputs; ///< In the order of AscendPart::inputs.
    std::vector<DType> outputs;
};

/// This is the decision for one node of the graph.
struct NodeDecision
{
    List list = List::Gray; ///< That of the main part (the cube operator if there is one, else the first).
    Engine engine = Engine::AiCore;
    std::string_view rule; ///< Of the main part.
    NodeId decidedBy; ///< Of the main part.
    Slice parts; ///< Into Decisions::parts(node).
};

class Decisions
{
public:
    Decisions() = default;
    /// Starts with every slot at the graph's own dtype and no parts.
    explicit Decisions(GraphPtr graph);

    const GraphPtr& graph() const { return m_graph; }
    const NodeDecision& node(NodeId id) const { return m_nodes[id]; }
    std::span<const PartDecision> parts(NodeId id) const
    {
        const Slice slice = m_nodes[id].parts;
        return std::span(m_parts).subspan(slice.first, slice.count);
    }
    /// The decided dtype of each input slot, in slot order; Undefined for an absent optional input.
    std::span<const DType> inputDTypes(NodeId id) const { return dtypesAt(m_graph->node(id).inputs); }
    std::span<const DType> outputDTypes(NodeId id) const { return dtypesAt(m_graph->node(id).outputs); }
    /// The precision that the views show for a node: of its first float output, else of its first output.
    DType precision(NodeId id) const;
    /// The dtype in which a value is produced: decided for outputs of nodes, its own for inputs and weights.
    DType produced(ValueId id) const { return m_produced[id]; }

    const std::vector<Finding>& findings() const { return m_findings; }

    // For policies:
    void setNode(NodeId id, NodeDecision decision, std::vector<PartDecision>&& parts);
    void setInput(NodeId id, std::size_t slot, DType dtype);
    void setOutput(NodeId id, std::size_t slot, DType dtype);
    void addFinding(Finding finding) { m_findings.push_back(std::move(finding)); }

private:
    std::span<const DType> dtypesAt(Slice slice) const
    {
        return std::span(m_slots).subspan(slice.first, slice.count);
    }

    GraphPtr m_graph;
    IdMap<NodeId, NodeDecision> m_nodes;
    std::vector<PartDecision> m_parts;
    std::vector<DType> m_slots; // parallel to the edges of the graph
    IdMap<ValueId, DType> m_produced;
    std::vector<Finding> m_findings;
};

}
