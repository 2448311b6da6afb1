// SPDX-License-Identifier: GPL-3.0-or-later
//
// In which types ONNX defines an operator. Chips have kernels that ONNX has no words for: a matrix product of
// FP16 that gives FP32, statistics in FP32 beside FP16 data. In a file such a node computes in the types that
// it was written in, with its inputs cast up and its outputs rounded: one rounding each, as decided.
#pragma once

#include "analysis/core/dtype.h"

#include <string>
#include <vector>

namespace halftone {

/// The types of a node's tensors, by slot; Undefined where nothing is known or the slot is left out.
struct SlotTypes
{
    std::vector<DType> inputs;
    std::vector<DType> outputs;

    bool operator==(const SlotTypes&) const = default;
};

/// The operator as a file names it, in the opset of its domain.
struct OnnxOperator
{
    std::string type;
    std::string domain; ///< "" for ai.onnx.
    int version = 1;
};

/// \p decided where ONNX defines the operator so. Tensors that its definition ties together and that do not
/// fit get their types of \p written, which must be a valid node. An operator that ONNX does not know, and a
/// type that only an attribute says, stay as written.
SlotTypes typesInOnnx(const OnnxOperator& op, const SlotTypes& decided, const SlotTypes& written);

}
