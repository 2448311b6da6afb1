// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which tensors of a node a policy may move between float types. Policies speak of operators; an ONNX node
// also has float inputs that are no data there (the scales of Resize, running statistics) and slots that ONNX
// defines in float32 only.
#pragma once

#include "analysis/judge/decisions.h"

#include <cstdint>
#include <vector>

namespace halftone {

enum class SlotRole : std::uint8_t {
    None, ///< Absent, of unknown type, or no float.
    Data, ///< Moves with the operator.
    Parameter, ///< Scale and shift of a normalisation: operators take them in FP32 beside FP16 data.
    State, ///< Running statistics that are only read; only tools that convert every constant of a file move
           ///< them.
    Fixed, ///< Keeps its type: an attribute of the operator in other tools, state that is written back, or a
           ///< slot that has no 16-bit form in ONNX.
};

/// Float16, BFloat16, Float32 and Float64.
bool isFloat(DType dtype);

/// The type that holds both: FP16 and BF16 meet in FP32, Undefined gives way.
DType wider(DType left, DType right);

/// The roles of all slots of a node. \p low is the type that slots must be able to take; ONNX allows BF16 in
/// far fewer operators than tools run in it, so only AutoCast asks for more than Float16. \p leastOpset is
/// for tools that raise the opset of a model first.
struct FloatSlots
{
    FloatSlots() = default;
    /// Of \p decisions only the original types count.
    FloatSlots(const Decisions& decisions, NodeId node, DType low = DType::Float16, int leastOpset = 0);

    std::vector<SlotRole> inputs;
    std::vector<SlotRole> outputs;

    /// Whether there is anything to move.
    bool hasData() const;
    /// Whether there is a float at all.
    bool hasFloats() const;
};

/// The roles of all nodes of a graph.
IdMap<NodeId, FloatSlots> floatSlots(const Decisions& decisions);

}
