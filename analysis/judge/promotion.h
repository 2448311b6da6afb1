// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"

namespace halftone {

/// The type in which values of two types meet, as in CANN's operator interface and PyTorch: the wider kind
/// wins (bool, integers, floats, complex), then the wider type; fp16 and bf16 meet in fp32, int8 and uint8 in
/// int16. Undefined when there is none.
DType promotedType(DType left, DType right);

}
