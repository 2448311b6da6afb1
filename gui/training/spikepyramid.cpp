// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/spikepyramid.h"

#include <cmath>

namespace halftone {

void SpikePyramid::clear()
{
    m_values.clear();
    for (std::vector<Extent>& blocks : m_blocks)
        blocks.clear();
}

SpikePyramid::Extent SpikePyramid::extentOf(std::size_t index) const
{
    const auto at = static_cast<std::uint32_t>(index);
    const bool isNumber = std::isfinite(m_values[index]);
    return {at, at, at, isNumber, !isNumber};
}

void SpikePyramid::widen(Extent& extent, const Extent& by) const
{
    if (by.hasGap && !extent.hasGap)
        extent.gap = by.gap;
    extent.hasGap |= by.hasGap;
    if (!by.hasNumber)
        return;
    if (!extent.hasNumber || m_values[by.lowest] < m_values[extent.lowest])
        extent.lowest = by.lowest;
    if (!extent.hasNumber || m_values[by.highest] > m_values[extent.highest])
        extent.highest = by.highest;
    extent.hasNumber = true;
}

void SpikePyramid::append(double value)
{
    const std::size_t index = m_values.size();
    m_values.push_back(value);
    const Extent single = extentOf(index);
    for (std::size_t level = 0; level < kLevels; ++level) {
        std::vector<Extent>& blocks = m_blocks[level];
        if (index / blockSize(level) == blocks.size())
            blocks.push_back(single);
        else
            widen(blocks.back(), single);
    }
}

SpikePyramid::Extent SpikePyramid::extent(std::size_t first, std::size_t last) const
{
    Extent all;
    while (first < last) {
        std::size_t levels = 0; // whose blocks begin here and end in front of last
        while (levels < kLevels && first % blockSize(levels) == 0 && first + blockSize(levels) <= last)
            ++levels;
        if (levels == 0) {
            widen(all, extentOf(first++));
            continue;
        }
        const std::size_t size = blockSize(levels - 1);
        widen(all, m_blocks[levels - 1][first / size]);
        first += size;
    }
    return all;
}

}
