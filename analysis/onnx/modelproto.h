// SPDX-License-Identifier: GPL-3.0-or-later
//
// The file as protobuf: read in the same way by import and export, so that both mean the same nodes.
#pragma once

#include "analysis/core/error.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace onnx {
class ModelProto;
}

namespace halftone {

/// Parses an ONNX file. Fails for empty, damaged and too large ones, and for what is no ONNX file.
Result<std::shared_ptr<onnx::ModelProto>> parseModel(
    std::span<const std::byte> file, const std::string& fileName);

/// The same, for reading only: all its parts lie in one block of memory, which makes a large graph several
/// times as fast to read and to throw away. Moving a part out of it into another message would copy it.
Result<std::shared_ptr<onnx::ModelProto>> parseModelInArena(
    std::span<const std::byte> file, const std::string& fileName);

/// Puts the bodies of model-local functions in place of their calls and the nodes into topological order;
/// true when they were in another one. Throws what libonnx throws.
bool inlineAndSort(onnx::ModelProto& model);

}
