// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"

#include <optional>
#include <string_view>

namespace halftone {

/// The element type that CANN reads from a word of its libraries and option files: "float" and "float32",
/// "bfloat16", "double", in any letter case (ge::TypeUtils). Types that CANN knows and this program does not
/// are DType::Other. Nullopt for what CANN does not know either: bf16, fp16, fp32, half, undefined.
std::optional<DType> parseCannType(std::string_view word);

}
