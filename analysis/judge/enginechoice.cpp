// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/enginechoice.h"

#include "analysis/judge/promotion.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace halftone {
namespace {

enum class Reduction : std::uint8_t { Allowed, UnlessBlack, Refused };

struct ModeReductions
{
    Mode mode;
    Reduction toFp16;
    Reduction toBf16;
};

using enum Reduction;
constexpr auto kReductions = std::to_array<ModeReductions>({
    {Mode::ForceFp16, Allowed, Allowed},
    {Mode::ForceFp32, UnlessBlack, UnlessBlack},
    {Mode::AllowFp32ToFp16, Allowed, Refused},
    {Mode::AllowFp32ToBf16, Refused, Allowed},
    {Mode::MixFp16, UnlessBlack, Refused},
    {Mode::MixBf16, Refused, UnlessBlack},
    {Mode::KeepOrigin, Refused, Refused},
    {Mode::CubeHif8, Allowed, Allowed},
    {Mode::MixHif8, Allowed, Allowed},
    {Mode::ForceLowerPrecision, Allowed, Allowed},
    {Mode::AllowFp32ToLowPrecision, Allowed, Allowed},
});

bool mayReduce(const NarrowingInput& op, DType to)
{
    if (op.keepsDType)
        return false;
    const auto row = std::ranges::find(kReductions, op.mode, &ModeReductions::mode);
    const Reduction reduction = to == DType::Float16 ? row->toFp16 : row->toBf16;
    return reduction == Allowed || (reduction == UnlessBlack && op.list != List::Black);
}

bool accepts(const NarrowingInput& op, DType original, DType kernel)
{
    if (original == kernel || original == DType::Undefined)
        return true;
    if (!isReducibleFloat(original) || !isReducibleFloat(kernel))
        return false;
    if (kernel == DType::Float32)
        return true;
    const bool isReduction = original == DType::Float32 || kernel == DType::Float16;
    return isReduction && mayReduce(op, kernel);
}

bool hasColumnFor(const NarrowingInput& op, const JudgedTensor& tensor)
{
    for (std::uint32_t column = 0; column < op.columnCount; ++column) {
        if (accepts(op, tensor.original, tensor.columns.at(column)))
            return true;
    }
    return false;
}

bool promotesInto(const NarrowingInput& op, const JudgedTensor& input)
{
    const DType target = promotionTarget(op);
    for (std::uint32_t column = 0; column < op.columnCount; ++column) {
        const DType kernel = input.columns.at(column);
        if (kernel != DType::Undefined && promotedType(target, kernel) == kernel)
            return true;
    }
    return false;
}

bool fitsExactly(const NarrowingInput& op, std::uint32_t column)
{
    const auto fits = [&](const JudgedTensor& tensor) {
        return !tensor.columns.exists() || tensor.original == DType::Undefined ||
            tensor.columns.at(column) == tensor.original;
    };
    return std::ranges::all_of(op.inputs, fits) && std::ranges::all_of(op.outputs, fits);
}

}

bool aiCoreAccepts(const NarrowingInput& op)
{
    if (op.columnCount == 0)
        return true;
    if (op.isCustom && op.allowed.empty())
        return false;
    if (op.isCast)
        return std::ranges::any_of(std::views::iota(0U, static_cast<std::uint32_t>(op.columnCount)),
            [&](std::uint32_t column) { return fitsExactly(op, column); });
    if (op.isCustom)
        return true;
    const bool promotes = isPromoted(op);
    for (std::size_t i = 0; i < op.inputs.size(); ++i) {
        const JudgedTensor& input = op.inputs[i];
        const bool isPromotedInput = promotes && i < op.promotedInputs;
        if (input.columns.exists() && !hasColumnFor(op, input) &&
            !(isPromotedInput && promotesInto(op, input)))
            return false;
    }
    return std::ranges::all_of(op.outputs,
        [&](const JudgedTensor& output) { return !output.columns.exists() || hasColumnFor(op, output); });
}

}
