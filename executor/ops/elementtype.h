// SPDX-License-Identifier: GPL-3.0-or-later
//
// From a dtype at plan time to a C++ type in a loop.
#pragma once

#include "analysis/core/dtype.h"

#include <cstdint>

namespace halftone {

/// Calls visit.template operator()<T>() with the C++ type of \p dtype and returns true; false for types
/// without one (16-bit floats are widened before loops see them, strings and complex numbers have no loops).
template <typename Visit>
bool withType(DType dtype, const Visit& visit)
{
    switch (dtype) {
    case DType::Float32:
        return visit.template operator()<float>(), true;
    case DType::Float64:
        return visit.template operator()<double>(), true;
    case DType::Int8:
        return visit.template operator()<std::int8_t>(), true;
    case DType::Int16:
        return visit.template operator()<std::int16_t>(), true;
    case DType::Int32:
        return visit.template operator()<std::int32_t>(), true;
    case DType::Int64:
        return visit.template operator()<std::int64_t>(), true;
    case DType::UInt8:
        return visit.template operator()<std::uint8_t>(), true;
    case DType::UInt16:
        return visit.template operator()<std::uint16_t>(), true;
    case DType::UInt32:
        return visit.template operator()<std::uint32_t>(), true;
    case DType::UInt64:
        return visit.template operator()<std::uint64_t>(), true;
    case DType::Bool:
        return visit.template operator()<bool>(), true;
    default:
        return false;
    }
}

}
