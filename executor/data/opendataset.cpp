// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/tensorfile.h"
#include "executor/data/array.h"
#include "executor/data/cifar.h"
#include "executor/data/csv.h"
#include "executor/data/imagefolder.h"
#include "executor/data/npy.h"
#include "executor/files/mappedfile.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

bool isThere(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

Result<DatasetPair> matched(Dataset train, Dataset test, const std::string& name)
{
    if (train.sampleShape != test.sampleShape)
        return std::unexpected(Error{ErrorKind::Format, "E-DATA",
            "Training and test samples have different shapes.", name, "Give both parts the same shape."});
    return paired(std::move(train), std::move(test));
}

Result<DatasetPair> pairOf(
    Array xTrain, const Array& yTrain, Array xTest, const Array& yTest, const std::string& name)
{
    auto train = combine(std::move(xTrain), yTrain, name + " (training part)");
    if (!train)
        return std::unexpected(train.error());
    auto test = combine(std::move(xTest), yTest, name + " (test part)");
    if (!test)
        return std::unexpected(test.error());
    return matched(*std::move(train), *std::move(test), name);
}

constexpr auto kArrays = std::to_array<const char*>({"x_train", "y_train", "x_test", "y_test"});

/// One of kArrays, as NumPy or ONNX stores it.
std::filesystem::path arrayPath(const std::filesystem::path& folder, std::string_view array)
{
    const std::filesystem::path tensor = folder / std::format("{}.pb", array);
    return isThere(tensor) ? tensor : folder / std::format("{}.npy", array);
}

Result<Array> readArray(const std::filesystem::path& path)
{
    const auto file = mapFile(path);
    if (!file)
        return std::unexpected(file.error());
    if (path.extension() == ".npy")
        return parseNpy(file->bytes, path.string());
    const auto tensor = parseTensorFile(file->bytes, path.string());
    if (!tensor)
        return std::unexpected(tensor.error());
    return arrayOf(tensor->data, path.string());
}

Result<DatasetPair> readArrayFolder(const std::filesystem::path& folder)
{
    std::vector<Array> arrays;
    for (const char* name : kArrays) {
        auto array = readArray(arrayPath(folder, name));
        if (!array)
            return std::unexpected(array.error());
        arrays.push_back(*std::move(array));
    }
    return pairOf(std::move(arrays[0]), arrays[1], std::move(arrays[2]), arrays[3], folder.string());
}

Result<DatasetPair> readNpzFile(const std::filesystem::path& path)
{
    const auto file = mapFile(path);
    if (!file)
        return std::unexpected(file.error());
    auto arrays = parseNpz(file->bytes, path.string());
    if (!arrays)
        return std::unexpected(arrays.error());
    for (const char* name : kArrays) {
        if (!arrays->contains(name))
            return std::unexpected(Error{ErrorKind::Format, "E-NPY",
                std::format("The file has no array \"{}\".", name), path.string(),
                "Save it with numpy.savez(file, x_train=..., y_train=..., x_test=..., y_test=...)."});
    }
    return pairOf(std::move((*arrays)["x_train"]), (*arrays)["y_train"], std::move((*arrays)["x_test"]),
        (*arrays)["y_test"], path.string());
}

Result<Dataset> readCsvFile(const std::filesystem::path& path)
{
    const auto file = mapFile(path);
    if (!file)
        return std::unexpected(file.error());
    return parseCsv({reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size()}, path.string());
}

/// Cuts the last fifth off as the test part.
DatasetPair split(Dataset all)
{
    constexpr std::size_t kPart = 5;
    const std::size_t kept = all.count() - all.count() / kPart;
    const std::size_t elements = all.values.size() / all.count();
    const std::size_t targets = all.targetsPerSample();
    Dataset test{.name = all.name + " (last fifth)", .sampleShape = all.sampleShape};
    const auto move = [kept](auto& from, auto& to, std::size_t each) {
        to.assign(from.begin() + static_cast<std::ptrdiff_t>(kept * each), from.end());
        from.resize(kept * each);
    };
    move(all.values, test.values, elements);
    move(all.targets, test.targets, targets);
    move(all.labels, test.labels, 1);
    return paired(std::move(all), std::move(test));
}

Result<DatasetPair> readCsvFolder(const std::filesystem::path& folder)
{
    auto train = readCsvFile(folder / "train.csv");
    if (!train)
        return std::unexpected(train.error());
    auto test = readCsvFile(folder / "test.csv");
    if (!test)
        return std::unexpected(test.error());
    return matched(*std::move(train), *std::move(test), folder.string());
}

}

Result<DatasetPair> openDataset(const std::string& place)
{
    const std::filesystem::path path = place;
    if (place == kSampleDigits)
        return sampleDigits();
    if (place.ends_with(".npz"))
        return readNpzFile(path);
    if (place.ends_with(".csv")) {
        auto all = readCsvFile(path);
        return all ? Result<DatasetPair>(split(*std::move(all))) : std::unexpected(all.error());
    }
    if (isCifarFolder(path))
        return readCifarFolder(path);
    if (std::ranges::any_of(kArrays, [&](const char* name) { return isThere(arrayPath(path, name)); }))
        return readArrayFolder(path);
    if (isThere(path / "train.csv"))
        return readCsvFolder(path);
    if (const auto images = findImageFolder(place))
        return readImageFolder(*images);
    const std::string folder = place.substr(0, place.find(','));
    if (!isThere(path) && isThere(folder))
        return std::unexpected(Error{ErrorKind::Usage, "E-DATA",
            std::format("\"{}\" is no rule for images.", place.substr(folder.size() + 1)), place,
            "Write FOLDER,32x32 or FOLDER,gray or FOLDER,rgb, or both a size and colours."});
    return readIdxFolder(path);
}

}
