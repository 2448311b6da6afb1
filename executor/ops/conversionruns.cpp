// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conversions between all types of numbers. Those of 8 and fewer bits are unpacked to float32, which holds
// all their values.
#include "analysis/graph/smalltype.h"
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <format>

namespace halftone {
namespace {

using kernels::PowerRounding;
using kernels::SmallFormat;
using kernels::SmallRounding;

bool hasElements(DType dtype)
{
    return isReducibleFloat(dtype) || smallFormat(dtype) || withType(dtype, []<typename T>() { });
}

Elements readUnpacked(ProgramBuilder& b, ValueId id)
{
    const auto format = smallFormat(b.stored(id).dtype);
    if (!format)
        return readElements(b, id);
    const std::size_t count = countOf(b.dims(id));
    const Elements result{b.scratchBytes(storageBytes(DType::Float32, count)), DType::Float32, count};
    b.addLoop("own unpacking", {b.readStored(id)}, {result.buffer},
        [=, bytes = storageBytes(b.stored(id).dtype, count), from = b.readStored(id)](StepContext& context) {
            kernels::unpack(context.arena.span<const std::byte>(from, bytes), *format,
                context.arena.span<float>(result.buffer, count));
        });
    return result;
}

SmallRounding roundingOf(const ProgramBuilder& b)
{
    const std::string power = b.attribute("round_mode", std::string("up"));
    return {.saturate = b.attribute("saturate", std::int64_t{1}) != 0,
        .power = power == "nearest" ? PowerRounding::Nearest
            : power == "down"       ? PowerRounding::Down
                                    : PowerRounding::Up};
}

template <typename T, typename Pack>
void addPacking(ProgramBuilder& b, const Elements& from, const Pack& pack)
{
    const BufferId to = b.writeStored(b.output(), Layout::Plain).buffer;
    b.addLoop("own packing", {from.buffer}, {to},
        [=, bytes = storageBytes(b.stored(b.output()).dtype, from.count)](StepContext& context) {
            pack(context.arena.span<const T>(from.buffer, from.count),
                context.arena.span<std::byte>(to, bytes));
        });
}

void compilePacking(ProgramBuilder& b, SmallFormat format)
{
    const DType wide = kernels::isInteger(format) ? DType::Int64 : DType::Float64; // holds what can come
    Elements from = readUnpacked(b, b.input(0));
    if (from.dtype != wide) {
        const Elements converted{b.scratchBytes(storageBytes(wide, from.count)), wide, from.count};
        addConversion(b, from, converted);
        from = converted;
    }
    if (kernels::isInteger(format))
        addPacking<std::int64_t>(b, from,
            [format](auto integers, auto packed) { kernels::packIntegers(integers, format, packed); });
    else
        addPacking<double>(b, from, [format, rounding = roundingOf(b)](auto numbers, auto packed) {
            kernels::packFloats(numbers, format, rounding, packed);
        });
}

Result<void> compileCast(ProgramBuilder& b)
{
    const StoredValue x = b.stored(b.input(0));
    const DType to = b.stored(b.output()).dtype;
    if (!hasElements(x.dtype) || !hasElements(to))
        return b.refuse(std::format("A conversion from {} to {} is not supported.", name(x.dtype), name(to)));
    if (x.dtype == to) {
        b.alias(b.output(), x.buffer, x.layout);
        return {};
    }
    if (const auto format = smallFormat(to)) {
        compilePacking(b, *format);
        return {};
    }
    if (!isReducibleFloat(x.dtype) || !isReducibleFloat(to)) {
        addConversion(b, readUnpacked(b, b.input(0)), writeElements(b, b.output()));
        return {};
    }
    const Operand wide = b.readFloat(b.input(0), x.layout);
    if (to == DType::Float32)
        b.alias(b.output(), wide.buffer, x.layout);
    else
        b.round(b.output(), wide.buffer, x.layout);
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Cast", .compile = compileCast, .takesPacked = true},
    {.name = "CastLike", .compile = compileCast, .takesPacked = true},
};

}

std::span<const OpRun> conversionRuns()
{
    return kRows;
}

}
