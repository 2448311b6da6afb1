// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/import.h"

#include "analysis/onnx/constantchains.h"
#include "analysis/onnx/graphimport.h"
#include "analysis/onnx/modelproto.h"
#include "analysis/onnx/onnxdtype.h"
#include "analysis/onnx/trainingform.h"
#include "analysis/ops/opdef.h"
#include "analysis/shapes/shapeschemas.h"

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include <algorithm>
#include <format>
#include <set>
#include <unordered_map>

namespace halftone {
namespace {

void bindDims(
    onnx::TypeProto& type, const std::string& valueName, const std::map<std::string, std::int64_t>& dims)
{
    if (!type.has_tensor_type() || !type.tensor_type().has_shape())
        return;
    int axis = 0;
    for (auto& dim : *type.mutable_tensor_type()->mutable_shape()->mutable_dim()) {
        const std::string key =
            dim.dim_param().empty() ? std::format("{}.{}", valueName, axis) : dim.dim_param();
        ++axis;
        if (dim.has_dim_value() && dim.dim_value() > 0)
            continue;
        if (const auto found = dims.find(key); found != dims.end())
            dim.set_dim_value(found->second);
    }
}

std::optional<Error> bindDims(onnx::GraphProto& graph, const std::map<std::string, std::int64_t>& dims)
{
    for (const auto& [symbol, size] : dims) {
        if (size < 1)
            return Error{ErrorKind::Usage, "E-DIM", std::format("A dimension cannot have the size {}.", size),
                std::format("--dim {}={}", symbol, size), "Give a size of 1 or more."};
    }
    for (auto& info : *graph.mutable_input())
        bindDims(*info.mutable_type(), info.name(), dims);
    for (auto& info : *graph.mutable_value_info())
        bindDims(*info.mutable_type(), info.name(), dims);
    for (auto& info : *graph.mutable_output())
        bindDims(*info.mutable_type(), info.name(), dims);
    return std::nullopt;
}

// An input with a value is an initializer.
std::optional<Error> bindValues(onnx::GraphProto& graph, const std::map<std::string, TensorData>& values)
{
    for (const auto& [name, data] : values) {
        auto& inputs = *graph.mutable_input();
        const auto found =
            std::ranges::find(inputs, name, [](const onnx::ValueInfoProto& info) { return info.name(); });
        if (found == inputs.end())
            return Error{ErrorKind::Usage, "E-VALUE", std::format("The model has no input \"{}\".", name),
                graph.name(), "Give values for inputs of the model only."};
        inputs.erase(found);
        onnx::TensorProto& tensor = *graph.add_initializer();
        tensor.set_name(name);
        tensor.set_data_type(onnxDataType(data.dtype));
        for (const std::int64_t size : data.dims)
            tensor.add_dims(size);
        tensor.set_raw_data(data.bytes.data(), data.bytes.size());
    }
    return std::nullopt;
}

void readOpsets(const onnx::ModelProto& model, ImportContext& context, ModelInfo& info)
{
    for (const auto& opset : model.opset_import()) {
        const std::string domain = opset.domain() == "ai.onnx" ? std::string() : opset.domain();
        context.opsets[domain] = opset.version();
        info.opsets.emplace_back(domain, opset.version());
    }
    const int newest = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map().at("").second;
    if (!context.opsets.contains("")) {
        context.findings.push_back(
            {"graph.opset-missing", "opset_import", "The file does not say its ONNX opset.", {}});
        context.opsets[""] = newest;
    } else if (context.opsets[""] > newest) {
        context.findings.push_back({"graph.opset-newer", "opset_import",
            std::format(
                "The file uses ONNX opset {}; the newest known here is {}.", context.opsets[""], newest),
            {}});
    }
    if (model.ir_version() > onnx::IR_VERSION)
        context.findings.push_back({"graph.ir-newer", "ir_version",
            std::format("The file has IR version {}; the newest known here is {}.", model.ir_version(),
                static_cast<int>(onnx::IR_VERSION)),
            {}});
}

// libonnx throws; what it says becomes a finding, and the graph opens with the shapes that the file itself
// states.
void inferShapes(onnx::ModelProto& model, ImportContext& context)
{
    try {
        if (inlineAndSort(model))
            context.findings.push_back(
                {"graph.sorted", model.graph().name(), "The nodes were not in topological order.", {}});
        ConstantChains chains = inferWithConstants(model, context.options.form, [](onnx::ModelProto& proto) {
            onnx::shape_inference::InferShapes(
                proto, &shapeSchemas(), onnx::ShapeInferenceOptions(false, 0, true));
        });
        context.folded = std::move(chains.constants);
        for (const std::string& name : chains.knownBranches)
            context.findings.push_back({"graph.branch-known", name,
                std::format(
                    "The condition of \"{}\" is known, so one of its branches stands in its place.", name),
                {}});
        for (const std::string& name : chains.knownLoops)
            context.findings.push_back({"graph.loop-known", name,
                std::format(
                    "The turns of \"{}\" are known, so they stand in its place, one behind the other.", name),
                {}});
    } catch (const std::exception& exception) {
        std::string message = exception.what();
        if (const std::size_t newline = message.find('\n'); newline != std::string::npos)
            message.resize(newline);
        context.findings.push_back({"graph.shape-inference", model.graph().name(), message, {}});
    }
}

// libonnx does not compare the inner sizes of products; a mismatch would otherwise show only when running.
std::optional<Error> findMismatch(const Graph& graph)
{
    for (NodeId id : graph.nodes()) {
        const OpDef& op = *graph.node(id).op;
        if (!op.findMismatch)
            continue;
        if (std::string mismatch = op.findMismatch(graph, id); !mismatch.empty())
            return Error{ErrorKind::Format, "E-SHAPE", std::move(mismatch),
                std::format("node \"{}\" ({})", graph.displayName(id), graph.node(id).opType),
                "Check the sizes of its weights, or export the model again."};
    }
    return std::nullopt;
}

// One finding for each operator that training could not go through; those that are not known at all have theirs.
void reportMissingGradients(const Graph& graph, std::vector<Finding>& findings)
{
    std::set<std::string_view> seen;
    for (const Finding& finding : findings) {
        if (finding.id == "graph.unknown-op" || finding.id == "graph.unknown-domain")
            seen.insert(std::string_view(finding.message).substr(0, finding.message.find(' ')));
    }
    std::vector<Finding> missing;
    for (NodeId id : graph.nodes()) {
        const Node& node = graph.node(id);
        if (node.op->gradient.state != GradientRule::State::NotImplemented || !seen.insert(node.opType).second)
            continue;
        missing.push_back({"differentiate.not-implemented", graph.displayName(id),
            std::format("The gradient of {} is not implemented: {}.", node.opType,
                node.bodies.empty() ? "nothing in front of it can be trained"
                                    : "it trains only where its condition or its turns are known"),
            id});
    }
    findings.insert(findings.end(), missing.begin(), missing.end());
}

// Of findings that name their node. There may be as many as nodes.
void findNodes(const Graph& graph, std::vector<Finding>& findings)
{
    std::unordered_map<std::string_view, NodeId> nodes;
    if (findings.empty())
        return;
    for (NodeId id : graph.nodes())
        nodes.try_emplace(graph.node(id).name, id); // the first of a name
    for (Finding& finding : findings) {
        const auto found = nodes.find(finding.where);
        if (!finding.node.isValid() && found != nodes.end())
            finding.node = found->second;
    }
}

std::vector<std::string> openSymbols(const Graph& graph)
{
    std::vector<std::string> symbols;
    for (ValueId input : graph.graphInputs()) {
        for (std::size_t axis = 0; axis < graph.dims(input).size(); ++axis) {
            const Dim& dim = graph.dims(input)[axis];
            if (dim.isFixed())
                continue;
            std::string symbol = dim.symbol.isValid() ? graph.symbol(dim.symbol)
                                                      : std::format("{}.{}", graph.value(input).name, axis);
            if (std::ranges::find(symbols, symbol) == symbols.end())
                symbols.push_back(std::move(symbol));
        }
    }
    return symbols;
}

}

Result<ImportedModel> importOnnx(
    std::span<const std::byte> file, const std::string& fileName, const ImportOptions& options)
{
    auto model = parseModelInArena(file, fileName);
    if (!model)
        return std::unexpected(model.error());
    ImportedModel imported;
    ImportContext context{options, {}, *model, {}};
    readOpsets(**model, context, imported.info);
    if (auto error = bindDims(*(*model)->mutable_graph(), options.dims))
        return std::unexpected(*error);
    if (auto error = bindValues(*(*model)->mutable_graph(), options.values))
        return std::unexpected(*error);
    if (options.form == ImportOptions::Form::Training) {
        if (const std::size_t weights = widenEnds(*(*model)->mutable_graph(), options); weights > 0)
            context.findings.push_back({"graph.master-weights", (*model)->graph().name(),
                std::format(
                    "{} weights of 16 bits are trained in float32 and rounded where they are used.", weights),
                {}});
    }
    inferShapes(**model, context);
    const auto withFile = [&fileName](Error error) {
        error.where = error.where.empty() ? fileName : fileName + ": " + error.where;
        return std::unexpected(std::move(error));
    };
    auto graph = importGraph((*model)->graph(), context);
    if (!graph)
        return withFile(graph.error());
    if (auto error = findMismatch(**graph))
        return withFile(*error);

    reportMissingGradients(**graph, context.findings);
    imported.graph = *graph;
    imported.info.irVersion = (*model)->ir_version();
    imported.info.producer = (*model)->producer_name();
    if (!(*model)->producer_version().empty())
        imported.info.producer += " " + (*model)->producer_version();
    imported.info.symbols = openSymbols(**graph);
    imported.findings = std::move(context.findings);
    findNodes(**graph, imported.findings);
    return imported;
}

}
