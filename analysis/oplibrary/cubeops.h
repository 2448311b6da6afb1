// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace halftone {

/// True for the 27 types that the engine counts as matrix operators (fp16.op_type in GraphEngine's fe.ini).
/// MatMulV3, Conv2DV2 and the attention operators are not among them.
bool isCubeOp(std::string_view ascendType);

}
