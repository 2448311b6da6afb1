// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace halftone::kernels {

/// The loops read 16-bit patterns as signed integers, since only those compare on every instruction set.
inline std::int16_t* asSigned(std::uint16_t* patterns)
{
    return reinterpret_cast<std::int16_t*>(patterns);
}

inline const std::int16_t* asSigned(const std::uint16_t* patterns)
{
    return reinterpret_cast<const std::int16_t*>(patterns);
}

}
