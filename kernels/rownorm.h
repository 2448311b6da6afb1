// SPDX-License-Identifier: GPL-3.0-or-later
//
// Normalisation of rows to mean 0 and variance 1, with learned factors behind it: what LayerNormalization,
// GroupNormalization and InstanceNormalization share. They differ in which factor belongs to which element.
#pragma once

#include <cstddef>
#include <span>

namespace halftone::kernels {

/// How rows are normalised, and which factor an element takes: in row r, at position c, that of number
/// (r % periods) * factorsPerRow + c / inner.
struct RowNorm
{
    std::size_t rows = 1;
    std::size_t length = 1;
    std::size_t periods = 1; ///< After as many rows the factors repeat.
    std::size_t inner = 1; ///< Neighbours that share a factor; factorsPerRow = length / inner.
    float epsilon = 1e-5f; ///< Added to the variance.
    bool centers = true; ///< False divides by the root mean square and subtracts nothing.
};

/// dst = (src - mean) / sqrt(variance + epsilon) * scale + shift, row by row; moments are added up in double.
/// Empty \p scale or \p shift stand for ones and zeros. \p means and \p inverses (1 / sqrt(variance +
/// epsilon)) have one element a row. dst may be src; an empty dst leaves it at the moments.
void normalizeRows(const RowNorm& norm, std::span<const float> src, std::span<const float> scale,
    std::span<const float> shift, std::span<float> dst, std::span<float> means,
    std::span<float> inverses) noexcept;

/// The gradient of normalizeRows() from its operands: dst for src, and added to what they hold, scaleGradient
/// and shiftGradient (both empty or both of the size of scale). dst may be gradient.
void normalizeRowsGradient(const RowNorm& norm, std::span<const float> gradient, std::span<const float> src,
    std::span<const float> scale, std::span<const float> means, std::span<const float> inverses,
    std::span<float> dst, std::span<float> scaleGradient, std::span<float> shiftGradient) noexcept;

}
