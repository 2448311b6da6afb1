// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <dnnl.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace halftone {

/// How the elements of a tensor lie in memory. Values between nodes have one of these; weights may have any
/// layout inside a step. Blocked layouts pad the channels with zeros to a whole block.
enum class Layout : std::uint8_t {
    Plain, ///< Row-major in the order of the dimensions.
    ChannelsLast, ///< NHWC: the channels of one pixel lie together.
    Blocked8, ///< nChw8c: 8 channels of one pixel lie together.
    Blocked16, ///< nChw16c.
    Turned, ///< Row-major but for the last two dimensions, which change places: matrices column by column.
};

/// Spelled "plain", "channels last", "blocked 8", "blocked 16", "turned".
std::string_view name(Layout layout);

/// The description of a tensor in that layout. Ranks below 3 have no channels beside pixels and are always
/// Plain, or Turned from 2 on.
dnnl::memory::desc describe(std::span<const std::int64_t> dims, dnnl::memory::data_type type, Layout layout);

/// Which of the layouts a description has, or nullopt when it has another one.
std::optional<Layout> layoutOf(const dnnl::memory::desc& desc);

/// Whether the elements lie in the same order in both: a block that holds all channels is channels last.
bool areAlike(std::span<const std::int64_t> dims, Layout a, Layout b);

/// Elements in memory, with the padding.
std::size_t paddedElements(std::span<const std::int64_t> dims, Layout layout);

/// The row-major index of the element at \p position in memory; used to name an element to people.
std::size_t logicalIndex(std::span<const std::int64_t> dims, Layout layout, std::size_t position);

/// Copies elements from one layout into another and zeroes the padding. For 16-bit values, because oneDNN's
/// own reorder of half precision is some 600 times slower on processors without AVX512-FP16, and for single
/// reads.
template <typename T>
void copyLayout(std::span<const std::int64_t> dims, Layout from, const T* src, Layout to, T* dst);

}
