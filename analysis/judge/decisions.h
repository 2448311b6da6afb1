// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a policy decides: a dtype for every tensor slot of every node, and the reason as data. Views, JSON,
// reports and the executor all read this one structure; prose is made by explain().
#pragma once

#include "analysis/core/dtypelist.h"
#include "analysis/core/finding.h"
#include "analysis/graph/graph.h"
#include "analysis/mixlist/mixlist.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

    bool operator==(const ListSource&) const = default;
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
    static constexpr std::uint32_t kNoEntry = Id<void>::kNone;
    std::uint32_t keepEntry = kNoEntry; ///< Index into KeepDTypes::entries, where one names the operator.
    std::uint32_t customEntry = kNoEntry; ///< Index into CustomDTypes::entries, likewise.
    DTypeList inputs; ///< In the order of AscendPart::inputs.
    DTypeList outputs;
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

/// How many consumers one conversion serves, as the imitated tool inserts them. Numbers do not depend on it:
/// insertCasts() makes one Cast of equal conversions in any case; findCasts() counts by it.
enum class CastSharing : std::uint8_t {
    PerEdge, ///< One for each input slot.
    PerNode, ///< One for all slots of a node.
    PerValue, ///< One for all consumers.
};

/// The sharing of a policy, by what is converted.
struct CastSharings
{
    CastSharing inputs = CastSharing::PerEdge; ///< Inputs of the graph.
    CastSharing weights = CastSharing::PerEdge; ///< Initializers.
    CastSharing others = CastSharing::PerEdge; ///< What nodes make.

    bool operator==(const CastSharings&) const = default;
};

/// A conversion inside a node that stands for a product and the addition of a bias: the product is rounded to
/// \p from, converted to \p to, and the bias is added there. insertCasts() makes three nodes of it.
struct InnerCast
{
    NodeId node;
    DType from = DType::Undefined;
    DType to = DType::Undefined;

    bool operator==(const InnerCast&) const = default;
};

/// A cast up that only casts down followed, all of them gone: `low` goes straight to the consumers.
struct RemovedPair
{
    ValueId value;
    DType low = DType::Undefined;
    std::size_t casts = 0; ///< The one up and those down.

    bool operator==(const RemovedPair&) const = default;
};

/// What became of something that a person asked for: "asked, got, why".
struct OverrideOutcome
{
    std::uint32_t index = 0; ///< Into the overrides of the policy.
    NodeId node;
    DType asked = DType::Undefined;
    DType got = DType::Undefined;
    std::string_view why; ///< Id of the rule that had the last word.

    bool operator==(const OverrideOutcome&) const = default;
};

class Decisions
{
public:
    Decisions() = default;
    /// Starts with every slot at the graph's own dtype and no parts, in bodies too.
    explicit Decisions(GraphPtr graph);
    /// Starts a body, in which captured values and untyped inputs have the types that the owner gives them.
    Decisions(GraphPtr graph, const IdMap<ValueId, DType>& originals);

    const GraphPtr& graph() const { return m_graph; }
    const NodeDecision& node(NodeId id) const { return m_nodes[id]; }
    /// Stays valid as long as this object or a copy of it lives and does not set the node again.
    std::span<const PartDecision> parts(NodeId id) const
    {
        const Slice slice = m_nodes[id].parts;
        if (slice.count == 0)
            return {};
        return std::span(*m_blocks[slice.first / kBlockParts])
            .subspan(slice.first % kBlockParts, slice.count);
    }
    /// The decisions for the body \p index of a node that has bodies (If, Loop, Scan).
    const Decisions& body(NodeId id, std::size_t index) const
    {
        return *m_bodies.at({id, static_cast<std::uint32_t>(index)});
    }
    /// The dtype in the graph as written; in a body that of a captured value is the enclosing graph's.
    DType original(ValueId id) const
    {
        const Value& value = m_graph->value(id);
        return value.producer.isValid() ? value.dtype : m_originals.isEmpty() ? value.dtype : m_originals[id];
    }
    /// The decided dtype of each input slot, in slot order; Undefined for an absent optional input.
    std::span<const DType> inputDTypes(NodeId id) const { return dtypesAt(m_graph->node(id).inputs); }
    std::span<const DType> outputDTypes(NodeId id) const { return dtypesAt(m_graph->node(id).outputs); }
    /// The precision that the views show for a node: of its first float output, else of its first output.
    DType precision(NodeId id) const;
    /// The dtype in which consumers meet a value: that of the output slot or of a cast right behind it; its
    /// own for inputs and weights.
    DType produced(ValueId id) const { return m_produced[id]; }
    /// The dtype in which the policy hands out an output of the graph, by its position among the outputs.
    /// Another one than the original is the tool's own doing and no cast of the policy (see findCasts()).
    DType delivered(std::size_t output) const { return m_delivered[output]; }
    const CastSharings& sharings() const { return m_sharings; }
    const std::vector<InnerCast>& innerCasts() const { return m_innerCasts; } ///< In node order.
    const std::vector<RemovedPair>& removedPairs() const { return m_removedPairs; } ///< In node order.
    const std::vector<OverrideOutcome>& outcomes() const { return m_outcomes; } ///< In node order.

    const std::vector<Finding>& findings() const { return m_findings; }

    // For policies:
    void setNode(NodeId id, NodeDecision decision, std::vector<PartDecision>&& parts);
    /// The same for parts that many nodes share: each is copied, with its own \p decidedBy.
    void setNode(NodeId id, NodeDecision decision, std::span<const PartDecision> parts,
        std::span<const NodeId> decidedBy);
    /// All input and output slots of a node at once.
    void setSlots(NodeId id, std::span<const DType> inputs, std::span<const DType> outputs);
    /// The outputs of the body are delivered in the types that the owner gives, so those must be set already.
    void setBody(NodeId id, std::size_t index, Decisions body);
    void setInput(NodeId id, std::size_t slot, DType dtype);
    void setOutput(NodeId id, std::size_t slot, DType dtype);
    /// Puts a cast behind an output that is set already: all consumers read \p dtype.
    void setCastBehind(NodeId id, std::size_t slot, DType dtype);
    void setDelivered(std::size_t output, DType dtype) { m_delivered[output] = dtype; }
    void setSharings(CastSharings sharings) { m_sharings = sharings; }
    void addInnerCast(InnerCast cast) { m_innerCasts.push_back(cast); }
    void addRemovedPair(RemovedPair pair) { m_removedPairs.push_back(pair); }
    void addOutcome(OverrideOutcome outcome) { m_outcomes.push_back(outcome); }
    void addFinding(Finding finding) { m_findings.push_back(std::move(finding)); }
    void clearFindings() { m_findings.clear(); }

private:
    std::span<const DType> dtypesAt(Slice slice) const
    {
        return std::span(m_slots).subspan(slice.first, slice.count);
    }

    // Parts lie in blocks that copies of this object share, so that deciding a large graph again costs what
    // has changed. A block never moves its elements, and one that is shared gets no new ones.
    static constexpr std::uint32_t kBlockParts = 256; // Enough to make the blocks few, and their pages full.
    using Block = std::vector<PartDecision>;
    Block& blockFor(std::size_t parts, Slice& slice);
    void fillSlots();

    GraphPtr m_graph;
    IdMap<ValueId, DType> m_originals; // of a body; else empty
    IdMap<NodeId, NodeDecision> m_nodes;
    std::vector<std::shared_ptr<Block>> m_blocks;
    std::map<std::pair<NodeId, std::uint32_t>, std::shared_ptr<const Decisions>> m_bodies;
    std::vector<DType> m_slots; // parallel to the edges of the graph
    IdMap<ValueId, DType> m_produced;
    std::vector<DType> m_delivered; // parallel to the outputs of the graph
    CastSharings m_sharings;
    std::vector<InnerCast> m_innerCasts;
    std::vector<RemovedPair> m_removedPairs;
    std::vector<OverrideOutcome> m_outcomes;
    std::vector<Finding> m_findings;
};

}
