// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/layout.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <functional>
#include <numeric>

namespace halftone {
namespace {

using Tag = dnnl::memory::format_tag;

constexpr std::array kLayouts{
    Layout::Plain, Layout::Turned, Layout::ChannelsLast, Layout::Blocked8, Layout::Blocked16};

// By rank: row-major tags for 0 (as one element) to 6 dimensions, the others for 3 to 5.
constexpr std::array kPlain{Tag::a, Tag::a, Tag::ab, Tag::abc, Tag::abcd, Tag::abcde, Tag::abcdef};
constexpr std::array kChannelsLast{Tag::acb, Tag::acdb, Tag::acdeb};
constexpr std::array kBlocked8{Tag::aBc8b, Tag::aBcd8b, Tag::aBcde8b};
constexpr std::array kBlocked16{Tag::aBc16b, Tag::aBcd16b, Tag::aBcde16b};

bool hasPixels(std::size_t rank)
{
    return rank >= 3 && rank <= 5;
}

std::size_t blockOf(Layout layout)
{
    return layout == Layout::Blocked16 ? 16 : layout == Layout::Blocked8 ? 8 : 1;
}

/// A tensor as samples, channels and pixels: all that layouts depend on. Matrices, one for each sample, have
/// rows for channels and columns for pixels.
struct Planes
{
    std::size_t samples = 1;
    std::size_t channels = 1;
    std::size_t pixels = 1;

    explicit Planes(std::span<const std::int64_t> dims, bool ofMatrices = false)
    {
        if (ofMatrices) {
            channels = static_cast<std::size_t>(dims[dims.size() - 2]);
            pixels = static_cast<std::size_t>(dims.back());
            for (const std::int64_t dim : dims.first(dims.size() - 2))
                samples *= static_cast<std::size_t>(dim);
            return;
        }
        if (!dims.empty())
            samples = static_cast<std::size_t>(dims[0]);
        if (dims.size() > 1)
            channels = static_cast<std::size_t>(dims[1]);
        for (std::size_t axis = 2; axis < dims.size(); ++axis)
            pixels *= static_cast<std::size_t>(dims[axis]);
    }
    std::size_t paddedChannels(std::size_t block) const { return (channels + block - 1) / block * block; }
};

// Where a block of channels starts and how far apart pixels and channels are, for one sample.
struct Strides
{
    std::size_t block;
    std::size_t sample;
    std::size_t blockOfChannels;
    std::size_t pixel;
    std::size_t channel; // within a block

    Strides(const Planes& planes, Layout layout)
        : block(blockOf(layout))
    {
        if (layout == Layout::ChannelsLast || layout == Layout::Turned) {
            block = planes.channels;
            sample = planes.channels * planes.pixels;
            blockOfChannels = 0;
            pixel = planes.channels;
            channel = 1;
            return;
        }
        sample = planes.paddedChannels(block) * planes.pixels;
        blockOfChannels = block * planes.pixels;
        pixel = block;
        channel = 1;
    }
    std::size_t at(std::size_t n, std::size_t c, std::size_t p) const
    {
        return n * sample + c / block * blockOfChannels + p * pixel + c % block * channel;
    }
};

}

std::string_view name(Layout layout)
{
    switch (layout) {
    case Layout::Plain:
        return "plain";
    case Layout::ChannelsLast:
        return "channels last";
    case Layout::Blocked8:
        return "blocked 8";
    case Layout::Blocked16:
        return "blocked 16";
    case Layout::Turned:
        return "turned";
    }
    return {};
}

namespace {

dnnl::memory::desc turned(const dnnl::memory::desc& plain)
{
    dnnl::memory::dims dims = plain.get_dims(), strides = plain.get_strides();
    const std::size_t rank = dims.size();
    strides[rank - 2] = 1;
    strides[rank - 1] = dims[rank - 2];
    return {dims, plain.get_data_type(), strides};
}

}

dnnl::memory::desc describe(std::span<const std::int64_t> dims, dnnl::memory::data_type type, Layout layout)
{
    const std::size_t rank = dims.size();
    dnnl::memory::dims sizes(dims.begin(), dims.end());
    if (sizes.empty())
        sizes.push_back(1);
    if (rank >= kPlain.size()) {
        // Row-major memory looks the same with its outermost dimensions as one.
        const auto outermost = sizes.begin() + static_cast<std::ptrdiff_t>(rank - kPlain.size() + 2);
        const std::int64_t joined =
            std::accumulate(sizes.begin(), outermost, std::int64_t{1}, std::multiplies{});
        sizes.erase(sizes.begin(), outermost);
        sizes.insert(sizes.begin(), joined);
        return {sizes, type, kPlain.back()};
    }
    if (layout == Layout::Turned)
        return turned({sizes, type, kPlain[rank]});
    if (layout == Layout::Plain || !hasPixels(rank))
        return {sizes, type, kPlain[rank]};
    const auto& tags = layout == Layout::ChannelsLast ? kChannelsLast
        : layout == Layout::Blocked8                  ? kBlocked8
                                                      : kBlocked16;
    return {sizes, type, tags[rank - 3]};
}

std::optional<Layout> layoutOf(const dnnl::memory::desc& desc)
{
    const dnnl::memory::dims dims = desc.get_dims();
    const std::size_t fitting = hasPixels(dims.size()) ? kLayouts.size() : dims.size() < 2 ? 1 : 2;
    for (const Layout layout : std::span(kLayouts).first(fitting)) {
        if (describe(dims, desc.get_data_type(), layout) == desc)
            return layout;
    }
    return std::nullopt;
}

bool areAlike(std::span<const std::int64_t> dims, Layout a, Layout b)
{
    const auto isChannelsLast = [&](Layout layout) {
        return layout == Layout::ChannelsLast ||
            (dims.size() > 1 && blockOf(layout) == static_cast<std::size_t>(dims[1]));
    };
    return a == b || (hasPixels(dims.size()) && isChannelsLast(a) && isChannelsLast(b));
}

std::size_t paddedElements(std::span<const std::int64_t> dims, Layout layout)
{
    const Planes planes(dims);
    return planes.samples * planes.paddedChannels(blockOf(layout)) * planes.pixels;
}

std::size_t logicalIndex(std::span<const std::int64_t> dims, Layout layout, std::size_t position)
{
    if (layout == Layout::Plain || (layout != Layout::Turned && !hasPixels(dims.size())))
        return position;
    const Planes planes(dims, layout == Layout::Turned);
    const Strides strides(planes, layout);
    const std::size_t n = position / strides.sample;
    const std::size_t inSample = position % strides.sample;
    const std::size_t block = strides.blockOfChannels == 0 ? 0 : inSample / strides.blockOfChannels;
    const std::size_t inBlock = inSample - block * strides.blockOfChannels;
    const std::size_t channel = block * strides.block + inBlock % strides.pixel;
    return (n * planes.channels + channel) * planes.pixels + inBlock / strides.pixel;
}

template <typename T>
void copyLayout(std::span<const std::int64_t> dims, Layout from, const T* src, Layout to, T* dst)
{
    const Planes planes(dims, from == Layout::Turned || to == Layout::Turned);
    const Strides source(planes, from);
    const Strides target(planes, to);
    const std::size_t padded = planes.paddedChannels(blockOf(to));
    if (padded != planes.channels)
        std::fill_n(dst, paddedElements(dims, to), T{});
    for (std::size_t n = 0; n < planes.samples; ++n) {
        for (std::size_t c = 0; c < planes.channels; ++c) {
            const T* in = src + source.at(n, c, 0);
            T* out = dst + target.at(n, c, 0);
            for (std::size_t p = 0; p < planes.pixels; ++p)
                out[p * target.pixel] = in[p * source.pixel];
        }
    }
}

template void copyLayout(std::span<const std::int64_t>, Layout, const float*, Layout, float*);
template void copyLayout(std::span<const std::int64_t>, Layout, const std::uint16_t*, Layout, std::uint16_t*);

}
