// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/matrices.h"

#include <utility>

namespace halftone {

using DataType = dnnl::memory::data_type;
using Dims = dnnl::memory::dims;

dnnl::memory::desc matrixDesc(const std::vector<std::int64_t>& dims, DataType type, bool transposed)
{
    if (!transposed)
        return {Dims{dims[0], dims[1]}, type, Dims{dims[1], 1}};
    return {Dims{dims[1], dims[0]}, type, Dims{1, dims[1]}};
}

Matrix::Matrix(const ProgramBuilder& b, ValueId id, bool transposed)
    : dims(b.dims(id))
    , isTransposed(transposed)
{
    if (b.stored(id).layout != Layout::Turned)
        return;
    std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
    isTransposed = !transposed;
}

Matrix Matrix::turned() const
{
    Matrix result = *this;
    result.isTransposed = !isTransposed;
    return result;
}

BufferId readMatrix(ProgramBuilder& b, ValueId id, DataType type)
{
    const Layout layout = b.stored(id).layout == Layout::Turned ? Layout::Turned : Layout::Plain;
    return b.read(id, describe(b.dims(id), type, layout)).buffer;
}

std::optional<dnnl::matmul::primitive_desc> describeMatmul(const ProgramBuilder& b,
    const dnnl::memory::desc& left, const dnnl::memory::desc& right, const dnnl::memory::desc& bias,
    const dnnl::memory::desc& result)
{
    dnnl::matmul::primitive_desc description(
        b.engine(), left, right, bias, result, dnnl::primitive_attr(), true);
    return description ? std::optional(std::move(description)) : std::nullopt;
}

dnnl::memory::desc rightMatrixDesc(std::int64_t rows, const std::vector<std::int64_t>& dims, bool transposed)
{
    constexpr std::int64_t kManyRows = 512, kFewRows = 128, kFarApart = 2048;
    const bool gains = !transposed && (rows >= kManyRows || (rows >= kFewRows && dims[1] >= kFarApart));
    if (!gains)
        return matrixDesc(dims, DataType::f32, transposed);
    return {Dims{dims[0], dims[1]}, DataType::f32, dnnl::memory::format_tag::any};
}

}
