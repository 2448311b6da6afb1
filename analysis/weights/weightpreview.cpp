// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/weights/weightpreview.h"

#include "analysis/graph/floatblocks.h"
#include "kernels/round.h"
#include "kernels/statistics.h"

#include <algorithm>
#include <cmath>
#include <format>

namespace halftone {
namespace {

using kernels::Format16;

// Below these every whole number is exact.
constexpr float kExactInF16 = 2048;
constexpr float kExactInBf16 = 256;

/// One tensor, block by block through float32.
class Previewer
{
public:
    Previewer(const TensorData& data, const BytesDone& done, WeightPreview& preview)
        : m_data(data)
        , m_done(done)
        , m_preview(preview)
    {
    }

    void run()
    {
        forEachFloatBlock(m_data, [this](std::span<const float> values, std::span<const std::byte> bytes) {
            add(values);
            if (m_done)
                m_done(bytes);
            return true;
        });
    }

private:
    void add(std::span<const float> values)
    {
        const kernels::TensorStats stats = kernels::tensorStats(values);
        m_preview.count += stats.count;
        m_preview.nans += stats.nans;
        m_preview.infinities += stats.infinities;
        m_preview.absMax = std::max(m_preview.absMax, stats.absMax);
        addFormat(values, stats.absMax > kExactInF16, Format16::F16, m_preview.float16);
        addFormat(values, stats.absMax > kExactInBf16, Format16::Bf16, m_preview.bfloat16);
    }

    void addFormat(std::span<const float> values, bool mayBeInexact, Format16 format, FormatPreview& preview)
    {
        const kernels::ConversionPreview conversion = kernels::previewConversion(values, format);
        preview.overflows += conversion.overflows;
        preview.flushedToZero += conversion.flushedToZero;
        preview.subnormals += conversion.subnormals;
        preview.unchanged += conversion.unchanged;
        if (mayBeInexact)
            preview.inexactIntegers += inexactIntegers(values, format);
    }

    std::uint64_t inexactIntegers(std::span<const float> values, Format16 format)
    {
        m_rounded.assign(values.begin(), values.end());
        kernels::roundInPlace(m_rounded, {.format = format, .counting = kernels::Counting::Off});
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
            count += std::isfinite(m_rounded[i]) && m_rounded[i] != values[i] &&
                std::trunc(values[i]) == values[i];
        return count;
    }

    const TensorData& m_data;
    const BytesDone& m_done;
    WeightPreview& m_preview;
    std::vector<float> m_rounded;
};

bool isPreviewed(const TensorData* data)
{
    return data && !data->bytes.empty() && (isReducibleFloat(data->dtype) || data->dtype == DType::Float64);
}

void addGraph(
    const Graph& graph, const std::string& path, const BytesDone& done, std::vector<WeightPreview>& all)
{
    for (ValueId value : graph.values()) {
        const TensorData* data = graph.data(value);
        if (!isPreviewed(data))
            continue;
        const auto uses = graph.uses(value);
        all.push_back({.name = path + graph.value(value).name,
            .readBy = uses.empty() ? std::string() : path + graph.displayName(uses.front().node),
            .dtype = data->dtype,
            .dims = data->dims});
        Previewer(*data, done, all.back()).run();
    }
    for (NodeId node : graph.nodes()) {
        for (const Body& body : graph.node(node).bodies)
            addGraph(*body.graph, std::format("{}{}/{}/", path, graph.displayName(node), body.attribute),
                done, all);
    }
}

}

WeightPreview previewWeight(const TensorData& data, const BytesDone& done)
{
    WeightPreview preview{.dtype = data.dtype, .dims = data.dims};
    if (isPreviewed(&data))
        Previewer(data, done, preview).run();
    return preview;
}

std::vector<WeightPreview> previewWeights(const Graph& graph, DType low, const BytesDone& done)
{
    std::vector<WeightPreview> previews;
    addGraph(graph, "", done, previews);
    std::ranges::stable_sort(previews, std::greater(), [low](const WeightPreview& preview) {
        return std::pair(preview.nans + preview.infinities, preview.in(low).rank());
    });
    return previews;
}

}
