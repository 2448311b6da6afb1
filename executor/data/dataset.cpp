// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/dataset.h"

#include "analysis/core/embedded.h"
#include "executor/data/array.h"
#include "executor/data/gzip.h"
#include "executor/files/mappedfile.h"

#include <algorithm>
#include <format>
#include <new>

namespace halftone {
namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 31; // 2 GiB, unpacked.
constexpr std::size_t kMostDimensions = 4; // Samples, channels, height, width.
constexpr std::byte kUnsignedByte{0x08}; // The only element type that digits and tokens come in.

std::unexpected<Error> badFile(const std::string& name, std::string what)
{
    return std::unexpected(Error{ErrorKind::Format, "E-IDX", std::move(what), name,
        "Give files in the IDX format of MNIST, of unsigned bytes, packed with gzip or not."});
}

struct IdxFile
{
    std::vector<std::int64_t> dims;
    std::vector<std::uint8_t> elements;
};

// IDX: two zero bytes, element type, number of dimensions, each size as 32 bits big-endian, then the
// elements.
Result<IdxFile> parseIdx(std::span<const std::byte> bytes, const std::string& name)
{
    std::vector<std::byte> unpacked;
    if (isGzip(bytes)) {
        auto result = unpackGzip(bytes, name, kLargestFile);
        if (!result)
            return std::unexpected(result.error());
        unpacked = *std::move(result);
        bytes = unpacked;
    }
    if (bytes.size() < 4 || bytes[0] != std::byte{0} || bytes[1] != std::byte{0} || bytes[2] != kUnsignedByte)
        return badFile(name, "The file does not start like an IDX file of unsigned bytes.");
    const auto rank = std::to_integer<std::size_t>(bytes[3]);
    if (rank < 1 || rank > kMostDimensions)
        return badFile(name, std::format("An IDX file with {} dimensions was not expected.", rank));
    if (bytes.size() < 4 + 4 * rank)
        return badFile(name, "The file ends within its header.");
    IdxFile file;
    std::size_t count = 1;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        std::uint32_t size = 0;
        for (std::size_t i = 0; i < 4; ++i)
            size = size << 8 | std::to_integer<std::uint32_t>(bytes[4 + 4 * axis + i]);
        if (size == 0)
            return badFile(name, "The header says that a dimension is 0, so there are no elements.");
        if (count > kLargestFile / size)
            return badFile(name, std::format("The header promises more than {} elements.", kLargestFile));
        count *= size;
        file.dims.push_back(size);
    }
    const std::span<const std::byte> data = bytes.subspan(4 + 4 * rank);
    if (data.size() != count)
        return badFile(
            name, std::format("The header promises {} elements, and the file has {}.", count, data.size()));
    file.elements.resize(count);
    std::ranges::transform(data, file.elements.begin(),
        [](std::byte element) { return std::to_integer<std::uint8_t>(element); });
    return file;
}

/// Bytes of one file, and what messages call it.
struct NamedBytes
{
    std::span<const std::byte> bytes;
    std::string name;
};

Result<Dataset> combine(const NamedBytes& images, const NamedBytes& labels, std::string name)
{
    auto imageFile = parseIdx(images.bytes, images.name);
    if (!imageFile)
        return std::unexpected(imageFile.error());
    if (imageFile->dims.size() < 2)
        return badFile(images.name, "Samples need two dimensions or more, their number first.");
    auto labelFile = parseIdx(labels.bytes, labels.name);
    if (!labelFile)
        return std::unexpected(labelFile.error());
    if (labelFile->dims.size() != 1)
        return badFile(labels.name, "Labels need one dimension.");
    if (imageFile->dims[0] != labelFile->dims[0])
        return badFile(
            name, std::format("There are {} samples but {} labels.", imageFile->dims[0], labelFile->dims[0]));
    Dataset dataset{.name = std::move(name)};
    dataset.sampleShape.assign(imageFile->dims.begin() + 1, imageFile->dims.end());
    dataset.samples = std::move(imageFile->elements);
    dataset.labels.assign(labelFile->elements.begin(), labelFile->elements.end());
    return dataset;
}

Result<Dataset> combineInMemory(const NamedBytes& images, const NamedBytes& labels, std::string name)
{
    try {
        return combine(images, labels, std::move(name));
    } catch (const std::bad_alloc&) {
        return std::unexpected(Error{ErrorKind::Resource, "E-MEMORY", "There is no memory for the samples.",
            images.name, "Use fewer samples or a machine with more memory."});
    }
}

bool isThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

std::filesystem::path findEither(const std::filesystem::path& folder, const std::string& name)
{
    const std::filesystem::path packed = folder / (name + ".gz");
    return isThere(packed) ? packed : folder / name;
}

Result<Dataset> readPart(const std::filesystem::path& folder, const std::string& part)
{
    std::filesystem::path imagesPath = findEither(folder, part + "-images-idx3-ubyte");
    if (const auto tokens = findEither(folder, part + "-tokens-idx2-ubyte"); isThere(tokens))
        imagesPath = tokens;
    const std::filesystem::path labelsPath = findEither(folder, part + "-labels-idx1-ubyte");
    const auto images = mapFile(imagesPath);
    if (!images)
        return std::unexpected(images.error());
    const auto labels = mapFile(labelsPath);
    if (!labels)
        return std::unexpected(labels.error());
    return combineInMemory(
        {images->bytes, imagesPath.string()}, {labels->bytes, labelsPath.string()}, (folder / part).string());
}

}

std::int64_t Dataset::classCount() const
{
    return labels.empty() ? 0 : *std::ranges::max_element(labels) + 1;
}

Result<Dataset> readIdx(
    std::span<const std::byte> images, std::span<const std::byte> labels, std::string name)
{
    return combineInMemory({images, name + " images"}, {labels, name + " labels"}, name);
}

Result<DatasetPair> readIdxFolder(const std::filesystem::path& folder)
{
    auto train = readPart(folder, "train");
    if (!train)
        return std::unexpected(train.error());
    auto test = readPart(folder, "t10k");
    if (!test)
        return std::unexpected(test.error());
    if (train->sampleShape != test->sampleShape)
        return badFile(folder.string(), "Training and test samples have different shapes.");
    return paired(*std::move(train), *std::move(test));
}

Result<DatasetPair> sampleDigits()
{
    const auto part = [](const std::string& name) {
        return readIdx(embeddedFile("samples/mnist/" + name + "-images-idx3-ubyte.gz"),
            embeddedFile("samples/mnist/" + name + "-labels-idx1-ubyte.gz"), "MNIST sample, " + name);
    };
    auto train = part("train");
    auto test = part("t10k");
    if (!train || !test)
        return std::unexpected(train ? test.error() : train.error());
    return paired(*std::move(train), *std::move(test));
}

}
