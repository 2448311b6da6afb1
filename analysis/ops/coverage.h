// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/ops/opdef.h"

#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// What is known about one operator, for the coverage table.
struct OpCoverage
{
    std::string_view name;
    std::string_view domain; ///< "" for ai.onnx.
    const OpDef* op = nullptr; ///< Never null; unknownOp() for operators without a row.
    std::string ascendTypes; ///< With blanks between them, or in words where it
                             ///< depends; empty where CANN's parser does not know the operator.
};

/// Every operator of ONNX and every one with a row of its own, sorted by domain and name.
std::vector<OpCoverage> opCoverage();

}
