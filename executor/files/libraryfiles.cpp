// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/libraryfiles.h"

#include "executor/files/atomicfile.h"
#include "executor/files/mappedfile.h"

#include <algorithm>
#include <format>
#include <map>
#include <tuple>
#include <unistd.h>

namespace halftone {
namespace {

namespace fs = std::filesystem;

Error fileError(std::string code, std::string what, const fs::path& path, std::string remedy)
{
    return {ErrorKind::File, std::move(code), std::move(what), path.string(), std::move(remedy)};
}

struct MappedLibrary
{
    std::vector<fs::path> paths;
    std::vector<ExternalBytes> bytes; // keep the texts
    std::vector<LibraryFile> files;
};

Result<MappedLibrary> mapLibrary(const fs::path& path)
{
    auto paths = libraryFiles(path);
    if (!paths)
        return std::unexpected(paths.error());
    MappedLibrary library{.paths = *std::move(paths), .bytes = {}, .files = {}};
    for (const fs::path& file : library.paths) {
        auto bytes = mapFile(file);
        if (!bytes)
            return std::unexpected(bytes.error());
        const auto* text = reinterpret_cast<const char*>(bytes->bytes.data());
        library.files.push_back({file.string(), {text, bytes->bytes.size()}});
        library.bytes.push_back(*std::move(bytes));
    }
    return library;
}

const ChipTraits& chipOf(const std::vector<fs::path>& files)
{
    for (const fs::path& file : files) {
        if (const ChipTraits* chip = OpLibrary::chipOfFile(file.filename().string()))
            return *chip;
    }
    return OpLibrary::chips().front();
}

}

Result<std::vector<fs::path>> libraryFiles(const fs::path& path)
{
    std::error_code failed;
    if (!fs::is_directory(path, failed))
        return std::vector{path};
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(path, failed), end; !failed && entry != end; entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        constexpr std::string_view kSuffix = ".json";
        if (!name.starts_with('.') && name.size() > kSuffix.size() && name.ends_with(kSuffix))
            files.push_back(entry->path());
    }
    if (failed)
        return std::unexpected(
            fileError("E-FILE-READ", std::format("The folder cannot be read ({}).", failed.message()), path,
                "Check its permissions."));
    if (files.empty())
        return std::unexpected(fileError("E-LIBRARY-EMPTY", "The folder has no library file (*.json).", path,
            "Give the folder with aic-<soc>-ops-info*.json, or one such file."));
    std::ranges::sort(files, {}, [](const fs::path& file) {
        const std::string name = file.filename().string();
        const bool isLegacy = name.find("legacy") != std::string::npos;
        return std::tuple(!isLegacy, isLegacy ? 0 : name.size(), name);
    });
    return files;
}

Result<std::shared_ptr<const OpLibrary>> openLibrary(const fs::path& path, const ChipTraits* chip)
{
    const auto mapped = mapLibrary(path);
    if (!mapped)
        return std::unexpected(mapped.error());
    auto library = OpLibrary::load(mapped->files, chip ? *chip : chipOf(mapped->paths));
    if (!library)
        return std::unexpected(library.error());
    library->setAiCpu(OpLibrary::embeddedAiCpu());
    return std::make_shared<const OpLibrary>(*std::move(library));
}

Result<std::vector<EditedFile>> editLibrary(const fs::path& path, std::span<const LibraryEdit> edits)
{
    const auto mapped = mapLibrary(path);
    if (!mapped)
        return std::unexpected(mapped.error());
    const auto library = OpLibrary::load(mapped->files, {});
    if (!library)
        return std::unexpected(library.error());
    std::map<std::string, std::vector<LibraryEdit>> editsOf; // by file
    for (const LibraryEdit& edit : edits) {
        const LibraryOp* op = library->find(edit.type);
        if (!op)
            return std::unexpected(unknownOp(edit.type, path.string(), *library));
        editsOf[op->source].push_back(edit);
    }
    std::vector<EditedFile> edited;
    for (std::size_t i = 0; i < mapped->files.size(); ++i) {
        const LibraryFile& file = mapped->files[i];
        auto text = withPrecisionFlags(file.text, file.name, editsOf[file.name]);
        if (!text)
            return std::unexpected(text.error());
        if (*text != file.text)
            edited.push_back({mapped->paths[i], *std::move(text)});
    }
    return edited;
}

// The backup appears whole: it is written under another name and then linked, which fails where there is one.
Result<void> replaceWithBackup(const EditedFile& file)
{
    const auto original = mapFile(file.path);
    if (!original)
        return std::unexpected(original.error());
    fs::path backup = file.path;
    backup += ".orig";
    const fs::path temporary = file.path.parent_path() / std::format(".halftone-backup-{}", ::getpid());
    const auto* text = reinterpret_cast<const char*>(original->bytes.data());
    if (auto written = writeFileAtomically(temporary, {text, original->bytes.size()}); !written)
        return written;
    std::error_code failed;
    fs::create_hard_link(temporary, backup, failed);
    std::error_code ignored;
    fs::remove(temporary, ignored);
    if (failed && failed != std::errc::file_exists)
        return std::unexpected(
            fileError("E-FILE-WRITE", std::format("The backup cannot be made ({}).", failed.message()),
                backup, "Check the folder; nothing was changed."));
    return writeFileAtomically(file.path, file.text);
}

}
