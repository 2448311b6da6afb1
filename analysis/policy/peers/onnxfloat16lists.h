// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace halftone {

/// DEFAULT_OP_BLOCK_LIST of onnxconverter_common/float16.py: operators that stay in FP32 unless a list is
/// given.
std::vector<std::string> defaultOpBlockList();

}
