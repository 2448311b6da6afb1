// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/halfsums.h"
#include "executor/ops/matrices.h"
#include "executor/ops/packedproduct.h"
#include "executor/ops/turning.h"

#include <utility>

namespace halftone {
namespace {

using dnnl::matmul;
using DataType = dnnl::memory::data_type;
using Dims = dnnl::memory::dims;

/// The right operand in the given type, in float32 as it is best for so many rows.
dnnl::memory::desc rightDesc(DataType type, std::int64_t rows, const Matrix& matrix)
{
    return type == DataType::f32 ? rightMatrixDesc(rows, matrix.dims, matrix.isTransposed)
                                 : matrixDesc(matrix.dims, type, matrix.isTransposed);
}

Operand readRight(ProgramBuilder& b, ValueId id, DataType type, const Matrix& matrix,
    const matmul::primitive_desc& description)
{
    return b.reordered({readMatrix(b, id, type), matrixDesc(matrix.dims, type, matrix.isTransposed)},
        description.weights_desc());
}

// beta C, broadcast over rows, columns or both, is added to a product that is still wide.
void addAddend(ProgramBuilder& b, const Operand& product, ValueId c, float alpha, float beta)
{
    const std::vector<std::int64_t> cDims = b.dims(c);
    const std::vector<std::int64_t> yDims = b.dims(b.output());
    const std::int64_t columns = cDims.empty() ? 1 : cDims.back();
    const std::int64_t rows = cDims.size() < 2 ? 1 : cDims[0];
    const Operand addend = b.readFloat(c, Layout::Plain);
    b.addLoop("scale and add", {addend.buffer, product.buffer}, {product.buffer},
        [=, from = addend.buffer, to = product.buffer](StepContext& context) {
            const float* source = context.arena.data<const float>(from);
            float* result = context.arena.data<float>(to);
            for (std::int64_t row = 0; row < yDims[0]; ++row) {
                for (std::int64_t column = 0; column < yDims[1]; ++column) {
                    const std::int64_t at = (rows == 1 ? 0 : row * columns) + (columns == 1 ? 0 : column);
                    float& element = result[row * yDims[1] + column];
                    element = alpha * element + beta * source[at];
                }
            }
        });
}

/// A product and nothing else. Where a Transpose alone reads it, the transposed product is made instead.
Result<void> compileBareGemm(ProgramBuilder& b, bool transA, bool transB)
{
    const ValueId y = b.output();
    const bool isTurned = isOnlyTurned(b, y);
    ValueId left = b.input(0), right = b.input(1);
    Matrix first(b, left, transA), second(b, right, transB);
    std::vector<std::int64_t> result = b.dims(y);
    if (isTurned) {
        std::swap(left, right);
        first = std::exchange(second, first.turned()).turned();
        std::swap(result[0], result[1]);
    }
    const auto describeIn = [&](DataType type) {
        return describeMatmul(b, matrixDesc(first.dims, type, first.isTransposed),
            rightDesc(type, result[0], second), dnnl::memory::desc(),
            matrixDesc(result, DataType::f32, false));
    };
    const ProductSize size{result[0], first.dims[first.isTransposed ? 0 : 1], result[1]};
    const bool isPacked = isFasterPacked(size, first.isTransposed, second.isTransposed);
    const auto native = nativeType(b, {left, right});
    const bool needsMatrixUnits = isPacked && native == DataType::f16; // as in MatMul
    const auto [description, isNative] =
        choosePath(b, native, describeIn, needsMatrixUnits ? runsOnMatrixUnits : beatsFloat32);
    if (!description)
        return b.refuse("oneDNN has no matrix product of this form.");
    const DataType type = isNative ? *native : DataType::f32;
    const Layout layout = isTurned ? Layout::Turned : Layout::Plain;
    const BufferId to = b.writeFloat(y, layout).buffer;
    if (!isNative && isPacked) {
        addPackedProduct(b, size, left, right, to);
        return {};
    }
    b.addPrimitive(matmul(*description), description->impl_info_str(),
        {{DNNL_ARG_SRC, {readMatrix(b, left, type), description->src_desc()}},
            {DNNL_ARG_WEIGHTS, readRight(b, right, type, second, *description)}},
        {{DNNL_ARG_DST, {to, description->dst_desc()}}});
    return {};
}

void addScale(ProgramBuilder& b, const Operand& product, float alpha)
{
    const std::size_t count = b.stored(b.output()).elements();
    b.addLoop("scale", {product.buffer}, {product.buffer},
        [alpha, count, at = product.buffer](StepContext& context) {
            for (float& element : context.arena.span<float>(at, count))
                element *= alpha;
        });
}

Result<void> compileGemm(ProgramBuilder& b)
{
    const ValueId left = b.input(0), right = b.input(1), c = b.input(2), y = b.output();
    const bool transA = b.attribute("transA", std::int64_t{0}) != 0;
    const bool transB = b.attribute("transB", std::int64_t{0}) != 0;
    const float alpha = b.attribute("alpha", 1.0f);
    const float beta = b.attribute("beta", 1.0f);
    if (b.accumulatesInHalf())
        return compileHalfProduct(b, transA, transB, alpha, beta);
    if (!c.isValid() && alpha == 1.0f)
        return compileBareGemm(b, transA, transB);
    const std::int64_t columns = b.dims(y)[1];
    // A row of biases goes into the product itself; any other addend needs a pass of its own.
    const bool isBias = c.isValid() && alpha == 1.0f && beta == 1.0f &&
        (b.dims(c) == std::vector{columns} || b.dims(c) == std::vector<std::int64_t>{1, columns});

    const Matrix first(b, left, transA), second(b, right, transB);
    const auto describeIn = [&](DataType type) {
        const dnnl::memory::desc bias =
            isBias ? dnnl::memory::desc(Dims{1, columns}, type, Dims{columns, 1}) : dnnl::memory::desc();
        return describeMatmul(b, matrixDesc(first.dims, type, first.isTransposed),
            rightDesc(type, b.dims(y)[0], second), bias, matrixDesc(b.dims(y), DataType::f32, false));
    };
    const auto native = isBias ? nativeType(b, {left, right, c}) : nativeType(b, {left, right});
    const auto [description, isNative] = choosePath(b, native, describeIn);
    if (!description)
        return b.refuse("oneDNN has no matrix product of this form.");
    const DataType type = isNative ? *native : DataType::f32;
    ProgramBuilder::Arguments inputs{{DNNL_ARG_SRC, {readMatrix(b, left, type), description->src_desc()}},
        {DNNL_ARG_WEIGHTS, readRight(b, right, type, second, *description)}};
    if (isBias)
        inputs.emplace_back(DNNL_ARG_BIAS, Operand{readMatrix(b, c, type), description->bias_desc()});
    const Operand output = b.writeFloat(y, Layout::Plain);
    b.addPrimitive(matmul(*description), description->impl_info_str(), inputs, {{DNNL_ARG_DST, output}});
    if (!isBias && c.isValid())
        addAddend(b, output, c, alpha, beta);
    else if (!isBias)
        addScale(b, output, alpha);
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Gemm", .compile = compileGemm},
};

}

std::span<const OpRun> gemmRuns()
{
    return kRows;
}

}
