// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/blockedpool.h"
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/ownpool.h"
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

// A window that hangs over the padding counts only what lies inside, unlike oneDNN's.
bool hangsOver(const ProgramBuilder& b, const Pool& pool)
{
    if (b.attribute("count_include_pad", std::int64_t{0}) == 0)
        return false;
    const std::size_t axes = pool.window.kernel.size();
    const auto pads = b.attribute("pads", std::vector<std::int64_t>(2 * axes, 0));
    for (std::size_t axis = 0; axis < axes; ++axis) {
        if (pool.window.padAfter[axis] > pads[axes + axis])
            return true;
    }
    return false;
}

// oneDNN wants windows with at least one pixel in them and no more padding than a window is wide.
bool fitsOneDnn(const Pool& pool)
{
    if (pool.x.size() > 5)
        return false;
    for (std::size_t axis = 0; axis < pool.window.kernel.size(); ++axis) {
        const std::int64_t covered = (pool.window.kernel[axis] - 1) * (pool.window.dilations[axis] + 1) + 1;
        if (pool.window.padBefore[axis] >= covered || pool.window.padAfter[axis] >= covered)
            return false;
    }
    return true;
}

// oneDNN pools row-major images fast with AVX-512 only.
Layout fastLayout(const ProgramBuilder& b, const Pool& pool, Layout stored)
{
    const auto isFast = [&](Layout layout) {
        const auto description = pool.forward(b, layout);
        return description && qualityOf(description.impl_info_str()) == Quality::Fast;
    };
    return !isFast(stored) && isFast(Layout::ChannelsLast) ? Layout::ChannelsLast : stored;
}

// oneDNN's pools are computed in float32: picking the largest is exact, and a mean is rounded once.
Result<void> compilePool(ProgramBuilder& b, bool isMax)
{
    const ValueId x = b.input(0), y = b.output();
    const PoolKind kind = isMax ? PoolKind::Max : PoolKind::Mean;
    if (b.hasOutput(1) || !isReducibleFloat(b.stored(x).dtype))
        return compileOwnPool(b, kind);
    const Pool pool(b, b.dims(x), b.dims(y), isMax);
    if (hangsOver(b, pool) || !fitsOneDnn(pool))
        return compileOwnPool(b, kind);
    const Layout stored = b.stored(x).layout;
    if (const auto blocked = blockedMaxPool(pool.x, pool.y, pool.window, stored); blocked && isMax) {
        addBlockedMaxPool(b, *blocked, stored);
        return {};
    }
    const Layout layout = fastLayout(b, pool, stored);
    const auto description = pool.forward(b, layout);
    if (!description)
        return compileOwnPool(b, kind);
    const Operand input = b.readFloat(x, layout), output = b.writeFloat(y, layout);
    ProgramBuilder::Arguments outputs{{DNNL_ARG_DST, output}};
    if (isMax) {
        const Operand workspace = b.scratch(description.workspace_desc());
        b.keepWorkspace(workspace);
        outputs.emplace_back(DNNL_ARG_WORKSPACE, workspace);
    }
    b.addPrimitive(
        pooling_forward(description), description.impl_info_str(), {{DNNL_ARG_SRC, input}}, outputs);
    if (isMax)
        addNanOfWindows(b, input, output, layout);
    return {};
}

Result<void> compilePoolGrad(ProgramBuilder& b, bool isMax)
{
    const ValueId dy = b.input(0), dx = b.output();
    const Pool pool(b, b.dims(dx), b.dims(dy), isMax);
    const NodeId origin = b.graph().node(b.node()).origin;
    const Layout layout = b.layoutLike(b.graph().outputs(origin)[0]);
    const auto hint = pool.forward(b, layout);
    if (!hint || hangsOver(b, pool) || (isMax && !b.workspaceOfOrigin()))
        return b.refuse("The gradient of this form of pool is not supported.");
    if (const auto blocked = blockedMaxPool(pool.x, pool.y, pool.window, layout); blocked && isMax) {
        addBlockedMaxPoolGrad(b, *blocked, layout);
        return {};
    }
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
    {.name = "GlobalLpPool", .compile = [](ProgramBuilder& b) { return compileOwnPool(b, PoolKind::Power); }},
    {.name = "GlobalMaxPool", .compile = [](ProgramBuilder& b) { return compilePool(b, true); }},
    {.name = "LpPool", .compile = [](ProgramBuilder& b) { return compileOwnPool(b, PoolKind::Power); }},
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
