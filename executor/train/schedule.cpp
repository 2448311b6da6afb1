// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/schedule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace halftone {
namespace {

constexpr auto kNames = std::to_array<std::string_view>({"constant", "step", "cosine"});

double factorAt(const LearningRateSchedule& schedule, std::uint64_t updates, std::uint64_t rest)
{
    const std::uint64_t period = std::max<std::uint64_t>(schedule.period > 0 ? schedule.period : rest, 1);
    const auto factor = static_cast<double>(schedule.factor);
    switch (schedule.kind) {
    case LearningRateSchedule::Kind::Constant:
        return 1;
    case LearningRateSchedule::Kind::Step:
        return std::pow(factor, static_cast<double>(updates / period));
    case LearningRateSchedule::Kind::Cosine: {
        const double way = std::min(1.0, static_cast<double>(updates) / static_cast<double>(period));
        return factor + (1 - factor) * (1 + std::cos(std::numbers::pi * way)) / 2;
    }
    }
    return 1;
}

}

std::string_view name(LearningRateSchedule::Kind kind)
{
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<LearningRateSchedule::Kind> parseScheduleKind(std::string_view name)
{
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end())
        return std::nullopt;
    return static_cast<LearningRateSchedule::Kind>(found - kNames.begin());
}

float learningRateAt(
    const LearningRateSchedule& schedule, float rate, std::uint64_t updates, std::uint64_t planned)
{
    if (schedule.kind == LearningRateSchedule::Kind::Constant && updates >= schedule.warmUp)
        return rate; // not a bit is changed
    const auto full = static_cast<double>(rate);
    if (updates < schedule.warmUp)
        return static_cast<float>(
            full * static_cast<double>(updates + 1) / static_cast<double>(schedule.warmUp));
    const std::uint64_t rest = planned > schedule.warmUp ? planned - schedule.warmUp : 1;
    return static_cast<float>(full * factorAt(schedule, updates - schedule.warmUp, rest));
}

}
