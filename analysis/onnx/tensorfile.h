// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/graph/tensordata.h"

#include <span>
#include <string>

namespace halftone {

/// Reads a serialized TensorProto, as the ONNX test suites store inputs and outputs (*.pb). \p name is for
/// messages.
Result<TensorData> parseTensorProto(std::span<const std::byte> bytes, const std::string& name);

}
