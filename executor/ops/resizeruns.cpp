// SPDX-License-Identifier: GPL-3.0-or-later
//
// Resize and Upsample, one axis after the other. Along an axis each element of the result is a weighted sum
// of a few elements of the source ("taps"): one for nearest, two for linear, four for cubic, more when
// antialiasing. The gradient spreads along the same taps.
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace halftone {
namespace {

struct Tap
{
    std::size_t index = 0;
    double weight = 1;
};

/// The taps of every element along one axis, and what they miss: an extrapolated element is `outside` alone.
struct AxisTaps
{
    std::size_t axis = 0;
    std::vector<std::vector<Tap>> of;
    std::vector<bool> isOutside;
};

/// Attributes and operands, whatever the opset calls them.
struct Sampling
{
    std::string mode;
    std::string coordinates;
    std::string nearest;
    double cubic = -0.75;
    double outside = 0;
    bool excludesOutside = false;
    bool antialiases = false;
};

Sampling samplingOf(const ProgramBuilder& b)
{
    const bool isOld = b.graph().opset() < 11; // Upsample and Resize-10: asymmetric, rounded down.
    return {b.attribute("mode", std::string("nearest")),
        b.attribute("coordinate_transformation_mode", std::string(isOld ? "asymmetric" : "half_pixel")),
        b.attribute("nearest_mode", std::string(isOld ? "floor" : "round_prefer_floor")),
        static_cast<double>(b.attribute("cubic_coeff_a", -0.75f)),
        static_cast<double>(b.attribute("extrapolation_value", 0.0f)),
        b.attribute("exclude_outside", std::int64_t{0}) != 0, b.attribute("antialias", std::int64_t{0}) != 0};
}

/// One axis: sizes, the scale that the operands state, and the part of the source that is cropped out.
struct Span
{
    double from = 1;
    double to = 1;
    double scale = 1;
    double roiStart = 0;
    double roiEnd = 1;
};

double sourceCoordinate(const Sampling& s, const Span& span, double at)
{
    if (s.coordinates == "align_corners") {
        const double length = span.scale * span.from; // Not rounded where a scale is given.
        return length == 1 ? 0 : at * (span.from - 1) / (length - 1);
    }
    if (s.coordinates == "asymmetric")
        return at / span.scale;
    if (s.coordinates == "tf_crop_and_resize")
        return span.to > 1 ? span.roiStart * (span.from - 1) +
                at * (span.roiEnd - span.roiStart) * (span.from - 1) / (span.to - 1)
                           : 0.5 * (span.roiStart + span.roiEnd) * (span.from - 1);
    if (s.coordinates == "pytorch_half_pixel")
        return span.to == 1 ? -0.5 : (at + 0.5) / span.scale - 0.5;
    if (s.coordinates == "half_pixel_symmetric") {
        const double adjustment = span.to / (span.scale * span.from);
        return span.from / 2 * (1 - adjustment) + (at + 0.5) / span.scale - 0.5;
    }
    return (at + 0.5) / span.scale - 0.5;
}

double nearestIndex(const Sampling& s, double x)
{
    if (s.nearest == "floor")
        return std::floor(x);
    if (s.nearest == "ceil")
        return std::ceil(x);
    if (s.nearest == "round_prefer_ceil")
        return std::floor(x + 0.5);
    return std::ceil(x - 0.5);
}

// The kernels of Keys (cubic convolution, 1981) and of linear interpolation, at a distance from the sample.
double kernelAt(const Sampling& s, double distance)
{
    const double x = std::abs(distance);
    if (s.mode == "linear")
        return std::max(0.0, 1 - x);
    const double a = s.cubic;
    if (x <= 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0.0;
}

std::vector<Tap> tapsAt(const Sampling& s, const Span& span, double x)
{
    const auto bounded = [&](double index) {
        return static_cast<std::size_t>(std::clamp(index, 0.0, span.from - 1));
    };
    if (s.mode == "nearest")
        return {{bounded(nearestIndex(s, x)), 1.0}};
    // Antialiasing widens the kernel when the image shrinks.
    const double stretch = s.antialiases ? std::min(1.0, span.scale) : 1.0;
    const double reach = (s.mode == "linear" ? 1.0 : 2.0) / stretch;
    std::vector<Tap> taps;
    double total = 0;
    for (double index = std::ceil(x - reach); index <= std::floor(x + reach); ++index) {
        double weight = kernelAt(s, (x - index) * stretch);
        const bool isInside = index >= 0 && index < span.from;
        if (weight == 0 || (!isInside && s.excludesOutside))
            continue;
        taps.push_back({bounded(index), weight});
        total += weight;
    }
    for (Tap& tap : taps)
        tap.weight /= total;
    return taps;
}

AxisTaps makeTaps(const Sampling& s, const Span& span, std::size_t axis)
{
    AxisTaps taps{.axis = axis};
    for (double at = 0; at < span.to; ++at) {
        const double x = sourceCoordinate(s, span, at);
        taps.of.push_back(tapsAt(s, span, x));
        taps.isOutside.push_back(s.coordinates == "tf_crop_and_resize" && (x < 0 || x > span.from - 1));
    }
    return taps;
}

std::vector<double> numbersOf(const ProgramBuilder& b, std::size_t slot)
{
    const TensorData* data = constantInput(b, slot);
    return data ? toDoubles(*data) : std::vector<double>{};
}

// The scale that an axis is stated with, or the ratio of the sizes. An aspect ratio that is kept decides by
// sizes.
Result<std::vector<Span>> spansOf(
    const ProgramBuilder& b, std::span<const std::int64_t> from, std::span<const std::int64_t> to)
{
    const bool isOld = b.graph().opset() < 11;
    for (std::size_t slot = 1; slot < b.graph().inputs(b.node()).size(); ++slot) {
        if (b.input(slot).isValid() && !constantInput(b, slot))
            return b.refuse("The sizes and scales of Resize must be constants.");
    }
    std::vector<double> scales = numbersOf(b, isOld ? 1 : 2);
    if (const auto old = b.attribute("scales", std::vector<float>{}); !old.empty())
        scales.assign(old.begin(), old.end()); // Upsample of opset 7
    const std::vector<double> roi = isOld ? std::vector<double>{} : numbersOf(b, 1);
    std::vector<std::int64_t> axes(from.size());
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
        axes[axis] = static_cast<std::int64_t>(axis);
    axes = b.attribute("axes", axes);
    std::vector<Span> spans;
    for (std::size_t axis = 0; axis < from.size(); ++axis) {
        const auto source = static_cast<double>(from[axis]), result = static_cast<double>(to[axis]);
        spans.push_back({source, result, result / source});
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        Span& span = spans[axisFromFront(axes[i], from.size())];
        if (scales.size() == axes.size())
            span.scale = scales[i];
        if (roi.size() == 2 * axes.size()) {
            span.roiStart = roi[i];
            span.roiEnd = roi[axes.size() + i];
        }
    }
    if (b.attribute("keep_aspect_ratio_policy", std::string("stretch")) != "stretch") {
        const std::vector<double> sizes = numbersOf(b, 3);
        const bool isSmaller = b.attribute("keep_aspect_ratio_policy", std::string()) == "not_larger";
        double scale = isSmaller ? 1e300 : 0;
        for (std::size_t i = 0; i < std::min(sizes.size(), axes.size()); ++i) {
            const double ratio = sizes[i] / static_cast<double>(from[axisFromFront(axes[i], from.size())]);
            scale = isSmaller ? std::min(scale, ratio) : std::max(scale, ratio);
        }
        for (const std::int64_t axis : axes)
            spans[axisFromFront(axis, from.size())].scale = scale;
    }
    return spans;
}

/// One pass along an axis of a row-major tensor [outer, axis, inner].
struct Pass
{
    std::size_t outer = 1;
    std::size_t from = 1;
    std::size_t inner = 1;
    std::shared_ptr<const AxisTaps> taps;
    double outside = 0;

    void forward(const double* src, double* dst) const
    {
        const std::size_t to = taps->of.size();
        for (std::size_t row = 0; row < outer * to; ++row, dst += inner) {
            const std::size_t at = row % to;
            std::fill_n(dst, inner, taps->isOutside[at] ? outside : 0.0);
            if (taps->isOutside[at])
                continue;
            for (const Tap& tap : taps->of[at]) {
                const double* line = src + (row / to * from + tap.index) * inner;
                for (std::size_t i = 0; i < inner; ++i)
                    dst[i] += tap.weight * line[i];
            }
        }
    }
    void backward(const double* gradient, double* dst) const
    {
        const std::size_t to = taps->of.size();
        std::fill_n(dst, outer * from * inner, 0.0);
        for (std::size_t row = 0; row < outer * to; ++row, gradient += inner) {
            if (taps->isOutside[row % to])
                continue;
            for (const Tap& tap : taps->of[row % to]) {
                double* line = dst + (row / to * from + tap.index) * inner;
                for (std::size_t i = 0; i < inner; ++i)
                    line[i] += tap.weight * gradient[i];
            }
        }
    }
};

Result<std::vector<Pass>> passesOf(
    const ProgramBuilder& b, std::vector<std::int64_t> from, const std::vector<std::int64_t>& to)
{
    const auto spans = spansOf(b, from, to);
    if (!spans)
        return std::unexpected(spans.error());
    const Sampling sampling = samplingOf(b);
    std::vector<Pass> passes;
    for (std::size_t axis = 0; axis < from.size(); ++axis) {
        const bool isCropped = sampling.coordinates == "tf_crop_and_resize";
        if (from[axis] == to[axis] && (*spans)[axis].scale == 1 && !isCropped)
            continue;
        passes.push_back({countOf(std::span(from).first(axis)), static_cast<std::size_t>(from[axis]),
            countOf(std::span(from).subspan(axis + 1)),
            std::make_shared<const AxisTaps>(makeTaps(sampling, (*spans)[axis], axis)), sampling.outside});
        from[axis] = to[axis];
    }
    return passes;
}

/// Intermediate results in float64, so that the passes add no rounding of their own.
Result<void> addPasses(
    ProgramBuilder& b, const std::vector<Pass>& passes, ValueId from, ValueId to, bool isBackward)
{
    Elements now = readElementsAs(b, from, DType::Float64);
    for (std::size_t i = 0; i < passes.size(); ++i) {
        const Pass& pass = passes[isBackward ? passes.size() - 1 - i : i];
        const std::size_t count = pass.outer * pass.inner * (isBackward ? pass.from : pass.taps->of.size());
        const Elements next{b.scratchBytes(count * sizeof(double)), DType::Float64, count};
        b.addLoop("own resize", {now.buffer}, {next.buffer}, [=](StepContext& context) {
            const double* src = context.arena.data<const double>(now.buffer);
            double* dst = context.arena.data<double>(next.buffer);
            isBackward ? pass.backward(src, dst) : pass.forward(src, dst);
        });
        now = next;
    }
    addConversion(b, now, writeElements(b, to));
    return {};
}

Result<void> compileResize(ProgramBuilder& b)
{
    const auto passes = passesOf(b, b.dims(b.input(0)), b.dims(b.output()));
    return passes ? addPasses(b, *passes, b.input(0), b.output(), false) : std::unexpected(passes.error());
}

// Inputs: dY, then the operands of the Resize in their slots.
Result<void> compileResizeGradient(ProgramBuilder& b)
{
    const auto passes = passesOf(b, b.dims(b.output()), b.dims(b.input(0)));
    return passes ? addPasses(b, *passes, b.input(0), b.output(), true) : std::unexpected(passes.error());
}

constexpr OpRun kRows[] = {
    {.name = "Resize", .compile = compileResize, .constants = slots({1, 2, 3})},
    {.name = "ResizeGrad", .domain = kTrainingDomain, .compile = compileResizeGradient},
    {.name = "Upsample", .compile = compileResize, .constants = slots({1})},
    {.name = "UpsampleGrad", .domain = kTrainingDomain, .compile = compileResizeGradient},
};

}

std::span<const OpRun> resizeRuns()
{
    return kRows;
}

}
