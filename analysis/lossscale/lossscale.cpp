// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lossscale/lossscale.h"

#include "analysis/lossscale/families.h"
#include "analysis/lossscale/scalemoves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <format>
#include <vector>

namespace halftone {
namespace {

constexpr auto kCauseNames = std::to_array<std::string_view>(
    {"kept", "overflow", "growth", "floor", "ceiling", "hysteresis", "stuck"});

/// How messages call a parameter that has a number, and that number.
struct Described
{
    ScaleParameter parameter;
    std::string_view name;
    double (*value)(const LossScaleParameters& parameters);
};

constexpr auto kDescribed = std::to_array<Described>({
    {ScaleParameter::Initial, "initial scale", [](const LossScaleParameters& p) { return p.initial; }},
    {ScaleParameter::Growth, "growth factor", [](const LossScaleParameters& p) { return p.growth; }},
    {ScaleParameter::Backoff, "backoff factor", [](const LossScaleParameters& p) { return p.backoff; }},
    {ScaleParameter::Window, "window",
        [](const LossScaleParameters& p) { return static_cast<double>(p.window); }},
    {ScaleParameter::Minimum, "minimum", [](const LossScaleParameters& p) { return p.minimum; }},
    {ScaleParameter::Maximum, "maximum", [](const LossScaleParameters& p) { return p.maximum; }},
    {ScaleParameter::Hysteresis, "hysteresis",
        [](const LossScaleParameters& p) { return static_cast<double>(p.hysteresis); }},
});

// What no rule can work with, whether its framework looks or not. The trainer multiplies a float32 loss.
constexpr auto kCommonChecks = std::to_array<ScaleCheck>({
    {ScaleParameter::Initial,
        [](const LossScaleParameters& p) {
            return asFloat32(p.initial) > 0 && std::isfinite(asFloat32(p.initial));
        },
        "a positive number that float32 can hold"},
    {ScaleParameter::Growth,
        [](const LossScaleParameters& p) { return p.growth > 0 && std::isfinite(p.growth); },
        "a positive number"},
    {ScaleParameter::Backoff, [](const LossScaleParameters& p) { return p.backoff > 0; }, "more than 0"},
    {ScaleParameter::Window, [](const LossScaleParameters& p) { return p.window >= 1; }, "at least 1"},
    {ScaleParameter::Minimum,
        [](const LossScaleParameters& p) { return p.minimum >= 0 && std::isfinite(p.minimum); },
        "0 or a positive number"},
    {ScaleParameter::Maximum,
        [](const LossScaleParameters& p) { return p.maximum > 0 && p.maximum >= p.minimum; },
        "positive and no less than the minimum"},
    {ScaleParameter::Hysteresis, [](const LossScaleParameters& p) { return p.hysteresis >= 1; },
        "at least 1"},
});

std::vector<LossScaleRule> gatherRules()
{
    std::vector<LossScaleRule> rules;
    for (std::span<const LossScaleRule> family : {mindsporeScales(), torchScales(), tensorflowScales()})
        rules.insert(rules.end(), family.begin(), family.end());
    return rules;
}

bool reads(const LossScaleRule& rule, ScaleParameter parameter)
{
    return std::ranges::find(rule.reads, parameter) != rule.reads.end();
}

Error refused(const LossScaleRule& rule, const ScaleCheck& check, const LossScaleParameters& parameters)
{
    const auto described = std::ranges::find(kDescribed, check.parameter, &Described::parameter);
    return {ErrorKind::Usage, "E-LOSS-SCALE",
        std::format(
            "The {} is {}, and must be {}.", described->name, described->value(parameters), check.demand),
        std::string(rule.id), std::format("Choose another {}.", described->name)};
}

}

std::string_view name(ScaleCause cause)
{
    return kCauseNames[static_cast<std::size_t>(cause)];
}

std::span<const LossScaleRule> lossScaleRules()
{
    static const std::vector<LossScaleRule> rules = gatherRules();
    return rules;
}

const LossScaleRule* findLossScaleRule(std::string_view id)
{
    const auto found = std::ranges::find(lossScaleRules(), id, &LossScaleRule::id);
    return found == lossScaleRules().end() ? nullptr : &*found;
}

Result<LossScaleState> startLossScale(const LossScaleRule& rule, const LossScaleParameters& parameters)
{
    for (const std::span<const ScaleCheck> checks :
        {rule.checks, std::span<const ScaleCheck>(kCommonChecks)}) {
        for (const ScaleCheck& check : checks) {
            if (reads(rule, check.parameter) && !check.isMet(parameters))
                return std::unexpected(refused(rule, check, parameters));
        }
    }
    LossScaleState state{.scale = rule.isFloat32 ? asFloat32(parameters.initial) : parameters.initial};
    if (reads(rule, ScaleParameter::Maximum))
        state.scale = std::min(state.scale, parameters.maximum);
    if (reads(rule, ScaleParameter::Hysteresis))
        state.hysteresisLeft = parameters.hysteresis;
    return state;
}

}
