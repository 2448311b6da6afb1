// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elements picked and placed by indices that are computed while the program runs. Negative indices count from
// the back; an index beyond the end picks the nearest element there is, so that a wrong file cannot read
// other memory.
#include "executor/ops/families.h"
#include "executor/ops/movetables.h"
#include "executor/ops/operands.h"

#include <algorithm>
#include <cstring>

namespace halftone {
namespace {

std::size_t bounded(std::int64_t index, std::int64_t size)
{
    return static_cast<std::size_t>(std::clamp<std::int64_t>(index < 0 ? index + size : index, 0, size - 1));
}

/// Whether any index would be one of an axis without elements.
bool picksFromNothing(std::span<const std::int64_t> sizes, std::size_t indices)
{
    return indices > 0 && std::ranges::contains(sizes, std::int64_t{0});
}

std::unexpected<Error> refuseNothing(const ProgramBuilder& b)
{
    return b.refuse("It picks from an axis without elements.");
}

/// A tensor around one axis.
struct AroundAxis
{
    std::size_t outer = 1;
    std::int64_t size = 1;
    std::size_t inner = 1;

    AroundAxis(std::span<const std::int64_t> dims, std::size_t axis)
        : outer(countOf(dims.first(axis)))
        , size(dims[axis])
        , inner(countOf(dims.subspan(axis + 1)))
    {
    }
};

Result<void> compileGather(ProgramBuilder& b)
{
    const std::vector<std::int64_t> dims = b.dims(b.input(0));
    const AroundAxis around(dims, axisFromFront(b.attribute("axis", std::int64_t{0}), dims.size()));
    const Elements indices = readElementsAs(b, b.input(1), DType::Int64);
    if (picksFromNothing({&around.size, 1}, indices.count))
        return refuseNothing(b);
    const bool areBits = b.stored(b.input(0)).dtype == b.stored(b.output()).dtype;
    const BufferId from = areBits ? readBits(b, b.input(0)) : readElements(b, b.input(0)).buffer;
    const BufferId to = areBits ? writeBits(b, b.output()) : writeElements(b, b.output()).buffer;
    const std::size_t bytes = around.inner * (areBits ? bytesPerElement(b, b.output()) : sizeof(float));
    b.addLoop("own gather", {from, indices.buffer}, {to}, [=](StepContext& context) {
        const std::byte* src = context.arena.at(from);
        std::byte* dst = context.arena.at(to);
        const std::int64_t* picks = context.arena.data<const std::int64_t>(indices.buffer);
        for (std::size_t i = 0; i < around.outer; ++i, src += static_cast<std::size_t>(around.size) * bytes) {
            for (std::size_t k = 0; k < indices.count; ++k, dst += bytes)
                std::memcpy(dst, src + bounded(picks[k], around.size) * bytes, bytes);
        }
    });
    return {};
}

// Inputs: dY, indices. The rows of an embedding that occur several times add up in the order of the indices.
Result<void> compileGatherGradient(ProgramBuilder& b)
{
    const std::vector<std::int64_t> dims = b.dims(b.output());
    const AroundAxis around(dims, axisFromFront(b.attribute("axis", std::int64_t{0}), dims.size()));
    const Elements dy = readElements(b, b.input(0));
    const Elements indices = readElementsAs(b, b.input(1), DType::Int64);
    const Elements dx = writeElements(b, b.output());
    b.addLoop("own gather gradient", {dy.buffer, indices.buffer}, {dx.buffer}, [=](StepContext& context) {
        const float* src = context.arena.data<const float>(dy.buffer);
        float* dst = context.arena.data<float>(dx.buffer);
        const std::int64_t* picks = context.arena.data<const std::int64_t>(indices.buffer);
        std::fill_n(dst, dx.count, 0.0f);
        for (std::size_t i = 0; i < around.outer;
            ++i, dst += static_cast<std::size_t>(around.size) * around.inner) {
            for (std::size_t k = 0; k < indices.count; ++k, src += around.inner) {
                float* row = dst + bounded(picks[k], around.size) * around.inner;
                for (std::size_t j = 0; j < around.inner; ++j)
                    row[j] += src[j];
            }
        }
    });
    return {};
}

/// Walks the elements of an index tensor: visit(position in it, offset of its element in the data).
class ElementWalk
{
public:
    ElementWalk(const Dims& data, const Dims& indices, std::size_t axis)
        : m_indices(indices)
        , m_strides(stridesOf(data))
        , m_axis(axis)
        , m_size(data[axis])
    {
    }

    template <typename Visit>
    void run(const std::int64_t* picks, const Visit& visit) const
    {
        std::size_t at = 0;
        walk(0, 0, at, picks, visit);
    }

private:
    template <typename Visit>
    void walk(std::size_t depth, std::size_t offset, std::size_t& at, const std::int64_t* picks,
        const Visit& visit) const
    {
        if (depth == m_indices.size()) {
            visit(at, offset + bounded(picks[at], m_size) * static_cast<std::size_t>(m_strides[m_axis]));
            ++at;
            return;
        }
        const std::size_t step = depth == m_axis ? 0 : static_cast<std::size_t>(m_strides[depth]);
        for (std::int64_t i = 0; i < m_indices[depth]; ++i)
            walk(depth + 1, offset + static_cast<std::size_t>(i) * step, at, picks, visit);
    }

    Dims m_indices;
    Dims m_strides;
    std::size_t m_axis;
    std::int64_t m_size;
};

Result<void> compileGatherElements(ProgramBuilder& b)
{
    const Dims dims = b.dims(b.input(0));
    const ElementWalk walk(
        dims, b.dims(b.input(1)), axisFromFront(b.attribute("axis", std::int64_t{0}), dims.size()));
    const Elements indices = readElementsAs(b, b.input(1), DType::Int64);
    if (picksFromNothing(dims, indices.count))
        return refuseNothing(b);
    const Elements from = readElements(b, b.input(0));
    const Elements to = writeElements(b, b.output());
    withType(from.dtype, [&]<typename T>() {
        b.addLoop("own gather", {from.buffer, indices.buffer}, {to.buffer}, [=](StepContext& context) {
            const T* src = context.arena.data<const T>(from.buffer);
            T* dst = context.arena.data<T>(to.buffer);
            walk.run(context.arena.data<const std::int64_t>(indices.buffer),
                [&](std::size_t at, std::size_t offset) { dst[at] = src[offset]; });
        });
    });
    return {};
}

/// How a scattered update meets what is there.
enum class Combine : std::uint8_t { Replace, Add, Multiply, Min, Max };

Combine combineOf(const ProgramBuilder& b)
{
    const std::string reduction = b.attribute("reduction", std::string("none"));
    return reduction == "add" ? Combine::Add
        : reduction == "mul"  ? Combine::Multiply
        : reduction == "min"  ? Combine::Min
        : reduction == "max"  ? Combine::Max
                              : Combine::Replace;
}

template <typename T>
void combine(Combine how, T& place, T update)
{
    switch (how) {
    case Combine::Replace:
        place = update;
        return;
    case Combine::Add:
        place = static_cast<T>(place + update);
        return;
    case Combine::Multiply:
        place = static_cast<T>(place * update);
        return;
    case Combine::Min:
        place = std::min(place, update);
        return;
    case Combine::Max:
        place = std::max(place, update);
        return;
    }
}

// Inputs: data, indices, updates. \p walk says where in the data each slice of the updates goes.
template <typename Walk>
Result<void> compileScatter(ProgramBuilder& b, const Walk& walk, std::size_t slice)
{
    const Elements indices = readElementsAs(b, b.input(1), DType::Int64);
    if (picksFromNothing(b.dims(b.input(0)), indices.count))
        return refuseNothing(b);
    const Elements data = readElements(b, b.input(0)), updates = readElements(b, b.input(2));
    const Elements to = writeElements(b, b.output());
    withType(data.dtype, [&]<typename T>() {
        b.addLoop("own scatter", {data.buffer, indices.buffer, updates.buffer}, {to.buffer},
            [=, how = combineOf(b)](StepContext& context) {
                T* dst = context.arena.data<T>(to.buffer);
                const T* news = context.arena.data<const T>(updates.buffer);
                std::copy_n(context.arena.data<const T>(data.buffer), data.count, dst);
                walk.run(context.arena.data<const std::int64_t>(indices.buffer),
                    [&](std::size_t at, std::size_t offset) {
                        for (std::size_t i = 0; i < slice; ++i)
                            combine(how, dst[offset + i], news[at * slice + i]);
                    });
            });
    });
    return {};
}

Result<void> compileScatterElements(ProgramBuilder& b)
{
    const Dims dims = b.dims(b.input(0));
    const std::size_t axis = axisFromFront(b.attribute("axis", std::int64_t{0}), dims.size());
    return compileScatter(b, ElementWalk(dims, b.dims(b.input(1)), axis), 1);
}

/// Tuples of indices in the last axis of an index tensor, each naming a slice of the data.
struct Tuples
{
    std::size_t batches = 1; ///< Leading axes that data and indices share.
    std::size_t batchSize = 1; ///< Elements of the data in one batch.
    std::size_t perBatch = 1; ///< Tuples.
    Dims sizes; ///< Of the axes that a tuple names.
    std::size_t slice = 1; ///< Elements.

    Tuples(const Dims& data, const Dims& indices, std::size_t batchDims)
        : batches(countOf(std::span(data).first(batchDims)))
        , batchSize(countOf(std::span(data).subspan(batchDims)))
        , perBatch(countOf(std::span(indices).subspan(batchDims, indices.size() - batchDims - 1)))
    {
        const auto named = static_cast<std::size_t>(indices.back());
        sizes.assign(data.begin() + static_cast<std::ptrdiff_t>(batchDims),
            data.begin() + static_cast<std::ptrdiff_t>(batchDims + named));
        slice = countOf(std::span(data).subspan(batchDims + named));
    }
    /// Calls visit(number of the tuple, offset of its slice in the data).
    template <typename Visit>
    void run(const std::int64_t* picks, const Visit& visit) const
    {
        for (std::size_t tuple = 0; tuple < batches * perBatch; ++tuple) {
            std::size_t offset = 0;
            for (const std::int64_t size : sizes)
                offset = offset * static_cast<std::size_t>(size) + bounded(*picks++, size);
            visit(tuple, tuple / perBatch * batchSize + offset * slice);
        }
    }
};

Result<void> compileGatherNd(ProgramBuilder& b)
{
    const auto batchDims = static_cast<std::size_t>(b.attribute("batch_dims", std::int64_t{0}));
    const Tuples tuples(b.dims(b.input(0)), b.dims(b.input(1)), batchDims);
    const Elements indices = readElementsAs(b, b.input(1), DType::Int64);
    if (picksFromNothing(b.dims(b.input(0)), indices.count))
        return refuseNothing(b);
    const Elements from = readElements(b, b.input(0));
    const Elements to = writeElements(b, b.output());
    withType(from.dtype, [&]<typename T>() {
        b.addLoop("own gather", {from.buffer, indices.buffer}, {to.buffer}, [=](StepContext& context) {
            const T* src = context.arena.data<const T>(from.buffer);
            T* dst = context.arena.data<T>(to.buffer);
            tuples.run(context.arena.data<const std::int64_t>(indices.buffer),
                [&](std::size_t tuple, std::size_t offset) {
                    std::copy_n(src + offset, tuples.slice, dst + tuple * tuples.slice);
                });
        });
    });
    return {};
}

Result<void> compileScatterNd(ProgramBuilder& b)
{
    const Tuples tuples(b.dims(b.input(0)), b.dims(b.input(1)), 0);
    return compileScatter(b, tuples, tuples.slice);
}

// Inputs: indices, depth, [off value, on value].
Result<void> compileOneHot(ProgramBuilder& b)
{
    const Dims dims = b.dims(b.output());
    const AroundAxis around(dims, axisFromFront(b.attribute("axis", std::int64_t{-1}), dims.size()));
    const Elements indices = readElementsAs(b, b.input(0), DType::Int64);
    const Elements values = readElements(b, b.input(2));
    const Elements to = writeElements(b, b.output());
    withType(values.dtype, [&]<typename T>() {
        b.addLoop("own one-hot", {indices.buffer, values.buffer}, {to.buffer}, [=](StepContext& context) {
            const std::int64_t* picks = context.arena.data<const std::int64_t>(indices.buffer);
            const T* offOn = context.arena.data<const T>(values.buffer);
            T* dst = context.arena.data<T>(to.buffer);
            std::fill_n(dst, to.count, offOn[0]);
            const auto size = static_cast<std::size_t>(around.size);
            for (std::size_t at = 0; at < indices.count; ++at) {
                const std::int64_t index = picks[at] < 0 ? picks[at] + around.size : picks[at];
                if (index >= 0 && index < around.size)
                    dst[(at / around.inner * size + static_cast<std::size_t>(index)) * around.inner +
                        at % around.inner] = offOn[1];
            }
        });
    });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Gather", .compile = compileGather},
    {.name = "GatherElements", .compile = compileGatherElements},
    {.name = "GatherGrad", .domain = kTrainingDomain, .compile = compileGatherGradient},
    {.name = "GatherND", .compile = compileGatherNd},
    {.name = "OneHot", .compile = compileOneHot},
    {.name = "Scatter", .compile = compileScatterElements},
    {.name = "ScatterElements", .compile = compileScatterElements},
    {.name = "ScatterND", .compile = compileScatterNd},
};

}

std::span<const OpRun> gatherRuns()
{
    return kRows;
}

}
