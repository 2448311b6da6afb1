// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/format16.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace halftone::kernels {

/// Numbers to read: float32, or of a 16-bit format and widened on the way, which is exact.
class FloatSource
{
public:
    FloatSource() = default; ///< None.
    template <std::convertible_to<std::span<const float>> Numbers>
    FloatSource(const Numbers& numbers)
        : m_data(std::span<const float>(numbers).data())
        , m_size(std::span<const float>(numbers).size())
    {
    }
    FloatSource(std::span<const std::uint16_t> numbers, Format16 format)
        : m_data(numbers.data())
        , m_size(numbers.size())
        , m_format(format)
    {
    }

    const void* data() const { return m_data; }
    std::size_t size() const { return m_size; }
    std::optional<Format16> format() const { return m_format; } ///< Nullopt: float32.

    FloatSource subspan(std::size_t first, std::size_t count) const
    {
        if (m_format)
            return {std::span(static_cast<const std::uint16_t*>(m_data), m_size).subspan(first, count),
                *m_format};
        return std::span(static_cast<const float*>(m_data), m_size).subspan(first, count);
    }

private:
    const void* m_data = nullptr;
    std::size_t m_size = 0;
    std::optional<Format16> m_format;
};

}
