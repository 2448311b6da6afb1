// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/mixedmodelfile.h"

#include "analysis/core/embedded.h"
#include "analysis/graph/tensorconversion.h"
#include "executor/files/atomicfile.h"
#include "executor/files/mappedfile.h"
#include "executor/files/modelfile.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

bool appendGap(const FileAppender& append, std::uint64_t size)
{
    return append(std::string(size, '\0')); // Less than a page.
}

// One stretch, piece by piece: what was written need not stay in memory.
bool appendWeight(const FileAppender& append, const ExternalWeight& weight, std::uint64_t& overflows)
{
    constexpr std::size_t kPiece = 1 << 24;
    for (std::size_t first = 0; first < weight.data.bytes.size(); first += kPiece) {
        TensorData piece = weight.data;
        piece.bytes = piece.bytes.subspan(first, std::min(kPiece, piece.bytes.size() - first));
        const auto stats = convertElements(piece, weight.dtype, [&append](std::span<const std::byte> bytes) {
            return append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        });
        if (!stats)
            return false;
        overflows += stats->newOverflows();
        letGo(piece.bytes);
    }
    return true;
}

// All stretches in order; counts what became infinite on the way.
bool appendWeights(
    const FileAppender& append, std::span<const ExternalWeight> weights, std::uint64_t& overflows)
{
    std::uint64_t end = 0;
    const auto counting = [&](std::string_view part) {
        end += part.size();
        return append(part);
    };
    for (const ExternalWeight& weight : weights) {
        if (!appendGap(counting, weight.offset - end) || !appendWeight(counting, weight, overflows))
            return false;
    }
    return true;
}

Result<ExternalBytes> bytesOf(const std::filesystem::path& source)
{
    if (const SampleModel* sample = findSample(source))
        return ExternalBytes{embeddedFile(sample->resource), nullptr};
    return mapFile(source);
}

}

Result<WrittenModel> exportMixedModel(const std::filesystem::path& source, const Decisions& decisions,
    const std::filesystem::path& target, MixedOnnxOptions options)
{
    const auto file = bytesOf(source);
    if (!file)
        return std::unexpected(file.error());
    const std::filesystem::path dataFile = target.string() + ".data";
    options.dataFile = dataFile.filename().string();
    auto mixed = writeMixedOnnx(file->bytes, source.string(), decisions, options);
    if (!mixed)
        return std::unexpected(mixed.error());
    WrittenModel written{.dataFile = {}, .findings = std::move(mixed->findings)};
    if (!mixed->external.empty()) {
        std::uint64_t overflows = 0;
        const auto done = writeFileAtomically(dataFile,
            [&](const FileAppender& append) { return appendWeights(append, mixed->external, overflows); });
        if (!done)
            return std::unexpected(done.error());
        if (overflows > 0)
            written.findings.push_back({"weights.beyond-fp16", dataFile.filename().string(),
                std::format("{} values of weights became infinite.", overflows), {}});
        written.dataFile = dataFile;
    }
    if (const auto done = writeFileAtomically(target, mixed->model); !done)
        return std::unexpected(done.error());
    return written;
}

}
