// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/choice.h"

namespace halftone {

Quality qualityOf(const std::string& implementation)
{
    const auto has = [&](std::string_view part) { return implementation.find(part) != std::string::npos; };
    if (has("ref") || has("simple"))
        return Quality::Reference;
    return has("gemm") ? Quality::Gemm : Quality::Fast;
}

std::vector<LayoutPair> layoutCandidates(Layout stored)
{
    std::vector<LayoutPair> candidates;
    if (stored != Layout::Plain)
        candidates.push_back({stored, std::nullopt});
    candidates.push_back({std::nullopt, std::nullopt});
    for (const Layout blocked : {Layout::Blocked16, Layout::Blocked8, Layout::ChannelsLast}) {
        candidates.push_back({stored, blocked});
        candidates.push_back({blocked, blocked});
    }
    candidates.push_back({Layout::Plain, Layout::Plain});
    return candidates;
}

dnnl::memory::desc describe(
    std::span<const std::int64_t> dims, dnnl::memory::data_type type, const std::optional<Layout>& layout)
{
    if (layout)
        return describe(dims, type, *layout);
    return {dnnl::memory::dims(dims.begin(), dims.end()), type, dnnl::memory::format_tag::any};
}

std::optional<dnnl::memory::data_type> nativeType(
    const ProgramBuilder& b, std::initializer_list<ValueId> operands)
{
    const DType dtype = b.stored(*operands.begin()).dtype;
    if (!b.mayRunNatively() || !isLowPrecision(dtype))
        return std::nullopt;
    for (ValueId id : operands) {
        if (b.stored(id).dtype != dtype)
            return std::nullopt;
    }
    return dnnlType(dtype);
}

}
