// SPDX-License-Identifier: GPL-3.0-or-later
//
// Largest elements of windows, and their gradient, where channels lie in blocks. Picking an element is exact
// in every type, so that 16-bit numbers are compared and copied as they are.
#pragma once

#include "kernels/format16.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace halftone::kernels {

/// Sizes of the pool: X [planes, height, width, lanes], Y [planes, outputHeight, outputWidth, lanes], with
/// planes = samples * blocks of channels. Each window has at least one pixel inside.
struct MaxPool
{
    std::size_t planes = 1;
    std::size_t lanes = 8; ///< 8 or 16.
    std::size_t height = 1;
    std::size_t width = 1;
    std::size_t outputHeight = 1;
    std::size_t outputWidth = 1;
    std::size_t kernelHeight = 1; ///< At most 255 pixels in a window.
    std::size_t kernelWidth = 1;
    std::size_t strideY = 1;
    std::size_t strideX = 1;
    std::size_t padTop = 0;
    std::size_t padLeft = 0;

    std::size_t inputs() const { return planes * height * width * lanes; }
    std::size_t outputs() const { return planes * outputHeight * outputWidth * lanes; }
    /// Whether no pixel lies in two windows: its gradient is then a copy and no sum.
    bool isDisjoint() const { return strideY >= kernelHeight && strideX >= kernelWidth; }
};

/// The largest element of each window and its place, ky * kernelWidth + kx. Of equal ones (also 0 and -0) the
/// first counts; a NaN is larger than any number.
void maxPool(const MaxPool& pool, std::span<const float> src, std::span<float> dst,
    std::span<std::uint8_t> places) noexcept;
void maxPool(const MaxPool& pool, std::span<const std::uint16_t> src, std::span<std::uint16_t> dst,
    std::span<std::uint8_t> places, Format16 format) noexcept;

/// dX: the gradients of all windows whose place an element is, added up; else 0. The one in 16 bits wants
/// disjoint windows.
void maxPoolGradient(const MaxPool& pool, std::span<const float> gradient,
    std::span<const std::uint8_t> places, std::span<float> dst) noexcept;
void maxPoolGradient(const MaxPool& pool, std::span<const std::uint16_t> gradient,
    std::span<const std::uint8_t> places, std::span<std::uint16_t> dst) noexcept;

}
