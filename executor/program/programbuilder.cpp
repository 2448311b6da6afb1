// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/programbuilder.h"

#include "executor/ops/opruns.h"
#include "executor/program/programcontent.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstring>
#include <format>
#include <span>

namespace halftone {
namespace {

std::atomic<std::uint64_t> primitiveCount = 0;

// Steps that bring elements into another type, layout or place.
constexpr std::string_view kReorder = "reorder", kReorder16 = "reorder 16", kCopy = "copy";

/// What does the work of a node, for the listing: its first step that does more than that.
const std::string& workOf(std::span<const Step> steps)
{
    const auto work = std::ranges::find_if(steps, [](const Step& step) {
        return !std::ranges::contains(
            std::array{kWidening, kRoundedWidening, kReorder, kReorder16, kCopy}, step.implementation);
    });
    return (work == steps.end() ? steps.front() : *work).implementation;
}

/// A primitive with its arguments as the C interface takes them: the C++ one makes this list at every call,
/// on the heap.
struct PrimitiveCall
{
    dnnl::primitive primitive;
    std::vector<dnnl::memory> memories; // own what the arguments point to
    std::vector<dnnl_exec_arg_t> arguments;

    void execute(const dnnl::stream& stream) const
    {
        dnnl::error::wrap_c_api(dnnl_primitive_execute(primitive.get(), stream.get(),
                                    static_cast<int>(arguments.size()), arguments.data()),
            "a primitive cannot be executed");
    }
};

}

dnnl::memory::data_type dnnlType(DType dtype)
{
    using Type = dnnl::memory::data_type;
    switch (dtype) {
    case DType::Float32:
        return Type::f32;
    case DType::Float16:
        return Type::f16;
    case DType::BFloat16:
        return Type::bf16;
    default:
        return Type::undef;
    }
}

ProgramBuilder::ProgramBuilder(GraphPtr graph, ProgramOptions options)
    : m_graph(std::move(graph))
    , m_options(std::move(options))
    , m_engine(dnnl::engine::kind::cpu, 0)
    , m_stored(m_graph->valueCount())
{
}

std::uint64_t Program::primitivesCreated()
{
    return primitiveCount;
}

Result<Program> ProgramBuilder::build()
{
    for (ValueId id : m_graph->values()) {
        const auto shape = m_graph->fixedShape(id);
        // An output that nobody reads may have any shape, even an unknown one: it counts as absent.
        const bool isUsed = !m_graph->uses(id).empty() || std::ranges::contains(m_graph->graphOutputs(), id);
        if (!shape && isUsed) {
            return std::unexpected(Error{ErrorKind::Unsupported, "E-RUN",
                std::format("The shape of \"{}\" is not fixed ({}).", m_graph->value(id).name,
                    m_graph->shapeText(id)),
                m_graph->name(), "Bind the symbolic dimensions, for instance --dim N=32."});
        }
        m_stored[id].dtype = m_graph->value(id).dtype;
        m_stored[id].dims = shape.value_or(std::vector<std::int64_t>{});
    }
    placeInputs();
    for (NodeId id : m_graph->nodes()) {
        if (auto compiled = compileNode(id); !compiled)
            return std::unexpected(compiled.error());
    }
    leaveCasts();
    std::erase_if(m_steps, [](const Step& step) { return !step.run; });
    assignStages();
    findLifetimes();
    joinBuffers();
    auto content = allocate();
    if (!content)
        return std::unexpected(content.error());
    return Program(*std::move(content));
}

ValueId ProgramBuilder::input(std::size_t slot) const
{
    const std::span<const ValueId> inputs = m_graph->inputs(m_node);
    return slot < inputs.size() ? inputs[slot] : ValueId{};
}

bool ProgramBuilder::hasOutput(std::size_t slot) const
{
    const std::span<const ValueId> outputs = m_graph->outputs(m_node);
    return slot < outputs.size() && outputs[slot].isValid() && m_graph->fixedShape(outputs[slot]);
}

BufferId ProgramBuilder::addBuffer(std::size_t bytes, bool isPersistent)
{
    m_buffers.push_back({.bytes = bytes, .isPersistent = isPersistent});
    return {static_cast<std::uint32_t>(m_buffers.size() - 1)};
}

void ProgramBuilder::placeInputs()
{
    for (ValueId id : m_graph->values()) {
        const ValueKind kind = m_graph->value(id).kind;
        if (kind == ValueKind::Input || kind == ValueKind::Initializer || m_graph->data(id))
            m_stored[id].buffer = addBuffer(bytesOf(m_stored[id]), true);
    }
    for (const auto& [updated, original] : m_options.carried)
        m_stored[updated].buffer = m_stored[original].buffer;
}

std::optional<DType> ProgramBuilder::packedType() const
{
    for (const std::span<const ValueId> ids : {m_graph->inputs(m_node), m_graph->outputs(m_node)}) {
        for (ValueId id : ids) {
            const DType dtype = id.isValid() ? m_stored[id].dtype : DType::Undefined;
            if (const std::size_t bits = bitsPerElement(dtype); bits > 0 && bits < 8)
                return dtype;
        }
    }
    return std::nullopt;
}

Result<void> ProgramBuilder::compileNode(NodeId id)
{
    m_node = id;
    const Node& node = m_graph->node(id);
    m_row = {.node = id, .name = m_graph->displayName(id), .opType = node.opType, .phase = node.phase};
    const bool isKnown = std::ranges::all_of(
        m_graph->outputs(id), [&](ValueId output) { return output.isValid() && m_graph->data(output); });
    if (isKnown) { // The values were put in place already.
        m_row.implementation = "constant";
        m_plan.push_back(m_row);
        return {};
    }
    const OpRun* run = findOpRun(node.opType, node.domain);
    if (!run)
        return refuse(std::format("The operator {} cannot be run.", node.opType));
    if (!run->compile)
        return refuse(
            std::format("What {} gives shows only when it runs, so it cannot be trained.", node.opType));
    if (auto packed = run->takesPacked ? std::nullopt : packedType())
        return refuse(std::format("{} cannot be computed with values of {}.", node.opType, name(*packed)));
    const std::size_t firstStep = m_steps.size();
    try {
        if (auto compiled = run->compile(*this); !compiled)
            return compiled;
    } catch (const dnnl::error& error) {
        return refuse(std::format("oneDNN refuses this {} ({}).", node.opType, error.what()));
    }
    for (const PendingRounding& rounding : std::exchange(m_pendingRoundings, {})) {
        if (!addUnscaledRounding(rounding))
            addRounding(rounding.value, rounding.source);
    }
    if (const auto absorbed = m_absorbed.find(id); absorbed != m_absorbed.end()) {
        m_row.implementation = std::format("in {}", m_graph->displayName(absorbed->second));
        for (Step& step : std::span(m_steps).subspan(firstStep)) {
            if (step.part == Part::Unwatched)
                step.run = nullptr;
            step.part = Part::Watched;
        }
    }
    if (m_row.implementation.empty() && m_steps.size() > firstStep)
        m_row.implementation = workOf(std::span(m_steps).subspan(firstStep));
    if (hasOutput(0))
        m_row.layout = name(m_stored[output()].layout);
    m_plan.push_back(m_row);
    return {};
}

std::unexpected<Error> ProgramBuilder::refuse(std::string what) const
{
    return std::unexpected(Error{ErrorKind::Unsupported, "E-RUN", std::move(what),
        std::format("node \"{}\"", m_graph->displayName(m_node)),
        "Inspect and decide work with this model; run or train another one."});
}

StoredValue& ProgramBuilder::place(ValueId id, Layout layout)
{
    StoredValue& value = m_stored[id];
    if (value.buffer.isValid()) {
        assert(layout == value.layout && "a value that has its place lies there already");
        return value;
    }
    value.layout = layout;
    value.buffer = addBuffer(bytesOf(value), false);
    return value;
}

Operand ProgramBuilder::scratch(const dnnl::memory::desc& desc)
{
    return {scratchBytes(desc.get_size()), desc};
}

BufferId ProgramBuilder::scratchBytes(std::size_t bytes)
{
    return addBuffer(bytes, false);
}

std::optional<Operand> ProgramBuilder::workspaceOfOrigin() const
{
    const auto found = m_workspaces.find(m_graph->node(m_node).origin);
    return found == m_workspaces.end() ? std::nullopt : std::optional(found->second);
}

bool ProgramBuilder::isSeen(ValueId id) const
{
    return std::ranges::contains(m_graph->graphOutputs(), id) ||
        std::ranges::contains(m_options.observed, id);
}

Operand ProgramBuilder::reordered(const Operand& source, const dnnl::memory::desc& wanted)
{
    if (source.desc == wanted)
        return source;
    const Operand target = scratch(wanted);
    const dnnl::reorder::primitive_desc description(m_engine, source.desc, m_engine, wanted);
    // The listing shows the node's own primitive, so a reorder in front must not become its implementation.
    addPrimitive(dnnl::reorder(description), kReorder, {{DNNL_ARG_FROM, source}}, {{DNNL_ARG_TO, target}});
    return target;
}

Operand ProgramBuilder::read(ValueId id, const dnnl::memory::desc& wanted)
{
    const StoredValue& value = m_stored[id];
    // Other dimensions are another view of row-major memory: grouped weights have one dimension more.
    const dnnl::memory::dims wantedDims = wanted.get_dims();
    [[maybe_unused]] const bool isView = !std::ranges::equal(wantedDims, value.dims);
    assert((!isView || value.layout == Layout::Plain) && "a view needs row-major memory");
    const std::vector<std::int64_t> dims(wantedDims.begin(), wantedDims.end());
    const dnnl::memory::desc storedDesc = describe(dims, dnnlType(value.dtype), value.layout);
    const auto layout = layoutOf(wanted);
    const bool liesSo = wanted == describe(dims, wanted.get_data_type(), value.layout) ||
        (layout && areAlike(dims, *layout, value.layout));
    if (liesSo && wanted.get_data_type() == dnnlType(value.dtype))
        return {value.buffer, wanted};
    if (wanted.get_data_type() == dnnlType(value.dtype) && isLowPrecision(value.dtype)) {
        if (!layout)
            return reordered({value.buffer, storedDesc}, wanted);
        const Operand target = scratch(wanted);
        addLoop(kReorder16, {value.buffer}, {target.buffer},
            [dims, from = value.layout, to = *layout, src = value.buffer, dst = target.buffer](
                StepContext& context) {
                copyLayout(dims, from, context.arena.data<const std::uint16_t>(src), to,
                    context.arena.data<std::uint16_t>(dst));
            });
        return target;
    }
    Operand source{value.buffer, storedDesc};
    if (isLowPrecision(value.dtype))
        source = widened(id, describe(dims, dnnl::memory::data_type::f32, value.layout));
    return liesSo ? Operand{source.buffer, wanted} : reordered(source, wanted);
}

Operand ProgramBuilder::readFloat(ValueId id, Layout layout)
{
    return read(id, describe(m_stored[id].dims, dnnl::memory::data_type::f32, layout));
}

Operand ProgramBuilder::writeFloat(ValueId id, Layout layout)
{
    const StoredValue& value = place(id, layout);
    const dnnl::memory::desc desc = describe(value.dims, dnnl::memory::data_type::f32, layout);
    if (!isLowPrecision(value.dtype))
        return {value.buffer, desc};
    const Operand wide = scratch(desc);
    m_pendingRoundings.push_back({id, wide.buffer, true});
    return wide;
}

Operand ProgramBuilder::writeStored(ValueId id, Layout layout)
{
    const StoredValue& value = place(id, layout);
    const dnnl::memory::data_type type = dnnlType(value.dtype);
    if (type == dnnl::memory::data_type::undef)
        return {value.buffer, {}}; // oneDNN has no descriptions of integers as we store them.
    return {value.buffer, describe(value.dims, type, layout)};
}

void ProgramBuilder::alias(ValueId id, BufferId buffer, Layout layout)
{
    StoredValue& value = m_stored[id];
    if (value.buffer.isValid()) {
        // A carried value has its place: the elements must go there.
        const std::size_t bytes = bytesOf(value);
        addLoop(
            kCopy, {buffer}, {value.buffer}, [bytes, from = buffer, to = value.buffer](StepContext& context) {
                std::memcpy(context.arena.at(to), context.arena.at(from), bytes);
            });
        return;
    }
    value.buffer = buffer;
    value.layout = layout;
}

void ProgramBuilder::round(ValueId id, BufferId wide, Layout layout)
{
    place(id, layout);
    m_pendingRoundings.push_back({id, wide, false});
}

ProgramBuilder::Loop ProgramBuilder::prepare(const dnnl::primitive& primitive, const Arguments& operands)
{
    ++primitiveCount;
    PrimitiveCall call{.primitive = primitive, .memories = {}, .arguments = {}};
    for (const auto& [argument, operand] : operands) {
        // The memory gets its address when the arena exists; the handle is shared with the step.
        dnnl::memory memory(operand.desc, m_engine, DNNL_MEMORY_NONE);
        m_bindings.emplace_back(memory, operand.buffer);
        call.arguments.push_back({argument, memory.get()});
        call.memories.push_back(std::move(memory));
    }
    return [call = std::move(call)](StepContext& context) { call.execute(context.stream); };
}

void ProgramBuilder::addPrimitive(const dnnl::primitive& primitive, std::string_view implementation,
    const Arguments& inputs, const Arguments& outputs)
{
    if (implementation != kReorder && m_row.implementation.empty())
        m_row.implementation = implementation;
    Arguments operands = inputs;
    operands.insert(operands.end(), outputs.begin(), outputs.end());
    const auto buffersOf = [](const Arguments& arguments) {
        std::vector<BufferId> buffers;
        for (const auto& [argument, operand] : arguments)
            buffers.push_back(operand.buffer);
        return buffers;
    };
    addLoop(implementation, buffersOf(inputs), buffersOf(outputs), prepare(primitive, operands));
}

void ProgramBuilder::addLoop(std::string_view implementation, std::vector<BufferId> reads,
    std::vector<BufferId> writes, Loop loop, Stage stage)
{
    m_steps.push_back(
        {m_node, stage, std::string(implementation), std::move(reads), std::move(writes), std::move(loop)});
}

}
