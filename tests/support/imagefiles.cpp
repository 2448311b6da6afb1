// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/imagefiles.h"

#include <algorithm>
#include <png.h>
#include <random>
#include <turbojpeg.h>

namespace halftone::test {
namespace {

std::string encoded(std::size_t width, std::size_t height, png_uint_32 format, const std::uint8_t* pixels)
{
    png_image png{.version = PNG_IMAGE_VERSION,
        .width = static_cast<png_uint_32>(width),
        .height = static_cast<png_uint_32>(height),
        .format = format};
    png_alloc_size_t size = 0;
    png_image_write_to_memory(&png, nullptr, &size, 0, pixels, 0, nullptr);
    std::string file(size, '\0');
    png_image_write_to_memory(&png, file.data(), &size, 0, pixels, 0, nullptr);
    file.resize(size);
    return file;
}

}

std::string pngOf(const Image& image)
{
    return encoded(image.width, image.height, image.channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY,
        image.pixels.data());
}

std::string pngWithAlpha(const Image& image, std::uint8_t alpha)
{
    std::vector<std::uint8_t> pixels;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        pixels.push_back(image.pixels[i]);
        if ((i + 1) % image.channels == 0)
            pixels.push_back(alpha);
    }
    return encoded(
        image.width, image.height, image.channels == 3 ? PNG_FORMAT_RGBA : PNG_FORMAT_GA, pixels.data());
}

std::string jpegOf(const Image& image)
{
    const bool isGray = image.channels == 1;
    const tjhandle encoder = tjInitCompress();
    unsigned char* memory = nullptr;
    unsigned long size = 0;
    tjCompress2(encoder, image.pixels.data(), static_cast<int>(image.width), 0,
        static_cast<int>(image.height), isGray ? TJPF_GRAY : TJPF_RGB, &memory, &size,
        isGray ? TJSAMP_GRAY : TJSAMP_444, 100, 0);
    std::string file(reinterpret_cast<const char*>(memory), size);
    tjFree(memory);
    tjDestroy(encoder);
    return file;
}

Image randomImage(std::size_t width, std::size_t height, std::size_t channels, unsigned seed)
{
    Image image = plainImage(width, height, channels, 0);
    std::mt19937 generator(seed);
    std::ranges::generate(image.pixels, [&] { return static_cast<std::uint8_t>(generator()); });
    return image;
}

Image plainImage(std::size_t width, std::size_t height, std::size_t channels, std::uint8_t value)
{
    return {width, height, channels, std::vector<std::uint8_t>(width * height * channels, value)};
}

}
