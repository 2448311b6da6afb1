// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"
#include "executor/ops/families.h"

namespace halftone {
namespace {

using dnnl::batch_normalization_backward;
using dnnl::batch_normalization_forward;
using DataType = dnnl::memory::data_type;
using Flags = dnnl::normalization_flags;

const Flags kScaleAndShift = Flags::use_scale | Flags::use_shift;

batch_normalization_forward::primitive_desc describeForward(
    const ProgramBuilder& b, const std::vector<std::int64_t>& dims, Layout layout, bool isTraining)
{
    const dnnl::memory::desc desc = describe(dims, DataType::f32, layout);
    return {b.engine(), isTraining ? dnnl::prop_kind::forward_training : dnnl::prop_kind::forward_inference,
        desc, desc, b.attribute("epsilon", 1e-5f),
        isTraining ? kScaleAndShift : kScaleAndShift | Flags::use_global_stats};
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

// Inputs: X, scale, shift, mean, variance. In training: outputs Y, running mean, running variance, batch
// mean, batch variance.
Result<void> compileBatchNormalization(ProgramBuilder& b)
{
    const bool isTraining = b.attribute("training_mode", std::int64_t{0}) != 0;
    const ValueId x = b.input(0);
    const Layout layout = b.stored(x).layout;
    const auto description = describeForward(b, b.dims(x), layout, isTraining);
    const Operand input = b.readFloat(x, layout);
    const Operand scale = b.readFloat(b.input(1), Layout::Plain);
    const Operand shift = b.readFloat(b.input(2), Layout::Plain);
    const Operand output = b.writeFloat(b.output(), layout);
    ProgramBuilder::Arguments inputs{{DNNL_ARG_SRC, input}, {DNNL_ARG_SCALE, scale}, {DNNL_ARG_SHIFT, shift}};
    ProgramBuilder::Arguments outputs{{DNNL_ARG_DST, output}};
    const auto statistic = [&](std::size_t slot) {
        return b.hasOutput(slot) ? b.writeFloat(b.output(slot), Layout::Plain) : b.scratch(scale.desc);
    };
    const Operand mean = isTraining ? statistic(3) : b.readFloat(b.input(3), Layout::Plain);
    const Operand variance = isTraining ? statistic(4) : b.readFloat(b.input(4), Layout::Plain);
    ProgramBuilder::Arguments& side = isTraining ? outputs : inputs;
    side.emplace_back(DNNL_ARG_MEAN, mean);
    side.emplace_back(DNNL_ARG_VARIANCE, variance);
    b.addPrimitive(batch_normalization_forward(description), description.impl_info_str(), inputs, outputs);
    if (isTraining) {
        addRunningUpdate(b, 3, 1, mean);
        addRunningUpdate(b, 4, 2, variance);
    }
    return {};
}

// Inputs: dY, X, scale, batch mean, batch variance. Outputs: dX, dScale, dShift.
Result<void> compileBatchNormalizationGrad(ProgramBuilder& b)
{
    const ValueId x = b.input(1);
    const Layout layout = b.stored(x).layout;
    const dnnl::memory::desc desc = describe(b.dims(x), DataType::f32, layout);
    const batch_normalization_backward::primitive_desc description(b.engine(), dnnl::prop_kind::backward,
        desc, desc, desc, b.attribute("epsilon", 1e-5f), kScaleAndShift,
        describeForward(b, b.dims(x), layout, true));
    const ProgramBuilder::Arguments inputs{{DNNL_ARG_DIFF_DST, b.readFloat(b.input(0), layout)},
        {DNNL_ARG_SRC, b.readFloat(x, layout)}, {DNNL_ARG_SCALE, b.readFloat(b.input(2), Layout::Plain)},
        {DNNL_ARG_MEAN, b.readFloat(b.input(3), Layout::Plain)},
        {DNNL_ARG_VARIANCE, b.readFloat(b.input(4), Layout::Plain)}};
    const ProgramBuilder::Arguments outputs{{DNNL_ARG_DIFF_SRC, b.writeFloat(b.output(0), layout)},
        {DNNL_ARG_DIFF_SCALE, b.writeFloat(b.output(1), Layout::Plain)},
        {DNNL_ARG_DIFF_SHIFT, b.writeFloat(b.output(2), Layout::Plain)}};
    b.addPrimitive(batch_normalization_backward(description), description.impl_info_str(), inputs, outputs);
    return {};
}

int axisOf(const ProgramBuilder& b, ValueId id)
{
    const auto axis = b.attribute("axis", std::int64_t{-1});
    return static_cast<int>(axis < 0 ? axis + static_cast<std::int64_t>(b.dims(id).size()) : axis);
}

dnnl::softmax_forward::primitive_desc describeSoftmax(const ProgramBuilder& b, ValueId id)
{
    const dnnl::memory::desc desc = describe(b.dims(id), DataType::f32, Layout::Plain);
    return {b.engine(), dnnl::prop_kind::forward_training, dnnl::algorithm::softmax_accurate, desc, desc,
        axisOf(b, id)};
}

// Before opset 13 the axes from `axis` on were flattened into one.
bool hasOldMeaning(const ProgramBuilder& b)
{
    return b.graph().opset() < 13 && b.dims(b.output()).size() > 2;
}

Result<void> compileSoftmax(ProgramBuilder& b)
{
    if (hasOldMeaning(b))
        return b.refuse("Softmax of opset 12 or older is supported for two dimensions only.");
    const auto description = describeSoftmax(b, b.input(0));
    b.addPrimitive(dnnl::softmax_forward(description), description.impl_info_str(),
        {{DNNL_ARG_SRC, b.readFloat(b.input(0), Layout::Plain)}},
        {{DNNL_ARG_DST, b.writeFloat(b.output(), Layout::Plain)}});
    return {};
}

// Inputs: dY, Y.
Result<void> compileSoftmaxGrad(ProgramBuilder& b)
{
    const ValueId y = b.input(1);
    const dnnl::memory::desc desc = describe(b.dims(y), DataType::f32, Layout::Plain);
    const dnnl::softmax_backward::primitive_desc description(
        b.engine(), dnnl::algorithm::softmax_accurate, desc, desc, desc, axisOf(b, y), describeSoftmax(b, y));
    b.addPrimitive(dnnl::softmax_backward(description), description.impl_info_str(),
        {{DNNL_ARG_DIFF_DST, b.readFloat(b.input(0), Layout::Plain)},
            {DNNL_ARG_DST, b.readFloat(y, Layout::Plain)}},
        {{DNNL_ARG_DIFF_SRC, b.writeFloat(b.output(), Layout::Plain)}});
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "BatchNormalization", .compile = compileBatchNormalization},
    {.name = "BatchNormalizationGrad", .domain = kTrainingDomain, .compile = compileBatchNormalizationGrad},
    {.name = "Softmax", .compile = compileSoftmax},
    {.name = "SoftmaxGrad", .domain = kTrainingDomain, .compile = compileSoftmaxGrad},
};

}

std::span<const OpRun> normalizationRuns()
{
    return kRows;
}

}
