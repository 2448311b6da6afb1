// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/data/imagefolder.h"

#include "executor/data/array.h"
#include "executor/data/image.h"
#include "executor/files/mappedfile.h"

#include <algorithm>
#include <charconv>
#include <format>

namespace halftone {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> badFolder(const fs::path& folder, std::string what, std::string remedy)
{
    return std::unexpected(
        Error{ErrorKind::Format, "E-IMAGE", std::move(what), folder.string(), std::move(remedy)});
}

/// What a folder holds of one kind, by name; empty when it cannot be read. Hidden entries do not count.
template <typename Matches>
std::vector<fs::path> listed(const fs::path& folder, const Matches& matches)
{
    std::vector<fs::path> paths;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
        entry.increment(failed)) {
        if (!entry->path().filename().string().starts_with('.') && matches(*entry))
            paths.push_back(entry->path());
    }
    std::ranges::sort(paths);
    return paths;
}

std::vector<fs::path> foldersIn(const fs::path& folder)
{
    return listed(folder, [](const fs::directory_entry& entry) {
        std::error_code ignored;
        return entry.is_directory(ignored);
    });
}

std::vector<fs::path> imagesIn(const fs::path& folder)
{
    return listed(folder, [](const fs::directory_entry& entry) {
        std::error_code ignored;
        return entry.is_regular_file(ignored) && isImageName(entry.path().filename().string());
    });
}

bool hasClasses(const fs::path& folder)
{
    return std::ranges::any_of(
        foldersIn(folder), [](const fs::path& inner) { return !imagesIn(inner).empty(); });
}

bool readRule(std::string_view text, ImageRules& rules)
{
    if (text == "gray" || text == "rgb") {
        rules.channels = text == "gray" ? 1 : 3;
        return true;
    }
    std::size_t width = 0, height = 0;
    const char* end = text.data() + text.size();
    const auto [cross, noWidth] = std::from_chars(text.data(), end, width);
    if (noWidth != std::errc() || cross == end || *cross != 'x')
        return false;
    const auto [last, noHeight] = std::from_chars(cross + 1, end, height);
    rules.size = {width, height};
    return noHeight == std::errc() && last == end && width > 0 && height > 0 && width <= kMostPixels / height;
}

/// Files of one class.
struct ClassFiles
{
    std::int64_t label = 0;
    std::vector<fs::path> files;
};

/// This puts images together that fit each other, also over both parts.
class Collector
{
public:
    explicit Collector(const ImageRules& rules)
        : m_rules(rules)
    {
    }

    Result<Dataset> collect(const std::vector<ClassFiles>& classes, std::string name)
    {
        m_dataset = {.name = std::move(name), .sampleShape = m_dataset.sampleShape};
        for (const ClassFiles& one : classes) {
            for (const fs::path& file : one.files) {
                if (auto added = add(file, one.label); !added)
                    return std::unexpected(added.error());
            }
        }
        return m_dataset;
    }

private:
    Result<void> add(const fs::path& path, std::int64_t label)
    {
        const auto file = mapFile(path);
        if (!file)
            return std::unexpected(file.error());
        auto decoded = decodeImage(file->bytes, path.string());
        if (!decoded)
            return std::unexpected(decoded.error());
        Image image = *std::move(decoded);
        if (m_rules.channels)
            image = *m_rules.channels == 1 ? toGray(image) : toColour(image);
        if (m_rules.size)
            image = resized(image, m_rules.size->first, m_rules.size->second);
        if (auto fitting = checkFit(image, path); !fitting)
            return fitting;
        // Channels apart, as models take them.
        for (std::size_t channel = 0; channel < image.channels; ++channel) {
            for (std::size_t i = channel; i < image.pixels.size(); i += image.channels)
                m_dataset.samples.push_back(image.pixels[i]);
        }
        m_dataset.labels.push_back(label);
        return {};
    }

    Result<void> checkFit(const Image& image, const fs::path& path)
    {
        std::vector<std::int64_t> shape{
            static_cast<std::int64_t>(image.height), static_cast<std::int64_t>(image.width)};
        if (image.channels == 3)
            shape.insert(shape.begin(), 3);
        if (m_dataset.samples.size() + image.pixels.size() > kMostElements)
            return badFolder(path, "The images are more than fit into memory.", "Resize them: FOLDER,64x64.");
        if (m_dataset.sampleShape.empty()) {
            m_dataset.sampleShape = shape;
            m_first = path;
        }
        if (shape == m_dataset.sampleShape)
            return {};
        const bool differInColour = shape.size() != m_dataset.sampleShape.size();
        return badFolder(path,
            std::format("The image is {}×{} in {}, and {} is not.", image.width, image.height,
                image.channels == 3 ? "colour" : "shades of gray", m_first.string()),
            differInColour ? "Make all alike: FOLDER,gray or FOLDER,rgb."
                           : std::format("Resize all: FOLDER,{}x{}.", m_dataset.sampleShape.back(),
                                 *std::prev(m_dataset.sampleShape.end(), 2)));
    }

    ImageRules m_rules;
    Dataset m_dataset;
    fs::path m_first;
};

Result<std::vector<ClassFiles>> classesIn(const fs::path& folder, const std::vector<fs::path>& names)
{
    std::vector<ClassFiles> classes;
    for (const fs::path& inner : foldersIn(folder)) {
        const auto found = std::ranges::find(names, inner.filename(), &fs::path::filename);
        if (found == names.end())
            return badFolder(
                inner, "There is no such class in the training part.", "Give both parts the same folders.");
        classes.push_back({found - names.begin(), imagesIn(inner)});
        if (classes.back().files.empty())
            return badFolder(inner, "The class has no PNG or JPEG images.",
                "Put images into it, or take the folder away.");
    }
    return classes;
}

// At least one of two images, so that no class goes untested.
std::vector<ClassFiles> takeTestPart(std::vector<ClassFiles>& classes)
{
    constexpr std::size_t kPart = 5;
    std::vector<ClassFiles> test;
    for (ClassFiles& one : classes) {
        const std::size_t count = one.files.size();
        const std::size_t kept = count - (count > 1 ? std::max<std::size_t>(count / kPart, 1) : 0);
        const auto cut = one.files.begin() + static_cast<std::ptrdiff_t>(kept);
        test.push_back({one.label, {cut, one.files.end()}});
        one.files.erase(cut, one.files.end());
    }
    return test;
}

}

std::optional<ImagePlace> findImageFolder(const std::string& place)
{
    ImagePlace found{place, {}};
    std::error_code ignored;
    std::string rest = place;
    while (!fs::is_directory(found.folder, ignored)) {
        const std::size_t comma = rest.rfind(',');
        if (comma == std::string::npos || !readRule(std::string_view(rest).substr(comma + 1), found.rules))
            return std::nullopt;
        rest.resize(comma);
        found.folder = rest;
    }
    if (!hasClasses(found.folder) && !hasClasses(found.folder / "train"))
        return std::nullopt;
    return found;
}

Result<DatasetPair> readImageFolder(const ImagePlace& place)
{
    const bool isSplit = hasClasses(place.folder / "train");
    const fs::path trainFolder = isSplit ? place.folder / "train" : place.folder;
    const std::vector<fs::path> names = foldersIn(trainFolder);
    auto trainClasses = classesIn(trainFolder, names);
    if (!trainClasses)
        return std::unexpected(trainClasses.error());
    if (isSplit && !hasClasses(place.folder / "test"))
        return badFolder(place.folder, "There is a folder train with images by class, and none called test.",
            "Put the test images into test/CLASS.");
    auto testClasses = isSplit ? classesIn(place.folder / "test", names)
                               : Result<std::vector<ClassFiles>>(takeTestPart(*trainClasses));
    if (!testClasses)
        return std::unexpected(testClasses.error());
    Collector collector(place.rules);
    auto train = collector.collect(*trainClasses, trainFolder.string());
    if (!train)
        return std::unexpected(train.error());
    auto test = collector.collect(*testClasses, place.folder.string() + " (test part)");
    if (!test)
        return std::unexpected(test.error());
    if (test->labels.empty())
        return badFolder(
            place.folder, "No image is left to test with.", "Give each class two images or more.");
    return paired(*std::move(train), *std::move(test));
}

}
