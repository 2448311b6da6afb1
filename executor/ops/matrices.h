// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices in memory as oneDNN's products take them.
#pragma once

#include "executor/program/programbuilder.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halftone {

/// A row-major matrix, read as it is or transposed: only the strides differ.
dnnl::memory::desc matrixDesc(
    const std::vector<std::int64_t>& dims, dnnl::memory::data_type type, bool transposed);

/// An operand as it lies in memory, and whether the product has to read it transposed.
struct Matrix
{
    std::vector<std::int64_t> dims;
    bool isTransposed;

    Matrix(const ProgramBuilder& b, ValueId id, bool transposed);
    /// Of the transposed product, in which the operands have changed places, too.
    Matrix turned() const;
};

/// The memory of that, for a description of its own.
BufferId readMatrix(ProgramBuilder& b, ValueId id, dnnl::memory::data_type type);

/// A product; \p result is in float32, whatever the operands are. nullopt when oneDNN has none of this form.
std::optional<dnnl::matmul::primitive_desc> describeMatmul(const ProgramBuilder& b,
    const dnnl::memory::desc& left, const dnnl::memory::desc& right, const dnnl::memory::desc& bias,
    const dnnl::memory::desc& result);

/// How a right operand of float32 [inner, columns] that so many rows share is best described. Generated code
/// for AVX-512 takes rows that lie far apart in memory two and a half times as long as a format of its own
/// wish, into which the operand is then brought by ProgramBuilder::reordered(); on AVX2 it wishes for what it
/// gets.
dnnl::memory::desc rightMatrixDesc(std::int64_t rows, const std::vector<std::int64_t>& dims, bool transposed);

}
