// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lossscale/families.h"
#include "analysis/lossscale/scalemoves.h"

#include <array>
#include <cmath>

namespace halftone {
namespace {

using enum ScaleParameter;

constexpr double kFloor = 1;
constexpr double kManagerInitial = 16777216; // 2^24
constexpr double kFixedInitial = 128;
constexpr double kGroupInitial = 4096;
// DynamicLossScaleManager's bad_step_max: it raises when more steps than these overflow in a row.
constexpr std::int64_t kMostOverflowsInRow = 1000;
constexpr double kGroupShrink = 0.70710678118654752; // 2^-0.5
constexpr double kGroupGrowth = 1.00069338746258065; // 2^(1/1000): doubles in a thousand clean steps.

ScaleStep nextManager(const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters)
{
    const double larger = state.scale * parameters.growth;
    ScaleStep result = stepByNumber(state, overflowed, parameters.window,
        shrink(state.scale, state.scale * (1 / parameters.growth), kFloor),
        grow(state.scale, larger, larger));
    result.state.overflowsInRow = overflowed ? state.overflowsInRow + 1 : 0;
    if (result.state.overflowsInRow > kMostOverflowsInRow) {
        result.raised = "RuntimeError";
        result.state.step = state.step; // The error comes after the new scale and before the next number.
    }
    return result;
}

// Unlike the manager it remembers the last growth too, and asks for at least a window since then.
ScaleStep nextCell(const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters)
{
    const double factor = asFloat32(parameters.growth);
    const bool isFull = state.step - state.lastChange >= parameters.window;
    ScaleMove move{state.scale};
    if (overflowed)
        move = shrink(state.scale, asFloat32(state.scale * asFloat32(1 / factor)), kFloor);
    else if (isFull)
        move = grow(state.scale, asFloat32(state.scale * factor), asFloat32(state.scale * factor));
    ScaleStep result{.state = state, .isApplied = !overflowed, .cause = move.cause};
    result.state.scale = move.scale;
    if (overflowed || isFull)
        result.state.lastChange = state.step;
    ++result.state.step;
    return result;
}

ScaleStep nextScaler(const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters)
{
    const double factor = asFloat32(parameters.growth);
    const double larger = asFloat32(state.scale * factor);
    return stepByCount(state, overflowed, parameters.window,
        shrink(state.scale, asFloat32(state.scale / factor), kFloor),
        grow(state.scale, larger, unlessInfinite(larger, state.scale)));
}

ScaleStep nextFixed(const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters)
{
    ScaleStep result{.state = state, .isApplied = !overflowed || !parameters.skipsOverflow};
    ++result.state.step;
    return result;
}

// One group, seen alone. With several, an overflow in any of them drops the step for all.
ScaleStep nextGroup(const LossScaleState& state, bool overflowed, const LossScaleParameters&)
{
    const double larger = asFloat32(state.scale * asFloat32(kGroupGrowth));
    return stepByCount(state, overflowed, 1,
        shrink(state.scale, asFloat32(state.scale * asFloat32(kGroupShrink)), 0),
        grow(state.scale, larger, larger));
}

constexpr ScaleCheck kInitialAtLeastOne{
    Initial, [](const LossScaleParameters& p) { return p.initial >= 1; }, "at least 1"};
constexpr auto kFixedChecks = std::to_array<ScaleCheck>({kInitialAtLeastOne});
constexpr auto kManagerChecks = std::to_array<ScaleCheck>(
    {kInitialAtLeastOne, {Growth, [](const LossScaleParameters& p) { return p.growth > 0; }, "more than 0"}});
constexpr auto kScalerChecks = std::to_array<ScaleCheck>({kInitialAtLeastOne,
    {Growth, [](const LossScaleParameters& p) { return p.growth >= 1 && p.growth == std::floor(p.growth); },
        "a whole number of at least 1"}});

constexpr auto kDynamicReads = std::to_array({Initial, Growth, Window});
constexpr auto kFixedReads = std::to_array({Initial, SkipsOverflow});
constexpr auto kGroupReads = std::to_array({Initial});

constexpr auto kRules = std::to_array<LossScaleRule>({
    {.id = "ms_dynamic_loss_scale_update_cell",
        .title = "MindSpore dynamic (DynamicLossScaleUpdateCell)",
        .doc = "Doubles after 2000 clean steps, halves at an overflow but not below 1. This is what a run "
               "with DynamicLossScaleManager uses on the device; it has no ceiling.",
        .source = "MindSpore 2.0 to 2.5, nn/wrap/loss_scale.py",
        .defaults = {.initial = kManagerInitial},
        .reads = kDynamicReads,
        .checks = kManagerChecks,
        .next = nextCell},
    {.id = "ms_dynamic_loss_scale_manager",
        .title = "MindSpore dynamic on the host (DynamicLossScaleManager)",
        .doc = "Doubles after 2000 clean steps, halves at an overflow but not below 1, and gives up at the "
               "1001st overflow in a row.",
        .source = "MindSpore 2.0 to 2.5, train/loss_scale_manager.py",
        .defaults = {.initial = kManagerInitial},
        .reads = kDynamicReads,
        .checks = kManagerChecks,
        .isFloat32 = false,
        .next = nextManager},
    {.id = "ms_amp_dynamic_loss_scaler",
        .title = "MindSpore dynamic in functional code (amp.DynamicLossScaler)",
        .doc = "Grows after a full window, shrinks at an overflow but not below 1, and does not grow to "
               "infinity. MindSpore asks for every value; here they start as the manager's.",
        .source = "MindSpore 2.0 to 2.5, amp.py",
        .defaults = {.initial = kManagerInitial},
        .reads = kDynamicReads,
        .checks = kScalerChecks,
        .next = nextScaler},
    {.id = "ms_fixed_loss_scale_manager",
        .title = "MindSpore fixed (FixedLossScaleManager)",
        .doc = "The scale never moves. A step that overflows is dropped, or with drop_overflow_update=False "
               "applied as it is.",
        .source = "MindSpore 2.0 to 2.5, train/loss_scale_manager.py",
        .defaults = {.initial = kFixedInitial},
        .reads = kFixedReads,
        .checks = kFixedChecks,
        .isDynamic = false,
        .next = nextFixed},
    {.id = "ms_amp_static_loss_scaler",
        .title = "MindSpore fixed in functional code (amp.StaticLossScaler)",
        .doc = "The scale never moves; whether a step that overflows is dropped is up to the caller. "
               "MindSpore asks for the value; here it starts as that of FixedLossScaleManager.",
        .source = "MindSpore 2.0 to 2.5, amp.py",
        .defaults = {.initial = kFixedInitial},
        .reads = kFixedReads,
        .checks = kFixedChecks,
        .isDynamic = false,
        .next = nextFixed},
    {.id = "ms_group_loss_scale_manager",
        .title = "MindSpore per group of layers (boost.GroupLossScaleManager)",
        .doc =
            "Each clean step multiplies the scale by 2^(1/1000), each overflow by 2^-0.5, without floor or "
            "ceiling. MindSpore asks for the first value; here it is that of its example.",
        .source = "MindSpore 2.0, boost/group_loss_scale_manager.py",
        .defaults = {.initial = kGroupInitial, .minimum = 0, .refusesInfinity = false},
        .reads = kGroupReads,
        .next = nextGroup},
});

}

std::span<const LossScaleRule> mindsporeScales()
{
    return kRules;
}

}
