// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/image.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <format>
#include <limits>
#include <memory>
#include <png.h>
#include <string_view>
#include <turbojpeg.h>

namespace halftone {
namespace {

std::unexpected<Error> badImage(const std::string& name, std::string what)
{
    return std::unexpected(Error{ErrorKind::Format, "E-IMAGE", std::move(what), name,
        "Save it again as PNG or JPEG, or take it out of the folder."});
}

bool isTooLarge(std::size_t width, std::size_t height)
{
    return width == 0 || height == 0 || width > kMostPixels / height;
}

std::unexpected<Error> badSize(const std::string& name, std::size_t width, std::size_t height)
{
    return badImage(name, std::format("The image has {}×{} pixels.", width, height));
}

Result<Image> decodePng(std::span<const std::byte> bytes, const std::string& name)
{
    png_image png{.version = PNG_IMAGE_VERSION};
    const std::unique_ptr<png_image, decltype(&png_image_free)> freed(&png, png_image_free);
    if (!png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()))
        return badImage(name, std::format("The PNG cannot be read ({}).", png.message));
    if (isTooLarge(png.width, png.height))
        return badSize(name, png.width, png.height);
    const bool isColour = (png.format & PNG_FORMAT_FLAG_COLOR) != 0;
    png.format = isColour ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
    Image image{png.width, png.height, isColour ? std::size_t{3} : std::size_t{1}, {}};
    image.pixels.resize(image.width * image.height * image.channels);
    const png_color white{255, 255, 255};
    if (!png_image_finish_read(&png, &white, image.pixels.data(), 0, nullptr))
        return badImage(name, std::format("The PNG is damaged ({}).", png.message));
    return image;
}

// A warning of the library means that pixels were made up: the file is cut off or damaged.
Result<Image> decodeJpeg(std::span<const std::byte> bytes, const std::string& name)
{
    const std::unique_ptr<void, decltype(&tjDestroy)> decoder(tjInitDecompress(), tjDestroy);
    if (!decoder)
        return badImage(name, "The JPEG decoder cannot be started.");
    const auto* first = reinterpret_cast<const unsigned char*>(bytes.data());
    const auto size = static_cast<unsigned long>(bytes.size());
    int width = 0, height = 0, subsampling = 0, colours = 0;
    if (tjDecompressHeader3(decoder.get(), first, size, &width, &height, &subsampling, &colours) != 0)
        return badImage(name, std::format("The JPEG cannot be read ({}).", tjGetErrorStr2(decoder.get())));
    if (colours == TJCS_CMYK || colours == TJCS_YCCK)
        return badImage(name, "The JPEG has the colours of print (CMYK).");
    Image image{static_cast<std::size_t>(width), static_cast<std::size_t>(height),
        colours == TJCS_GRAY ? std::size_t{1} : std::size_t{3}, {}};
    if (isTooLarge(image.width, image.height))
        return badSize(name, image.width, image.height);
    image.pixels.resize(image.width * image.height * image.channels);
    if (tjDecompress2(decoder.get(), first, size, image.pixels.data(), width, 0, height,
            image.channels == 1 ? TJPF_GRAY : TJPF_RGB, TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT) != 0)
        return badImage(name, std::format("The JPEG is damaged ({}).", tjGetErrorStr2(decoder.get())));
    return image;
}

bool startsWith(std::span<const std::byte> bytes, std::string_view magic)
{
    return bytes.size() >= magic.size() &&
        std::ranges::equal(bytes.first(magic.size()), std::as_bytes(std::span(magic)));
}

/// The old pixels that a new one is made of along one axis, with their weights, which add up to 1.
struct Taps
{
    std::size_t first = 0;
    std::vector<double> weights;
};

std::vector<Taps> tapsFor(std::size_t from, std::size_t to)
{
    const double scale = static_cast<double>(from) / static_cast<double>(to);
    const double reach = std::max(scale, 1.0);
    std::vector<Taps> all;
    for (std::size_t i = 0; i < to; ++i) {
        const double centre = (static_cast<double>(i) + 0.5) * scale;
        const auto bounded = [&](double place) {
            return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(from)));
        };
        Taps taps{bounded(centre - reach + 0.5), {}};
        double sum = 0;
        for (std::size_t k = taps.first; k < bounded(centre + reach + 0.5); ++k) {
            const double distance = std::abs((static_cast<double>(k) + 0.5 - centre) / reach);
            taps.weights.push_back(std::max(1 - distance, 0.0));
            sum += taps.weights.back();
        }
        for (double& weight : taps.weights)
            weight /= sum;
        all.push_back(std::move(taps));
    }
    return all;
}

std::uint8_t roundedByte(double value)
{
    return static_cast<std::uint8_t>(std::clamp(std::floor(value + 0.5), 0.0, 255.0));
}

/// Rows of \p length elements, each put together of elements of \p src that are \p stride apart.
void blend(
    const Taps& taps, const std::uint8_t* src, std::size_t stride, std::size_t length, std::uint8_t* dst)
{
    for (std::size_t i = 0; i < length; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < taps.weights.size(); ++k)
            sum += taps.weights[k] * src[(taps.first + k) * stride + i];
        dst[i] = roundedByte(sum);
    }
}

}

bool isImageName(std::string_view name)
{
    std::string lower(name);
    std::ranges::transform(
        lower, lower.begin(), [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return lower.ends_with(".png") || lower.ends_with(".jpg") || lower.ends_with(".jpeg");
}

Result<Image> decodeImage(std::span<const std::byte> bytes, const std::string& name)
{
    if (startsWith(bytes, "\x89PNG\r\n\x1a\n"))
        return decodePng(bytes, name);
    if (startsWith(bytes, "\xff\xd8\xff"))
        return decodeJpeg(bytes, name);
    return badImage(name, "The file is neither PNG nor JPEG.");
}

Image toGray(const Image& image)
{
    if (image.channels == 1)
        return image;
    Image gray{image.width, image.height, 1, std::vector<std::uint8_t>(image.width * image.height)};
    for (std::size_t i = 0; i < gray.pixels.size(); ++i) {
        const std::uint8_t* pixel = &image.pixels[i * 3];
        gray.pixels[i] =
            static_cast<std::uint8_t>((pixel[0] * 299 + pixel[1] * 587 + pixel[2] * 114 + 500) / 1000);
    }
    return gray;
}

Image toColour(const Image& image)
{
    if (image.channels == 3)
        return image;
    Image colour{image.width, image.height, 3, std::vector<std::uint8_t>(image.pixels.size() * 3)};
    for (std::size_t i = 0; i < colour.pixels.size(); ++i)
        colour.pixels[i] = image.pixels[i / 3];
    return colour;
}

Image resized(const Image& image, std::size_t width, std::size_t height)
{
    if (image.width == width && image.height == height)
        return image;
    const std::size_t channels = image.channels;
    std::vector<std::uint8_t> narrow(image.height * width * channels);
    const std::vector<Taps> columns = tapsFor(image.width, width), rows = tapsFor(image.height, height);
    for (std::size_t y = 0; y < image.height; ++y) {
        for (std::size_t x = 0; x < width; ++x)
            blend(columns[x], &image.pixels[y * image.width * channels], channels, channels,
                &narrow[(y * width + x) * channels]);
    }
    Image result{width, height, channels, std::vector<std::uint8_t>(width * height * channels)};
    for (std::size_t y = 0; y < height; ++y)
        blend(
            rows[y], narrow.data(), width * channels, width * channels, &result.pixels[y * width * channels]);
    return result;
}

}
