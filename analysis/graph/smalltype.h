// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"
#include "kernels/smallformat.h"

#include <optional>

namespace halftone {

/// The layout of ONNX's element types of at most 8 bits other than int8, uint8 and bool; nullopt for others.
std::optional<kernels::SmallFormat> smallFormat(DType dtype);

}
