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
