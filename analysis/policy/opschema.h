// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"

namespace onnx {
class OpSchema;
}

namespace halftone {

/// What ONNX's definition of a node's operator, in the opset of its graph, says about a 16-bit type in its
/// slots. Everything is allowed for operators that ONNX does not define.
class LowPrecisionSlots
{
public:
    LowPrecisionSlots(const Graph& graph, NodeId node, DType low, int leastOpset);

    bool takesInput(std::size_t slot) const;
    bool takesOutput(std::size_t slot) const;

private:
    const onnx::OpSchema* m_schema = nullptr; // null for operators without a definition
    DType m_low;
};

}
