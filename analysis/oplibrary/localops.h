// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace halftone {

/// True for the Ascend types that the graph engine handles itself, without a kernel: shapes, constants,
/// control flow. They never fail for want of an engine, and are not judged unless the AI Core library has
/// them too. From GraphEngine's ge_local engine (ascend.md, section 2.6).
bool isLocalOp(std::string_view ascendType);

}
