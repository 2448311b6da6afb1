// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/modelfile.h"

#include "analysis/core/embedded.h"
#include "executor/files/mappedfile.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

constexpr auto kSamples = std::to_array<SampleModel>({
    {kSampleModel, "LeNet-5 (sample)", "samples/lenet5.onnx"},
    {"sample:resnet-block", "ResNet block (sample)", "samples/resnet-block.onnx"},
    {"sample:transformer-block", "Transformer block (sample)", "samples/transformer-block.onnx"},
});

Result<ExternalBytes> readBeside(const std::filesystem::path& folder, const std::string& location)
{
    std::error_code rootFailed;
    std::error_code fileFailed;
    const std::filesystem::path root = std::filesystem::canonical(folder, rootFailed);
    const std::filesystem::path file = std::filesystem::weakly_canonical(folder / location, fileFailed);
    if (rootFailed || fileFailed) {
        const std::error_code& failed = rootFailed ? rootFailed : fileFailed;
        return std::unexpected(Error{ErrorKind::File, "E-EXTERNAL-MISSING",
            std::format("Its data file \"{}\" cannot be found ({}).", location, failed.message()), location,
            std::format("Put \"{}\" into the folder {}.", location, folder.string())});
    }
    if (std::ranges::mismatch(root, file).in1 != root.end()) {
        return std::unexpected(Error{ErrorKind::Format, "E-EXTERNAL-PATH",
            std::format("Its data file \"{}\" is a link out of the model's folder.", location), location,
            "Put the file itself beside the model."});
    }
    auto bytes = mapFile(file);
    if (!bytes) {
        return std::unexpected(Error{ErrorKind::File, "E-EXTERNAL-MISSING",
            std::format("Its data file \"{}\" cannot be read.", location), location,
            std::format("Put \"{}\" into the folder {}.", location, folder.string())});
    }
    return bytes;
}

}

std::span<const SampleModel> sampleModels()
{
    return kSamples;
}

const SampleModel* findSample(const std::filesystem::path& name)
{
    const auto sample =
        std::ranges::find_if(kSamples, [&](const SampleModel& each) { return name == each.name; });
    return sample == kSamples.end() ? nullptr : &*sample;
}

Result<ImportedModel> openModel(const std::filesystem::path& path, const OpenOptions& options)
{
    ImportOptions import{
        .dims = options.dims, .form = options.form, .readExternal = {}, .missingData = options.missingData};
    if (const SampleModel* sample = findSample(path))
        return importOnnx(embeddedFile(sample->resource), std::string(sample->title), import);
    const auto file = mapFile(path);
    if (!file)
        return std::unexpected(file.error());
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    // Thousands of tensors may lie in one file; it is mapped once.
    std::map<std::string, ExternalBytes> mapped;
    import.readExternal = [&folder, &mapped](const std::string& location) -> Result<ExternalBytes> {
        if (const auto found = mapped.find(location); found != mapped.end())
            return found->second;
        auto bytes = readBeside(folder, location);
        if (bytes)
            mapped.emplace(location, *bytes);
        return bytes;
    };
    return importOnnx(file->bytes, path.string(), import);
}

}
