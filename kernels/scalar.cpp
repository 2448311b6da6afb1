// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/scalar.h"

namespace halftone::kernels {

static_assert(f16FromF32(1.0f) == 0x3c00 && f32FromF16(0x3c00) == 1.0f);
static_assert(
    f16FromF32(65519.0f) == 0x7bff && f16FromF32(65520.0f) == 0x7c00, "half a step above the largest");
static_assert(f16FromF32(0x1p-25f) == 0 && f16FromF32(0x1.000002p-25f) == 1, "ties to even at the smallest");

}
