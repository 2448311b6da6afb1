// SPDX-License-Identifier: GPL-3.0-or-later
//
// A loop of which the turns are known is a chain of its bodies. States go from one copy to the next by name;
// what is walked along is picked by Gather, what is stacked up is put together by Unsqueeze and Concat.
//
//   s, ys = Scan(s0, xs) { s' = f(s, x), y }      becomes      x0 = xs[0], s1 = f(s0, x0), x1 = xs[1], s2 =
//   f(s1, x1), ...
#include "analysis/onnx/unrollloops.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <format>

namespace halftone {
namespace {

using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

constexpr std::int64_t kMostNodes = 200'000; // of all turns of all loops; what is larger nobody trains here
constexpr std::int64_t kFirstWithAxesAsInput = 13; // of Unsqueeze

const onnx::AttributeProto* attributeOf(const onnx::NodeProto& node, std::string_view name)
{
    const auto found = std::ranges::find(node.attribute(), name,
        [](const onnx::AttributeProto& attribute) { return std::string_view(attribute.name()); });
    return found == node.attribute().end() ? nullptr : &*found;
}

std::int64_t listed(const onnx::NodeProto& node, std::string_view name, int index)
{
    const onnx::AttributeProto* attribute = attributeOf(node, name);
    return attribute && index < attribute->ints_size() ? attribute->ints(index) : 0;
}

/// A Loop or a Scan in the same words.
struct Turns
{
    const onnx::AttributeProto* body = nullptr;
    std::int64_t count = 0;
    int firstState = 0; ///< Of the node's inputs.
    int states = 0;
    int walked = 0; ///< Inputs behind the states that the turns walk along.
    int given = 0; ///< Inputs of the body in front of the states: number of the turn, and condition.
    int told = 0; ///< Outputs of the body in front of the states: the condition.

    std::int64_t nodesPerTurn() const { return std::max(1, body->g().node_size()); }
};

bool fits(const onnx::NodeProto& node, const Turns& turns)
{
    const onnx::GraphProto& body = turns.body->g();
    return turns.count > 0 && turns.count <= kMostNodes / turns.nodesPerTurn() && // a file may say any count
        body.input_size() == turns.given + turns.states + turns.walked &&
        body.output_size() >= turns.told + turns.states &&
        node.output_size() <= body.output_size() - turns.told;
}

/// Whether the condition that a turn gives is the one that it got, or a constant that is true.
bool conditionStays(const onnx::GraphProto& body)
{
    const std::string& given = body.input(1).name();
    const std::string& told = body.output(0).name();
    if (told == given)
        return true;
    for (const auto& node : body.node()) {
        if (!std::ranges::contains(node.output(), told))
            continue;
        if (node.op_type() == "Identity")
            return node.input_size() == 1 && node.input(0) == given;
        const onnx::AttributeProto* value =
            node.op_type() == "Constant" ? attributeOf(node, "value") : nullptr;
        return value && value->t().data_type() == onnx::TensorProto::BOOL &&
            (value->t().int32_data_size() > 0
                    ? value->t().int32_data(0) != 0
                    : !value->t().raw_data().empty() && value->t().raw_data()[0] != 0);
    }
    return false;
}

std::optional<Turns> turnsOfLoop(const onnx::NodeProto& node, const LoopFacts& facts)
{
    Turns turns{.body = attributeOf(node, "body"),
        .firstState = 2,
        .states = node.input_size() - 2,
        .given = 2,
        .told = 1};
    if (!turns.body || node.input_size() < 2 || node.input(0).empty() || turns.body->g().input_size() < 2 ||
        turns.body->g().output_size() < 1)
        return std::nullopt;
    turns.count = facts.numberOf(node.input(0)).value_or(0);
    const bool starts = node.input(1).empty() || facts.numberOf(node.input(1)).value_or(0) != 0;
    return starts && conditionStays(turns.body->g()) && fits(node, turns) ? std::optional(turns)
                                                                          : std::nullopt;
}

std::optional<Turns> turnsOfScan(const onnx::NodeProto& node, const LoopFacts& facts)
{
    const onnx::AttributeProto* walked = attributeOf(node, "num_scan_inputs");
    Turns turns{.body = attributeOf(node, "body"), .walked = walked ? static_cast<int>(walked->i()) : 0};
    turns.states = node.input_size() - turns.walked;
    if (!turns.body || turns.walked < 1 || turns.states < 0)
        return std::nullopt;
    turns.count = facts.sizeOf(node.input(turns.states), listed(node, "scan_input_axes", 0)).value_or(0);
    return fits(node, turns) ? std::optional(turns) : std::nullopt;
}

/// Writes the turns of one node.
class Unroller
{
public:
    Unroller(const onnx::NodeProto& node, const Turns& turns, onnx::GraphProto& graph, Nodes& nodes,
        bool hasAxesAsInput)
        : m_node(node)
        , m_turns(turns)
        , m_body(turns.body->g())
        , m_prefix(branchPrefix(node, *turns.body))
        , m_graph(graph)
        , m_nodes(nodes)
        , m_hasAxesAsInput(hasAxesAsInput)
    {
    }

    void write()
    {
        for (const auto& tensor : m_body.initializer()) {
            onnx::TensorProto& copy = *m_graph.add_initializer();
            copy = tensor;
            copy.set_name(m_shared[tensor.name()] = m_prefix + tensor.name());
        }
        for (int i = 0; i < m_turns.states; ++i)
            m_states.push_back(m_node.input(m_turns.firstState + i));
        m_parts.resize(static_cast<std::size_t>(m_body.output_size() - m_turns.told - m_turns.states));
        for (std::int64_t turn = 0; turn < m_turns.count; ++turn)
            writeTurn(turn);
        writeResults();
    }

private:
    onnx::NodeProto& add(const char* type, std::vector<std::string> inputs, const std::string& output)
    {
        onnx::NodeProto& node = *m_nodes.Add();
        node.set_op_type(type);
        node.set_name(output);
        for (std::string& input : inputs)
            node.add_input(std::move(input));
        node.add_output(output);
        return node;
    }

    static void setInteger(onnx::NodeProto& node, const char* name, std::int64_t value)
    {
        onnx::AttributeProto& attribute = *node.add_attribute();
        attribute.set_name(name);
        attribute.set_type(onnx::AttributeProto::INT);
        attribute.set_i(value);
    }

    std::string constant(
        const std::string& name, onnx::TensorProto::DataType type, std::int64_t value, bool isList = false)
    {
        onnx::TensorProto& tensor = *m_graph.add_initializer();
        tensor.set_name(name);
        tensor.set_data_type(type);
        if (isList)
            tensor.add_dims(1);
        if (type == onnx::TensorProto::BOOL)
            tensor.add_int32_data(static_cast<std::int32_t>(value));
        else
            tensor.add_int64_data(value);
        return name;
    }

    void writeTurn(std::int64_t turn)
    {
        const std::string prefix = std::format("{}{}/", m_prefix, turn);
        BranchNames names = m_shared;
        for (const auto& node : m_body.node()) {
            for (const std::string& output : node.output()) {
                if (!output.empty())
                    names[output] = prefix + output;
            }
        }
        nameInputs(turn, prefix, names);
        for (const auto& node : m_body.node()) {
            onnx::NodeProto& copy = *m_nodes.Add();
            copy = node;
            if (!copy.name().empty())
                copy.set_name(prefix + copy.name());
            renameInputs(copy, names);
            for (std::string& output : *copy.mutable_output()) {
                if (!output.empty())
                    output = names[output];
            }
        }
        const auto resultAt = [&](int index) {
            const std::string& name = m_body.output(index).name();
            const auto found = names.find(name);
            return found == names.end() ? name : found->second;
        };
        for (int i = 0; i < m_turns.states; ++i)
            m_states[static_cast<std::size_t>(i)] = resultAt(m_turns.told + i);
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            m_parts[i].push_back(resultAt(m_turns.told + m_turns.states + static_cast<int>(i)));
    }

    void nameInputs(std::int64_t turn, const std::string& prefix, BranchNames& names)
    {
        if (m_turns.given > 0) {
            names[m_body.input(0).name()] = constant(prefix + "turn", onnx::TensorProto::INT64, turn);
            names[m_body.input(1).name()] = constant(prefix + "goes_on", onnx::TensorProto::BOOL, 1);
        }
        for (int i = 0; i < m_turns.states; ++i)
            names[m_body.input(m_turns.given + i).name()] = m_states[static_cast<std::size_t>(i)];
        for (int i = 0; i < m_turns.walked; ++i) {
            const std::string& input = m_body.input(m_turns.given + m_turns.states + i).name();
            const bool isBackwards = listed(m_node, "scan_input_directions", i) != 0;
            const std::string place = constant(prefix + input + "/place", onnx::TensorProto::INT64,
                isBackwards ? m_turns.count - 1 - turn : turn);
            setInteger(add("Gather", {m_node.input(m_turns.states + i), place}, prefix + input), "axis",
                listed(m_node, "scan_input_axes", i));
            names[input] = prefix + input;
        }
    }

    void writeResults()
    {
        for (int i = 0; i < m_node.output_size(); ++i) {
            const std::string& output = m_node.output(i);
            if (output.empty())
                continue;
            if (i < m_turns.states)
                add("Identity", {m_states[static_cast<std::size_t>(i)]}, output);
            else
                stack(i - m_turns.states, output);
        }
    }

    void stack(int index, const std::string& output)
    {
        const std::int64_t axis = listed(m_node, "scan_output_axes", index);
        std::vector<std::string> parts = m_parts[static_cast<std::size_t>(index)];
        if (listed(m_node, "scan_output_directions", index) != 0)
            std::ranges::reverse(parts);
        const std::string axes = m_hasAxesAsInput
            ? constant(output + "/axis", onnx::TensorProto::INT64, axis, true)
            : std::string();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::string part = std::format("{}/{}", output, i);
            onnx::NodeProto& node = add("Unsqueeze", {parts[i]}, part);
            if (m_hasAxesAsInput) {
                node.add_input(axes);
            } else {
                onnx::AttributeProto& attribute = *node.add_attribute();
                attribute.set_name("axes");
                attribute.set_type(onnx::AttributeProto::INTS);
                attribute.add_ints(axis);
            }
            parts[i] = part;
        }
        setInteger(add("Concat", std::move(parts), output), "axis", axis);
    }

    const onnx::NodeProto& m_node;
    const Turns& m_turns;
    const onnx::GraphProto& m_body;
    std::string m_prefix;
    onnx::GraphProto& m_graph;
    Nodes& m_nodes;
    bool m_hasAxesAsInput;
    BranchNames m_shared; ///< Of the weights in the body.
    std::vector<std::string> m_states; ///< As the turn before has left them.
    std::vector<std::vector<std::string>> m_parts; ///< Of what is stacked up, turn by turn.
};

std::int64_t opsetOf(const onnx::ModelProto& model)
{
    for (const auto& opset : model.opset_import()) {
        if (opset.domain().empty() || opset.domain() == "ai.onnx")
            return opset.version();
    }
    return kFirstWithAxesAsInput;
}

}

std::vector<std::string> unrollKnownLoops(onnx::ModelProto& model, const LoopFacts& facts)
{
    onnx::GraphProto& graph = *model.mutable_graph();
    const auto turnsOf = [&](const onnx::NodeProto& node) -> std::optional<Turns> {
        if (!node.domain().empty())
            return std::nullopt;
        return node.op_type() == "Loop"                      ? turnsOfLoop(node, facts)
            : node.op_type() == "Scan" && opsetOf(model) > 8 ? turnsOfScan(node, facts)
                                                             : std::nullopt;
    };
    std::vector<std::string> known;
    if (std::ranges::none_of(graph.node(), [&](const auto& node) { return turnsOf(node).has_value(); }))
        return known; // nearly every model, and large ones should not be copied for nothing
    Nodes nodes(graph.GetArena());
    std::int64_t room = kMostNodes;
    for (const auto& node : graph.node()) {
        const auto turns = turnsOf(node);
        if (!turns || turns->count > room / turns->nodesPerTurn()) {
            *nodes.Add() = node;
            continue;
        }
        room -= turns->count * turns->nodesPerTurn();
        known.push_back(nameOf(node));
        Unroller(node, *turns, graph, nodes, opsetOf(model) >= kFirstWithAxesAsInput).write();
    }
    graph.mutable_node()->Swap(&nodes);
    return known;
}

}
