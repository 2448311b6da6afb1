// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"

namespace halftone {

/// The number that ONNX files give to an element type (TensorProto.DataType: float32 is 1, float16 is 10).
/// 0 (UNDEFINED) for types that ONNX has no number for.
int onnxDataType(DType dtype);

/// The inverse of onnxDataType(). 0 gives Undefined; numbers without a type of ours (the FNUZ variants of
/// float8, types newer than this program) give Other.
DType dtypeFromOnnx(int dataType);

}
