// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/window.h"

namespace halftone {
namespace {

using dnnl::pooling_backward;
using dnnl::pooling_forward;
using DataType = dnnl::memory::data_type;

/// What a pool and its gradient share. The gradient node carries the attributes of the pool.
struct Pool
{
    std::vector<std::int64_t> x;
    std::vector<std::int64_t> y;
    Window window;
    dnnl::algorithm algorithm;

    Pool(
        const ProgramBuilder& b, std::vector<std::int64_t> xDims, std::vector<std::int64_t> yDims, bool isMax)
        : x(std::move(xDims))
        , y(std::move(yDims))
    {
        const std::vector<std::int64_t> pixels(x.begin() + 2, x.end());
        const auto kernel = b.attribute("kernel_shape", pixels);
        const auto& attributes = b.graph().node(b.node()).attributes;
        window = readWindow(attributes, kernel, pixels, std::span(y).subspan(2));
        const bool countsPadding = b.attribute("count_include_pad", std::int64_t{0}) != 0;
        algorithm = isMax   ? dnnl::algorithm::pooling_max
            : countsPadding ? dnnl::algorithm::pooling_avg_include_padding
                            : dnnl::algorithm::pooling_avg_exclude_padding;
    }
    pooling_forward::primitive_desc forward(const ProgramBuilder& b, Layout layout) const
    {
        return {b.engine(), dnnl::prop_kind::forward_training, algorithm, describe(x, DataType::f32, layout),
            describe(y, DataType::f32, layout), window.strides, window.kernel, window.dilations,
            window.padBefore, window.padAfter, dnnl::primitive_attr(), true};
    }
};

// Pools are computed in float32: picking the largest is exact, and a mean is rounded once.
Result<void> compilePool(ProgramBuilder& b, bool isMax)
{
    const ValueId x = b.input(0), y = b.output();
    if (b.hasOutput(1))
        return b.refuse("MaxPool with indices is not supported.");
    const Pool pool(b, b.dims(x), b.dims(y), isMax);
    const Layout layout = b.stored(x).layout;
    const auto description = pool.forward(b, layout);
    if (!description)
        return b.refuse("oneDNN has no pool of this form.");
    const Operand input = b.readFloat(x, layout);
    ProgramBuilder::Arguments outputs{{DNNL_ARG_DST, b.writeFloat(y, layout)}};
    if (isMax) {
        const Operand workspace = b.scratch(description.workspace_desc());
        b.keepWorkspace(workspace);
        outputs.emplace_back(DNNL_ARG_WORKSPACE, workspace);
    }
    b.addPrimitive(
        pooling_forward(description), description.impl_info_str(), {{DNNL_ARG_SRC, input}}, outputs);
    return {};
}

Result<void> compilePoolGrad(ProgramBuilder& b, bool isMax)
{
    const ValueId dy = b.input(0), dx = b.output();
    const Pool pool(b, b.dims(dx), b.dims(dy), isMax);
    const NodeId origin = b.graph().node(b.node()).origin;
    const Layout layout = b.layoutLike(b.graph().inputs(origin)[0]);
    const auto hint = pool.forward(b, layout);
    const pooling_backward::primitive_desc description(b.engine(), pool.algorithm,
        describe(pool.x, DataType::f32, layout), describe(pool.y, DataType::f32, layout), pool.window.strides,
        pool.window.kernel, pool.window.dilations, pool.window.padBefore, pool.window.padAfter, hint);
    ProgramBuilder::Arguments inputs{{DNNL_ARG_DIFF_DST, b.readFloat(dy, layout)}};
    if (isMax)
        inputs.emplace_back(DNNL_ARG_WORKSPACE, *b.workspaceOfOrigin());
    b.addPrimitive(pooling_backward(description), description.impl_info_str(), inputs,
        {{DNNL_ARG_DIFF_SRC, b.writeFloat(dx, layout)}});
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "MaxPool", .compile = [](ProgramBuilder& b) { return compilePool(b, true); }},
    {.name = "AveragePool", .compile = [](ProgramBuilder& b) { return compilePool(b, false); }},
    {.name = "GlobalAveragePool", .compile = [](ProgramBuilder& b) { return compilePool(b, false); }},
    {.name = "MaxPoolGrad",
        .domain = kTrainingDomain,
        .compile = [](ProgramBuilder& b) { return compilePoolGrad(b, true); }},
    {.name = "AveragePoolGrad",
        .domain = kTrainingDomain,
        .compile = [](ProgramBuilder& b) { return compilePoolGrad(b, false); }},
};

}

std::span<const OpRun> poolingRuns()
{
    return kRows;
}

}
