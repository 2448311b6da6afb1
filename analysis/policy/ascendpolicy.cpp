// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/ascendpolicy.h"

#include "analysis/policy/families.h"

#include <format>

namespace halftone {

Result<AscendJudging> ascendJudging(const AscendSettings& settings)
{
    auto library = settings.library ? Result<std::shared_ptr<const OpLibrary>>(settings.library)
                                    : OpLibrary::embedded(settings.soc);
    if (!library)
        return std::unexpected(library.error());
    const auto mode = parseMode(settings.modeName);
    if (!mode)
        return std::unexpected(mode.error());
    AscendJudging judging{.library = *std::move(library)};
    judging.input = {.library = judging.library.get(),
        .mode = mode->mode,
        .mixlist = usesMixlist(mode->mode) ? &settings.mixlist : nullptr,
        .keepDTypes = settings.keepDTypes.entries.empty() ? nullptr : &settings.keepDTypes,
        .customDTypes = settings.customDTypes.entries.empty() ? nullptr : &settings.customDTypes};
    return judging;
}

namespace {

Result<Decisions> decideAscend(const GraphPtr& graph, const PrecisionPolicy& policy)
{
    const auto judging = ascendJudging(std::get<AscendSettings>(policy.settings));
    if (!judging)
        return std::unexpected(judging.error());
    auto decisions = judge(graph, judging->input);
    if (decisions)
        applyOverrides(*decisions, policy.overrides);
    return decisions;
}

std::string describeAscend(const PolicySettings& chosen)
{
    const auto& settings = std::get<AscendSettings>(chosen);
    const auto judging = ascendJudging(settings);
    return std::format("{} on {}", settings.modeName,
        judging ? judging->library->traits().title : std::string_view(settings.soc));
}

}

const PolicyDef kAscendPolicy{.id = "ascend",
    .title = "Ascend precision modes",
    .doc = "The graph engine of CANN with the operator library of a chip: white, black and gray lists, and "
           "kernels.",
    .source = {"CANN", "GraphEngine, nn_engine", "public sources"},
    .decide = decideAscend,
    .describe = describeAscend,
    .addEdits = addAscendEdits};

}
