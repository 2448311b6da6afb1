// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/onnxmodel.h"

#include <onnx/checker.h>
#include <onnx/defs/parser.h>
#include <onnx/defs/printer.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include <QtGlobal>

#include <sstream>

namespace halftone::test {
namespace {

onnx::ModelProto parsed(const std::string& model)
{
    onnx::ModelProto proto;
    if (!proto.ParseFromString(model))
        qFatal("no ONNX file");
    return proto;
}

}

std::string onnxModel(std::string_view text)
{
    onnx::ModelProto model;
    const auto status = onnx::OnnxParser::Parse(model, std::string(text).c_str());
    if (!status.IsOK())
        qFatal("%s", status.ErrorMessage().c_str());
    return model.SerializeAsString();
}

std::string withNodeNames(const std::string& model, const std::vector<std::string>& names)
{
    onnx::ModelProto proto = parsed(model);
    for (std::size_t i = 0; i < names.size(); ++i)
        proto.mutable_graph()->mutable_node(static_cast<int>(i))->set_name(names[i]);
    return proto.SerializeAsString();
}

std::string faultOf(const std::string& model)
{
    try {
        onnx::checker::check_model(parsed(model), true);
    } catch (const std::exception& exception) {
        return exception.what();
    }
    return {};
}

std::string faultOfFile(const std::filesystem::path& path)
{
    try {
        onnx::checker::check_model(path.string(), true);
    } catch (const std::exception& exception) {
        return exception.what();
    }
    return {};
}

std::string onnxText(const std::string& model)
{
    std::ostringstream text;
    text << parsed(model);
    return text.str();
}

GraphPtr importedGraph(const std::string& model)
{
    const auto imported = importOnnx(bytesOf(model), "model");
    if (!imported)
        qFatal("%s", describe(imported.error()).c_str());
    return imported->graph;
}

}
