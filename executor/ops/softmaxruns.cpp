// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

namespace halftone {
namespace {

using dnnl::algorithm;
using DataType = dnnl::memory::data_type;

/// The tensor as oneDNN is to see it, and the axis. Before opset 13 the axes from `axis` on counted as one.
struct View
{
    dnnl::memory::desc desc;
    int axis = 1;

    View(const ProgramBuilder& b, ValueId id)
    {
        const std::vector<std::int64_t> dims = b.dims(id);
        const bool isOld = b.graph().opset() < 13;
        const std::size_t at = axisFromFront(b.attribute("axis", std::int64_t{isOld ? 1 : -1}), dims.size());
        const auto rows = static_cast<std::int64_t>(countOf(std::span(dims).first(at)));
        const auto length = static_cast<std::int64_t>(
            isOld ? countOf(std::span(dims).subspan(at)) : static_cast<std::size_t>(dims[at]));
        const auto inner = static_cast<std::int64_t>(isOld ? 1 : countOf(std::span(dims).subspan(at + 1)));
        desc = describe(std::vector<std::int64_t>{rows, length, inner}, DataType::f32, Layout::Plain);
    }
};

dnnl::softmax_forward::primitive_desc describeForward(
    const ProgramBuilder& b, const View& view, algorithm kind)
{
    return {b.engine(), dnnl::prop_kind::forward_training, kind, view.desc, view.desc, view.axis};
}

template <algorithm kind>
Result<void> compileSoftmax(ProgramBuilder& b)
{
    if (!isReducibleFloat(b.stored(b.input(0)).dtype))
        return b.refuse("Softmax is supported for float32, float16 and bfloat16 only.");
    const View view(b, b.input(0));
    const auto description = describeForward(b, view, kind);
    const Operand in = b.readFloat(b.input(0), Layout::Plain), out = b.writeFloat(b.output(), Layout::Plain);
    b.addPrimitive(dnnl::softmax_forward(description), description.impl_info_str(),
        {{DNNL_ARG_SRC, {in.buffer, view.desc}}}, {{DNNL_ARG_DST, {out.buffer, view.desc}}});
    return {};
}

// Inputs: dY, Y.
template <algorithm kind>
Result<void> compileSoftmaxGrad(ProgramBuilder& b)
{
    const View view(b, b.input(1));
    const dnnl::softmax_backward::primitive_desc description(
        b.engine(), kind, view.desc, view.desc, view.desc, view.axis, describeForward(b, view, kind));
    const Operand dy = b.readFloat(b.input(0), Layout::Plain), y = b.readFloat(b.input(1), Layout::Plain);
    const Operand dx = b.writeFloat(b.output(), Layout::Plain);
    b.addPrimitive(dnnl::softmax_backward(description), description.impl_info_str(),
        {{DNNL_ARG_DIFF_DST, {dy.buffer, view.desc}}, {DNNL_ARG_DST, {y.buffer, view.desc}}},
        {{DNNL_ARG_DIFF_SRC, {dx.buffer, view.desc}}});
    return {};
}

// One along the axis at the largest element, the first of several, else zero.
Result<void> compileHardmax(ProgramBuilder& b)
{
    const View view(b, b.input(0));
    const dnnl::memory::dims dims = view.desc.get_dims();
    const auto length = static_cast<std::size_t>(dims[1]), inner = static_cast<std::size_t>(dims[2]);
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    b.addLoop("own hardmax", {x.buffer}, {y.buffer}, [=](StepContext& context) {
        for (std::size_t row = 0; row < x.count / length; ++row) {
            const std::size_t start = row / inner * length * inner + row % inner;
            const float* src = context.arena.data<const float>(x.buffer) + start;
            float* dst = context.arena.data<float>(y.buffer) + start;
            std::size_t best = 0;
            for (std::size_t i = 1; i < length; ++i)
                best = src[i * inner] > src[best * inner] ? i : best;
            for (std::size_t i = 0; i < length; ++i)
                dst[i * inner] = i == best ? 1.0f : 0.0f;
        }
    });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Hardmax", .compile = compileHardmax},
    {.name = "LogSoftmax", .compile = compileSoftmax<algorithm::softmax_log>},
    {.name = "LogSoftmaxGrad",
        .domain = kTrainingDomain,
        .compile = compileSoftmaxGrad<algorithm::softmax_log>},
    {.name = "Softmax", .compile = compileSoftmax<algorithm::softmax_accurate>},
    {.name = "SoftmaxGrad",
        .domain = kTrainingDomain,
        .compile = compileSoftmaxGrad<algorithm::softmax_accurate>},
};

}

std::span<const OpRun> softmaxRuns()
{
    return kRows;
}

}
