// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halftone {

/// This is a growing list of numbers that knows the smallest and the largest one of any stretch without
/// looking at all of it, so that a plot of a million steps draws as fast as one of a thousand and still shows
/// every spike. Blocks of 8, 64, 512, … numbers remember where their extremes lie: appending touches one
/// block a level, a stretch is made of at most 14 blocks a level.
class SpikePyramid
{
public:
    /// Of a stretch. What is not finite counts as a gap and never as an extreme.
    struct Extent
    {
        std::uint32_t lowest = 0; ///< Index of the smallest number; means nothing without hasNumber.
        std::uint32_t highest = 0;
        std::uint32_t gap = 0; ///< Index of the first one that is not finite; means nothing without hasGap.
        bool hasNumber = false;
        bool hasGap = false;
    };

    /// For at most 2^32 numbers.
    void append(double value);
    void clear();
    std::size_t size() const { return m_values.size(); }
    double operator[](std::size_t index) const { return m_values[index]; }
    /// Of [first, last).
    Extent extent(std::size_t first, std::size_t last) const;

private:
    static constexpr std::size_t kLevels = 7; // up to blocks of two million
    static constexpr std::size_t blockSize(std::size_t level) { return std::size_t{8} << (3 * level); }
    void widen(Extent& extent, const Extent& by) const;
    Extent extentOf(std::size_t index) const;

    std::vector<double> m_values;
    std::array<std::vector<Extent>, kLevels> m_blocks;
};

}
