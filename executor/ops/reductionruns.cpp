// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reductions over any axes. Sums of floats run on the vector loop for channels, which adds up in double; the
// others walk the elements once and are as exact.
#include "executor/ops/families.h"
#include "executor/ops/halfsums.h"
#include "executor/ops/operands.h"
#include "kernels/channelnorm.h"
#include "kernels/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace halftone {
namespace {

// In blocked memory the channels of a block lie together.
void sumBlockedChannels(const kernels::FloatSource& source, const kernels::ChannelShape& shape,
    std::size_t block, std::span<float> sums)
{
    const kernels::ChannelBlocks blocks{.samples = shape.batch,
        .blocks = (shape.channels + block - 1) / block,
        .pixels = shape.inner,
        .lanes = block,
        .channels = shape.channels};
    kernels::channelSums(blocks, source, sums);
}

void sumChannels(
    const kernels::FloatSource& source, kernels::ChannelShape shape, Layout layout, std::span<float> sums)
{
    if (layout == Layout::Blocked8 || layout == Layout::Blocked16)
        return sumBlockedChannels(source, shape, layout == Layout::Blocked8 ? 8 : 16, sums);
    if (layout == Layout::ChannelsLast)
        shape = {.batch = shape.batch * shape.inner, .channels = shape.channels, .inner = 1};
    kernels::channelSum(source, shape, sums);
}

Result<void> compileBiasGrad(ProgramBuilder& b)
{
    const StoredValue dy = b.stored(b.input(0));
    if (b.accumulatesInHalf()) {
        std::vector<std::int64_t> reduced(dy.dims.size(), 1);
        reduced[1] = dy.dims[1];
        return compileHalfReduction(b, reduced, 1);
    }
    kernels::ChannelShape shape{
        .batch = static_cast<std::size_t>(dy.dims[0]), .channels = static_cast<std::size_t>(dy.dims[1])};
    for (std::size_t axis = 2; axis < dy.dims.size(); ++axis)
        shape.inner *= static_cast<std::size_t>(dy.dims[axis]);
    const FloatOperand in = readFloats(b, b.input(0), dy.layout);
    const Operand out = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own channel sum", {in.buffer}, {out.buffer},
        [shape, layout = dy.layout, in, to = out.buffer](StepContext& context) {
            sumChannels(in.at(context), shape, layout, context.arena.span<float>(to, shape.channels));
        });
    return {};
}

/// One reduction: how a term enters, how terms meet, and what becomes of the whole.
struct Reduction
{
    double start = 0;
    double (*term)(double) = [](double x) { return x; };
    double (*meet)(double, double) = [](double total, double next) { return total + next; };
    double (*finish)(double sum, double count) = [](double total, double) { return total; };
    bool isPlainSum = false; ///< A sum of the elements,
    bool isMean = false; ///< divided by their number.
};

double square(double x)
{
    return x * x;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr Reduction kSum{.isPlainSum = true};
constexpr Reduction kMean{
    .finish = [](double sum, double count) { return sum / count; }, .isPlainSum = true, .isMean = true};
constexpr Reduction kMax{
    .start = -kInfinity, .meet = [](double a, double b) { return b > a || b != b ? b : a; }};
constexpr Reduction kMin{
    .start = kInfinity, .meet = [](double a, double b) { return b < a || b != b ? b : a; }};
constexpr Reduction kProd{.start = 1, .meet = [](double a, double b) { return a * b; }};
constexpr Reduction kL1{.term = [](double x) { return std::abs(x); }};
constexpr Reduction kL2{.term = square, .finish = [](double sum, double) { return std::sqrt(sum); }};
constexpr Reduction kLogSum{.finish = [](double sum, double) { return std::log(sum); }};
constexpr Reduction kSumSquare{.term = square};

/// Axes as pairs: what stays and what is added up, in the order of memory.
struct Axes
{
    std::vector<std::size_t> sizes;
    std::vector<bool> isReduced;
    std::size_t reducedCount = 1;

    Axes(std::span<const std::int64_t> dims, const std::vector<bool>& reduced)
    {
        for (std::size_t axis = 0; axis < dims.size(); ++axis) {
            const auto size = static_cast<std::size_t>(dims[axis]);
            reducedCount *= reduced[axis] ? size : 1;
            if (size == 1)
                continue;
            if (!sizes.empty() && isReduced.back() == reduced[axis]) {
                sizes.back() *= size;
                continue;
            }
            sizes.push_back(size);
            isReduced.push_back(reduced[axis]);
        }
    }
    /// Calls visit(position in the result) for the elements in the order of memory.
    template <typename Visit>
    void forEachElement(const Visit& visit) const
    {
        walk(0, 0, visit);
    }
    /// Sums as channelSum() takes them: [reduced, kept, reduced], or that with two kept axes around one.
    struct ChannelSums
    {
        std::size_t repeats = 1;
        kernels::ChannelShape shape;
    };
    std::optional<ChannelSums> asChannels() const
    {
        const bool startsReduced = !isReduced.empty() && isReduced.front();
        if (sizes.size() > 3)
            return std::nullopt;
        std::vector<std::size_t> groups = sizes;
        groups.resize(3, 1);
        if (sizes.size() == 1 && startsReduced)
            return ChannelSums{1, {.batch = 1, .channels = 1, .inner = groups[0]}};
        if (startsReduced)
            return ChannelSums{1, {.batch = groups[0], .channels = groups[1], .inner = groups[2]}};
        if (sizes.size() == 3)
            return ChannelSums{groups[0], {.batch = groups[1], .channels = groups[2], .inner = 1}};
        return ChannelSums{1, {.batch = 1, .channels = groups[0], .inner = groups[1]}};
    }

private:
    template <typename Visit>
    void walk(std::size_t depth, std::size_t at, const Visit& visit) const
    {
        if (depth == sizes.size())
            return visit(at);
        for (std::size_t i = 0; i < sizes[depth]; ++i)
            walk(depth + 1, isReduced[depth] ? at : at * sizes[depth] + i, visit);
    }
};

std::vector<bool> reducedAxes(
    const ProgramBuilder& b, const std::vector<std::int64_t>& axes, std::size_t rank)
{
    const bool takesAll = axes.empty() && b.attribute("noop_with_empty_axes", std::int64_t{0}) == 0;
    std::vector<bool> reduced(rank, takesAll);
    for (const std::int64_t axis : axes)
        reduced[axisFromFront(axis, rank)] = true;
    return reduced;
}

void addFloatSum(ProgramBuilder& b, const Axes::ChannelSums& sums, const FloatOperand& x, const Elements& y,
    double divisor)
{
    b.addLoop("own sum", {x.buffer}, {y.buffer}, [=](StepContext& context) {
        const std::size_t elements = x.count / sums.repeats;
        for (std::size_t i = 0; i < sums.repeats; ++i)
            kernels::channelSum(x.at(context).subspan(i * elements, elements), sums.shape,
                context.arena.span<float>(y.buffer, y.count)
                    .subspan(i * sums.shape.channels, sums.shape.channels));
        if (divisor == 1.0)
            return;
        for (float& sum : context.arena.span<float>(y.buffer, y.count))
            sum = static_cast<float>(static_cast<double>(sum) / divisor);
    });
}

void addReduction(
    ProgramBuilder& b, const Reduction& reduction, const Axes& axes, const Elements& x, const Elements& y)
{
    const BufferId sums = b.scratchBytes(y.count * sizeof(double));
    withType(x.dtype, [&]<typename T>() {
        b.addLoop("own reduction", {x.buffer}, {y.buffer, sums}, [=](StepContext& context) {
            const T* src = context.arena.data<const T>(x.buffer);
            const std::span<double> totals = context.arena.span<double>(sums, y.count);
            std::ranges::fill(totals, reduction.start);
            axes.forEachElement([&](std::size_t at) {
                totals[at] = reduction.meet(totals[at], reduction.term(static_cast<double>(*src++)));
            });
            T* dst = context.arena.data<T>(y.buffer);
            for (std::size_t at = 0; at < y.count; ++at)
                dst[at] =
                    static_cast<T>(reduction.finish(totals[at], static_cast<double>(axes.reducedCount)));
        });
    });
}

Result<std::vector<bool>> reducedOf(const ProgramBuilder& b)
{
    if (b.input(1).isValid() && !constantInput(b, 1))
        return b.refuse("A reduction over computed axes is not supported.");
    return reducedAxes(
        b, integersOf(b, 1, "axes").value_or(std::vector<std::int64_t>{}), b.dims(b.input(0)).size());
}

Result<Axes> axesOf(const ProgramBuilder& b)
{
    const auto reduced = reducedOf(b);
    if (!reduced)
        return std::unexpected(reduced.error());
    return Axes(b.dims(b.input(0)), *reduced);
}

Result<void> compileNarrowSum(ProgramBuilder& b, bool isMean)
{
    const auto reduced = reducedOf(b);
    if (!reduced)
        return std::unexpected(reduced.error());
    std::vector<std::int64_t> dims = b.dims(b.input(0));
    float terms = 1;
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        if ((*reduced)[axis])
            terms *= static_cast<float>(std::exchange(dims[axis], 1));
    }
    return compileHalfReduction(b, dims, isMean ? 1 / terms : 1.0f);
}

template <const Reduction& reduction>
Result<void> compileReduction(ProgramBuilder& b)
{
    if (reduction.isPlainSum && b.accumulatesInHalf() && isReducibleFloat(b.stored(b.input(0)).dtype))
        return compileNarrowSum(b, reduction.isMean);
    const auto axes = axesOf(b);
    if (!axes)
        return std::unexpected(axes.error());
    const StoredValue& operand = b.stored(b.input(0));
    if (operand.dtype != b.stored(b.output()).dtype)
        return b.refuse("The result has another type than the operand.");
    const auto channels = axes->asChannels();
    if (reduction.isPlainSum && isReducibleFloat(operand.dtype) && channels && countOf(operand.dims) > 0) {
        const FloatOperand x = readFloats(b, b.input(0), Layout::Plain);
        addFloatSum(b, *channels, x, writeElements(b, b.output()),
            reduction.isMean ? static_cast<double>(axes->reducedCount) : 1.0);
        return {};
    }
    const Elements x = readElements(b, b.input(0));
    addReduction(b, reduction, *axes, x, writeElements(b, b.output()));
    return {};
}

// log(sum(exp(x))), with the largest term taken out first so that exp() cannot overflow.
Result<void> compileLogSumExp(ProgramBuilder& b)
{
    const auto axes = axesOf(b);
    if (!axes)
        return std::unexpected(axes.error());
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    const BufferId largest = b.scratchBytes(y.count * sizeof(double)),
                   sums = b.scratchBytes(y.count * sizeof(double));
    withType(x.dtype, [&]<typename T>() {
        b.addLoop(
            "own reduction", {x.buffer}, {y.buffer, largest, sums}, [=, axes = *axes](StepContext& context) {
                double* top = context.arena.data<double>(largest);
                double* sum = context.arena.data<double>(sums);
                std::fill_n(top, y.count, -kInfinity);
                std::fill_n(sum, y.count, 0.0);
                const T* src = context.arena.data<const T>(x.buffer);
                axes.forEachElement(
                    [&](std::size_t at) { top[at] = kMax.meet(top[at], static_cast<double>(*src++)); });
                src = context.arena.data<const T>(x.buffer);
                axes.forEachElement([&](std::size_t at) {
                    const auto value = static_cast<double>(*src++);
                    sum[at] +=
                        std::isinf(top[at]) ? (value == top[at] ? 1.0 : 0.0) : std::exp(value - top[at]);
                });
                for (std::size_t at = 0; at < y.count; ++at)
                    context.arena.data<T>(y.buffer)[at] = static_cast<T>(top[at] + std::log(sum[at]));
            });
    });
    return {};
}

constexpr std::uint32_t kAxes = slots({1});

constexpr OpRun kRows[] = {
    {.name = "BiasGrad", .domain = kTrainingDomain, .compile = compileBiasGrad},
    {.name = "ReduceL1", .compile = compileReduction<kL1>, .constants = kAxes},
    {.name = "ReduceL2", .compile = compileReduction<kL2>, .constants = kAxes},
    {.name = "ReduceLogSum", .compile = compileReduction<kLogSum>, .constants = kAxes},
    {.name = "ReduceLogSumExp", .compile = compileLogSumExp, .constants = kAxes},
    {.name = "ReduceMax", .compile = compileReduction<kMax>, .constants = kAxes},
    {.name = "ReduceMean", .compile = compileReduction<kMean>, .constants = kAxes},
    {.name = "ReduceMin", .compile = compileReduction<kMin>, .constants = kAxes},
    {.name = "ReduceProd", .compile = compileReduction<kProd>, .constants = kAxes},
    {.name = "ReduceSum", .compile = compileReduction<kSum>, .constants = kAxes},
    {.name = "ReduceSumSquare", .compile = compileReduction<kSumSquare>, .constants = kAxes},
};

}

std::span<const OpRun> reductionRuns()
{
    return kRows;
}

}
