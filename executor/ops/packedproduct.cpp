// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/packedproduct.h"

#include "executor/ops/operands.h"
#include "executor/ops/productstrips.h"

#include <dnnl.h>

namespace halftone {
namespace {

/// result = left^T right, or that added to it.
void multiplyPacked(
    const ProductSize& size, const float* left, const float* right, bool isAdded, float* result)
{
    const dnnl_status_t status = dnnl_sgemm('T', 'N', size.rows, size.columns, size.inner, 1.0f, left,
        size.rows, right, size.columns, isAdded ? 1.0f : 0.0f, result, size.columns);
    dnnl::error::wrap_c_api(status, "a product of matrices cannot be computed");
}

void addPackedStrips(ProgramBuilder& b, const ProductSize& size, std::int64_t length,
    const FloatOperand& left, const FloatOperand& right, BufferId result)
{
    const auto floats = [&](std::int64_t width) {
        return b.scratchBytes(static_cast<std::size_t>(length * width) * sizeof(float));
    };
    const BufferId wideLeft = floats(size.rows), wideRight = floats(size.columns);
    b.addLoop("sgemm in strips", {left.buffer, right.buffer}, {result, wideLeft, wideRight},
        [=](StepContext& context) {
            const auto widened = [&](const FloatOperand& operand, std::int64_t first, std::int64_t width,
                                     BufferId to) {
                const std::span<float> memory =
                    context.arena.span<float>(to, static_cast<std::size_t>(length * width));
                operand.widen(context, first * width, memory);
                return memory.data();
            };
            for (std::int64_t first = 0; first < size.inner; first += length) {
                const float* a = widened(left, first, size.rows, wideLeft);
                const float* q = widened(right, first, size.columns, wideRight);
                multiplyPacked(
                    {size.rows, length, size.columns}, a, q, first > 0, context.arena.data<float>(result));
            }
        });
}

}

bool isFasterPacked(const ProductSize& size, bool transA, bool transB)
{
    constexpr std::int64_t kLarge = 1 << 22; // multiplications
    return transA && !transB && size.rows * size.inner * size.columns >= kLarge;
}

void addPackedProduct(
    ProgramBuilder& b, const ProductSize& size, ValueId left, ValueId right, BufferId result)
{
    constexpr std::int64_t kShortest = 64; // shorter ones go over the result too often
    const std::int64_t each = size.rows + size.columns;
    const std::int64_t length = stripLength(size.inner, each, 2 * kNearBytes);
    if (isHalfMatrix(b, left) && isHalfMatrix(b, right) && length >= kShortest && length < size.inner) {
        addPackedStrips(b, size, length, storedFloats(b, left), storedFloats(b, right), result);
        return;
    }
    const BufferId a = b.readFloat(left, b.stored(left).layout).buffer,
                   q = b.readFloat(right, b.stored(right).layout).buffer;
    b.addLoop("sgemm", {a, q}, {result}, [=](StepContext& context) {
        multiplyPacked(size, context.arena.data<const float>(a), context.arena.data<const float>(q), false,
            context.arena.data<float>(result));
    });
}

}
