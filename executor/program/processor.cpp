// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/processor.h"

#include "executor/ops/choice.h"

namespace halftone {

bool multipliesNatively(DType dtype)
{
    if (!isLowPrecision(dtype))
        return false;
    constexpr dnnl::memory::dim kSize = 64; // any size that fast code exists for
    const dnnl::memory::desc matrix({kSize, kSize}, dnnlType(dtype), dnnl::memory::format_tag::any);
    const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    constexpr bool kMayFail = true;
    const dnnl::matmul::primitive_desc description(
        engine, matrix, matrix, matrix, dnnl::primitive_attr(), kMayFail);
    return description && qualityOf(description.impl_info_str()) == Quality::Fast;
}

}
