// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/attribute.h"

#include <dnnl.hpp>

#include <span>

namespace halftone {

/// This is how a convolution or pool slides over the pixels, in oneDNN's terms.
struct Window
{
    dnnl::memory::dims kernel;
    dnnl::memory::dims strides;
    dnnl::memory::dims dilations; ///< oneDNN counts the gaps: 0 for a dense kernel, ONNX says 1.
    dnnl::memory::dims padBefore;
    dnnl::memory::dims padAfter;
};

/// Reads the attributes that Conv and the pools share (strides, dilations, pads, auto_pad, ceil_mode). The
/// padding behind follows from the sizes of the output, which shape inference has settled.
Window readWindow(std::span<const Attribute> attributes, std::span<const std::int64_t> kernel,
    std::span<const std::int64_t> inputPixels, std::span<const std::int64_t> outputPixels);

}
