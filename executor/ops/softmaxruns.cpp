// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <algorithm>
#include <cmath>
#include <format>

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

// Softmax of one row whose elements stand apart by a step, or its logarithm.
void softmaxRow(const double* src, double* dst, std::size_t length, std::size_t step, bool isLogarithm)
{
    double largest = src[0];
    for (std::size_t i = 1; i < length; ++i)
        largest = std::max(largest, src[i * step]);
    double sum = 0;
    for (std::size_t i = 0; i < length; ++i)
        sum += std::exp(src[i * step] - largest);
    for (std::size_t i = 0; i < length; ++i) {
        const double shifted = src[i * step] - largest;
        dst[i * step] = isLogarithm ? shifted - std::log(sum) : std::exp(shifted) / sum;
    }
}

// Our own loop over rows along the axis: row(first source, first result, length, step between elements).
template <typename T, typename Row>
void addRowLoop(ProgramBuilder& b, const char* label, const Row& row)
{
    const View view(b, b.input(0));
    const dnnl::memory::dims dims = view.desc.get_dims();
    const auto length = static_cast<std::size_t>(dims[1]), inner = static_cast<std::size_t>(dims[2]);
    const Elements x = readElements(b, b.input(0)), y = writeElements(b, b.output());
    b.addLoop(label, {x.buffer}, {y.buffer}, [=](StepContext& context) {
        for (std::size_t at = 0; length > 0 && at < x.count / length; ++at) {
            const std::size_t start = at / inner * length * inner + at % inner;
            row(context.arena.data<const T>(x.buffer) + start, context.arena.data<T>(y.buffer) + start,
                length, inner);
        }
    });
}

template <algorithm kind>
Result<void> compileSoftmax(ProgramBuilder& b)
{
    const DType dtype = b.stored(b.input(0)).dtype;
    if (dtype == DType::Float64) { // which oneDNN does not have
        addRowLoop<double>(
            b, "own softmax", [](const double* x, double* y, std::size_t length, std::size_t step) {
                softmaxRow(x, y, length, step, kind == algorithm::softmax_log);
            });
        return {};
    }
    if (!isReducibleFloat(dtype))
        return b.refuse(std::format("Softmax of {} is not supported.", name(dtype)));
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
    const DType stored = b.stored(b.input(0)).dtype;
    const DType dtype = isReducibleFloat(stored) ? DType::Float32 : stored;
    const bool isKnown = withType(dtype, [&]<typename T>() {
        addRowLoop<T>(b, "own hardmax", [](const T* x, T* y, std::size_t length, std::size_t step) {
            std::size_t best = 0;
            for (std::size_t i = 1; i < length; ++i)
                best = x[i * step] > x[best * step] ? i : best;
            for (std::size_t i = 0; i < length; ++i)
                y[i * step] = static_cast<T>(i == best ? 1 : 0);
        });
    });
    return isKnown ? Result<void>() : b.refuse(std::format("Hardmax of {} is not supported.", name(dtype)));
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
