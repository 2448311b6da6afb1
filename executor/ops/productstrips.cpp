// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/productstrips.h"

#include "executor/ops/operands.h"

#include <algorithm>
#include <format>
#include <utility>

namespace halftone {
namespace {

using dnnl::matmul;

constexpr std::int64_t bytesOf(std::int64_t elements)
{
    return elements * static_cast<std::int64_t>(sizeof(float));
}

/// The steps of a product in strips, and the memory of one of them in float32.
struct StripLoop
{
    std::int64_t count;
    std::int64_t length;
    FloatOperand left;
    FloatOperand right; ///< Empty where it is shared.
    std::int64_t leftSize; ///< Elements of a strip.
    std::int64_t rightSize;
    std::int64_t resultSize;
    BufferId wideLeft;
    BufferId wideRight;
    BufferId wideResult;
    ProgramBuilder::Loop multiply;

    void run(StepContext& context, const RoundedOutput& output, std::span<std::uint16_t> results) const
    {
        const auto memory = [&](BufferId id, std::int64_t size) {
            return context.arena.span<float>(id, static_cast<std::size_t>(size));
        };
        const std::span<const float> wide = memory(wideResult, resultSize);
        RoundedPieces pieces(output, context.state);
        for (std::int64_t strip = 0; strip < count / length; ++strip) {
            left.widen(context, strip * leftSize, memory(wideLeft, leftSize));
            if (right.buffer.isValid())
                right.widen(context, strip * rightSize, memory(wideRight, rightSize));
            multiply(context);
            const auto first = static_cast<std::size_t>(strip * resultSize);
            const std::span<std::uint16_t> rounded = results.subspan(first, wide.size());
            pieces.add(first, kernels::roundTo16(wide, rounded, output.rounding()), [wide] { return wide; });
        }
        pieces.note();
    }
};

/// The length of strips, or 0 where they gain nothing: the product is small or stays whole, or the right
/// operand, which each strip goes over again, has no place in the near cache.
std::int64_t worthwhileLength(const StripProduct& product)
{
    constexpr std::int64_t kFewestRows = 32; // a product of fewer is slow
    const std::int64_t each = product.left + product.result + (product.isRightShared ? 0 : product.right);
    if (bytesOf(product.count * each) < 2 * kNearBytes)
        return 0;
    if (product.isRightShared && bytesOf(product.right) > 2 * kNearBytes)
        return 0;
    const std::int64_t length = stripLength(product.count, each, kNearBytes);
    return length == product.count || (product.isRightShared && length < kFewestRows) ? 0 : length;
}

}

std::int64_t stripLength(std::int64_t count, std::int64_t elements, std::int64_t bytes)
{
    std::int64_t length = std::clamp<std::int64_t>(bytes / bytesOf(elements), 1, count);
    while (count % length != 0)
        --length;
    return length;
}

bool isHalfMatrix(const ProgramBuilder& b, ValueId id)
{
    const StoredValue& value = b.stored(id);
    return isLowPrecision(value.dtype) && (value.layout == Layout::Plain || value.layout == Layout::Turned);
}

bool gainsByStrips(const ProgramBuilder& b, const StripProduct& product)
{
    return worthwhileLength(product) > 0 && isHalfMatrix(b, b.input(0)) &&
        isLowPrecision(b.stored(b.output()).dtype) && (product.isRightShared || isHalfMatrix(b, b.input(1)));
}

bool addStrips(ProgramBuilder& b, const StripProduct& product)
{
    const ValueId left = b.input(0), right = b.input(1), y = b.output();
    const std::int64_t length = worthwhileLength(product);
    const std::optional<matmul::primitive_desc> description = product.describe(length);
    if (!description)
        return false;
    StripLoop loop{.count = product.count,
        .length = length,
        .left = storedFloats(b, left),
        .right = {},
        .leftSize = length * product.left,
        .rightSize = length * product.right,
        .resultSize = length * product.result};
    std::vector<BufferId> reads{loop.left.buffer};
    if (product.isRightShared) {
        const Operand wide{b.readFloat(right, b.stored(right).layout).buffer, product.sharedRight};
        loop.wideRight = b.reordered(wide, description->weights_desc()).buffer;
        reads.push_back(loop.wideRight);
    } else {
        loop.right = storedFloats(b, right);
        loop.wideRight = b.scratch(description->weights_desc()).buffer;
        reads.push_back(loop.right.buffer);
    }
    loop.wideLeft = b.scratch(description->src_desc()).buffer;
    loop.wideResult = b.scratch(description->dst_desc()).buffer;
    loop.multiply = b.prepare(matmul(*description),
        {{DNNL_ARG_SRC, {loop.wideLeft, description->src_desc()}},
            {DNNL_ARG_WEIGHTS, {loop.wideRight, description->weights_desc()}},
            {DNNL_ARG_DST, {loop.wideResult, description->dst_desc()}}});
    const BufferId to = b.writeStored(y, Layout::Plain).buffer;
    std::vector<BufferId> writes{to, loop.wideLeft, loop.wideResult};
    if (!product.isRightShared)
        writes.push_back(loop.wideRight);
    b.addLoop(std::format("{} in strips", description->impl_info_str()), std::move(reads), std::move(writes),
        [loop = std::move(loop), to, output = b.rounded(y), count = b.stored(y).elements()](
            StepContext& context) {
            loop.run(context, output, context.arena.span<std::uint16_t>(to, count));
        });
    return true;
}

}
