// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elementwise loops run over the padded memory of their operands, whatever the layout: the padding holds
// zeros, and all of these keep zeros zero.
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "kernels/elementwise.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

using DataType = dnnl::memory::data_type;

std::optional<kernels::Format16> format16(DType dtype)
{
    if (dtype == DType::Float16)
        return kernels::Format16::F16;
    return dtype == DType::BFloat16 ? std::optional(kernels::Format16::Bf16) : std::nullopt;
}

Result<void> compileRelu(ProgramBuilder& b)
{
    const StoredValue x = b.stored(b.input(0));
    const auto format = format16(x.dtype);
    const std::size_t count = x.elements();
    if (format && b.stored(b.output()).dtype == x.dtype) {
        const Operand out = b.writeStored(b.output(), x.layout);
        b.addLoop("own relu 16", {x.buffer}, {out.buffer},
            [=, from = x.buffer, to = out.buffer](StepContext& context) {
                kernels::relu(context.arena.span<const std::uint16_t>(from, count),
                    context.arena.span<std::uint16_t>(to, count), *format);
            });
        return {};
    }
    const Operand in = b.readFloat(b.input(0), x.layout);
    const Operand out = b.writeFloat(b.output(), x.layout);
    b.addLoop(
        "own relu", {in.buffer}, {out.buffer}, [=, from = in.buffer, to = out.buffer](StepContext& context) {
            kernels::relu(context.arena.span<const float>(from, count), context.arena.span<float>(to, count));
        });
    return {};
}

// Inputs: dY, Y.
Result<void> compileReluGrad(ProgramBuilder& b)
{
    const StoredValue dy = b.stored(b.input(0));
    const StoredValue y = b.stored(b.input(1));
    const DType dtype = b.stored(b.output()).dtype;
    const auto format = format16(dtype);
    const std::size_t count = y.elements();
    if (format && dy.dtype == dtype && y.dtype == dtype && dy.layout == y.layout) {
        const Operand out = b.writeStored(b.output(), y.layout);
        b.addLoop("own relu gradient 16", {dy.buffer, y.buffer}, {out.buffer},
            [=, gradient = dy.buffer, result = y.buffer, to = out.buffer](StepContext& context) {
                kernels::reluGradient(context.arena.span<const std::uint16_t>(gradient, count),
                    context.arena.span<const std::uint16_t>(result, count),
                    context.arena.span<std::uint16_t>(to, count), *format);
            });
        return {};
    }
    const Operand gradient = b.readFloat(b.input(0), y.layout);
    const Operand result = b.readFloat(b.input(1), y.layout);
    const Operand out = b.writeFloat(b.output(), y.layout);
    b.addLoop("own relu gradient", {gradient.buffer, result.buffer}, {out.buffer},
        [=, from = gradient.buffer, mask = result.buffer, to = out.buffer](StepContext& context) {
            kernels::reluGradient(context.arena.span<const float>(from, count),
                context.arena.span<const float>(mask, count), context.arena.span<float>(to, count));
        });
    return {};
}

// Operands of equal shape are added by our loop, others by oneDNN, which broadcasts.
Result<void> compileAdd(ProgramBuilder& b)
{
    const ValueId left = b.input(0), right = b.input(1), y = b.output();
    const std::vector<std::int64_t> dims = b.dims(y);
    if (b.dims(left) == dims && b.dims(right) == dims) {
        const Layout layout = b.stored(left).layout;
        const Operand first = b.readFloat(left, layout);
        const Operand second = b.readFloat(right, layout);
        const Operand out = b.writeFloat(y, layout);
        const std::size_t count = paddedElements(dims, layout);
        b.addLoop("own add", {first.buffer, second.buffer}, {out.buffer},
            [=, p = first.buffer, q = second.buffer, to = out.buffer](StepContext& context) {
                kernels::add(context.arena.span<const float>(p, count),
                    context.arena.span<const float>(q, count), context.arena.span<float>(to, count));
            });
        return {};
    }
    const auto read = [&](ValueId id) {
        std::vector<std::int64_t> own = b.dims(id);
        own.insert(own.begin(), dims.size() - own.size(), 1);
        return Operand{b.readFloat(id, Layout::Plain).buffer, describe(own, DataType::f32, Layout::Plain)};
    };
    const Operand first = read(left), second = read(right);
    const Operand out = b.writeFloat(y, Layout::Plain);
    const dnnl::binary::primitive_desc description(
        b.engine(), dnnl::algorithm::binary_add, first.desc, second.desc, out.desc);
    b.addPrimitive(dnnl::binary(description), description.impl_info_str(),
        {{DNNL_ARG_SRC_0, first}, {DNNL_ARG_SRC_1, second}}, {{DNNL_ARG_DST, out}});
    return {};
}

Result<void> compileCast(ProgramBuilder& b)
{
    const StoredValue x = b.stored(b.input(0));
    const DType to = b.stored(b.output()).dtype;
    if (!isReducibleFloat(x.dtype) || !isReducibleFloat(to))
        return b.refuse(std::format("A conversion from {} to {} is not supported.", name(x.dtype), name(to)));
    if (x.dtype == to) {
        b.alias(b.output(), x.buffer, x.layout);
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
    {.name = "Add", .compile = compileAdd},
    {.name = "Cast", .compile = compileCast},
    {.name = "Relu", .compile = compileRelu},
    {.name = "ReluGrad", .domain = kTrainingDomain, .compile = compileReluGrad},
};

}

std::span<const OpRun> elementwiseRuns()
{
    return kRows;
}

}
