// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <onnx/defs/schema.h>

namespace halftone {

/// The definitions that shapes are inferred by: those of the opset that a node is written in, but for pools
/// with ceil_mode. Their older definitions count a last window that starts behind the image and its front
/// padding; ONNX from opset 22 on, ONNX Runtime and PyTorch in every opset leave it out, and so do the sizes
/// that exporters write into files.
const onnx::ISchemaRegistry& shapeSchemas();

}
