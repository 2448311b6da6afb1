// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/broadcast.h"
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/halfsums.h"
#include "executor/ops/operands.h"
#include "executor/ops/turning.h"

#include <dnnl.h>

#include <algorithm>
#include <utility>

namespace halftone {
namespace {

using dnnl::matmul;
using DataType = dnnl::memory::data_type;
using Dims = dnnl::memory::dims;

/// A row-major matrix, read as it is or transposed: only the strides differ.
dnnl::memory::desc matrixDesc(const std::vector<std::int64_t>& dims, DataType type, bool transposed)
{
    if (!transposed)
        return {Dims{dims[0], dims[1]}, type, Dims{dims[1], 1}};
    return {Dims{dims[1], dims[0]}, type, Dims{1, dims[1]}};
}

/// An operand as it lies in memory, and whether the product has to read it transposed.
struct Matrix
{
    std::vector<std::int64_t> dims;
    bool isTransposed;

    Matrix(const ProgramBuilder& b, ValueId id, bool transposed)
        : dims(b.dims(id))
        , isTransposed(transposed)
    {
        if (b.stored(id).layout != Layout::Turned)
            return;
        std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
        isTransposed = !transposed;
    }
    /// Of the transposed product, in which the operands have changed places, too.
    Matrix turned() const
    {
        Matrix result = *this;
        result.isTransposed = !isTransposed;
        return result;
    }
};

/// The memory of that, for a description of its own.
BufferId readMatrix(ProgramBuilder& b, ValueId id, DataType type)
{
    const Layout layout = b.stored(id).layout == Layout::Turned ? Layout::Turned : Layout::Plain;
    return b.read(id, describe(b.dims(id), type, layout)).buffer;
}

/// \p result is in float32, whatever the operands are.
std::optional<matmul::primitive_desc> describeMatmul(const ProgramBuilder& b, const dnnl::memory::desc& left,
    const dnnl::memory::desc& right, const dnnl::memory::desc& bias, const dnnl::memory::desc& result)
{
    matmul::primitive_desc description(b.engine(), left, right, bias, result, dnnl::primitive_attr(), true);
    return description ? std::optional(std::move(description)) : std::nullopt;
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

/// Sizes of op(A) [rows, inner] times op(B) [inner, columns].
struct ProductSize
{
    std::int64_t rows;
    std::int64_t inner;
    std::int64_t columns;
};

// The gradient of a weight is such a product: A is read column by column. oneDNN's sgemm packs it in tiles,
// which is up to a seventh faster for large matrices than what the matmul primitive does.
bool isFasterPacked(const ProductSize& size, bool transA, bool transB)
{
    constexpr std::int64_t kLarge = 1 << 22; // multiplications
    return transA && !transB && size.rows * size.inner * size.columns >= kLarge;
}

void addPackedProduct(
    ProgramBuilder& b, const ProductSize& size, BufferId left, BufferId right, BufferId result)
{
    b.addLoop("sgemm", {left, right}, {result}, [=](StepContext& context) {
        const dnnl_status_t status = dnnl_sgemm('T', 'N', size.rows, size.columns, size.inner, 1.0f,
            context.arena.data<const float>(left), size.rows, context.arena.data<const float>(right),
            size.columns, 0.0f, context.arena.data<float>(result), size.columns);
        dnnl::error::wrap_c_api(status, "a product of matrices cannot be computed");
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
            matrixDesc(second.dims, type, second.isTransposed), dnnl::memory::desc(),
            matrixDesc(result, DataType::f32, false));
    };
    const auto native = nativeType(b, {left, right});
    const auto [description, isNative] = choosePath(b, native, describeIn);
    if (!description)
        return b.refuse("oneDNN has no matrix product of this form.");
    const DataType type = isNative ? *native : DataType::f32;
    const Layout layout = isTurned ? Layout::Turned : Layout::Plain;
    const BufferId a = readMatrix(b, left, type), q = readMatrix(b, right, type);
    const BufferId to = b.writeFloat(y, layout).buffer;
    const ProductSize size{result[0], first.dims[first.isTransposed ? 0 : 1], result[1]};
    if (!isNative && isFasterPacked(size, first.isTransposed, second.isTransposed)) {
        addPackedProduct(b, size, a, q, to);
        return {};
    }
    b.addPrimitive(matmul(*description), description->impl_info_str(),
        {{DNNL_ARG_SRC, {a, description->src_desc()}}, {DNNL_ARG_WEIGHTS, {q, description->weights_desc()}}},
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
            matrixDesc(second.dims, type, second.isTransposed), bias,
            matrixDesc(b.dims(y), DataType::f32, false));
    };
    const auto native = isBias ? nativeType(b, {left, right, c}) : nativeType(b, {left, right});
    const auto [description, isNative] = choosePath(b, native, describeIn);
    if (!description)
        return b.refuse("oneDNN has no matrix product of this form.");
    const DataType type = isNative ? *native : DataType::f32;
    ProgramBuilder::Arguments inputs{{DNNL_ARG_SRC, {readMatrix(b, left, type), description->src_desc()}},
        {DNNL_ARG_WEIGHTS, {readMatrix(b, right, type), description->weights_desc()}}};
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

Result<void> compileMatMul(ProgramBuilder& b)
{
    const ValueId left = b.input(0), right = b.input(1), y = b.output();
    if (!isReducibleFloat(b.stored(left).dtype) || !isReducibleFloat(b.stored(right).dtype))
        return compileTypedMatMul(b);
    if (b.accumulatesInHalf() && b.dims(left).size() == 2 && b.dims(right).size() == 2)
        return compileHalfProduct(b, false, false, 1, 1);
    const BatchedProduct product = productOf(b);
    const auto describeWith = [&](DataType type, const dnnl::memory::desc& row) {
        return describeMatmul(b, batchDesc(product.left, type, product.transA),
            batchDesc(product.right, type, product.transB), row,
            batchDesc(product.result, DataType::f32, false));
    };
    const auto native = nativeType(b, {left, right});
    const auto [description, isNative] =
        choosePath(b, native, [&](DataType type) { return describeWith(type, dnnl::memory::desc()); });
    if (!description)
        return b.refuse("oneDNN has no matrix product of this form.");
    const DataType type = isNative ? *native : DataType::f32;
    ProgramBuilder::Arguments inputs{{DNNL_ARG_SRC, {readMatrix(b, left, type), description->src_desc()}},
        {DNNL_ARG_WEIGHTS, {readMatrix(b, right, type), description->weights_desc()}}};
    const auto addition = b.dims(right).size() > 1 ? b.rowAddition() : std::nullopt;
    const auto sum = addition ? describeWith(type, rowDesc(product.result)) : std::nullopt;
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
    {.name = "Gemm", .compile = compileGemm},
    {.name = "BatchMatMul", .domain = kTrainingDomain, .compile = compileMatMul},
    {.name = "MatMul", .compile = compileMatMul},
};

}

std::span<const OpRun> matrixRuns()
{
    return kRows;
}

}
