// SPDX-License-Identifier: GPL-3.0-or-later
//
// ONNX files for tests: written as ONNX's own text, checked by ONNX's own checker.
#pragma once

#include "analysis/onnx/import.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace halftone::test {

/// The file of a model in the text form of ONNX (onnx/defs/parser.h). A mistake in the text ends the program
/// with what the parser says.
std::string onnxModel(std::string_view text);

/// The model with names for its first nodes: the text form has none.
std::string withNodeNames(const std::string& model, const std::vector<std::string>& names);

/// What onnx.checker and strict shape inference say against a model; empty when nothing.
std::string faultOf(const std::string& model);
/// The same with the weights beside the file.
std::string faultOfFile(const std::filesystem::path& path);

/// The text form of a model, for messages and comparisons.
std::string onnxText(const std::string& model);

inline std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

/// The graph of a model that must import.
GraphPtr importedGraph(const std::string& model);

}
