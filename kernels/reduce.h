// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums and searches over one part of a tensor's axes. Same results at every call for one instruction set.
#pragma once

#include "kernels/floatsource.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace halftone::kernels {

/// This is a row-major tensor seen as [batch, channels, inner]; inner is 1 behind a fully connected layer.
struct ChannelShape
{
    std::size_t batch = 0;
    std::size_t channels = 0;
    std::size_t inner = 1;
};

/// The sum of each channel over batch and inner, into dst of shape.channels elements: the gradient of a bias.
/// Added up in double and rounded once; no elements give 0, a sum beyond the range of float gives infinity.
void channelSum(const FloatSource& src, ChannelShape shape, std::span<float> dst) noexcept;

/// The sum of the squares, in double: the square of the L2 norm. Infinity and NaN go through.
double sumOfSquares(std::span<const float> src) noexcept;

/// The column of the largest element of each row of src, which is [rows, columns] with rows = dst.size(); the
/// first of several equal ones. -1 for a row with a NaN: it predicts nothing, so it never counts as right.
void argmaxRows(std::span<const float> src, std::span<std::int64_t> dst) noexcept;

}
