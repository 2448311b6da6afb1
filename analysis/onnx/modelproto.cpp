// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/modelproto.h"

#include "analysis/onnx/nodeorder.h"

#include <google/protobuf/arena.h>
#include <google/protobuf/io/coded_stream.h>
#include <onnx/inliner/inliner.h>
#include <onnx/onnx_pb.h>

#include <limits>

namespace halftone {
namespace {

std::unexpected<Error> notReadable(
    std::string code, std::string what, const std::string& fileName, std::string remedy)
{
    return std::unexpected(
        Error{ErrorKind::Format, std::move(code), std::move(what), fileName, std::move(remedy)});
}

Result<std::shared_ptr<onnx::ModelProto>> parseInto(
    std::shared_ptr<onnx::ModelProto> model, std::span<const std::byte> file, const std::string& fileName)
{
    if (file.empty())
        return notReadable(
            "E-ONNX-EMPTY", "The file is empty.", fileName, "Copy or download the model again.");
    if (file.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return notReadable("E-ONNX-SIZE", "The file is larger than 2 GiB, which no ONNX file may be.",
            fileName, "Export the model with external data.");
    google::protobuf::io::CodedInputStream stream(
        reinterpret_cast<const std::uint8_t*>(file.data()), static_cast<int>(file.size()));
    if (model->ParseFromCodedStream(&stream) && stream.ConsumedEntireMessage() && model->has_graph())
        return model;
    // Every ONNX file starts with the tag of ir_version or of the producer's name; more cannot be said of a
    // damaged one.
    const bool looksLikeOnnx = file[0] == std::byte{0x08} || file[0] == std::byte{0x12};
    if (looksLikeOnnx)
        return notReadable("E-ONNX-DAMAGED",
            "The ONNX file is cut off or damaged (its protobuf does not parse).", fileName,
            "Copy or download the model again and compare its size.");
    return notReadable("E-ONNX-FORMAT", "This is not an ONNX file.", fileName,
        "Open an .onnx model; other formats need a converter first.");
}

}

Result<std::shared_ptr<onnx::ModelProto>> parseModel(
    std::span<const std::byte> file, const std::string& fileName)
{
    return parseInto(std::make_shared<onnx::ModelProto>(), file, fileName);
}

Result<std::shared_ptr<onnx::ModelProto>> parseModelInArena(
    std::span<const std::byte> file, const std::string& fileName)
{
    constexpr std::size_t kLargestBlock = 1 << 20; // bytes; the first ones are small
    google::protobuf::ArenaOptions options;
    options.max_block_size = kLargestBlock;
    const auto arena = std::make_shared<google::protobuf::Arena>(options);
    auto* model = google::protobuf::Arena::CreateMessage<onnx::ModelProto>(arena.get());
    return parseInto(std::shared_ptr<onnx::ModelProto>(arena, model), file, fileName);
}

bool inlineAndSort(onnx::ModelProto& model)
{
    if (model.functions_size() > 0)
        onnx::inliner::InlineLocalFunctions(model);
    return sortNodes(*model.mutable_graph());
}

}
