// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/cubeops.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr auto kCubeOps = std::to_array<std::string_view>({
    "BatchMatMul",
    "BatchMatMulV2",
    "Conv2D",
    "Conv2DBackpropFilter",
    "Conv2DBackpropFilterD",
    "Conv2DBackpropInput",
    "Conv2DBackpropInputD",
    "Conv2DCompress",
    "Conv2DTranspose",
    "Conv2DTransposeD",
    "Conv3D",
    "Conv3DBackpropFilter",
    "Conv3DBackpropFilterD",
    "Conv3DBackpropInput",
    "Conv3DBackpropInputD",
    "Conv3DTranspose",
    "Conv3DTransposeD",
    "Deconvolution",
    "DepthwiseConv2D",
    "DepthwiseConv2DBackpropFilter",
    "DepthwiseConv2DBackpropFilterD",
    "DepthwiseConv2DBackpropInput",
    "DepthwiseConv2DBackpropInputD",
    "FullyConnection",
    "GEMM",
    "MatMul",
    "MatMulV2",
});
static_assert(std::ranges::is_sorted(kCubeOps));

}

bool isCubeOp(std::string_view ascendType)
{
    return std::ranges::binary_search(kCubeOps, ascendType);
}

}
