// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace halftone {

/// The ONNX file \p model with the values of some initializers replaced, by name (those in a branch as the
/// form for training calls them) and rounded where they have 16 bits; everything else stays as it is. Values
/// go into the file itself, also where the model keeps them in a file beside it. Fails when a name is not an
/// initializer of float32, float16 or bfloat16, or has another number of elements.
Result<std::string> withWeights(std::span<const std::byte> model, const std::string& fileName,
    const std::map<std::string, std::vector<float>>& weights);

}
