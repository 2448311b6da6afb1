// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/halfsums.h"
#include "kernels/reduce.h"

#include <algorithm>

namespace halftone {
namespace {

using DataType = dnnl::memory::data_type;

// In blocked memory the channels of a block lie together, so a block is summed as rows of 8 or 16.
void sumBlockedChannels(
    const float* source, const kernels::ChannelShape& shape, std::size_t block, std::span<float> sums)
{
    constexpr std::size_t kLargestBlock = 16;
    const std::size_t blocks = (shape.channels + block - 1) / block;
    for (std::size_t first = 0; first < blocks; ++first) {
        double total[kLargestBlock] = {};
        for (std::size_t sample = 0; sample < shape.batch; ++sample) {
            const float* row = source + (sample * blocks + first) * shape.inner * block;
            for (std::size_t pixel = 0; pixel < shape.inner; ++pixel, row += block) {
                for (std::size_t lane = 0; lane < block; ++lane)
                    total[lane] += static_cast<double>(row[lane]);
            }
        }
        for (std::size_t lane = 0; lane < block && first * block + lane < shape.channels; ++lane)
            sums[first * block + lane] = static_cast<float>(total[lane]);
    }
}

void sumChannels(const float* source, kernels::ChannelShape shape, Layout layout, std::span<float> sums)
{
    if (layout == Layout::Blocked8 || layout == Layout::Blocked16)
        return sumBlockedChannels(source, shape, layout == Layout::Blocked8 ? 8 : 16, sums);
    if (layout == Layout::ChannelsLast)
        shape = {.batch = shape.batch * shape.inner, .channels = shape.channels, .inner = 1};
    kernels::channelSum({source, shape.batch * shape.channels * shape.inner}, shape, sums);
}

Result<void> compileBiasGrad(ProgramBuilder& b)
{
    const StoredValue dy = b.stored(b.input(0));
    if (b.accumulatesInHalf()) {
        std::vector<std::int64_t> reduced(dy.dims.size(), 1);
        reduced[1] = dy.dims[1];
        return compileHalfReduction(b, reduced, 1);
    }
    kernels::ChannelShape shape{
        .batch = static_cast<std::size_t>(dy.dims[0]), .channels = static_cast<std::size_t>(dy.dims[1])};
    for (std::size_t axis = 2; axis < dy.dims.size(); ++axis)
        shape.inner *= static_cast<std::size_t>(dy.dims[axis]);
    const Operand in = b.readFloat(b.input(0), dy.layout);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own channel sum", {in.buffer}, {out.buffer},
        [shape, layout = dy.layout, from = in.buffer, to = out.buffer](StepContext& context) {
            sumChannels(context.arena.data<const float>(from), shape, layout,
                context.arena.span<float>(to, shape.channels));
        });
    return {};
}

Result<void> compileReduction(ProgramBuilder& b, dnnl::algorithm algorithm)
{
    const std::vector<std::int64_t> dims = b.dims(b.input(0));
    const auto rank = static_cast<std::int64_t>(dims.size());
    auto axes = b.attribute("axes", std::vector<std::int64_t>{});
    if (b.input(1).isValid()) {
        const TensorData* data = b.graph().data(b.input(1));
        if (!data)
            return b.refuse("A reduction over computed axes is not supported.");
        axes = toIntegers(*data);
    }
    std::vector<std::int64_t> reduced = dims;
    for (std::int64_t axis = 0; axis < rank; ++axis) {
        if (axes.empty() || std::ranges::contains(axes, axis) || std::ranges::contains(axes, axis - rank))
            reduced[static_cast<std::size_t>(axis)] = 1;
    }
    if (b.accumulatesInHalf()) {
        const auto terms = static_cast<float>(paddedElements(dims, Layout::Plain)) /
            static_cast<float>(paddedElements(reduced, Layout::Plain));
        return compileHalfReduction(
            b, reduced, algorithm == dnnl::algorithm::reduction_mean ? 1 / terms : 1.0f);
    }
    const dnnl::memory::desc from = describe(dims, DataType::f32, Layout::Plain);
    const dnnl::memory::desc to = describe(reduced, DataType::f32, Layout::Plain);
    const dnnl::reduction::primitive_desc description(b.engine(), algorithm, from, to, 0.0f, 0.0f);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addPrimitive(dnnl::reduction(description), description.impl_info_str(),
        {{DNNL_ARG_SRC, b.readFloat(b.input(0), Layout::Plain)}}, {{DNNL_ARG_DST, {out.buffer, to}}});
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "BiasGrad", .domain = kTrainingDomain, .compile = compileBiasGrad},
    {.name = "ReduceMean",
        .compile = [](ProgramBuilder& b) { return compileReduction(b, dnnl::algorithm::reduction_mean); }},
    {.name = "ReduceSum",
        .compile = [](ProgramBuilder& b) { return compileReduction(b, dnnl::algorithm::reduction_sum); }},
};

}

std::span<const OpRun> reductionRuns()
{
    return kRows;
}

}
