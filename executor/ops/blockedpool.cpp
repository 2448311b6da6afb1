// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/blockedpool.h"

#include "executor/program/programbuilder.h"

#include <algorithm>

namespace halftone {
namespace {

bool isStoredIn16(const ProgramBuilder& b, ValueId from, ValueId to)
{
    return isLowPrecision(b.stored(from).dtype) && b.stored(from).dtype == b.stored(to).dtype;
}

// Whether the first and the last window along an axis hold a pixel; with ceil_mode the last one may not.
bool allHoldPixels(const Window& window, std::size_t axis, std::int64_t size, std::int64_t outputs)
{
    const std::int64_t pad = window.padBefore[axis];
    return pad < window.kernel[axis] && (outputs - 1) * window.strides[axis] < size + pad;
}

}

std::optional<kernels::MaxPool> blockedMaxPool(
    std::span<const std::int64_t> x, std::span<const std::int64_t> y, const Window& window, Layout layout)
{
    const bool isBlocked = layout == Layout::Blocked8 || layout == Layout::Blocked16;
    constexpr std::int64_t kMostPixels = 255;
    if (!isBlocked || x.size() != 4 || window.kernel[0] * window.kernel[1] > kMostPixels ||
        std::ranges::any_of(window.dilations, [](std::int64_t gap) { return gap != 0; }) ||
        !allHoldPixels(window, 0, x[2], y[2]) || !allHoldPixels(window, 1, x[3], y[3]))
        return std::nullopt;
    const auto size = [](std::int64_t number) { return static_cast<std::size_t>(number); };
    kernels::MaxPool pool{.lanes = layout == Layout::Blocked8 ? 8u : 16u,
        .height = size(x[2]),
        .width = size(x[3]),
        .outputHeight = size(y[2]),
        .outputWidth = size(y[3]),
        .kernelHeight = size(window.kernel[0]),
        .kernelWidth = size(window.kernel[1]),
        .strideY = size(window.strides[0]),
        .strideX = size(window.strides[1]),
        .padTop = size(window.padBefore[0]),
        .padLeft = size(window.padBefore[1])};
    pool.planes = size(x[0]) * ((size(x[1]) + pool.lanes - 1) / pool.lanes);
    return pool;
}

void addBlockedMaxPool(ProgramBuilder& b, const kernels::MaxPool& pool, Layout layout)
{
    const ValueId x = b.input(0), y = b.output();
    const BufferId places = b.scratchBytes(pool.outputs());
    b.keepWorkspace({places, {}});
    if (isStoredIn16(b, x, y)) {
        const BufferId from = b.readStored(x), to = b.writeStored(y, layout).buffer;
        b.addLoop("own max pool 16", {from}, {to, places},
            [=, format = lowFormat(b.stored(x).dtype)](StepContext& context) {
                kernels::maxPool(pool, context.arena.span<const std::uint16_t>(from, pool.inputs()),
                    context.arena.span<std::uint16_t>(to, pool.outputs()),
                    context.arena.span<std::uint8_t>(places, pool.outputs()), format);
            });
        return;
    }
    const BufferId from = b.readFloat(x, layout).buffer, to = b.writeFloat(y, layout).buffer;
    b.addLoop("own max pool", {from}, {to, places}, [=](StepContext& context) {
        kernels::maxPool(pool, context.arena.span<const float>(from, pool.inputs()),
            context.arena.span<float>(to, pool.outputs()),
            context.arena.span<std::uint8_t>(places, pool.outputs()));
    });
}

void addBlockedMaxPoolGrad(ProgramBuilder& b, const kernels::MaxPool& pool, Layout layout)
{
    const ValueId dy = b.input(0), dx = b.output();
    const BufferId places = b.workspaceOfOrigin()->buffer;
    // Sums of overlapping windows are rounded once, behind them.
    if (isStoredIn16(b, dy, dx) && pool.isDisjoint() && b.stored(dy).layout == layout) {
        const BufferId from = b.readStored(dy), to = b.writeStored(dx, layout).buffer;
        b.addLoop("own max pool gradient 16", {from, places}, {to}, [=](StepContext& context) {
            kernels::maxPoolGradient(pool, context.arena.span<const std::uint16_t>(from, pool.outputs()),
                context.arena.span<const std::uint8_t>(places, pool.outputs()),
                context.arena.span<std::uint16_t>(to, pool.inputs()));
        });
        return;
    }
    const BufferId from = b.readFloat(dy, layout).buffer, to = b.writeFloat(dx, layout).buffer;
    b.addLoop("own max pool gradient", {from, places}, {to}, [=](StepContext& context) {
        kernels::maxPoolGradient(pool, context.arena.span<const float>(from, pool.outputs()),
            context.arena.span<const std::uint8_t>(places, pool.outputs()),
            context.arena.span<float>(to, pool.inputs()));
    });
}

}
