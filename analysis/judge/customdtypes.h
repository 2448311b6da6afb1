// SPDX-License-Identifier: GPL-3.0-or-later
//
// The file behind CANN's customize_dtypes option: types of the inputs and outputs of single operators
// (GraphEngine, nn_engine/utils/common/config_parser/op_cust_dtypes_config_parser.cc).
//
//     conv1::InputDtype:float16,float16,OutputDtype:float32
//     OpType::Add:OutputDtype:float
#pragma once

#include "analysis/core/dtype.h"
#include "analysis/core/error.h"
#include "analysis/core/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// This is one line of the file.
struct CustomDTypesEntry
{
    std::string name; ///< Of an operator, or the Ascend type.
    bool isType = false;
    std::vector<DType> inputs; ///< Undefined leaves a tensor free; what is beyond the operator's is ignored.
    std::vector<DType> outputs;
    int line = 0; ///< 1-based; 0 for an entry made here.

    bool operator==(const CustomDTypesEntry& other) const
    {
        return name == other.name && isType == other.isType && inputs == other.inputs &&
            outputs == other.outputs;
    }
};

struct CustomDTypes
{
    std::string fileName; ///< For messages.
    std::vector<CustomDTypesEntry> entries; ///< In file order; of several for one name the first counts.

    bool operator==(const CustomDTypes& other) const { return entries == other.entries; }
};

struct LoadedCustomDTypes
{
    CustomDTypes dtypes;
    std::vector<Finding> findings; ///< Lines that CANN does not read or does not use.
};

/// Reads the file as CANN does, quirks included. Fails with file, line and column where CANN refuses the
/// file: E20003 for a word that is no type, E20101 for a line without a name or without a keyword (empty
/// lines and comments too), and for OutputDtype in front of InputDtype.
Result<LoadedCustomDTypes> parseCustomDTypes(std::string_view text, std::string fileName);

}
