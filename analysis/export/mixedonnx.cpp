// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/mixedonnx.h"

#include "analysis/export/lowinterface.h"
#include "analysis/export/onnxgraphwriter.h"
#include "analysis/onnx/modelproto.h"

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <format>

namespace halftone {
namespace {

constexpr int kBf16Opset = 13; // the first in which Cast and most operators know it
constexpr int kBroadcastOpset = 7; // the first in which Add broadcasts by itself

std::unexpected<Error> cannotExport(
    ErrorKind kind, std::string what, const std::string& where, std::string remedy)
{
    return std::unexpected(Error{kind, "E-EXPORT", std::move(what), where, std::move(remedy)});
}

void readVersions(const onnx::ModelProto& model, OnnxWriteContext& context)
{
    context.irVersion = model.ir_version();
    for (const auto& opset : model.opset_import())
        context.opsets[opset.domain() == "ai.onnx" ? std::string() : opset.domain()] =
            static_cast<int>(opset.version());
    const int newest = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map().at("").second;
    const auto own = context.opsets.try_emplace("", newest).first;
    own->second = std::min(own->second, newest); // As the import reads it.
}

// As the import did: what libonnx cannot inline stays a call.
void prepare(onnx::ModelProto& model)
{
    try {
        inlineAndSort(model);
    } catch (const std::exception&) {
    }
}

std::vector<Finding> findingsOf(const OnnxWriteContext& context)
{
    std::vector<Finding> findings;
    if (context.computedAsWritten > 0)
        findings.push_back({"export.computed-as-written", context.firstAsWritten,
            std::format("ONNX does not define {} operators in the decided types.", context.computedAsWritten),
            {}});
    if (context.usesBf16)
        findings.push_back({"export.bf16-kernels", "BF16",
            "ONNX Runtime has BF16 kernels of few operators on a CPU, and refuses to load models with "
            "others.",
            {}});
    if (context.weights->overflows() > 0)
        findings.push_back({"weights.beyond-fp16", "initializers",
            std::format("{} values of weights became infinite.", context.weights->overflows()), {}});
    return findings;
}

std::optional<Error> refusal(
    const Decisions& decisions, const onnx::ModelProto& model, const std::string& fileName)
{
    const Graph& graph = *decisions.graph();
    bool isTraining = false;
    for (NodeId node : graph.nodes())
        isTraining = isTraining || graph.node(node).domain == kTrainingDomain;
    if (isTraining)
        return Error{ErrorKind::Unsupported, "E-EXPORT", "A training graph cannot be written as ONNX.",
            fileName, "Leave --training out; the forward graph is what other tools read."};
    if (static_cast<std::size_t>(model.graph().node_size()) != graph.nodeCount())
        return Error{ErrorKind::Format, "E-EXPORT", "The decisions are of another model.", fileName,
            "Decide the model again; it was changed in the meantime."};
    return std::nullopt;
}

}

Result<MixedOnnx> writeMixedOnnx(std::span<const std::byte> file, const std::string& fileName,
    const Decisions& decisions, const MixedOnnxOptions& options)
{
    const auto model = parseModel(file, fileName);
    if (!model)
        return std::unexpected(model.error());
    prepare(**model);
    if (auto error = refusal(decisions, **model, fileName))
        return std::unexpected(*std::move(error));
    WeightStore weights(options.dataFile, options.mostInside);
    OnnxWriteContext context{.weights = &weights};
    readVersions(**model, context);
    if (!decisions.innerCasts().empty() && context.opset() < kBroadcastOpset)
        return cannotExport(ErrorKind::Unsupported,
            std::format("A bias of its own type needs ONNX opset {}.", kBroadcastOpset), fileName,
            "Export the model with a newer opset.");
    collectNames((*model)->graph(), context.names);
    const bool isLow = options.interface == MixedOnnxOptions::Interface::Low;
    const MixedGraph mixed = insertCasts(isLow ? withLowInterface(decisions) : decisions);
    rewriteGraph(*(*model)->mutable_graph(), OnnxGraphPair::of(*decisions.graph(), mixed), context);
    if (context.unwritable != DType::Undefined)
        return cannotExport(ErrorKind::Unsupported,
            std::format("ONNX has no type for {}.", name(context.unwritable)), fileName,
            "Choose a mode with FP16 or BF16.");
    if (context.usesBf16 && context.opset() < kBf16Opset)
        return cannotExport(ErrorKind::Unsupported,
            std::format("BF16 needs ONNX opset {}; the model has {}.", kBf16Opset, context.opset()), fileName,
            "Export the model with a newer opset, or choose a mode with FP16.");
    MixedOnnx result{.findings = findingsOf(context)};
    if (!(*model)->SerializeToString(&result.model))
        return cannotExport(ErrorKind::Resource, "The model is too large for one file.", fileName,
            "Export the model with external data first.");
    result.external = weights.takeExternal();
    return result;
}

}
