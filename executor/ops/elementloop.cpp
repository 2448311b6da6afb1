// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/elementloop.h"

#include <algorithm>
#include <cassert>
#include <format>

namespace halftone {
namespace {

constexpr std::size_t kPiece = 1024; // floats: three of them leave room in the nearest cache

/// A loop over operands in memory.
struct PlacedLoop
{
    std::vector<FloatOperand> operands;
    std::function<void(const StepContext&, const ElementLoop::Operands&, std::span<float>)> compute;

    std::size_t count() const { return operands.front().count; }

    /// Results from \p first on. With 16-bit operands they are at most a piece.
    void computePiece(const StepContext& context, std::size_t first, std::span<float> results) const
    {
        float widened[ElementLoop::kMostOperands][kPiece];
        ElementLoop::Operands pieces;
        for (std::size_t i = 0; i < operands.size(); ++i)
            pieces[i] = pieceOf(operands[i].at(context).subspan(first, results.size()), widened[i]);
        compute(context, pieces, results);
    }

    void computeWide(const StepContext& context, std::span<float> results) const
    {
        const bool areWide =
            std::ranges::none_of(operands, [](const auto& each) { return each.format.has_value(); });
        const std::size_t most = areWide ? count() : kPiece;
        for (std::size_t first = 0; first < count(); first += most)
            computePiece(context, first, results.subspan(first, std::min(most, count() - first)));
    }

    void computeRounded(
        StepContext& context, const RoundedOutput& output, std::span<std::uint16_t> results) const
    {
        float memory[kPiece];
        RoundedPieces pieces(output, context.state);
        for (std::size_t first = 0; first < count(); first += kPiece) {
            const std::span<float> wide(memory, std::min(kPiece, count() - first));
            computePiece(context, first, wide);
            const std::span<std::uint16_t> rounded = results.subspan(first, wide.size());
            pieces.add(first, kernels::roundTo16(wide, rounded, output.rounding()), [wide] { return wide; });
        }
        pieces.note();
    }

    std::vector<BufferId> reads(const std::vector<BufferId>& more) const
    {
        std::vector<BufferId> all;
        for (const FloatOperand& operand : operands)
            all.push_back(operand.buffer);
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

private:
    static std::span<const float> pieceOf(const kernels::FloatSource& piece, std::span<float> memory)
    {
        if (!piece.format())
            return {static_cast<const float*>(piece.data()), piece.size()};
        const std::span<float> wide = memory.first(piece.size());
        kernels::widen(
            {static_cast<const std::uint16_t*>(piece.data()), piece.size()}, wide, *piece.format());
        return wide;
    }
};

void addRounded(
    ProgramBuilder& b, const ElementLoop& loop, const PlacedLoop& placed, ValueId id, Layout layout)
{
    const BufferId to = b.writeStored(id, layout).buffer;
    b.addLoop(std::format("{} 16", loop.name), placed.reads(loop.moreReads), {to},
        [placed, to, output = b.rounded(id)](StepContext& context) {
            placed.computeRounded(context, output, context.arena.span<std::uint16_t>(to, placed.count()));
        });
}

void addWide(ProgramBuilder& b, const ElementLoop& loop, const PlacedLoop& placed, BufferId to)
{
    b.addLoop(loop.name, placed.reads(loop.moreReads), {to}, [placed, to](StepContext& context) {
        placed.computeWide(context, context.arena.span<float>(to, placed.count()));
    });
}

}

void addElementLoop(ProgramBuilder& b, const ElementLoop& loop, Layout layout)
{
    assert(loop.operands.size() <= ElementLoop::kMostOperands);
    PlacedLoop alone{{}, loop.compute}, throughCasts{{}, loop.compute};
    bool isAlone = true;
    for (ValueId id : loop.operands) {
        const auto source = sourceOfCast(b, id, layout);
        isAlone = isAlone && !source;
        alone.operands.push_back(readFloats(b, id, layout));
        throughCasts.operands.push_back(source.value_or(alone.operands.back()));
    }
    const ValueId y = b.output();
    const bool isNarrow = isLowPrecision(b.stored(y).dtype);
    const auto narrowing = isNarrow ? std::nullopt : b.narrowingReader();
    const BufferId wide = isNarrow ? BufferId{} : b.writeFloat(y, layout).buffer;
    if (narrowing) {
        addRounded(b, loop, throughCasts, b.graph().outputs(*narrowing)[0], layout);
        b.absorb(*narrowing);
    } else if (!isAlone && isNarrow) {
        addRounded(b, loop, throughCasts, y, layout);
        b.onlyUnwatched();
    } else if (!isAlone) {
        addWide(b, loop, throughCasts, wide);
        b.onlyUnwatched();
    }
    if (isNarrow)
        addRounded(b, loop, alone, y, layout);
    else
        addWide(b, loop, alone, wide);
    if (narrowing || !isAlone)
        b.onlyWatched();
    else if (!isNarrow)
        b.mayWorkInPlace();
}
}
