// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether an element is kept is a function of the seed, the step and its row-major number (SplitMix64's
// mixing function by Steele, Lea and Flood, 2014), so no generator state has to be kept or split between
// threads.
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <cmath>

namespace halftone {
namespace {

std::uint64_t mixed(std::uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// The share of elements that are dropped: an attribute before opset 12, an input from there on.
Result<double> ratioOf(const ProgramBuilder& b, std::size_t slot)
{
    const auto attribute = static_cast<double>(b.attribute("ratio", 0.5f));
    if (!b.input(slot).isValid())
        return attribute;
    const TensorData* data = constantInput(b, slot);
    if (!data)
        return b.refuse("A computed ratio of Dropout is not supported.");
    const std::vector<double> values = toDoubles(*data);
    return values.empty() || !(values[0] >= 0 && values[0] < 1) ? attribute : values[0];
}

/// Keeps an element where the upper 32 bits of its random number are at least this.
std::uint64_t thresholdOf(double ratio)
{
    return static_cast<std::uint64_t>(std::ldexp(ratio, 32));
}

// Outside of a training graph there is no count of steps, and perhaps nobody wants the mask.
Result<void> compileDropping(ProgramBuilder& b, double ratio)
{
    const bool counts = b.input(3).isValid();
    const Elements x = readElements(b, b.input(0));
    if (x.dtype != DType::Float32)
        return b.refuse("A Dropout that drops float64 is not supported.");
    const Elements counter = counts ? readElements(b, b.input(3)) : Elements{};
    const Elements y = writeElements(b, b.output(0));
    const BufferId mask = b.hasOutput(1) ? writeElements(b, b.output(1)).buffer : b.scratchBytes(x.count);
    const auto seed = static_cast<std::uint64_t>(b.attribute("seed", std::int64_t{0}));
    const auto scale = static_cast<float>(1 / (1 - ratio));
    b.addLoop("own dropout", counts ? std::vector{x.buffer, counter.buffer} : std::vector{x.buffer},
        {y.buffer, mask}, [=, threshold = thresholdOf(ratio)](StepContext& context) {
            const auto step = counts
                ? static_cast<std::uint64_t>(*context.arena.data<const float>(counter.buffer))
                : std::uint64_t{0};
            const std::uint64_t start = mixed(mixed(seed) ^ step);
            for (std::size_t i = 0; i < x.count; ++i) {
                const bool isKept = mixed(start + i) >> 32 >= threshold;
                context.arena.data<bool>(mask)[i] = isKept;
                context.arena.data<float>(y.buffer)[i] =
                    isKept ? context.arena.data<const float>(x.buffer)[i] * scale : 0.0f;
            }
        });
    if (!counts)
        return {};
    const Elements next = writeElements(b, b.output(2));
    b.addLoop(
        "count of steps", {counter.buffer}, {next.buffer},
        [=](StepContext& context) {
            *context.arena.data<float>(next.buffer) = *context.arena.data<const float>(counter.buffer) + 1;
        },
        Stage::Carry);
    return {};
}

Result<void> compileDropout(ProgramBuilder& b)
{
    const auto ratio = ratioOf(b, 1);
    if (!ratio)
        return std::unexpected(ratio.error());
    const TensorData* training = constantInput(b, 2);
    if (b.attribute("training_mode", std::int64_t{0}) != 0 ||
        (training && toDoubles(*training)[0] != 0 && *ratio != 0))
        return compileDropping(b, *ratio);
    if (b.input(2).isValid() && !training && *ratio != 0)
        return b.refuse("A Dropout that drops by a computed condition is not supported.");
    const ValueId x = b.input(0);
    if (b.stored(x).dtype != b.stored(b.output()).dtype)
        addConversion(b, readElements(b, x), writeElements(b, b.output()));
    else
        b.alias(b.output(), b.stored(x).buffer, b.stored(x).layout);
    if (!b.hasOutput(1))
        return {};
    const Elements mask = writeElements(b, b.output(1));
    withType(mask.dtype, [&]<typename T>() {
        b.addLoop("own fill", {}, {mask.buffer}, [mask](StepContext& context) {
            std::fill_n(context.arena.data<T>(mask.buffer), mask.count, static_cast<T>(1));
        });
    });
    return {};
}

// Inputs: dY, mask, ratio.
Result<void> compileDropoutGradient(ProgramBuilder& b)
{
    const auto ratio = ratioOf(b, 2);
    if (!ratio)
        return std::unexpected(ratio.error());
    const Elements dy = readElements(b, b.input(0)), mask = readElements(b, b.input(1));
    const Elements dx = writeElements(b, b.output());
    const auto scale = static_cast<float>(1 / (1 - *ratio));
    b.addLoop("own dropout gradient", {dy.buffer, mask.buffer}, {dx.buffer}, [=](StepContext& context) {
        for (std::size_t i = 0; i < dy.count; ++i)
            context.arena.data<float>(dx.buffer)[i] = context.arena.data<const bool>(mask.buffer)[i]
                ? context.arena.data<const float>(dy.buffer)[i] * scale
                : 0.0f;
    });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Dropout", .compile = compileDropout, .constants = slots({1, 2})},
    {.name = "DropoutGrad", .domain = kTrainingDomain, .compile = compileDropoutGradient},
};

}

std::span<const OpRun> dropoutRuns()
{
    return kRows;
}

}
