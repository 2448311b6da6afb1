// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/cifar.h"

#include "executor/data/array.h"
#include "executor/files/mappedfile.h"

#include <format>
#include <new>

namespace halftone {
namespace {

constexpr std::size_t kImage = 3 * 32 * 32;

bool isThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

/// One record: \p labels bytes, the last of which counts, then the image.
Result<void> append(const std::filesystem::path& path, std::size_t labels, Dataset& dataset)
{
    const auto file = mapFile(path);
    if (!file)
        return std::unexpected(file.error());
    const std::span<const std::byte> bytes = file->bytes;
    const std::size_t record = labels + kImage;
    if (bytes.empty() || bytes.size() % record != 0)
        return std::unexpected(Error{ErrorKind::Format, "E-CIFAR",
            std::format(
                "The file has {} bytes, which is no multiple of a record of {}.", bytes.size(), record),
            path.string(), "Copy or download the file again."});
    for (std::size_t at = 0; at < bytes.size(); at += record) {
        dataset.labels.push_back(std::to_integer<std::int64_t>(bytes[at + labels - 1]));
        for (const std::byte pixel : bytes.subspan(at + labels, kImage))
            dataset.samples.push_back(std::to_integer<std::uint8_t>(pixel));
    }
    return {};
}

Result<Dataset> readPart(const std::vector<std::filesystem::path>& files, std::size_t labels)
{
    Dataset dataset{.name = files.front().string(), .sampleShape = {3, 32, 32}};
    try {
        for (const std::filesystem::path& file : files) {
            if (auto read = append(file, labels, dataset); !read)
                return std::unexpected(read.error());
        }
    } catch (const std::bad_alloc&) {
        return std::unexpected(Error{ErrorKind::Resource, "E-MEMORY", "There is no memory for the samples.",
            dataset.name, "Use fewer samples or a machine with more memory."});
    }
    return dataset;
}

bool isHundred(const std::filesystem::path& folder)
{
    return !isThere(folder / "data_batch_1.bin");
}

}

bool isCifarFolder(const std::filesystem::path& folder)
{
    return isThere(folder / "data_batch_1.bin") ||
        (isThere(folder / "train.bin") && isThere(folder / "test.bin"));
}

Result<DatasetPair> readCifarFolder(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    for (int i = 1; i <= 5; ++i) {
        const std::filesystem::path file = folder / std::format("data_batch_{}.bin", i);
        if (isThere(file))
            files.push_back(file);
    }
    const std::size_t labels = isHundred(folder) ? 2 : 1;
    if (isHundred(folder))
        files = {folder / "train.bin"};
    auto train = readPart(files, labels);
    if (!train)
        return std::unexpected(train.error());
    auto test = readPart({folder / (isHundred(folder) ? "test.bin" : "test_batch.bin")}, labels);
    if (!test)
        return std::unexpected(test.error());
    return paired(*std::move(train), *std::move(test));
}

}
