// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/dynamic/modelrunner.h"

#include "executor/data/indices.h"
#include "executor/ops/dynamiccall.h"
#include "executor/ops/opruns.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

// Plans of one place that are kept: enough for the sizes that a program alternates between. Each has the
// weights of its nodes in its own layout, so large ones are bounded by bytes as well.
constexpr std::size_t kMostPlans = 8;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

std::unexpected<Error> wrongInput(const Graph& graph, ValueId id, const TensorData& tensor)
{
    std::string given;
    for (const std::int64_t size : tensor.dims)
        given += std::format("{}{}", given.empty() ? "" : "×", size);
    return std::unexpected(Error{ErrorKind::Usage, "E-RUN",
        std::format("The input \"{}\" is {} {}, and {} {} was given.", graph.value(id).name,
            name(graph.value(id).dtype), graph.shapeText(id), name(tensor.dtype),
            given.empty() ? "scalar" : given),
        graph.name(), "Give a tensor of the input's type and shape."});
}

// A size of 0 stands for any size in what some exporters write.
bool fits(std::span<const Dim> dims, const TensorData& tensor)
{
    return std::ranges::equal(dims, tensor.dims,
        [](const Dim& dim, std::int64_t size) { return dim.size <= 0 || dim.size == size; });
}

void dropOld(std::vector<Segment>& segments)
{
    const auto bytes = [&] {
        std::size_t sum = 0;
        for (const Segment& segment : segments)
            sum += segment.program ? segment.program->memoryBytes() : 0;
        return sum;
    };
    while (segments.size() > kMostPlans || (segments.size() > 1 && bytes() > kMostBytes))
        segments.pop_back();
}

}

/// A body, and which values of the graph around it are its captured ones.
struct ModelRunner::BodyRunner
{
    ModelRunner runner;
    std::vector<std::pair<ValueId, ValueId>> captured; ///< From outside to inside.
};

ModelRunner::ModelRunner(ModelRunner&&) noexcept = default;
ModelRunner& ModelRunner::operator=(ModelRunner&&) noexcept = default;
ModelRunner::~ModelRunner() = default;

ModelRunner::ModelRunner(GraphPtr graph, ProgramOptions options)
    : m_graph(std::move(graph))
    , m_options(std::move(options))
{
}

Result<ModelRunner> ModelRunner::create(GraphPtr graph, ProgramOptions options)
{
    ModelRunner runner(std::move(graph), std::move(options));
    for (NodeId id : runner.m_graph->nodes()) {
        const Node& node = runner.m_graph->node(id);
        if (!isConstant(*runner.m_graph, id) && !findOpRun(node.opType, node.domain))
            return std::unexpected(Error{ErrorKind::Unsupported, "E-RUN",
                std::format("The operator {} cannot be run.", node.opType),
                std::format("node \"{}\"", runner.m_graph->displayName(id)),
                "Inspect and decide work with this model; run or train another one."});
        for (const Body& body : node.bodies) {
            auto inner = create(body.graph, runner.m_options);
            if (!inner)
                return inner;
            BodyRunner made{*std::move(inner), {}};
            for (ValueId value : body.graph->values()) {
                if (body.graph->value(value).kind == ValueKind::Captured)
                    made.captured.emplace_back(
                        runner.m_graph->findValue(body.graph->value(value).name), value);
            }
            runner.m_bodies.emplace(
                std::pair(id, body.attribute), std::make_unique<BodyRunner>(std::move(made)));
        }
    }
    return runner;
}

Result<void> ModelRunner::checkInputs(std::span<const TensorData> inputs) const
{
    const std::span<const ValueId> wanted = m_graph->graphInputs();
    if (inputs.size() != wanted.size())
        return std::unexpected(Error{ErrorKind::Usage, "E-RUN",
            std::format("The model has {} inputs, and {} were given.", wanted.size(), inputs.size()),
            m_graph->name(), "Give a tensor for each."});
    std::map<SymbolId, std::int64_t> sizes;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Value& value = m_graph->value(wanted[i]);
        const std::size_t bytes =
            storageBytes(inputs[i].dtype, static_cast<std::size_t>(inputs[i].elementCount()));
        if ((value.dtype != DType::Undefined && value.dtype != inputs[i].dtype) ||
            bytes != inputs[i].bytes.size() ||
            (value.shapeKnown && !fits(m_graph->dims(wanted[i]), inputs[i])))
            return wrongInput(*m_graph, wanted[i], inputs[i]);
        for (std::size_t axis = 0; axis < m_graph->dims(wanted[i]).size(); ++axis) {
            const Dim& dim = m_graph->dims(wanted[i])[axis];
            const auto [known, isNew] = sizes.emplace(dim.symbol, inputs[i].dims[axis]);
            if (dim.symbol.isValid() && known->second != inputs[i].dims[axis])
                return wrongInput(*m_graph, wanted[i], inputs[i]);
        }
    }
    return checkIndices(inputs);
}

// Inside, an index beyond the end picks the nearest entry: no program of ours reads other memory. Whoever
// feeds one should know.
Result<void> ModelRunner::checkIndices(std::span<const TensorData> inputs) const
{
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const ValueId input = m_graph->graphInputs()[i];
        const auto size = tableSize(*m_graph, input);
        if (!size)
            continue;
        const std::vector<std::int64_t> indices = toIntegers(inputs[i]);
        const auto stray = std::ranges::find_if(
            indices, [size = *size](std::int64_t index) { return index >= size || index < -size; });
        if (stray != indices.end())
            return std::unexpected(Error{ErrorKind::Usage, "E-RUN",
                std::format("The input \"{}\" holds {} (element {}), and it picks from {} entries.",
                    m_graph->value(input).name, *stray, stray - indices.begin(), *size),
                m_graph->name(), "Give indices from 0 on, or from -1 backwards."});
    }
    return {};
}

Result<std::vector<TensorData>> ModelRunner::run(std::span<const TensorData> inputs)
{
    if (auto checked = checkInputs(inputs); !checked)
        return std::unexpected(checked.error());
    TensorTable tensors(*m_graph);
    for (const auto& [id, data] : m_initializers)
        tensors.set(id, data);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        tensors.set(m_graph->graphInputs()[i], inputs[i]);
    return runFrom(std::move(tensors));
}

void ModelRunner::setInitializer(ValueId id, TensorData data)
{
    for (auto& [first, segments] : m_segments) {
        for (Segment& segment : segments)
            segment.setInitializer(id, data);
    }
    m_initializers[id] = std::move(data);
}

Result<std::vector<TensorData>> ModelRunner::runFrom(TensorTable tensors)
{
    for (NodeId node{0}; node.index < m_graph->nodeCount();) {
        if (isConstant(*m_graph, node)) {
            ++node.index;
            continue;
        }
        const OpRun& run = *findOpRun(m_graph->node(node).opType, m_graph->node(node).domain);
        if (run.evaluate) {
            if (auto evaluated = evaluate(node, run, tensors); !evaluated)
                return std::unexpected(evaluated.error());
            ++node.index;
            continue;
        }
        const auto segment = segmentAt(node, tensors);
        if (!segment)
            return std::unexpected(segment.error());
        (*segment)->run(tensors);
        node.index += (*segment)->nodeCount;
    }
    std::vector<TensorData> outputs;
    for (ValueId id : m_graph->graphOutputs()) {
        const TensorData* output = tensors.find(id);
        if (!output)
            return std::unexpected(Error{ErrorKind::Format, "E-RUN",
                std::format("Nothing makes the output \"{}\".", m_graph->value(id).name), m_graph->name(),
                "Export the model again."});
        outputs.push_back(*output);
    }
    return outputs;
}

Result<Segment*> ModelRunner::segmentAt(NodeId node, const TensorTable& tensors)
{
    std::vector<Segment>& segments = m_segments[node];
    const auto found =
        std::ranges::find_if(segments, [&](const Segment& segment) { return segment.fits(tensors); });
    if (found != segments.end()) {
        std::rotate(segments.begin(), found, found + 1);
        return &segments.front();
    }
    auto planned = planSegment(m_graph, node, tensors, m_options);
    if (!planned)
        return std::unexpected(planned.error());
    ++m_plansMade;
    segments.insert(segments.begin(), *std::move(planned));
    dropOld(segments);
    return &segments.front();
}

Result<void> ModelRunner::evaluate(NodeId node, const OpRun& run, TensorTable& tensors)
{
    ++m_evaluations[node];
    DynamicCall call{*m_graph, node, {}, [&](std::string_view attribute, std::vector<TensorData> inputs) {
                         return runBody(node, attribute, std::move(inputs), tensors);
                     }};
    for (ValueId input : m_graph->inputs(node))
        call.inputs.push_back(tensors.find(input));
    for (std::uint32_t slot = 0; run.required >> slot != 0; ++slot) {
        if ((run.required >> slot & 1) != 0 && !call.input(slot))
            return call.refuse("One of its inputs is absent.");
    }
    auto outputs = run.evaluate(call);
    if (!outputs)
        return std::unexpected(outputs.error());
    const std::span<const ValueId> wanted = m_graph->outputs(node);
    if (outputs->size() < wanted.size())
        return call.refuse("It gives fewer results than the model reads.");
    for (std::size_t slot = 0; slot < wanted.size(); ++slot) {
        if (wanted[slot].isValid())
            tensors.set(wanted[slot], std::move((*outputs)[slot]));
    }
    return {};
}

Result<std::vector<TensorData>> ModelRunner::runBody(
    NodeId node, std::string_view attribute, std::vector<TensorData> inputs, const TensorTable& outer)
{
    const auto found = m_bodies.find({node, std::string(attribute)});
    if (found == m_bodies.end())
        return std::unexpected(
            Error{ErrorKind::Format, "E-RUN", std::format("It has no body \"{}\".", attribute),
                std::format("node \"{}\"", m_graph->displayName(node)), "Export the model again."});
    BodyRunner& body = *found->second;
    const Graph& graph = *body.runner.graph();
    TensorTable tensors(graph);
    for (std::size_t i = 0; i < std::min(inputs.size(), graph.graphInputs().size()); ++i)
        tensors.set(graph.graphInputs()[i], std::move(inputs[i]));
    for (const auto& [outside, inside] : body.captured) {
        if (const TensorData* tensor = outer.find(outside))
            tensors.set(inside, *tensor);
    }
    return body.runner.runFrom(std::move(tensors));
}

std::uint64_t ModelRunner::plansMade() const
{
    std::uint64_t sum = m_plansMade;
    for (const auto& [place, body] : m_bodies)
        sum += body->runner.plansMade();
    return sum;
}

namespace {

std::string textOf(const Graph& graph, const SegmentNeed& need)
{
    std::string text = graph.value(need.value).name;
    if (need.elements) {
        text += " =";
        for (const double value : toDoubles(*need.elements))
            text += std::format(" {:g}", value);
        return text;
    }
    std::string sizes;
    for (const std::int64_t size : need.dims)
        sizes += std::format("{}{}", sizes.empty() ? "" : "×", size);
    return text + " " + (sizes.empty() ? "scalar" : sizes);
}

ModelRunner::Part partOf(const Graph& graph, const Segment& segment)
{
    const NodeId first{segment.firstNode}, last{segment.firstNode + segment.nodeCount - 1};
    ModelRunner::Part part{.body = {},
        .nodes = graph.displayName(first),
        .nodeCount = segment.nodeCount,
        .plannedFor = {},
        .runs = segment.runs,
        .rows = {}};
    if (first != last)
        part.nodes += " ... " + graph.displayName(last);
    for (const SegmentNeed& need : segment.needs)
        part.plannedFor += (part.plannedFor.empty() ? "" : ", ") + textOf(graph, need);
    if (segment.program)
        part.rows.assign(segment.program->plan().begin(), segment.program->plan().end());
    return part;
}

}

std::vector<ModelRunner::Part> ModelRunner::parts() const
{
    std::vector<Part> parts;
    for (NodeId node : m_graph->nodes()) {
        if (const auto found = m_segments.find(node); found != m_segments.end()) {
            for (const Segment& segment : found->second)
                parts.push_back(partOf(*m_graph, segment));
        }
        if (const auto runs = m_evaluations.find(node); runs != m_evaluations.end())
            parts.push_back({.body = {},
                .nodes = m_graph->displayName(node),
                .nodeCount = 1,
                .plannedFor = {},
                .runs = runs->second,
                .rows = {}});
        for (const Body& body : m_graph->node(node).bodies) {
            const std::string place = m_graph->displayName(node) + "/" + body.attribute;
            for (Part& part : m_bodies.at({node, body.attribute})->runner.parts()) {
                part.body = part.body.empty() ? place : place + "/" + part.body;
                parts.push_back(std::move(part));
            }
        }
    }
    return parts;
}

}
