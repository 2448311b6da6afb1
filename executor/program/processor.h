// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"

namespace halftone {

/// Whether oneDNN has fast code on this processor that multiplies matrices of \p dtype as they are. Where it
/// has not, 16-bit operators compute in float32 on 16-bit values, with the same results. False for what is no
/// 16-bit float.
bool multipliesNatively(DType dtype);

}
