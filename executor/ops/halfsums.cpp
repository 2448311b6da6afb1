// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/halfsums.h"

#include "kernels/scalar.h"

#include <algorithm>

namespace halftone {
namespace {

float toHalf(float value)
{
    return kernels::f32FromF16(kernels::f16FromF32(value));
}

/// Where element (row, column) of a matrix lies that may be stored transposed.
struct MatrixView
{
    const float* data;
    std::size_t rowStride;
    std::size_t columnStride;

    float at(std::size_t row, std::size_t column) const
    {
        return data[row * rowStride + column * columnStride];
    }
};

MatrixView viewOf(const float* data, const std::vector<std::int64_t>& dims, bool isTransposed)
{
    const auto columns = static_cast<std::size_t>(dims[1]);
    return isTransposed ? MatrixView{data, 1, columns} : MatrixView{data, columns, 1};
}

std::vector<std::size_t> stridesOf(const std::vector<std::int64_t>& dims)
{
    std::vector<std::size_t> strides(dims.size(), 1);
    for (std::size_t axis = dims.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * static_cast<std::size_t>(dims[axis]);
    return strides;
}

}

Result<void> compileHalfProduct(ProgramBuilder& b, bool transA, bool transB, float alpha, float beta)
{
    const std::vector<std::int64_t> leftDims = b.dims(b.input(0));
    const std::vector<std::int64_t> rightDims = b.dims(b.input(1));
    const auto rows = static_cast<std::size_t>(b.dims(b.output())[0]);
    const auto columns = static_cast<std::size_t>(b.dims(b.output())[1]);
    const auto depth = static_cast<std::size_t>(leftDims[transA ? 0 : 1]);
    const Operand left = b.readFloat(b.input(0), Layout::Plain);
    const Operand right = b.readFloat(b.input(1), Layout::Plain);
    std::vector<BufferId> reads{left.buffer, right.buffer};
    const bool hasAddend = b.input(2).isValid();
    const std::vector<std::int64_t> addendDims = hasAddend ? b.dims(b.input(2)) : std::vector<std::int64_t>{};
    const BufferId addend = hasAddend ? b.readFloat(b.input(2), Layout::Plain).buffer : left.buffer;
    reads.push_back(addend);
    const std::size_t addendColumns = addendDims.empty() ? 1 : static_cast<std::size_t>(addendDims.back());
    const bool hasRows = addendDims.size() == 2 && addendDims[0] > 1;
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own product, float16 sums", reads, {out.buffer}, [=](StepContext& context) {
        const MatrixView a = viewOf(context.arena.data<const float>(left.buffer), leftDims, transA);
        const MatrixView w = viewOf(context.arena.data<const float>(right.buffer), rightDims, transB);
        const float* c = context.arena.data<const float>(addend);
        float* result = context.arena.data<float>(out.buffer);
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t column = 0; column < columns; ++column) {
                float sum = 0;
                for (std::size_t k = 0; k < depth; ++k)
                    sum = toHalf(sum + a.at(row, k) * w.at(k, column)); // the product of two halves is exact
                float value = alpha * sum;
                if (hasAddend)
                    value += beta * c[(hasRows ? row * addendColumns : 0) + (addendColumns > 1 ? column : 0)];
                result[row * columns + column] = value;
            }
        }
    });
    return {};
}

Result<void> compileHalfReduction(ProgramBuilder& b, const std::vector<std::int64_t>& reduced, float factor)
{
    const std::vector<std::int64_t> dims = b.dims(b.input(0));
    const std::vector<std::size_t> from = stridesOf(dims);
    const std::vector<std::size_t> to = stridesOf(reduced);
    const std::size_t count = paddedElements(dims, Layout::Plain);
    const std::size_t results = paddedElements(reduced, Layout::Plain);
    const Operand in = b.readFloat(b.input(0), Layout::Plain);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own sum, float16 sums", {in.buffer}, {out.buffer}, [=](StepContext& context) {
        const float* source = context.arena.data<const float>(in.buffer);
        const std::span<float> sums = context.arena.span<float>(out.buffer, results);
        std::ranges::fill(sums, 0.0f);
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t target = 0;
            for (std::size_t axis = 0; axis < dims.size(); ++axis) {
                if (reduced[axis] > 1)
                    target += i / from[axis] % static_cast<std::size_t>(dims[axis]) * to[axis];
            }
            sums[target] = toHalf(sums[target] + source[i]);
        }
        for (float& sum : sums)
            sum *= factor;
    });
    return {};
}

}
