// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/movetables.h"

#include "executor/ops/operands.h"

#include <algorithm>
#include <numeric>

namespace halftone {
namespace {

std::vector<std::int64_t> progression(std::int64_t count, std::int64_t step, std::int64_t first = 0)
{
    std::vector<std::int64_t> table(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i)
        table[static_cast<std::size_t>(i)] = first + i * step;
    return table;
}

MoveTables identityTables(const Dims& dims)
{
    const Dims strides = stridesOf(dims);
    MoveTables tables;
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        tables.push_back(progression(dims[axis], strides[axis]));
    return tables;
}

std::unexpected<Error> needsConstants(const Move& move)
{
    return move.b.refuse("Operands that decide the shape of the result must be constants.");
}

// Axes that go on from one to the next without a gap become one, so that rows are as long as they can be.
MoveTables merged(MoveTables tables)
{
    MoveTables result;
    for (std::vector<std::int64_t>& table : tables) {
        if (table.size() == 1 && table[0] == 0)
            continue;
        const auto isProgression = [](const std::vector<std::int64_t>& t, std::int64_t step) {
            for (std::size_t i = 0; i < t.size(); ++i) {
                if (t[i] != t[0] + static_cast<std::int64_t>(i) * step)
                    return false;
            }
            return t[0] >= 0;
        };
        const auto count = static_cast<std::int64_t>(table.size());
        const std::int64_t step = count > 1 ? table[1] - table[0] : 0;
        const bool joins = !result.empty() && count > 1 && !result.back().empty() && table[0] == 0 &&
            isProgression(table, step) && isProgression(result.back(), step * count);
        if (joins)
            result.back() =
                progression(static_cast<std::int64_t>(result.back().size()) * count, step, result.back()[0]);
        else
            result.push_back(std::move(table));
    }
    return result;
}

}

Dims stridesOf(std::span<const std::int64_t> dims)
{
    Dims strides(dims.size());
    std::int64_t stride = 1;
    for (std::size_t axis = dims.size(); axis-- > 0;) {
        strides[axis] = stride;
        stride *= dims[axis];
    }
    return strides;
}

SharedTables::SharedTables(MoveTables tables)
{
    auto content = std::make_shared<Content>();
    content->tables = merged(std::move(tables));
    for (const std::vector<std::int64_t>& table : content->tables)
        content->spans.emplace_back(table);
    m_content = std::move(content);
}

Result<MoveTables> transposeTables(const Move& move)
{
    Dims order(move.source.size());
    std::iota(order.rbegin(), order.rend(), 0);
    order = move.b.attribute("perm", order);
    const Dims strides = stridesOf(move.source);
    MoveTables tables;
    for (const std::int64_t axis : order)
        tables.push_back(progression(
            move.source[static_cast<std::size_t>(axis)], strides[static_cast<std::size_t>(axis)]));
    return tables;
}

Result<MoveTables> sliceTables(const Move& move)
{
    const auto starts = integersOf(move.b, 1, "starts");
    if (!starts)
        return needsConstants(move);
    Dims axes(starts->size());
    std::iota(axes.begin(), axes.end(), 0);
    if (move.b.input(3).isValid() && !constantInput(move.b, 3))
        return needsConstants(move);
    axes = integersOf(move.b, 3, "axes").value_or(axes);
    if (move.b.input(4).isValid() && !constantInput(move.b, 4))
        return needsConstants(move);
    const Dims steps = integersOf(move.b, 4, "").value_or(Dims(starts->size(), 1));
    MoveTables tables = identityTables(move.source);
    const Dims strides = stridesOf(move.source);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::size_t axis = axisFromFront(axes[i], move.source.size());
        const std::int64_t size = move.source[axis];
        std::int64_t start = (*starts)[i] < 0 ? (*starts)[i] + size : (*starts)[i];
        start = steps[i] > 0 ? std::clamp<std::int64_t>(start, 0, size)
                             : std::clamp<std::int64_t>(start, 0, size - 1);
        tables[axis] = progression(move.result[axis], steps[i] * strides[axis], start * strides[axis]);
    }
    return tables;
}

namespace {

// The source index of a position that may lie in the padding; -1 for the fill value.
std::int64_t sourceIndex(std::int64_t index, std::int64_t size, std::string_view mode)
{
    if (index >= 0 && index < size)
        return index;
    if (mode == "edge")
        return std::clamp<std::int64_t>(index, 0, size - 1);
    if (mode == "wrap")
        return (index % size + size) % size;
    if (mode == "reflect") {
        const std::int64_t period = std::max<std::int64_t>(1, 2 * (size - 1));
        const std::int64_t within = (index % period + period) % period;
        return within < size ? within : period - within;
    }
    return -1;
}

}

Result<MoveTables> padTables(const Move& move)
{
    auto pads = integersOf(move.b, 1, "pads");
    if (!pads)
        pads = integersOf(move.b, 1, "paddings"); // opset 1
    if (!pads || (move.b.input(3).isValid() && !constantInput(move.b, 3)))
        return needsConstants(move);
    const std::size_t rank = move.source.size();
    Dims axes(pads->size() / 2);
    std::iota(axes.begin(), axes.end(), 0);
    if (move.b.input(3).isValid())
        axes = toIntegers(*constantInput(move.b, 3));
    const std::string mode = move.b.attribute("mode", std::string("constant"));
    const Dims strides = stridesOf(move.source);
    MoveTables tables = identityTables(move.source);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::size_t axis = axisFromFront(axes[i], rank);
        tables[axis].resize(static_cast<std::size_t>(move.result[axis]));
        if (mode != "constant" && move.source[axis] == 0 && move.result[axis] > 0)
            return move.b.refuse("Nothing can be repeated along an axis without elements.");
        for (std::int64_t at = 0; at < move.result[axis]; ++at) {
            const std::int64_t index = sourceIndex(at - (*pads)[i], move.source[axis], mode);
            tables[axis][static_cast<std::size_t>(at)] =
                index < 0 ? kernels::kNoSource : index * strides[axis];
        }
    }
    return tables;
}

Result<MoveTables> expandTables(const Move& move)
{
    const Dims strides = stridesOf(move.source);
    const std::size_t missing = move.result.size() - move.source.size();
    MoveTables tables;
    for (std::size_t axis = 0; axis < move.result.size(); ++axis) {
        const bool repeats = axis < missing || move.source[axis - missing] == 1;
        tables.push_back(progression(move.result[axis], repeats ? 0 : strides[axis - missing]));
    }
    return tables;
}

Result<MoveTables> tileTables(const Move& move)
{
    const Dims strides = stridesOf(move.source);
    MoveTables tables;
    for (std::size_t axis = 0; axis < move.result.size(); ++axis) {
        std::vector<std::int64_t> table;
        for (std::int64_t at = 0; at < move.result[axis]; ++at)
            table.push_back(at % move.source[axis] * strides[axis]);
        tables.push_back(std::move(table));
    }
    return tables;
}

namespace {

// All combinations of an outer and an inner progression, as one axis.
std::vector<std::int64_t> nested(
    std::int64_t outer, std::int64_t outerStep, std::int64_t inner, std::int64_t innerStep)
{
    std::vector<std::int64_t> table;
    for (std::int64_t i = 0; i < outer; ++i) {
        for (std::int64_t j = 0; j < inner; ++j)
            table.push_back(i * outerStep + j * innerStep);
    }
    return table;
}

}

// Channels [block row, block column, depth] (DCR) or [depth, block row, block column] (CRD) become pixels.
Result<MoveTables> depthToSpaceTables(const Move& move)
{
    const std::int64_t block = move.b.attribute("blocksize", std::int64_t{1});
    const bool depthFirst = move.b.attribute("mode", std::string("DCR")) == "CRD";
    const std::int64_t depth = move.result[1];
    const Dims strides = stridesOf(move.source);
    const std::int64_t channel = strides[1];
    const std::int64_t ofDepth = depthFirst ? block * block * channel : channel;
    const std::int64_t ofRow = depthFirst ? block * channel : block * depth * channel;
    const std::int64_t ofColumn = depthFirst ? channel : depth * channel;
    return MoveTables{progression(move.source[0], strides[0]), progression(depth, ofDepth),
        nested(move.source[2], strides[2], block, ofRow),
        nested(move.source[3], strides[3], block, ofColumn)};
}

Result<MoveTables> spaceToDepthTables(const Move& move)
{
    const std::int64_t block = move.b.attribute("blocksize", std::int64_t{1});
    const Dims strides = stridesOf(move.source);
    MoveTables tables{progression(move.source[0], strides[0]), {},
        progression(move.result[2], block * strides[2]), progression(move.result[3], block * strides[3])};
    for (std::int64_t row = 0; row < block; ++row) {
        for (std::int64_t column = 0; column < block; ++column) {
            for (std::int64_t channel = 0; channel < move.source[1]; ++channel)
                tables[1].push_back(row * strides[2] + column * strides[3] + channel * strides[1]);
        }
    }
    return tables;
}

}
