// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/graph/tensordata.h"
#include "analysis/onnx/import.h"

#include <memory>

namespace onnx {
class TensorProto;
}

namespace halftone {

/// Reads one tensor without copying where its bytes are stored as they are needed; \p owner keeps the message
/// alive. Every size is checked against the bytes that are there before it is used.
Result<TensorData> importTensor(const onnx::TensorProto& tensor, const std::shared_ptr<const void>& owner,
    const ImportOptions& options, std::vector<Finding>& findings);

}
