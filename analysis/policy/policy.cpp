// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/policy.h"

#include "analysis/core/nearestname.h"
#include "analysis/policy/families.h"

#include <algorithm>
#include <array>
#include <format>
#include <utility>

namespace halftone {
namespace {

using Table = std::array<PolicyDef, std::variant_size_v<PolicySettings>>;

// A function, so that the rows of the other files exist when they are copied.
const Table& table()
{
    static const Table rows{kAscendPolicy, kMindSporePolicy, kTensorFlowPolicy, kTorchPolicy, kAutoCastPolicy,
        kOnnxFloat16Policy};
    return rows;
}

template <std::size_t... Index>
PolicySettings defaultsOf(std::size_t wanted, std::index_sequence<Index...>)
{
    PolicySettings settings;
    ((Index == wanted ? static_cast<void>(settings.emplace<Index>()) : static_cast<void>(0)), ...);
    return settings;
}

}

std::span<const PolicyDef> policyTable()
{
    return table();
}

const PolicyDef& definitionOf(const PrecisionPolicy& policy)
{
    return table()[policy.settings.index()];
}

Result<PrecisionPolicy> makePolicy(std::string_view id)
{
    const auto found = std::ranges::find(table(), id, &PolicyDef::id);
    if (found != table().end())
        return PrecisionPolicy{.settings = defaultsOf(static_cast<std::size_t>(found - table().begin()),
                                   std::make_index_sequence<std::variant_size_v<PolicySettings>>())};
    std::string known;
    NearestName nearest(id);
    for (const PolicyDef& row : table()) {
        known += (known.empty() ? "" : ", ") + std::string(row.id);
        nearest.offer(row.id);
    }
    const std::string hint = nearest.best().empty() ? "" : std::format(" Did you mean {}?", nearest.best());
    return std::unexpected(Error{ErrorKind::Usage, "E-POLICY", std::format("There is no policy \"{}\".", id),
        "policy", std::format("Choose one of {}.{}", known, hint)});
}

std::string describe(const PrecisionPolicy& policy)
{
    std::string text = definitionOf(policy).describe(policy.settings);
    if (!policy.overrides.empty())
        text +=
            std::format(", {} override{}", policy.overrides.size(), policy.overrides.size() == 1 ? "" : "s");
    return text;
}

std::string shortName(const PrecisionPolicy& policy)
{
    const auto* ascend = std::get_if<AscendSettings>(&policy.settings);
    return ascend && policy.overrides.empty() ? ascend->modeName : describe(policy);
}

Result<Decisions> decide(const GraphPtr& graph, const PrecisionPolicy& policy)
{
    return definitionOf(policy).decide(graph, policy);
}

}
