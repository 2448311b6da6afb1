// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/ownpool.h"

#include "executor/ops/operands.h"
#include "executor/ops/window.h"
#include "kernels/round.h"

#include <array>
#include <cmath>
#include <limits>

namespace halftone {
namespace {

constexpr std::size_t kMostAxes = 6;
using Position = std::array<std::int64_t, kMostAxes>;

/// Sizes along the pixels only; planes are samples times channels.
struct Pool
{
    std::size_t planes = 1;
    std::vector<std::int64_t> x;
    std::vector<std::int64_t> y;
    std::vector<std::int64_t> padded; ///< Pixels with the declared padding on both sides.
    Window window;
    PoolKind kind = PoolKind::Max;
    bool countsPadding = false;
    double power = 2;
    bool isColumnMajor = false; ///< Of the places that are put out.
};

// Counts a position up like the digits of a number; false behind the last.
bool nextPosition(Position& position, std::span<const std::int64_t> sizes)
{
    for (std::size_t axis = sizes.size(); axis-- > 0;) {
        if (++position[axis] < sizes[axis])
            return true;
        position[axis] = 0;
    }
    return false;
}

std::int64_t placeOf(const Pool& pool, const Position& at)
{
    std::int64_t place = 0;
    for (std::size_t i = 0; i < pool.x.size(); ++i) {
        const std::size_t axis = pool.isColumnMajor ? pool.x.size() - 1 - i : i;
        place = place * pool.x[axis] + at[axis];
    }
    return place;
}

/// What a window comes to.
struct Outcome
{
    double largest = 0;
    std::int64_t place = -1;
    double sum = 0;
    std::int64_t inside = 0;
    std::int64_t insidePadded = 0;
};

template <typename T>
Outcome poolWindow(const Pool& pool, const T* plane, const Position& out)
{
    Outcome outcome;
    Position k{};
    do {
        Position at{};
        std::int64_t offset = 0;
        bool isInside = true, isInsidePadded = true;
        for (std::size_t axis = 0; axis < pool.x.size(); ++axis) {
            at[axis] = out[axis] * pool.window.strides[axis] + k[axis] * (pool.window.dilations[axis] + 1) -
                pool.window.padBefore[axis];
            isInside = isInside && at[axis] >= 0 && at[axis] < pool.x[axis];
            isInsidePadded = isInsidePadded && at[axis] + pool.window.padBefore[axis] < pool.padded[axis];
            offset = offset * pool.x[axis] + at[axis];
        }
        outcome.insidePadded += isInsidePadded ? 1 : 0;
        if (!isInside)
            continue;
        const auto value = static_cast<double>(plane[offset]);
        if (outcome.inside == 0 || value > outcome.largest || std::isnan(value)) {
            outcome.largest = value;
            outcome.place = placeOf(pool, at);
        }
        outcome.sum += pool.kind == PoolKind::Power ? std::pow(std::abs(value), pool.power) : value;
        ++outcome.inside;
    } while (nextPosition(k, pool.window.kernel));
    return outcome;
}

double valueOf(const Pool& pool, const Outcome& outcome)
{
    if (pool.kind == PoolKind::Max)
        return outcome.largest;
    if (pool.kind == PoolKind::Power)
        return std::pow(outcome.sum, 1.0 / pool.power);
    const std::int64_t count = pool.countsPadding ? outcome.insidePadded : outcome.inside;
    return count == 0 ? 0.0 : outcome.sum / static_cast<double>(count);
}

Pool describePool(const ProgramBuilder& b, PoolKind kind)
{
    const std::vector<std::int64_t> x = b.dims(b.input(0)), y = b.dims(b.output());
    Pool pool{.planes = countOf(std::span(x).first(2)),
        .x = {x.begin() + 2, x.end()},
        .y = {y.begin() + 2, y.end()},
        .kind = kind};
    pool.window =
        readWindow(b.graph().node(b.node()).attributes, b.attribute("kernel_shape", pool.x), pool.x, pool.y);
    pool.countsPadding = b.attribute("count_include_pad", std::int64_t{0}) != 0;
    pool.power = static_cast<double>(b.attribute("p", std::int64_t{2}));
    pool.isColumnMajor = b.attribute("storage_order", std::int64_t{0}) != 0;
    const std::size_t axes = pool.x.size();
    const auto pads = b.attribute("pads", std::vector<std::int64_t>(2 * axes, 0));
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const std::int64_t after = b.attribute("auto_pad", std::string("NOTSET")) == "NOTSET"
            ? pads[axes + axis]
            : std::max<std::int64_t>(0, pool.window.padAfter[axis]);
        pool.padded.push_back(pool.x[axis] + pool.window.padBefore[axis] + after);
    }
    return pool;
}

}

Result<void> compileOwnPool(ProgramBuilder& b, PoolKind kind)
{
    if (b.dims(b.input(0)).size() > kMostAxes + 2)
        return b.refuse("A pool over more than six axes is not supported.");
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    std::vector<BufferId> writes{y.buffer};
    Elements places;
    if (b.hasOutput(1)) {
        places = writeElements(b, b.output(1));
        writes.push_back(places.buffer);
    }
    withType(x.dtype, [&]<typename T>() {
        b.addLoop("own pool", {x.buffer}, std::move(writes),
            [=, pool = describePool(b, kind)](StepContext& context) {
                const std::size_t pixels = x.count / pool.planes;
                std::size_t to = 0;
                for (std::size_t plane = 0; plane < pool.planes; ++plane) {
                    Position out{};
                    do {
                        const Outcome outcome =
                            poolWindow(pool, context.arena.data<const T>(x.buffer) + plane * pixels, out);
                        context.arena.data<T>(y.buffer)[to] = static_cast<T>(valueOf(pool, outcome));
                        if (places.buffer.isValid())
                            context.arena.data<std::int64_t>(places.buffer)[to] =
                                static_cast<std::int64_t>(plane * pixels) + outcome.place;
                        ++to;
                    } while (nextPosition(out, pool.y));
                }
            });
    });
    return {};
}

void addNanOfWindows(ProgramBuilder& b, const Operand& x, const Operand& y, Layout layout)
{
    const std::vector<std::int64_t> xDims = b.dims(b.input(0)), yDims = b.dims(b.output());
    b.addLoop("own NaN of windows", {x.buffer, y.buffer}, {y.buffer},
        [=, pool = describePool(b, PoolKind::Max), from = x.buffer, to = y.buffer](StepContext& context) {
            const auto src = context.arena.span<const float>(from, paddedElements(xDims, layout));
            if (kernels::allFinite(src))
                return;
            std::vector<float> plain(paddedElements(xDims, Layout::Plain));
            std::vector<float> result(paddedElements(yDims, Layout::Plain));
            copyLayout(xDims, layout, src.data(), Layout::Plain, plain.data());
            copyLayout(yDims, layout, context.arena.data<const float>(to), Layout::Plain, result.data());
            const std::size_t pixels = plain.size() / pool.planes;
            std::size_t window = 0;
            for (std::size_t plane = 0; plane < pool.planes; ++plane) {
                Position out{};
                do {
                    const Outcome outcome = poolWindow(pool, plain.data() + plane * pixels, out);
                    if (std::isnan(outcome.largest))
                        result[window] = std::numeric_limits<float>::quiet_NaN();
                    ++window;
                } while (nextPosition(out, pool.y));
            }
            copyLayout(yDims, Layout::Plain, result.data(), layout, context.arena.data<float>(to));
        });
}

}
