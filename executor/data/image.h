// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace halftone {

/// This is a picture of bytes, row by row; the channels of a pixel lie together.
struct Image
{
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t channels = 1; ///< 1: gray. 3: red, green, blue.
    std::vector<std::uint8_t> pixels;

    bool operator==(const Image&) const = default;
};

/// Pictures with more pixels are refused before anything is allocated.
inline constexpr std::size_t kMostPixels = std::size_t{1} << 26;

/// Whether the name ends as that of a PNG or JPEG file does, in either case.
bool isImageName(std::string_view name);

/// Reads a PNG or JPEG, told by its first bytes. Palettes become colours, 16 bits become 8, and what is
/// transparent lies on white. Damaged and truncated files, CMYK, and more than kMostPixels are errors.
Result<Image> decodeImage(std::span<const std::byte> bytes, const std::string& name);

/// Gray as in ITU-R BT.601, rounded: 0.299 red + 0.587 green + 0.114 blue.
Image toGray(const Image& image);
/// Every gray three times.
Image toColour(const Image& image);

/// Another size: the weighted mean of the pixels around each new one, by a triangle that is one old pixel
/// wide to either side, or one new pixel where the image shrinks, so that no pixel is left out (Pillow's
/// BILINEAR).
Image resized(const Image& image, std::size_t width, std::size_t height);

}
