// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/onnx/import.h"

#include <map>
#include <memory>

namespace onnx {
class GraphProto;
}

namespace halftone {

/// What all graphs of one model share while they are read.
struct ImportContext
{
    const ImportOptions& options;
    std::map<std::string, std::int64_t, std::less<>> opsets; ///< By domain, "" for ai.onnx.
    std::shared_ptr<const void> owner; ///< Keeps the parsed message alive.
    std::vector<Finding> findings;
    /// Values of the main graph that are constants though a node computes them: sizes and what is made of
    /// them.
    std::map<std::string, TensorData, std::less<>> folded;
    int depth = 0; ///< Bodies within bodies, to stop at an absurd number.
};

/// Reads one graph and, through its nodes, their bodies. Names that are not defined inside become captured
/// values, allowed only where \p isBody.
Result<GraphPtr> importGraph(const onnx::GraphProto& proto, ImportContext& context, bool isBody = false);

}
