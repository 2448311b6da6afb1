// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/halfsums.h"

#include <algorithm>

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

/// The same memory described as it lies, for ProgramBuilder::read().
Operand readPlain(ProgramBuilder& b, ValueId id, DataType type)
{
    return b.read(id, describe(b.dims(id), type, Layout::Plain));
}

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

Result<void> compileGemm(ProgramBuilder& b)
{
    const ValueId left = b.input(0), right = b.input(1), c = b.input(2), y = b.output();
    const bool transA = b.attribute("transA", std::int64_t{0}) != 0;
    const bool transB = b.attribute("transB", std::int64_t{0}) != 0;
    const float alpha = b.attribute("alpha", 1.0f);
    const float beta = b.attribute("beta", 1.0f);
    if (b.accumulatesInHalf())
        return compileHalfProduct(b, transA, transB, alpha, beta);
    const std::int64_t columns = b.dims(y)[1];
    // A row of biases goes into the product itself; any other addend needs a pass of its own.
    const bool isBias = c.isValid() && alpha == 1.0f && beta == 1.0f &&
        (b.dims(c) == std::vector{columns} || b.dims(c) == std::vector<std::int64_t>{1, columns});
    const bool hasLoop = !isBias && (c.isValid() || alpha != 1.0f);

    const auto describeIn = [&](DataType type) {
        const dnnl::memory::desc bias =
            isBias ? dnnl::memory::desc(Dims{1, columns}, type, Dims{columns, 1}) : dnnl::memory::desc();
        return describeMatmul(b, matrixDesc(b.dims(left), type, transA),
            matrixDesc(b.dims(right), type, transB), bias, matrixDesc(b.dims(y), type, false));
    };
    std::optional<DataType> native =
        isBias ? nativeType(b, {left, right, y, c}) : nativeType(b, {left, right, y});
    if (hasLoop)
        native = std::nullopt;
    const auto [description, isNative] = choosePath(b, native, describeIn);
    if (!description)
        return b.refuse("oneDNN has no matrix product of this form.");
    const DataType type = isNative ? *native : DataType::f32;
    ProgramBuilder::Arguments inputs{
        {DNNL_ARG_SRC, {readPlain(b, left, type).buffer, description->src_desc()}},
        {DNNL_ARG_WEIGHTS, {readPlain(b, right, type).buffer, description->weights_desc()}}};
    if (isBias)
        inputs.emplace_back(DNNL_ARG_BIAS, Operand{readPlain(b, c, type).buffer, description->bias_desc()});
    const Operand output = isNative ? b.writeStored(y, Layout::Plain) : b.writeFloat(y, Layout::Plain);
    b.addPrimitive(matmul(*description), description->impl_info_str(), inputs, {{DNNL_ARG_DST, output}});
    if (hasLoop && c.isValid()) {
        addAddend(b, output, c, alpha, beta);
    } else if (hasLoop) {
        const std::size_t count = b.stored(y).elements();
        b.addLoop("scale", {output.buffer}, {output.buffer},
            [alpha, count, at = output.buffer](StepContext& context) {
                for (float& element : context.arena.span<float>(at, count))
                    element *= alpha;
            });
    }
    return {};
}

// Leading dimensions are batches; oneDNN broadcasts those of size 1, and wants equal ranks.
std::vector<std::int64_t> padded(std::vector<std::int64_t> dims, std::size_t rank)
{
    dims.insert(dims.begin(), rank - dims.size(), 1);
    return dims;
}

Result<void> compileMatMul(ProgramBuilder& b)
{
    const ValueId left = b.input(0), right = b.input(1), y = b.output();
    const std::size_t rank = std::max(b.dims(left).size(), b.dims(right).size());
    if (b.dims(left).size() < 2 || b.dims(right).size() < 2 || rank > 6)
        return b.refuse("A product with vectors, or of more than six dimensions, is not supported.");
    if (b.accumulatesInHalf() && rank == 2)
        return compileHalfProduct(b, false, false, 1, 1);
    const auto describeIn = [&](DataType type) {
        return describeMatmul(b, describe(padded(b.dims(left), rank), type, Layout::Plain),
            describe(padded(b.dims(right), rank), type, Layout::Plain), dnnl::memory::desc(),
            describe(padded(b.dims(y), rank), type, Layout::Plain));
    };
    const auto native = nativeType(b, {left, right, y});
    const auto [description, isNative] = choosePath(b, native, describeIn);
    if (!description)
        return b.refuse("oneDNN has no matrix product of this form.");
    const DataType type = isNative ? *native : DataType::f32;
    const Operand output = isNative ? b.writeStored(y, Layout::Plain) : b.writeFloat(y, Layout::Plain);
    b.addPrimitive(matmul(*description), description->impl_info_str(),
        {{DNNL_ARG_SRC, {readPlain(b, left, type).buffer, description->src_desc()}},
            {DNNL_ARG_WEIGHTS, {readPlain(b, right, type).buffer, description->weights_desc()}}},
        {{DNNL_ARG_DST, {output.buffer, description->dst_desc()}}});
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Gemm", .compile = compileGemm},
    {.name = "MatMul", .compile = compileMatMul},
};

}

std::span<const OpRun> matrixRuns()
{
    return kRows;
}

}
