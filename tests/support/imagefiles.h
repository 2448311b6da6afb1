// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/image.h"

#include <string>

namespace halftone::test {

/// The image as a PNG file.
std::string pngOf(const Image& image);
/// Likewise with an alpha channel behind each pixel of \p image, the same for all.
std::string pngWithAlpha(const Image& image, std::uint8_t alpha);
/// As a JPEG of the best quality, without mixing the colours of neighbours.
std::string jpegOf(const Image& image);

/// Pixels drawn by a fixed generator.
Image randomImage(std::size_t width, std::size_t height, std::size_t channels, unsigned seed);
/// All pixels of one value.
Image plainImage(std::size_t width, std::size_t height, std::size_t channels, std::uint8_t value);

}
