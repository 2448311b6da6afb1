// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/operands.h"
#include "kernels/channelnorm.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace halftone {
namespace {

using dnnl::batch_normalization_forward;
using DataType = dnnl::memory::data_type;
using Flags = dnnl::normalization_flags;

kernels::ChannelBlocks blocksOf(std::span<const std::int64_t> dims, Layout layout)
{
    const auto channels = static_cast<std::size_t>(dims[1]);
    const std::size_t pixels = countOf(dims.subspan(2));
    kernels::ChannelBlocks shape{.samples = static_cast<std::size_t>(dims[0]),
        .blocks = channels,
        .pixels = pixels,
        .lanes = 1,
        .channels = channels};
    if (layout == Layout::Plain)
        return shape;
    shape.lanes = layout == Layout::ChannelsLast ? channels : layout == Layout::Blocked8 ? 8 : 16;
    shape.blocks = (channels + shape.lanes - 1) / shape.lanes;
    return shape;
}

// running = running * momentum + batch * (1 - momentum), as ONNX has it. Runs behind the gradients, so
// that a skipped step leaves the statistics alone.
void addRunningUpdate(ProgramBuilder& b, std::size_t inputSlot, std::size_t outputSlot, const Operand& batch)
{
    if (!b.hasOutput(outputSlot))
        return;
    const float momentum = b.attribute("momentum", 0.9f);
    const Operand running = b.readFloat(b.input(inputSlot), Layout::Plain);
    const Operand updated = b.writeFloat(b.output(outputSlot), Layout::Plain);
    const std::size_t count = b.stored(b.input(inputSlot)).elements();
    b.addLoop(
        "running statistics", {running.buffer, batch.buffer}, {updated.buffer},
        [=, from = running.buffer, now = batch.buffer, to = updated.buffer](StepContext& context) {
            const float* old = context.arena.data<const float>(from);
            const float* fresh = context.arena.data<const float>(now);
            float* result = context.arena.data<float>(to);
            for (std::size_t channel = 0; channel < count; ++channel)
                result[channel] = old[channel] * momentum + fresh[channel] * (1 - momentum);
        },
        Stage::Carry);
}

/// Memory of one float for each channel.
BufferId perChannel(ProgramBuilder& b, const kernels::ChannelBlocks& shape)
{
    return b.scratchBytes(shape.channels * sizeof(float));
}

// Normalised by the moments of the batch, which are outputs 3 and 4; 1 and 2 are the running ones.
Result<void> compileTraining(ProgramBuilder& b)
{
    const ValueId x = b.input(0);
    const Layout layout = b.stored(x).layout;
    const kernels::ChannelBlocks shape = blocksOf(b.dims(x), layout);
    const FloatOperand in = readFloats(b, x, layout, {});
    const Operand out = b.writeFloat(b.output(), layout);
    const Operand scale = b.readFloat(b.input(1), Layout::Plain),
                  shift = b.readFloat(b.input(2), Layout::Plain);
    const auto moment = [&](std::size_t slot) {
        return b.hasOutput(slot) ? b.writeFloat(b.output(slot), Layout::Plain) : b.scratch(scale.desc);
    };
    const Operand mean = moment(3), variance = moment(4);
    const BufferId factors = perChannel(b, shape), offsets = perChannel(b, shape);
    b.addLoop("own batch normalisation", {in.buffer, scale.buffer, shift.buffer},
        {out.buffer, mean.buffer, variance.buffer, factors, offsets},
        [=, epsilon = b.attribute("epsilon", 1e-5f), y = out.buffer, gamma = scale.buffer,
            beta = shift.buffer, m = mean.buffer, v = variance.buffer](StepContext& context) {
            const auto channels = [&](BufferId id) { return context.arena.span<float>(id, shape.channels); };
            const kernels::FloatSource source = in.at(context);
            kernels::channelMoments(shape, source, channels(m), channels(v));
            for (std::size_t c = 0; c < shape.channels; ++c) {
                const float factor = channels(gamma)[c] / std::sqrt(channels(v)[c] + epsilon);
                channels(factors)[c] = factor;
                channels(offsets)[c] = channels(beta)[c] - channels(m)[c] * factor;
            }
            kernels::channelAffine(shape, source, channels(factors), {}, {}, channels(offsets),
                context.arena.span<float>(y, shape.elements()));
        });
    addRunningUpdate(b, 3, 1, mean);
    addRunningUpdate(b, 4, 2, variance);
    return {};
}

// Inputs: X, scale, shift, mean, variance.
Result<void> compileBatchNormalization(ProgramBuilder& b)
{
    if (b.attribute("training_mode", std::int64_t{0}) != 0)
        return compileTraining(b);
    const ValueId x = b.input(0);
    const Layout layout = b.stored(x).layout;
    const dnnl::memory::desc desc = describe(b.dims(x), DataType::f32, layout);
    const batch_normalization_forward::primitive_desc description(b.engine(),
        dnnl::prop_kind::forward_inference, desc, desc, b.attribute("epsilon", 1e-5f),
        Flags::use_scale | Flags::use_shift | Flags::use_global_stats);
    const auto channels = [&](std::size_t slot) { return b.readFloat(b.input(slot), Layout::Plain); };
    b.addPrimitive(batch_normalization_forward(description), description.impl_info_str(),
        {{DNNL_ARG_SRC, b.readFloat(x, layout)}, {DNNL_ARG_SCALE, channels(1)}, {DNNL_ARG_SHIFT, channels(2)},
            {DNNL_ARG_MEAN, channels(3)}, {DNNL_ARG_VARIANCE, channels(4)}},
        {{DNNL_ARG_DST, b.writeFloat(b.output(), layout)}});
    return {};
}

// Inputs: dY, X, scale, batch mean, batch variance. Outputs: dX, dScale, dShift. With r = 1 / sqrt(variance +
// epsilon) and sums over the M elements of a channel:
//     dShift = sum(dY), dScale = r sum(dY (X - mean)), dX = scale r (dY - dShift / M - (X - mean) r dScale /
//     M)
Result<void> compileBatchNormalizationGrad(ProgramBuilder& b)
{
    const ValueId x = b.input(1);
    const Layout layout = b.stored(x).layout;
    const kernels::ChannelBlocks shape = blocksOf(b.dims(x), layout);
    const FloatOperand dy = readFloats(b, b.input(0), layout, {x});
    const FloatOperand source = readFloats(b, x, layout, {b.input(0)});
    const auto read = [&](std::size_t slot) { return b.readFloat(b.input(slot), Layout::Plain).buffer; };
    const BufferId scale = read(2), mean = read(3), variance = read(4);
    const Operand dx = b.writeFloat(b.output(0), layout);
    const BufferId dScale = b.writeFloat(b.output(1), Layout::Plain).buffer;
    const BufferId dShift = b.writeFloat(b.output(2), Layout::Plain).buffer;
    const BufferId ofGradient = perChannel(b, shape), ofSource = perChannel(b, shape),
                   offsets = perChannel(b, shape);
    b.addLoop("own batch normalisation gradient", {dy.buffer, source.buffer, scale, mean, variance},
        {dx.buffer, dScale, dShift, ofGradient, ofSource, offsets},
        [=, epsilon = b.attribute("epsilon", 1e-5f), to = dx.buffer](StepContext& context) {
            const auto channels = [&](BufferId id) { return context.arena.span<float>(id, shape.channels); };
            kernels::channelGradientSums(shape, dy.at(context), source.at(context), channels(mean),
                channels(dShift), channels(dScale));
            const auto count = static_cast<float>(shape.samples * shape.pixels);
            for (std::size_t c = 0; c < shape.channels; ++c) {
                const float inverse = 1 / std::sqrt(channels(variance)[c] + epsilon);
                const float factor = channels(scale)[c] * inverse;
                channels(dScale)[c] *= inverse;
                channels(ofGradient)[c] = factor;
                channels(ofSource)[c] = -factor * inverse * channels(dScale)[c] / count;
                channels(offsets)[c] =
                    -factor * channels(dShift)[c] / count - channels(ofSource)[c] * channels(mean)[c];
            }
            kernels::channelAffine(shape, dy.at(context), channels(ofGradient), source.at(context),
                channels(ofSource), channels(offsets), context.arena.span<float>(to, shape.elements()));
        });
    b.mayWorkInPlace(); // The sums are done before anything is written.
    return {};
}

dnnl::lrn_forward::primitive_desc describeLrn(const ProgramBuilder& b, const dnnl::memory::desc& desc)
{
    return {b.engine(), dnnl::prop_kind::forward_training, dnnl::algorithm::lrn_across_channels, desc, desc,
        b.attribute("size", std::int64_t{5}), b.attribute("alpha", 1e-4f), b.attribute("beta", 0.75f),
        b.attribute("bias", 1.0f)};
}

Result<void> compileLrn(ProgramBuilder& b)
{
    const ValueId x = b.input(0);
    const Layout layout = b.stored(x).layout;
    const auto description = describeLrn(b, describe(b.dims(x), DataType::f32, layout));
    const Operand workspace = b.scratch(description.workspace_desc());
    b.keepWorkspace(workspace);
    b.addPrimitive(dnnl::lrn_forward(description), description.impl_info_str(),
        {{DNNL_ARG_SRC, b.readFloat(x, layout)}},
        {{DNNL_ARG_DST, b.writeFloat(b.output(), layout)}, {DNNL_ARG_WORKSPACE, workspace}});
    return {};
}

// Inputs: dY, X.
Result<void> compileLrnGrad(ProgramBuilder& b)
{
    const ValueId x = b.input(1);
    const Layout layout = b.stored(x).layout;
    const dnnl::memory::desc desc = describe(b.dims(x), DataType::f32, layout);
    const auto hint = describeLrn(b, desc);
    const dnnl::lrn_backward::primitive_desc description(b.engine(), dnnl::algorithm::lrn_across_channels,
        desc, desc, desc, b.attribute("size", std::int64_t{5}), b.attribute("alpha", 1e-4f),
        b.attribute("beta", 0.75f), b.attribute("bias", 1.0f), hint);
    b.addPrimitive(dnnl::lrn_backward(description), description.impl_info_str(),
        {{DNNL_ARG_DIFF_DST, b.readFloat(b.input(0), layout)}, {DNNL_ARG_SRC, b.readFloat(x, layout)},
            {DNNL_ARG_WORKSPACE, *b.workspaceOfOrigin()}},
        {{DNNL_ARG_DIFF_SRC, b.writeFloat(b.output(), layout)}});
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "BatchNormalization", .compile = compileBatchNormalization},
    {.name = "BatchNormalizationGrad", .domain = kTrainingDomain, .compile = compileBatchNormalizationGrad},
    {.name = "LRN", .compile = compileLrn},
    {.name = "LRNGrad", .domain = kTrainingDomain, .compile = compileLrnGrad},
};

}

std::span<const OpRun> normalizationRuns()
{
    return kRows;
}

}
