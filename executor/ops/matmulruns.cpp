// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/broadcast.h"
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/halfsums.h"
#include "executor/ops/matrices.h"
#include "executor/ops/operands.h"
#include "executor/ops/productstrips.h"

#include <algorithm>

namespace halftone {
namespace {

using dnnl::matmul;
using DataType = dnnl::memory::data_type;
using Dims = dnnl::memory::dims;

/// A product of matrices with batch dimensions, as MatMul and its gradients need it.
struct BatchedProduct
{
    std::vector<std::int64_t> left;
    std::vector<std::int64_t> right;
    std::vector<std::int64_t> result;
    bool transA = false;
    bool transB = false;
};

std::vector<std::int64_t> padded(std::vector<std::int64_t> dims, std::size_t rank)
{
    dims.insert(dims.begin(), rank - dims.size(), 1);
    return dims;
}

// A vector on the left is a row, one on the right a column. oneDNN wants equal ranks and broadcasts batch
// dimensions of size 1; where the right operand has none, the batches of the left are only more rows.
BatchedProduct productOf(const ProgramBuilder& b)
{
    const Matrix first(b, b.input(0), b.attribute("transA", std::int64_t{0}) != 0);
    const Matrix second(b, b.input(1), b.attribute("transB", std::int64_t{0}) != 0);
    BatchedProduct product{
        first.dims, second.dims, b.dims(b.output()), first.isTransposed, second.isTransposed};
    auto& [left, right, result, transA, transB] = product;
    if (left.size() == 1) {
        left.insert(left.begin(), 1);
        result.insert(result.end() - (right.size() > 1 ? 1 : 0), 1);
    }
    if (right.size() == 1) {
        right.push_back(1);
        result.push_back(1);
    }
    if (right.size() == 2 && left.size() > 2 && !transA) {
        const std::int64_t inner = left.back(), columns = result.back();
        std::int64_t rows = 1;
        for (std::size_t axis = 0; axis + 1 < left.size(); ++axis)
            rows *= left[axis];
        left = {rows, inner};
        result = {rows, columns};
    }
    const std::size_t rank = std::max(left.size(), right.size());
    left = padded(left, rank);
    right = padded(right, rank);
    result = padded(result, rank);
    return product;
}

/// Row-major matrices with batches; transposed, the last two dimensions change places, and only strides
/// differ.
dnnl::memory::desc batchDesc(const std::vector<std::int64_t>& dims, DataType type, bool transposed)
{
    Dims sizes(dims.begin(), dims.end()), strides(dims.size(), 1);
    for (std::size_t axis = dims.size() - 1; axis-- > 0;)
        strides[axis] = strides[axis + 1] * dims[axis + 1];
    if (transposed) {
        std::swap(sizes[dims.size() - 1], sizes[dims.size() - 2]);
        std::swap(strides[dims.size() - 1], strides[dims.size() - 2]);
    }
    return {sizes, type, strides};
}

/// One product of row-major matrices.
template <typename T>
void multiply(
    const T* left, const T* right, T* result, std::size_t rows, std::size_t inner, std::size_t columns)
{
    for (std::size_t at = 0; at < rows * columns; ++at) {
        T sum{};
        for (std::size_t k = 0; k < inner; ++k)
            sum = static_cast<T>(sum + left[at / columns * inner + k] * right[k * columns + at % columns]);
        result[at] = sum;
    }
}

/// Integers and float64, for which oneDNN has no product: one batch of plain matrices after the other.
Result<void> compileTypedMatMul(ProgramBuilder& b)
{
    const BatchedProduct product = productOf(b);
    if (product.transA || product.transB)
        return b.refuse("A transposed product is supported for floats of 32 and 16 bits only.");
    const std::size_t outer = product.result.size() - 2;
    const auto batchesOf = [outer](const std::vector<std::int64_t>& dims) {
        return std::vector<std::int64_t>(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(outer));
    };
    const std::vector<std::int64_t> operands[] = {batchesOf(product.left), batchesOf(product.right)};
    const auto rows = static_cast<std::size_t>(product.result[outer]),
               columns = static_cast<std::size_t>(product.result[outer + 1]),
               inner = static_cast<std::size_t>(product.left[outer + 1]);
    const Elements left = readElements(b, b.input(0)), right = readElements(b, b.input(1));
    const Elements out = writeElements(b, b.output());
    withType(out.dtype, [&]<typename T>() {
        b.addLoop("own product", {left.buffer, right.buffer}, {out.buffer},
            [=, batches = Broadcast(batchesOf(product.result), operands)](StepContext& context) {
                const T* p = context.arena.data<const T>(left.buffer);
                const T* q = context.arena.data<const T>(right.buffer);
                T* result = context.arena.data<T>(out.buffer);
                batches.forEachRow([&](std::size_t at, const auto& offsets) {
                    for (std::size_t i = 0; i < batches.rowLength(); ++i)
                        multiply(p + (offsets[0] + i * batches.step(0)) * rows * inner,
                            q + (offsets[1] + i * batches.step(1)) * inner * columns,
                            result + (at + i) * rows * columns, rows, inner, columns);
                });
            });
    });
    return {};
}

/// The right operand in the given type; in float32 as it is best where all rows share it.
dnnl::memory::desc rightDesc(const BatchedProduct& product, DataType type)
{
    return type == DataType::f32 && product.right.size() == 2
        ? rightMatrixDesc(product.result[0], product.right, product.transB)
        : batchDesc(product.right, type, product.transB);
}

/// A row that is added to all rows of the result.
dnnl::memory::desc rowDesc(const std::vector<std::int64_t>& result)
{
    std::vector<std::int64_t> dims(result.size(), 1);
    dims.back() = result.back();
    return batchDesc(dims, DataType::f32, false);
}

/// The product and the row that an Add would add to it.
void addSum(ProgramBuilder& b, const matmul::primitive_desc& description, ProgramBuilder::Arguments inputs,
    const ProgramBuilder::RowAddition& addition)
{
    inputs.emplace_back(DNNL_ARG_BIAS, Operand{b.readStored(addition.row), description.bias_desc()});
    const Operand output = b.writeFloat(addition.sum, Layout::Plain);
    b.addPrimitive(matmul(description), description.impl_info_str(), inputs,
        {{DNNL_ARG_DST, {output.buffer, description.dst_desc()}}});
    b.absorb(addition);
}

/// The product as rows with a right operand for all of them, or as a batch of matrices; nullopt where it is
/// neither.
std::optional<StripProduct> asStrips(const ProgramBuilder& b, const BatchedProduct& product)
{
    const auto& [left, right, result, transA, transB] = product;
    const std::size_t outer = result.size() - 2;
    const auto matrixOf = [outer](const std::vector<std::int64_t>& dims) {
        return dims[outer] * dims[outer + 1];
    };
    if (outer == 0 && !transA) {
        const std::int64_t inner = left[1], columns = result[1];
        return StripProduct{.count = left[0],
            .left = inner,
            .right = matrixOf(right),
            .result = columns,
            .isRightShared = true,
            .describe =
                [&b, inner, columns](std::int64_t rows) {
                    const dnnl::memory::desc packed(
                        {inner, columns}, DataType::f32, dnnl::memory::format_tag::any);
                    return describeMatmul(b, matrixDesc({rows, inner}, DataType::f32, false), packed, {},
                        matrixDesc({rows, columns}, DataType::f32, false));
                },
            .sharedRight = matrixDesc(right, DataType::f32, transB)};
    }
    std::int64_t count = 1;
    for (std::size_t axis = 0; axis < outer; ++axis) {
        if (left[axis] != result[axis] || right[axis] != result[axis])
            return std::nullopt;
        count *= result[axis];
    }
    if (outer == 0)
        return std::nullopt;
    return StripProduct{.count = count,
        .left = matrixOf(left),
        .right = matrixOf(right),
        .result = matrixOf(result),
        .describe = [&b, product, outer](std::int64_t length) {
            const auto describe = [&](const std::vector<std::int64_t>& dims, bool isTransposed) {
                return batchDesc({length, dims[outer], dims[outer + 1]}, DataType::f32, isTransposed);
            };
            return describeMatmul(b, describe(product.left, product.transA),
                describe(product.right, product.transB), {}, describe(product.result, false));
        }};
}

Result<void> compileMatMul(ProgramBuilder& b)
{
    const ValueId left = b.input(0), right = b.input(1), y = b.output();
    if (!isReducibleFloat(b.stored(left).dtype) || !isReducibleFloat(b.stored(right).dtype))
        return compileTypedMatMul(b);
    if (b.accumulatesInHalf() && b.dims(left).size() == 2 && b.dims(right).size() == 2)
        return compileHalfProduct(b, false, false, 1, 1);
    const BatchedProduct product = productOf(b);
    const auto describeWith = [&](DataType type, const dnnl::memory::desc& row) {
        return describeMatmul(b, batchDesc(product.left, type, product.transA), rightDesc(product, type), row,
            batchDesc(product.result, DataType::f32, false));
    };
    const auto native = nativeType(b, {left, right});
    const auto strips = asStrips(b, product);
    const bool gainsByParts = strips && gainsByStrips(b, *strips);
    // Vectors multiply float16 no faster than float32 (they widen it), and their results go through far
    // memory.
    const bool needsMatrixUnits = gainsByParts && native == DataType::f16;
    const auto [description, isNative] = choosePath(
        b, native, [&](DataType type) { return describeWith(type, dnnl::memory::desc()); },
        needsMatrixUnits ? runsOnMatrixUnits : beatsFloat32);
    if (!description)
        return b.refuse("oneDNN has no matrix product of this form.");
    if (!isNative && gainsByParts && addStrips(b, *strips))
        return {};
    const DataType type = isNative ? *native : DataType::f32;
    const Operand plain{readMatrix(b, right, type), batchDesc(product.right, type, product.transB)};
    const ProgramBuilder::Arguments inputs{
        {DNNL_ARG_SRC, {readMatrix(b, left, type), description->src_desc()}},
        {DNNL_ARG_WEIGHTS, b.reordered(plain, description->weights_desc())}};
    const auto addition = b.dims(right).size() > 1 ? b.rowAddition() : std::nullopt;
    auto sum = addition ? describeWith(type, rowDesc(product.result)) : std::nullopt;
    if (sum && sum->weights_desc() != description->weights_desc())
        sum.reset();
    if (sum)
        addSum(b, *sum, inputs, *addition);
    const Operand output = b.writeFloat(y, Layout::Plain);
    b.addPrimitive(matmul(*description), description->impl_info_str(), inputs,
        {{DNNL_ARG_DST, {output.buffer, description->dst_desc()}}});
    if (sum)
        b.onlyWatched();
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "BatchMatMul", .domain = kTrainingDomain, .compile = compileMatMul},
    {.name = "MatMul", .compile = compileMatMul},
};

}

std::span<const OpRun> matmulRuns()
{
    return kRows;
}

}
