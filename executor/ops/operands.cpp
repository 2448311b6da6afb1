// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/operands.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace halftone {
namespace {

// A float beyond the range of an integer has no defined conversion in C++; it becomes the nearest bound, and
// NaN zero.
template <typename To, typename From>
To converted(From value)
{
    if constexpr (std::is_same_v<To, bool>) {
        return value != From{};
    } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        if (std::isnan(value))
            return 0;
        const auto wide = static_cast<double>(value);
        if (wide <= static_cast<double>(std::numeric_limits<To>::min()))
            return std::numeric_limits<To>::min();
        if (wide >= static_cast<double>(std::numeric_limits<To>::max()))
            return std::numeric_limits<To>::max();
        return static_cast<To>(value);
    } else {
        return static_cast<To>(value);
    }
}

}

kernels::FloatSource FloatOperand::at(const StepContext& context) const
{
    if (format)
        return {context.arena.span<const std::uint16_t>(buffer, count), *format};
    return context.arena.span<const float>(buffer, count);
}

void FloatOperand::widen(const StepContext& context, std::int64_t first, std::span<float> dst) const
{
    kernels::widen(context.arena.span<const std::uint16_t>(buffer, count)
                       .subspan(static_cast<std::size_t>(first), dst.size()),
        dst, *format);
}

FloatOperand storedFloats(const ProgramBuilder& b, ValueId id)
{
    const StoredValue& value = b.stored(id);
    return {value.buffer, value.elements(), lowFormat(value.dtype)};
}

FloatOperand readFloats(ProgramBuilder& b, ValueId id, Layout layout, std::initializer_list<ValueId> others)
{
    const StoredValue& value = b.stored(id);
    const auto isAlike = [&](ValueId other) {
        return b.stored(other).dtype == value.dtype && areAlike(value.dims, b.stored(other).layout, layout);
    };
    if (isLowPrecision(value.dtype) && isAlike(id) && std::ranges::all_of(others, isAlike))
        return storedFloats(b, id);
    return {b.readFloat(id, layout).buffer, paddedElements(b.dims(id), layout), std::nullopt};
}

std::optional<FloatOperand> sourceOfCast(const ProgramBuilder& b, ValueId id, Layout layout)
{
    const NodeId producer = b.graph().value(id).producer;
    if (!producer.isValid() || b.graph().node(producer).opType != "Cast" ||
        b.stored(id).dtype != DType::Float32)
        return std::nullopt;
    const ValueId source = b.graph().inputs(producer)[0];
    const StoredValue& value = b.stored(source);
    if (!isLowPrecision(value.dtype) || !areAlike(value.dims, value.layout, layout))
        return std::nullopt;
    return storedFloats(b, source);
}

std::size_t countOf(std::span<const std::int64_t> dims)
{
    std::size_t count = 1;
    for (const std::int64_t size : dims)
        count *= static_cast<std::size_t>(size);
    return count;
}

Elements readElements(ProgramBuilder& b, ValueId id)
{
    const StoredValue& value = b.stored(id);
    const std::size_t count = countOf(value.dims);
    if (isReducibleFloat(value.dtype))
        return {b.readFloat(id, Layout::Plain).buffer, DType::Float32, count};
    return {b.readStored(id), value.dtype, count};
}

Elements readElementsAs(ProgramBuilder& b, ValueId id, DType dtype)
{
    const Elements own = readElements(b, id);
    if (own.dtype == dtype)
        return own;
    const Elements result{b.scratchBytes(storageBytes(dtype, own.count)), dtype, own.count};
    addConversion(b, own, result);
    return result;
}

Elements writeElements(ProgramBuilder& b, ValueId id)
{
    const DType dtype = b.stored(id).dtype;
    const std::size_t count = countOf(b.stored(id).dims);
    if (isReducibleFloat(dtype))
        return {b.writeFloat(id, Layout::Plain).buffer, DType::Float32, count};
    return {b.writeStored(id, Layout::Plain).buffer, dtype, count};
}

BufferId readBits(ProgramBuilder& b, ValueId id)
{
    const StoredValue& value = b.stored(id);
    if (!isReducibleFloat(value.dtype))
        return b.readStored(id);
    return b.read(id, describe(value.dims, dnnlType(value.dtype), Layout::Plain)).buffer;
}

BufferId writeBits(ProgramBuilder& b, ValueId id)
{
    return b.writeStored(id, Layout::Plain).buffer;
}

std::size_t bytesPerElement(const ProgramBuilder& b, ValueId id)
{
    return bitsPerElement(b.stored(id).dtype) / 8;
}

void addConversion(ProgramBuilder& b, const Elements& from, const Elements& to)
{
    withType(from.dtype, [&]<typename From>() {
        withType(to.dtype, [&]<typename To>() {
            b.addLoop("own conversion", {from.buffer}, {to.buffer},
                [count = from.count, src = from.buffer, dst = to.buffer](StepContext& context) {
                    std::ranges::transform(context.arena.span<const From>(src, count),
                        context.arena.data<To>(dst), converted<To, From>);
                });
        });
    });
}

const TensorData* constantInput(const ProgramBuilder& b, std::size_t slot)
{
    const ValueId id = b.input(slot);
    return id.isValid() ? b.graph().data(id) : nullptr;
}

std::optional<std::vector<std::int64_t>> integersOf(
    const ProgramBuilder& b, std::size_t slot, std::string_view attribute)
{
    if (const TensorData* data = constantInput(b, slot))
        return toIntegers(*data);
    for (const Attribute& candidate : b.graph().node(b.node()).attributes) {
        if (candidate.name != attribute)
            continue;
        if (const auto* list = std::get_if<std::vector<std::int64_t>>(&candidate.value))
            return *list;
    }
    return std::nullopt;
}

std::size_t axisFromFront(std::int64_t axis, std::size_t rank)
{
    return static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
}

}
