// SPDX-License-Identifier: GPL-3.0-or-later
//
// Normalisations within a sample. Forward and backward describe the same rows (kernels/rownorm.h); the
// gradient works the moments out again from X, which is cheaper than keeping them.
#include "executor/ops/families.h"
#include "executor/ops/operands.h"
#include "kernels/rownorm.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

using kernels::RowNorm;
using DescribeRows = RowNorm (*)(const ProgramBuilder&, std::span<const std::int64_t> x);

RowNorm layerRows(const ProgramBuilder& b, std::span<const std::int64_t> x)
{
    const std::size_t axis = axisFromFront(b.attribute("axis", std::int64_t{-1}), x.size());
    return {.rows = countOf(x.first(axis)),
        .length = countOf(x.subspan(axis)),
        .epsilon = b.attribute("epsilon", 1e-5f)};
}

RowNorm rmsRows(const ProgramBuilder& b, std::span<const std::int64_t> x)
{
    RowNorm norm = layerRows(b, x);
    norm.centers = false;
    return norm;
}

RowNorm groupRows(const ProgramBuilder& b, std::span<const std::int64_t> x, std::size_t groups)
{
    const std::size_t pixels = countOf(x.subspan(2));
    const auto perGroup = static_cast<std::size_t>(x[1]) / groups;
    return {.rows = static_cast<std::size_t>(x[0]) * groups,
        .length = perGroup * pixels,
        .periods = groups,
        .inner = pixels,
        .epsilon = b.attribute("epsilon", 1e-5f)};
}

RowNorm instanceRows(const ProgramBuilder& b, std::span<const std::int64_t> x)
{
    return groupRows(b, x, static_cast<std::size_t>(x[1]));
}

RowNorm groupedRows(const ProgramBuilder& b, std::span<const std::int64_t> x)
{
    return groupRows(b, x, static_cast<std::size_t>(b.attribute("num_groups", std::int64_t{1})));
}

/// Memory for the moments of rows: outputs of the node or scratch.
struct Moments
{
    BufferId means;
    BufferId inverses;
};

Moments momentsOf(ProgramBuilder& b, const RowNorm& norm)
{
    const auto place = [&](std::size_t slot) {
        return b.hasOutput(slot) ? writeElements(b, b.output(slot)).buffer
                                 : b.scratchBytes(norm.rows * sizeof(float));
    };
    return {place(1), place(2)};
}

// One factor for a whole row of a single-pixel channel: inner counts as 1 then, and so do the factors.
bool fitsFactors(const RowNorm& norm, const Elements& factors)
{
    return !factors.buffer.isValid() || factors.count == norm.periods * (norm.length / norm.inner);
}

// Before opset 21 GroupNormalization had one factor for each group.
Elements perChannel(ProgramBuilder& b, const RowNorm& norm, Elements factors)
{
    const std::size_t wanted = norm.periods * (norm.length / norm.inner);
    if (!factors.buffer.isValid() || factors.count == wanted || factors.count == 0 ||
        wanted % factors.count != 0)
        return factors;
    const Elements repeated{b.scratchBytes(wanted * sizeof(float)), DType::Float32, wanted};
    b.addLoop("own repetition", {factors.buffer}, {repeated.buffer}, [=](StepContext& context) {
        const std::size_t times = wanted / factors.count;
        for (std::size_t i = 0; i < wanted; ++i)
            context.arena.data<float>(repeated.buffer)[i] =
                context.arena.data<const float>(factors.buffer)[i / times];
    });
    return repeated;
}

template <DescribeRows describeRows>
Result<void> compileRows(ProgramBuilder& b)
{
    const RowNorm norm = describeRows(b, b.dims(b.input(0)));
    const Elements x = readElements(b, b.input(0));
    const Elements scale =
        perChannel(b, norm, b.input(1).isValid() ? readElements(b, b.input(1)) : Elements{});
    const Elements shift =
        perChannel(b, norm, b.input(2).isValid() ? readElements(b, b.input(2)) : Elements{});
    if (x.dtype != DType::Float32 || !fitsFactors(norm, scale) || !fitsFactors(norm, shift))
        return b.refuse("This form of normalisation is not supported: its factors have an unusual shape.");
    const Elements y = writeElements(b, b.output());
    const Moments moments = momentsOf(b, norm);
    std::vector<BufferId> reads{x.buffer};
    for (const Elements& factors : {scale, shift}) {
        if (factors.buffer.isValid())
            reads.push_back(factors.buffer);
    }
    b.addLoop("own normalisation", std::move(reads), {y.buffer, moments.means, moments.inverses},
        [=](StepContext& context) {
            const auto values = [&](const Elements& e) {
                return e.buffer.isValid() ? context.arena.span<const float>(e.buffer, e.count)
                                          : std::span<const float>();
            };
            kernels::normalizeRows(norm, values(x), values(scale), values(shift),
                context.arena.span<float>(y.buffer, y.count),
                context.arena.span<float>(moments.means, norm.rows),
                context.arena.span<float>(moments.inverses, norm.rows));
        });
    return {};
}

// Inputs: dY, X, scale. Outputs: dX, dScale, dShift.
template <DescribeRows describeRows>
Result<void> compileRowsGradient(ProgramBuilder& b)
{
    const RowNorm norm = describeRows(b, b.dims(b.input(1)));
    const Elements dy = readElements(b, b.input(0)), x = readElements(b, b.input(1)),
                   scale = readElements(b, b.input(2));
    if (!fitsFactors(norm, scale))
        return b.refuse("The gradient of this form of normalisation is not supported.");
    const Elements dx = writeElements(b, b.output(0));
    const Elements dScale = writeElements(b, b.output(1));
    const Elements dShift = b.hasOutput(2)
        ? writeElements(b, b.output(2))
        : Elements{b.scratchBytes(dScale.count * sizeof(float)), DType::Float32, dScale.count};
    const BufferId means = b.scratchBytes(norm.rows * sizeof(float)),
                   inverses = b.scratchBytes(norm.rows * sizeof(float));
    b.addLoop("own normalisation gradient", {dy.buffer, x.buffer, scale.buffer},
        {dx.buffer, dScale.buffer, dShift.buffer, means, inverses}, [=](StepContext& context) {
            const auto in = [&](const Elements& e) {
                return context.arena.span<const float>(e.buffer, e.count);
            };
            const auto out = [&](const Elements& e) { return context.arena.span<float>(e.buffer, e.count); };
            const std::span<float> mean = context.arena.span<float>(means, norm.rows);
            const std::span<float> inverse = context.arena.span<float>(inverses, norm.rows);
            kernels::normalizeRows(norm, in(x), {}, {}, {}, mean, inverse);
            std::ranges::fill(out(dScale), 0.0f);
            std::ranges::fill(out(dShift), 0.0f);
            kernels::normalizeRowsGradient(
                norm, in(dy), in(x), in(scale), mean, inverse, out(dx), out(dScale), out(dShift));
        });
    return {};
}

// x / max(norm of x, tiny) along one axis, for the norms of order 1 and 2.
Result<void> compileLpNormalization(ProgramBuilder& b)
{
    const std::vector<std::int64_t> dims = b.dims(b.input(0));
    const std::size_t axis = axisFromFront(b.attribute("axis", std::int64_t{-1}), dims.size());
    const bool isSquare = b.attribute("p", std::int64_t{2}) == 2;
    const std::size_t inner = countOf(std::span(dims).subspan(axis + 1));
    const auto length = static_cast<std::size_t>(dims[axis]);
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    withType(x.dtype, [&]<typename T>() {
        b.addLoop("own normalisation", {x.buffer}, {y.buffer}, [=](StepContext& context) {
            for (std::size_t row = 0; row < x.count / length; ++row) {
                const std::size_t start = row / inner * length * inner + row % inner;
                const T* src = context.arena.data<const T>(x.buffer) + start;
                T* dst = context.arena.data<T>(y.buffer) + start;
                double sum = 0;
                for (std::size_t i = 0; i < length; ++i) {
                    const auto value = static_cast<double>(src[i * inner]);
                    sum += isSquare ? value * value : std::abs(value);
                }
                const double norm = isSquare ? std::sqrt(sum) : sum;
                for (std::size_t i = 0; i < length; ++i)
                    dst[i * inner] =
                        static_cast<T>(norm == 0 ? 0.0 : static_cast<double>(src[i * inner]) / norm);
            }
        });
    });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "GroupNormalization", .compile = compileRows<groupedRows>},
    {.name = "GroupNormalizationGrad",
        .domain = kTrainingDomain,
        .compile = compileRowsGradient<groupedRows>},
    {.name = "InstanceNormalization", .compile = compileRows<instanceRows>},
    {.name = "InstanceNormalizationGrad",
        .domain = kTrainingDomain,
        .compile = compileRowsGradient<instanceRows>},
    {.name = "LayerNormalization", .compile = compileRows<layerRows>},
    {.name = "LayerNormalizationGrad", .domain = kTrainingDomain, .compile = compileRowsGradient<layerRows>},
    {.name = "LpNormalization", .compile = compileLpNormalization},
    {.name = "RMSNormalization", .compile = compileRows<rmsRows>},
    {.name = "RMSNormalizationGrad", .domain = kTrainingDomain, .compile = compileRowsGradient<rmsRows>},
};

}

std::span<const OpRun> rowNormRuns()
{
    return kRows;
}

}
