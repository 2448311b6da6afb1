// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/families.h"
#include "executor/ops/movetables.h"
#include "executor/ops/operands.h"
#include "executor/ops/turning.h"

#include <algorithm>
#include <cstring>

namespace halftone {
namespace {

/// Source and target of a move: their own bits where the types agree, else float32.
struct Ends
{
    BufferId from;
    BufferId to;
    std::size_t bytes = 0;
};

Ends openEnds(ProgramBuilder& b, ValueId x, ValueId y)
{
    if (b.stored(x).dtype == b.stored(y).dtype)
        return {readBits(b, x), writeBits(b, y), bytesPerElement(b, y)};
    return {readElements(b, x).buffer, writeElements(b, y).buffer, sizeof(float)};
}

template <MakeTables makeTables>
Result<void> compileMove(ProgramBuilder& b)
{
    auto tables = makeTables({b, b.dims(b.input(0)), b.dims(b.output())});
    if (!tables)
        return std::unexpected(tables.error());
    const Ends ends = openEnds(b, b.input(0), b.output());
    b.addLoop("own move", {ends.from}, {ends.to},
        [ends, moved = SharedTables(*std::move(tables))](StepContext& context) {
            kernels::moveElements(
                moved.view(), ends.bytes, context.arena.at(ends.from), context.arena.at(ends.to), nullptr);
        });
    return {};
}

// Inputs: dY, then the operands of the forward operator in their slots.
template <MakeTables makeTables>
Result<void> compileMoveGradient(ProgramBuilder& b)
{
    auto tables = makeTables({b, b.dims(b.output()), b.dims(b.input(0))});
    if (!tables)
        return std::unexpected(tables.error());
    const Elements dy = readElements(b, b.input(0));
    const Elements dx = writeElements(b, b.output());
    b.addLoop("own move back", {dy.buffer}, {dx.buffer},
        [=, moved = SharedTables(*std::move(tables))](StepContext& context) {
            std::ranges::fill(context.arena.span<float>(dx.buffer, dx.count), 0.0f);
            if (dy.count > 0)
                kernels::addMovedBack(moved.view(), context.arena.data<const float>(dy.buffer),
                    context.arena.data<float>(dx.buffer));
        });
    return {};
}

// Like a move, with a fill value from an input or an attribute.
Result<void> compilePad(ProgramBuilder& b)
{
    auto tables = padTables({b, b.dims(b.input(0)), b.dims(b.output())});
    if (!tables)
        return std::unexpected(tables.error());
    const Ends ends = openEnds(b, b.input(0), b.output());
    BufferId fill = b.scratchBytes(sizeof(double));
    std::vector<BufferId> reads{ends.from};
    const float fallback = b.attribute("value", 0.0f);
    if (b.input(2).isValid()) {
        fill = b.stored(b.input(2)).dtype == b.stored(b.output()).dtype ? readBits(b, b.input(2))
                                                                        : readElements(b, b.input(2)).buffer;
        reads.push_back(fill);
    } else if (fallback != 0.0f &&
        (ends.bytes != sizeof(float) || !isReducibleFloat(b.stored(b.output()).dtype))) {
        return b.refuse("A pad value as an attribute is supported for float32 only.");
    }
    const bool isGiven = b.input(2).isValid();
    b.addLoop("own move", std::move(reads), {ends.to},
        [=, moved = SharedTables(*std::move(tables))](StepContext& context) {
            const auto* value =
                isGiven ? context.arena.at(fill) : reinterpret_cast<const std::byte*>(&fallback);
            kernels::moveElements(moved.view(), ends.bytes, context.arena.at(ends.from),
                context.arena.at(ends.to), isGiven || fallback != 0.0f ? value : nullptr);
        });
    return {};
}

/// Two tensors seen along one axis: blocks of the one lie among blocks of the other.
struct Blocks
{
    std::size_t count = 1;
    std::size_t wholeBytes = 0; ///< From one block to the next in the larger tensor.
    std::size_t partBytes = 0;
};

Blocks blocksOf(std::span<const std::int64_t> whole, std::span<const std::int64_t> part, std::size_t axis,
    std::size_t bytes)
{
    return {countOf(whole.first(axis)), countOf(whole.subspan(axis)) * bytes,
        countOf(part.subspan(axis)) * bytes};
}

std::size_t blockOf(Layout layout)
{
    return layout == Layout::Blocked16 ? 16 : layout == Layout::Blocked8 ? 8 : 0;
}

// Images in blocks of channels can be put together as they lie, when every part but the last fills its
// blocks.
std::optional<Layout> sharedBlocks(const ProgramBuilder& b, std::size_t axis)
{
    const std::span<const ValueId> parts = b.graph().inputs(b.node());
    const Layout layout = b.stored(parts[0]).layout;
    if (axis != 1 || blockOf(layout) == 0)
        return std::nullopt;
    for (const ValueId part : parts) {
        const auto channels = static_cast<std::size_t>(b.dims(part)[1]);
        const bool fills = part == parts.back() || channels % blockOf(layout) == 0;
        if (b.stored(part).layout != layout || b.stored(part).dtype != DType::Float32 || !fills)
            return std::nullopt;
    }
    return b.stored(b.output()).dtype == DType::Float32 ? std::optional(layout) : std::nullopt;
}

void addPart(ProgramBuilder& b, const Blocks& blocks, std::size_t at, BufferId from, BufferId to)
{
    b.addLoop("own concatenation", {from}, {to}, [=](StepContext& context) {
        for (std::size_t i = 0; i < blocks.count; ++i)
            std::memcpy(context.arena.at(to) + i * blocks.wholeBytes + at,
                context.arena.at(from) + i * blocks.partBytes, blocks.partBytes);
    });
}

void addBlockedConcat(ProgramBuilder& b, Layout layout)
{
    const std::vector<std::int64_t> whole = b.dims(b.output());
    const auto samples = static_cast<std::size_t>(whole[0]);
    const auto bytesOf = [&](const std::vector<std::int64_t>& dims) {
        return paddedElements(dims, layout) / samples * sizeof(float);
    };
    const BufferId to = b.writeFloat(b.output(), layout).buffer;
    std::size_t at = 0;
    for (const ValueId part : b.graph().inputs(b.node())) {
        const Blocks blocks{samples, bytesOf(whole), bytesOf(b.dims(part))};
        addPart(b, blocks, at, b.readStored(part), to);
        at += blocks.partBytes;
    }
}

Result<void> compileConcat(ProgramBuilder& b)
{
    const ValueId y = b.output();
    const std::vector<std::int64_t> whole = b.dims(y);
    const std::size_t axis = axisFromFront(b.attribute("axis", std::int64_t{1}), whole.size());
    if (const auto layout = sharedBlocks(b, axis)) {
        addBlockedConcat(b, *layout);
        return {};
    }
    const bool areBits = std::ranges::all_of(b.graph().inputs(b.node()),
        [&](ValueId input) { return b.stored(input).dtype == b.stored(y).dtype; });
    const BufferId to = areBits ? writeBits(b, y) : writeElements(b, y).buffer;
    const std::size_t bytes = areBits ? bytesPerElement(b, y) : sizeof(float);
    std::size_t at = 0;
    for (ValueId input : b.graph().inputs(b.node())) {
        const BufferId from = areBits ? readBits(b, input) : readElements(b, input).buffer;
        const Blocks blocks = blocksOf(whole, b.dims(input), axis, bytes);
        addPart(b, blocks, at, from, to);
        at += blocks.partBytes;
    }
    return {};
}

Result<void> compileSplit(ProgramBuilder& b)
{
    const ValueId x = b.input(0);
    const std::vector<std::int64_t> whole = b.dims(x);
    const std::size_t axis = axisFromFront(b.attribute("axis", std::int64_t{0}), whole.size());
    std::size_t at = 0;
    const bool areBits = b.stored(b.output()).dtype == b.stored(x).dtype;
    const BufferId from = areBits ? readBits(b, x) : readElements(b, x).buffer;
    const std::size_t bytes = areBits ? bytesPerElement(b, x) : sizeof(float);
    for (ValueId output : b.graph().outputs(b.node())) {
        if (!output.isValid())
            return b.refuse("A Split with an unnamed output is not supported.");
        const BufferId to = areBits ? writeBits(b, output) : writeElements(b, output).buffer;
        const Blocks blocks = blocksOf(whole, b.dims(output), axis, bytes);
        b.addLoop("own split", {from}, {to}, [=](StepContext& context) {
            for (std::size_t i = 0; i < blocks.count; ++i)
                std::memcpy(context.arena.at(to) + i * blocks.partBytes,
                    context.arena.at(from) + i * blocks.wholeBytes + at, blocks.partBytes);
        });
        at += blocks.partBytes;
    }
    return {};
}

// Nothing moves where products read the result, or where one has written the operand the other way round.
Result<void> compileTranspose(ProgramBuilder& b)
{
    const StoredValue& x = b.stored(b.input(0));
    const DType dtype = b.stored(b.output()).dtype;
    if (isTurning(b.graph(), b.node()) && isReducibleFloat(dtype) && dtype == x.dtype) {
        if (x.layout == Layout::Turned) {
            b.alias(b.output(), x.buffer, Layout::Plain);
            return {};
        }
        if (x.layout == Layout::Plain && !b.isPlaced(b.output()) && isOnlyMultiplied(b, b.output())) {
            b.alias(b.output(), x.buffer, Layout::Turned);
            return {};
        }
    }
    return compileMove<transposeTables>(b);
}

constexpr OpRun kRows[] = {
    {.name = "Concat", .compile = compileConcat},
    {.name = "DepthToSpace", .compile = compileMove<depthToSpaceTables>},
    {.name = "DepthToSpaceGrad",
        .domain = kTrainingDomain,
        .compile = compileMoveGradient<depthToSpaceTables>},
    {.name = "Expand", .compile = compileMove<expandTables>},
    {.name = "Pad", .compile = compilePad, .constants = slots({1, 3})},
    {.name = "PadGrad", .domain = kTrainingDomain, .compile = compileMoveGradient<padTables>},
    {.name = "Slice", .compile = compileMove<sliceTables>, .constants = slots({1, 2, 3, 4})},
    {.name = "SliceGrad", .domain = kTrainingDomain, .compile = compileMoveGradient<sliceTables>},
    {.name = "SpaceToDepth", .compile = compileMove<spaceToDepthTables>},
    {.name = "SpaceToDepthGrad",
        .domain = kTrainingDomain,
        .compile = compileMoveGradient<spaceToDepthTables>},
    {.name = "Split", .compile = compileSplit},
    {.name = "Tile", .compile = compileMove<tileTables>},
    {.name = "TileGrad", .domain = kTrainingDomain, .compile = compileMoveGradient<tileTables>},
    {.name = "Transpose", .compile = compileTranspose},
};

}

std::span<const OpRun> movementRuns()
{
    return kRows;
}

}
