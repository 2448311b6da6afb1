// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of matrices by oneDNN's sgemm, where that is faster than its matmul primitive.
#pragma once

#include "executor/program/programbuilder.h"

#include <cstdint>

namespace halftone {

/// Sizes of op(A) [rows, inner] times op(B) [inner, columns].
struct ProductSize
{
    std::int64_t rows;
    std::int64_t inner;
    std::int64_t columns;
};

/// Whether oneDNN's sgemm is faster than its matmul primitive, up to a seventh: it packs large matrices that
/// are read column by column. The gradient of a weight is such a product.
bool isFasterPacked(const ProductSize& size, bool transA, bool transB);

/// Adds that product, of left [inner, rows] transposed and right [inner, columns], in strips along inner
/// where both are of 16 bits and large.
void addPackedProduct(
    ProgramBuilder& b, const ProductSize& size, ValueId left, ValueId right, BufferId result);

}
