// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/onnx/inlinebranches.h"

#include <cstdint>

namespace onnx {
class ModelProto;

}

namespace halftone {

/// What has to be known to write a loop out.
struct LoopFacts
{
    /// The value of an integer or a truth value, by name; nullopt where it is not known.
    std::function<std::optional<std::int64_t>(const std::string&)> numberOf;
    /// The size of a tensor along an axis, by name.
    std::function<std::optional<std::int64_t>(const std::string&, std::int64_t axis)> sizeOf;
};

/// Puts the turns of each Loop and Scan of the main graph, one behind the other, in its place where it is
/// known how many they are, up to some hundred thousand nodes in all: a Loop with a known count whose
/// condition stays as it is, a Scan along an axis of known size. Weights of a body are shared by its turns
/// and called "loop_1/body/NAME". Returns the names of those nodes.
std::vector<std::string> unrollKnownLoops(onnx::ModelProto& model, const LoopFacts& facts);

}
