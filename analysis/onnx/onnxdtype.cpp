// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/onnxdtype.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

struct OnnxDTypeRow
{
    int onnx;
    DType dtype;
};

// onnx.proto3, TensorProto.DataType. Plain numbers, so that types newer than the installed libonnx are known.
constexpr auto kRows = std::to_array<OnnxDTypeRow>({
    {0, DType::Undefined},
    {1, DType::Float32},
    {2, DType::UInt8},
    {3, DType::Int8},
    {4, DType::UInt16},
    {5, DType::Int16},
    {6, DType::Int32},
    {7, DType::Int64},
    {8, DType::String},
    {9, DType::Bool},
    {10, DType::Float16},
    {11, DType::Float64},
    {12, DType::UInt32},
    {13, DType::UInt64},
    {14, DType::Complex64},
    {15, DType::Complex128},
    {16, DType::BFloat16},
    {17, DType::Float8E4M3},
    {18, DType::Float8E4M3Fnuz},
    {19, DType::Float8E5M2},
    {20, DType::Float8E5M2Fnuz},
    {21, DType::UInt4},
    {22, DType::Int4},
    {23, DType::Float4E2M1},
    {24, DType::Float8E8M0},
    {25, DType::UInt2},
    {26, DType::Int2},
});

}

int onnxDataType(DType dtype)
{
    const auto found = std::ranges::find(kRows, dtype, &OnnxDTypeRow::dtype);
    return found == kRows.end() ? 0 : found->onnx;
}

DType dtypeFromOnnx(int dataType)
{
    const auto found = std::ranges::find(kRows, dataType, &OnnxDTypeRow::onnx);
    return found == kRows.end() ? DType::Other : found->dtype;
}

}
