// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums that are rounded to float16 after every addition, for ProgramOptions::Accumulation::Float16. They show
// what a narrow accumulator does; nothing here is fast.
#pragma once

#include "executor/program/programbuilder.h"

namespace halftone {

/// MatMul and Gemm of two matrices. \p transA and \p transB as Gemm has them; a bias is added at the end.
Result<void> compileHalfProduct(ProgramBuilder& b, bool transA, bool transB, float alpha, float beta);

/// Sums over the axes where \p reduced is 1 and the input is not; the result is multiplied by \p factor.
Result<void> compileHalfReduction(ProgramBuilder& b, const std::vector<std::int64_t>& reduced, float factor);

}
