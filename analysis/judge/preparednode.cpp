// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/preparednode.h"

#include "analysis/judge/overrides.h"
#include "analysis/oplibrary/cubeops.h"
#include "analysis/ops/constantforms.h"
#include "analysis/ops/optable.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr std::string_view kCast = "Cast";

class NodePreparer
{
public:
    NodePreparer(const Decisions& decisions, NodeId node, const OpLibrary& library)
        : m_decisions(decisions)
        , m_graph(*decisions.graph())
        , m_node(node)
        , m_library(library)
    {
    }

    PreparedNode run()
    {
        const std::vector<AscendPart>& parts = lowerToAscend(m_graph, m_node);
        PreparedNode prepared{.keepsItsName = keepsItsName(parts)};
        m_parts = &prepared.parts;
        prepared.parts.reserve(parts.size());
        for (const AscendPart& part : parts) {
            prepared.parts.push_back(preparePart(part));
            prepared.hasCast = prepared.hasCast || std::ranges::contains(part.types, kCast);
        }
        if (!parts.empty())
            prepared.mainPart = mainPartOf(parts);
        return prepared;
    }

private:
    ValueId valueAt(std::span<const ValueId> values, std::size_t slot) const
    {
        return slot < values.size() ? values[slot] : ValueId{};
    }

    DType typeAt(std::span<const ValueId> values, std::size_t slot) const
    {
        const ValueId value = valueAt(values, slot);
        return value.isValid() ? m_decisions.original(value) : DType::Undefined;
    }

    DType typeOf(const InnerType& type) const
    {
        switch (type.like) {
        case InnerType::Like::Fixed:
            return type.dtype;
        case InnerType::Like::Input:
            return typeAt(m_graph.inputs(m_node), type.slot);
        case InnerType::Like::Output:
            return typeAt(m_graph.outputs(m_node), type.slot);
        }
        return DType::Undefined;
    }

    PreparedPart preparePart(const AscendPart& part) const
    {
        PreparedPart prepared{.part = &part};
        for (const AscendInput& input : part.inputs)
            addInput(prepared, input);
        for (const AscendOutput& output : part.outputs)
            prepared.outputs.push_back(
                output.isInside() ? typeOf(output.type) : typeAt(m_graph.outputs(m_node), output.slot));
        addCandidates(prepared);
        return prepared;
    }

    void addInput(PreparedPart& prepared, const AscendInput& input) const
    {
        const ValueId value = valueAt(m_graph.inputs(m_node), input.index);
        const bool isSlot = input.source == AscendInput::Source::Slot ||
            (input.source == AscendInput::Source::SlotOrConstant && value.isValid());
        if (isSlot) {
            prepared.inputs.push_back(value.isValid() ? m_decisions.original(value) : DType::Undefined);
            prepared.isAbsent.push_back(!value.isValid());
            prepared.peers.push_back(value.isValid() ? peerKind(m_graph, value) : Peer::Kind::None);
            return;
        }
        const bool isInside = input.source == AscendInput::Source::Part;
        prepared.inputs.push_back(
            isInside ? (*m_parts)[input.index].outputs[input.output] : typeOf(input.type));
        prepared.isAbsent.push_back(false);
        prepared.peers.push_back(isInside ? Peer::Kind::Operator : Peer::Kind::Constant);
    }

    static bool isConstant(const PreparedPart& prepared, std::size_t input)
    {
        return input >= prepared.inputs.size() || prepared.isAbsent[input] ||
            prepared.peers[input] == Peer::Kind::Constant;
    }

    // A form, or the type itself (without constants), that the chip has.
    struct Form
    {
        const LibraryOp* op;
        const std::vector<std::uint32_t>* dropped;
    };

    std::vector<Form> formsOf(const PreparedPart& prepared, std::string_view type) const
    {
        static const std::vector<std::uint32_t> kNothing;
        std::vector<Form> forms;
        for (const ConstantForm& form : constantFormsOf(type)) {
            const LibraryOp* made = m_library.find(form.type);
            const bool fits = std::ranges::all_of(
                form.constants, [&](std::uint32_t input) { return isConstant(prepared, input); });
            if (made && fits)
                forms.push_back({made, &form.dropped});
        }
        if (const LibraryOp* op = m_library.find(type))
            forms.push_back({op, &kNothing});
        return forms;
    }

    // Of a type and the forms that constants give it, the forms come first, as graph passes make them before
    // anything is judged. Where a form has no table of its own and its list is that of what it was made from,
    // the latter says more.
    void addCandidates(PreparedPart& prepared) const
    {
        for (const std::string& type : prepared.part->types) {
            const LibraryOp* op = m_library.find(type);
            const std::vector<Form> forms = formsOf(prepared, type);
            for (auto form = forms.begin(); form != forms.end(); ++form) {
                const bool saysLess =
                    form->op->columns.empty() && std::any_of(form + 1, forms.end(), [&](const Form& earlier) {
                        return earlier.op->list == form->op->list && !earlier.op->columns.empty();
                    });
                if (!saysLess)
                    prepared.candidates.push_back(
                        prepareOp(prepared, *form->op, *form->dropped, form->op == op ? nullptr : op));
            }
        }
    }

    static DType firstOf(const std::vector<DType>& dtypes)
    {
        return dtypes.empty() ? DType::Undefined : dtypes.front();
    }

    PreparedOp prepareOp(const PreparedPart& part, const LibraryOp& op,
        const std::vector<std::uint32_t>& dropped, const LibraryOp* sibling) const
    {
        PreparedOp prepared{.op = &op, .isCast = op.type == kCast, .sibling = sibling};
        std::vector<std::size_t> left; // the inputs that are not attributes
        for (std::uint32_t i = 0; i < part.inputs.size(); ++i) {
            if (!std::ranges::contains(dropped, i))
                left.push_back(i);
        }
        const DType first = left.empty() ? DType::Undefined : part.inputs[left.front()];
        prepared.table = std::make_unique<const KernelTable>(op, left.size(), first, firstOf(part.outputs));
        prepared.inputs.resize(part.inputs.size());
        for (std::size_t i = 0; i < left.size(); ++i) {
            const std::size_t input = left[i];
            const bool isConstantInput = part.peers[input] == Peer::Kind::Constant;
            if (!part.isAbsent[input])
                prepared.inputs[input] = prepared.table->input(i, part.inputs[input], isConstantInput);
        }
        for (std::size_t i = 0; i < part.outputs.size(); ++i)
            prepared.outputs.push_back(prepared.table->output(i, part.outputs[i]));
        return prepared;
    }

    const Decisions& m_decisions;
    const Graph& m_graph;
    NodeId m_node;
    const OpLibrary& m_library;
    const std::vector<PreparedPart>* m_parts = nullptr;
};

}

Peer::Kind peerKind(const Graph& graph, ValueId value)
{
    const Value& row = graph.value(value);
    if (row.kind == ValueKind::Initializer)
        return Peer::Kind::Constant;
    if (!row.producer.isValid())
        return Peer::Kind::GraphInput;
    return graph.node(row.producer).opType == "Constant" ? Peer::Kind::Constant : Peer::Kind::Operator;
}

PreparedNode prepareNode(const Decisions& decisions, NodeId node, const OpLibrary& library)
{
    return NodePreparer(decisions, node, library).run();
}

void appendPreparationKey(std::string& key, const Decisions& decisions, NodeId node)
{
    const Graph& graph = *decisions.graph();
    const std::vector<AscendPart>* parts = &lowerToAscend(graph, node); // one object for all nodes alike
    key.append(reinterpret_cast<const char*>(&parts), sizeof parts);
    // Unmapped operators share their empty list of parts, whatever they are and read and give.
    if (parts->empty())
        key += graph.node(node).opType;
    const std::array<std::size_t, 2> counts{graph.inputs(node).size(), graph.outputs(node).size()};
    key.append(reinterpret_cast<const char*>(counts.data()), sizeof counts);
    const auto add = [&](auto byte) { key.push_back(static_cast<char>(byte)); };
    for (ValueId input : graph.inputs(node)) {
        add(input.isValid() ? decisions.original(input) : DType::Undefined);
        add(input.isValid() ? peerKind(graph, input) : Peer::Kind::None);
    }
    for (ValueId output : graph.outputs(node))
        add(output.isValid() ? decisions.original(output) : DType::Undefined);
}

std::size_t mainPartOf(std::span<const AscendPart> parts)
{
    const auto marked = std::ranges::find(parts, true, &AscendPart::isMain);
    if (marked != parts.end())
        return static_cast<std::size_t>(marked - parts.begin());
    const auto cube = std::ranges::find_if(
        parts, [](const AscendPart& part) { return std::ranges::any_of(part.types, isCubeOp); });
    return cube == parts.end() ? 0 : static_cast<std::size_t>(cube - parts.begin());
}

}
