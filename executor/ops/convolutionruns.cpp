// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"
#include "executor/ops/families.h"
#include "executor/ops/window.h"
#include "kernels/narrowconvolution.h"

#include <algorithm>

namespace halftone {
namespace {

using dnnl::convolution_backward_data;
using dnnl::convolution_backward_weights;
using dnnl::convolution_forward;
using DataType = dnnl::memory::data_type;

constexpr auto kDirect = dnnl::algorithm::convolution_direct;
constexpr std::int64_t kNarrowBlock = 8; ///< Channels in the smallest block.

/// Sizes of one convolution: X [N, C, pixels], W [O, C/G, kernel] or [G, O/G, C/G, kernel], Y [N, O, pixels].
struct Geometry
{
    std::vector<std::int64_t> x;
    std::vector<std::int64_t> w;
    std::vector<std::int64_t> y;
    Window window;

    Geometry(const ProgramBuilder& b, ValueId xId, ValueId wId, ValueId yId)
        : x(b.dims(xId))
        , w(b.dims(wId))
        , y(b.dims(yId))
    {
        const std::vector<std::int64_t> kernel(w.begin() + 2, w.end());
        window = readWindow(
            b.graph().node(b.node()).attributes, kernel, std::span(x).subspan(2), std::span(y).subspan(2));
        const std::int64_t group = b.attribute("group", std::int64_t{1});
        if (group > 1) {
            w[0] /= group;
            w.insert(w.begin(), group);
        }
    }
    std::int64_t outputChannels() const { return y[1]; }
    dnnl::memory::desc weights(DataType type) const
    {
        return {dnnl::memory::dims(w.begin(), w.end()), type, dnnl::memory::format_tag::any};
    }
};

/// Y is in float32, whatever the operands are.
convolution_forward::primitive_desc describeForward(const ProgramBuilder& b, const Geometry& g, DataType type,
    const LayoutPair& layouts, const dnnl::memory::desc& bias)
{
    return {b.engine(), dnnl::prop_kind::forward_training, kDirect, describe(g.x, type, layouts.source),
        g.weights(type), bias, describe(g.y, DataType::f32, layouts.destination), g.window.strides,
        g.window.dilations, g.window.padBefore, g.window.padAfter, dnnl::primitive_attr(), true};
}

// Backward primitives are described with a forward one of any layout as a hint.
convolution_forward::primitive_desc describeHint(const ProgramBuilder& b, const Geometry& g, DataType type)
{
    return describeForward(b, g, type, {}, dnnl::memory::desc());
}

/// The convolution as our own loops for few input channels see it; nullopt where they do not fit.
std::optional<kernels::NarrowConvolution> shapeOf(const Geometry& g)
{
    if (g.x.size() != 4 || g.w.size() != 4 ||
        std::ranges::any_of(g.window.dilations, [](std::int64_t gap) { return gap != 0; }) ||
        std::ranges::any_of(g.window.padBefore, [](std::int64_t pad) { return pad < 0; }))
        return std::nullopt;
    const auto size = [](std::int64_t number) { return static_cast<std::size_t>(number); };
    return kernels::NarrowConvolution{.samples = size(g.x[0]),
        .inputs = size(g.x[1]),
        .height = size(g.x[2]),
        .width = size(g.x[3]),
        .outputs = size(g.y[1]),
        .outputHeight = size(g.y[2]),
        .outputWidth = size(g.y[3]),
        .kernelHeight = size(g.w[2]),
        .kernelWidth = size(g.w[3]),
        .strideY = size(g.window.strides[0]),
        .strideX = size(g.window.strides[1]),
        .padTop = size(g.window.padBefore[0]),
        .padLeft = size(g.window.padBefore[1])};
}

/// For the convolution itself and its weight gradient.
std::optional<kernels::NarrowConvolution> narrowOf(const Geometry& g, Layout ofY)
{
    const auto shape = shapeOf(g);
    return shape && ofY == Layout::Blocked8 && kernels::isNarrow(*shape) ? shape : std::nullopt;
}

/// For the gradient of an input whose channels leave a part of their block empty.
std::optional<kernels::NarrowConvolution> narrowInputOf(const Geometry& g, Layout ofY, Layout ofX)
{
    const auto shape = shapeOf(g);
    const bool isBlocked = ofX == Layout::Blocked8 && (ofY == Layout::Blocked8 || ofY == Layout::Blocked16);
    return shape && isBlocked && g.x[1] < kNarrowBlock && kernels::hasNarrowInput(*shape) ? shape
                                                                                          : std::nullopt;
}

std::size_t elementsOf(const Operand& operand)
{
    return operand.desc.get_size() / sizeof(float);
}

Result<void> compileNarrowConv(ProgramBuilder& b, const kernels::NarrowConvolution& shape)
{
    const Operand x = b.readFloat(b.input(0), Layout::Plain), w = b.readFloat(b.input(1), Layout::Plain);
    const Operand bias = b.input(2).isValid() ? b.readFloat(b.input(2), Layout::Plain) : Operand{};
    const Operand y = b.writeFloat(b.output(), Layout::Blocked8);
    std::vector<BufferId> reads{x.buffer, w.buffer};
    if (bias.buffer.isValid())
        reads.push_back(bias.buffer);
    b.addLoop("own narrow convolution", std::move(reads), {y.buffer},
        [shape, from = x.buffer, weights = w.buffer, add = bias.buffer, to = y.buffer, xCount = elementsOf(x),
            wCount = elementsOf(w), yCount = elementsOf(y)](StepContext& context) {
            kernels::narrowConvolution(shape, context.arena.span<const float>(from, xCount),
                context.arena.span<const float>(weights, wCount),
                add.isValid() ? context.arena.span<const float>(add, shape.outputs)
                              : std::span<const float>(),
                context.arena.span<float>(to, yCount));
        });
    return {};
}

// Left alone, oneDNN takes blocks of 16 channels wherever the processor has vectors that wide. Few channels
// pad them out: LeNet's first 6 cost 2.7 times the arithmetic and the memory, in this node and in all behind
// it.
std::vector<LayoutPair> forwardCandidates(Layout stored, std::int64_t outputChannels)
{
    std::vector<LayoutPair> candidates = layoutCandidates(stored);
    if (outputChannels <= kNarrowBlock)
        candidates.insert(candidates.begin(), {stored, Layout::Blocked8});
    return candidates;
}

// oneDNN 3.7 gives wrong numbers here: one input channel, one column of results, and a stride along it.
bool isMiscomputed(const Geometry& g, std::string_view implementation)
{
    return g.x[1] == 1 && g.y.back() == 1 && g.window.strides.back() > 1 &&
        implementation.contains("brg_conv_fwd");
}

// Convolutions of 16-bit operands are worth it on matrix units (AMX). Those that widen in vectors
// (AVX512-FP16, AVX512-BF16) take up to twice as long as float32's with all that widening and rounding costs,
// since they want channels last.
constexpr auto beatsFloat32Convolution = runsOnMatrixUnits;

Result<void> compileConv(ProgramBuilder& b)
{
    const ValueId x = b.input(0), w = b.input(1), bias = b.input(2), y = b.output();
    const Geometry g(b, x, w, y);
    const auto biasDesc = [&](DataType type) {
        return bias.isValid() ? dnnl::memory::desc({g.outputChannels()}, type, dnnl::memory::format_tag::a)
                              : dnnl::memory::desc();
    };
    const std::vector<LayoutPair> candidates = forwardCandidates(b.stored(x).layout, g.outputChannels());
    const auto describeIn = [&](DataType type) {
        return choose<convolution_forward::primitive_desc>(
            candidates,
            [&](const LayoutPair& layouts) { return describeForward(b, g, type, layouts, biasDesc(type)); },
            [&g](const auto& description) {
                return layoutOf(description.src_desc()) && layoutOf(description.dst_desc()) &&
                    !isMiscomputed(g, description.impl_info_str());
            });
    };
    // Our own loops for few channels beat primitives for 16-bit operands, too, which pad channels out.
    if (const auto wide = describeIn(DataType::f32)) {
        if (const auto narrow = narrowOf(g, *layoutOf(wide->dst_desc())))
            return compileNarrowConv(b, *narrow);
    }
    const auto native = bias.isValid() ? nativeType(b, {x, w, bias}) : nativeType(b, {x, w});
    const auto description = choosePath(b, native, describeIn, beatsFloat32Convolution).description;
    if (!description)
        return b.refuse("oneDNN has no convolution of this form.");
    const Layout layout = *layoutOf(description->dst_desc());

    ProgramBuilder::Arguments inputs{{DNNL_ARG_SRC, b.read(x, description->src_desc())},
        {DNNL_ARG_WEIGHTS, b.read(w, description->weights_desc())}};
    if (bias.isValid())
        inputs.emplace_back(DNNL_ARG_BIAS, b.read(bias, description->bias_desc()));
    const Operand output = b.writeFloat(y, layout);
    b.addPrimitive(
        convolution_forward(*description), description->impl_info_str(), inputs, {{DNNL_ARG_DST, output}});
    return {};
}

/// One backward convolution for data: what goes in, the weights, what comes out and the layout it best has.
struct BackwardData
{
    ValueId dy;
    ValueId w;
    ValueId dx;
    Layout like;
};

struct BackwardResult
{
    Operand output;
    Layout layout;
};

BackwardResult addNarrowBackwardData(
    ProgramBuilder& b, const BackwardData& pass, const kernels::NarrowConvolution& shape)
{
    const Layout layout = b.stored(pass.dy).layout;
    const Operand dy = b.readFloat(pass.dy, layout), w = b.readFloat(pass.w, Layout::Plain);
    const Operand dx = b.writeFloat(pass.dx, Layout::Blocked8);
    const std::size_t room = kernels::narrowInputScratch(shape);
    const BufferId scratch = b.scratchBytes(room * sizeof(float));
    b.addLoop("own narrow convolution", {dy.buffer, w.buffer}, {dx.buffer, scratch},
        [shape, room, scratch, gradient = dy.buffer, weights = w.buffer, to = dx.buffer,
            lanes = layout == Layout::Blocked8 ? 8u : 16u, dyCount = elementsOf(dy), wCount = elementsOf(w),
            dxCount = elementsOf(dx)](StepContext& context) {
            kernels::narrowInputGradient(shape, context.arena.span<const float>(gradient, dyCount), lanes,
                context.arena.span<const float>(weights, wCount), context.arena.span<float>(scratch, room),
                context.arena.span<float>(to, dxCount));
        });
    return {dx, Layout::Blocked8};
}

Result<BackwardResult> addBackwardData(ProgramBuilder& b, const BackwardData& pass)
{
    const Geometry g(b, pass.dx, pass.w, pass.dy);
    std::vector<LayoutPair> candidates{{b.stored(pass.dy).layout, pass.like}, {std::nullopt, pass.like}};
    for (const LayoutPair& candidate : layoutCandidates(b.stored(pass.dy).layout))
        candidates.push_back(candidate);
    const auto describeIn = [&](DataType type) -> std::optional<convolution_backward_data::primitive_desc> {
        const auto hint = describeHint(b, g, type);
        if (!hint)
            return std::nullopt;
        return choose<convolution_backward_data::primitive_desc>(
            candidates,
            [&](const LayoutPair& layouts) {
                return convolution_backward_data::primitive_desc(b.engine(), kDirect,
                    describe(g.x, DataType::f32, layouts.destination), g.weights(type),
                    describe(g.y, type, layouts.source), g.window.strides, g.window.dilations,
                    g.window.padBefore, g.window.padAfter, hint, dnnl::primitive_attr(), true);
            },
            [](const auto& d) { return layoutOf(d.diff_src_desc()) && layoutOf(d.diff_dst_desc()); });
    };
    if (const auto narrow = narrowInputOf(g, b.stored(pass.dy).layout, pass.like))
        return addNarrowBackwardData(b, pass, *narrow);
    const auto description =
        choosePath(b, nativeType(b, {pass.dy, pass.w}), describeIn, beatsFloat32Convolution).description;
    if (!description)
        return b.refuse("oneDNN has no backward convolution of this form.");
    const ProgramBuilder::Arguments inputs{{DNNL_ARG_DIFF_DST, b.read(pass.dy, description->diff_dst_desc())},
        {DNNL_ARG_WEIGHTS, b.read(pass.w, description->weights_desc())}};
    const Layout layout = *layoutOf(description->diff_src_desc());
    const Operand output = b.writeFloat(pass.dx, layout);
    b.addPrimitive(convolution_backward_data(*description), description->impl_info_str(), inputs,
        {{DNNL_ARG_DIFF_SRC, output}});
    return BackwardResult{output, layout};
}

// Inputs: dY, W. The result takes the layout of X, so that what follows it backwards finds both alike.
Result<void> compileConvGradInput(ProgramBuilder& b)
{
    const NodeId origin = b.graph().node(b.node()).origin;
    const Layout like = origin.isValid() ? b.layoutLike(b.graph().inputs(origin)[0]) : Layout::Plain;
    const auto added = addBackwardData(b, {b.input(0), b.input(1), b.output(), like});
    return added ? Result<void>() : std::unexpected(added.error());
}

void addBias(ProgramBuilder& b, const Operand& output, std::span<const std::int64_t> dims, ValueId bias)
{
    const Operand values = b.readFloat(bias, Layout::Plain);
    const auto channels = static_cast<std::size_t>(dims[1]);
    const std::size_t pixels = paddedElements(dims.subspan(2), Layout::Plain);
    const std::size_t planes = static_cast<std::size_t>(dims[0]) * channels;
    b.addLoop("own bias", {output.buffer, values.buffer}, {output.buffer},
        [=, at = output.buffer, add = values.buffer](StepContext& context) {
            float* plane = context.arena.data<float>(at);
            for (std::size_t i = 0; i < planes; ++i, plane += pixels) {
                const float shift = context.arena.data<const float>(add)[i % channels];
                for (std::size_t pixel = 0; pixel < pixels; ++pixel)
                    plane[pixel] += shift;
            }
        });
}

// Inputs: X, W, bias. It is the gradient of a convolution for its input; the bias is added to the float32
// result, which is rounded once behind it.
Result<void> compileConvTranspose(ProgramBuilder& b)
{
    const ValueId x = b.input(0), y = b.output(), bias = b.input(2);
    if (!bias.isValid()) {
        const auto added = addBackwardData(b, {x, b.input(1), y, b.stored(x).layout});
        return added ? Result<void>() : std::unexpected(added.error());
    }
    const Geometry g(b, y, b.input(1), x);
    const auto hint = describeHint(b, g, DataType::f32);
    const dnnl::memory::desc plainY = describe(g.x, DataType::f32, Layout::Plain);
    const convolution_backward_data::primitive_desc description(b.engine(), kDirect, plainY,
        g.weights(DataType::f32), describe(g.y, DataType::f32, std::nullopt), g.window.strides,
        g.window.dilations, g.window.padBefore, g.window.padAfter, hint, dnnl::primitive_attr(), true);
    if (!description)
        return b.refuse("oneDNN has no transposed convolution of this form.");
    const Operand output = b.writeFloat(y, Layout::Plain);
    b.addPrimitive(convolution_backward_data(description), description.impl_info_str(),
        {{DNNL_ARG_DIFF_DST, b.read(x, description.diff_dst_desc())},
            {DNNL_ARG_WEIGHTS, b.read(b.input(1), description.weights_desc())}},
        {{DNNL_ARG_DIFF_SRC, output}});
    addBias(b, output, g.x, bias);
    return {};
}

// The gradient of weights leaves oneDNN in a layout of its own and is put into row-major order for the
// update.
void writeWeightGradient(ProgramBuilder& b, ValueId dw,
    const convolution_backward_weights::primitive_desc& description, const Geometry& g,
    const ProgramBuilder::Arguments& inputs)
{
    const dnnl::memory::desc plain = describe(g.w, DataType::f32, Layout::Plain);
    const Operand result = b.writeFloat(dw, Layout::Plain);
    const bool isPlain = description.diff_weights_desc() == plain;
    const Operand raw = isPlain ? Operand{result.buffer, plain} : b.scratch(description.diff_weights_desc());
    b.addPrimitive(convolution_backward_weights(description), description.impl_info_str(), inputs,
        {{DNNL_ARG_DIFF_WEIGHTS, raw}});
    if (isPlain)
        return;
    const dnnl::reorder::primitive_desc reorder(b.engine(), raw.desc, b.engine(), plain);
    b.addPrimitive(dnnl::reorder(reorder), "reorder", {{DNNL_ARG_FROM, raw}},
        {{DNNL_ARG_TO, Operand{result.buffer, plain}}});
}

Result<void> compileNarrowGradWeight(ProgramBuilder& b, const kernels::NarrowConvolution& shape)
{
    const Operand dy = b.readFloat(b.input(0), Layout::Blocked8), x = b.readFloat(b.input(1), Layout::Plain);
    const Operand dw = b.writeFloat(b.output(), Layout::Plain);
    b.addLoop("own narrow convolution", {dy.buffer, x.buffer}, {dw.buffer},
        [shape, from = x.buffer, gradient = dy.buffer, to = dw.buffer, xCount = elementsOf(x),
            dyCount = elementsOf(dy), dwCount = elementsOf(dw)](StepContext& context) {
            kernels::narrowWeightGradient(shape, context.arena.span<const float>(from, xCount),
                context.arena.span<const float>(gradient, dyCount), context.arena.span<float>(to, dwCount));
        });
    return {};
}

// Few input channels pad out a block, which channels last does not. The gradient must lie so already, as one
// with a single block of channels does: it is the larger of the two.
std::vector<LayoutPair> weightGradientCandidates(const StoredValue& x, const StoredValue& dy)
{
    std::vector<LayoutPair> candidates{{x.layout, dy.layout}, {std::nullopt, dy.layout}};
    if (x.dims[1] < kNarrowBlock && areAlike(dy.dims, dy.layout, Layout::ChannelsLast))
        candidates.insert(candidates.begin(), {Layout::ChannelsLast, Layout::ChannelsLast});
    for (const LayoutPair& candidate : layoutCandidates(x.layout))
        candidates.push_back(candidate);
    return candidates;
}

// Inputs: dY, X.
Result<void> compileConvGradWeight(ProgramBuilder& b)
{
    const ValueId dy = b.input(0), x = b.input(1), dw = b.output();
    const Geometry g(b, x, dw, dy);
    const std::vector<LayoutPair> candidates = weightGradientCandidates(b.stored(x), b.stored(dy));
    const auto describeIn =
        [&](DataType type) -> std::optional<convolution_backward_weights::primitive_desc> {
        const auto hint = describeHint(b, g, type);
        if (!hint)
            return std::nullopt;
        return choose<convolution_backward_weights::primitive_desc>(
            candidates,
            [&](const LayoutPair& layouts) {
                return convolution_backward_weights::primitive_desc(b.engine(), kDirect,
                    describe(g.x, type, layouts.source), g.weights(DataType::f32),
                    describe(g.y, type, layouts.destination), g.window.strides, g.window.dilations,
                    g.window.padBefore, g.window.padAfter, hint, dnnl::primitive_attr(), true);
            },
            [](const auto& d) { return layoutOf(d.src_desc()) && layoutOf(d.diff_dst_desc()); });
    };
    if (const auto narrow = narrowOf(g, b.stored(dy).layout))
        return compileNarrowGradWeight(b, *narrow);
    const auto description =
        choosePath(b, nativeType(b, {dy, x}), describeIn, beatsFloat32Convolution).description;
    if (!description)
        return b.refuse("oneDNN has no weight gradient of this convolution.");
    writeWeightGradient(b, dw, *description, g,
        {{DNNL_ARG_SRC, b.read(x, description->src_desc())},
            {DNNL_ARG_DIFF_DST, b.read(dy, description->diff_dst_desc())}});
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Conv", .compile = compileConv},
    {.name = "ConvGradInput", .domain = kTrainingDomain, .compile = compileConvGradInput},
    {.name = "ConvTranspose", .compile = compileConvTranspose},
    {.name = "ConvGradWeight", .domain = kTrainingDomain, .compile = compileConvGradWeight},
};

}

std::span<const OpRun> convolutionRuns()
{
    return kRows;
}

}
