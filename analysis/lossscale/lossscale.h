// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loss-scale rules as pure state machines: what each framework does with the scale after a step, given only
// whether that step overflowed. They replay over a recorded run without training. One row per rule, with its
// source.
#pragma once

#include "analysis/core/error.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace halftone {

/// What rules are built with. Each rule reads only what its framework has (LossScaleRule::reads); the rest is
/// ignored.
struct LossScaleParameters
{
    double initial = 1; ///< Scale of the first step.
    double growth = 2; ///< Factor after a full window without overflow; where backoff is not read, 1 / growth
                       ///< is the factor after an overflow.
    double backoff = 0.5; ///< Factor after an overflow (PyTorch).
    std::int64_t window = 2000; ///< Clean steps before the scale grows.
    double minimum = 1; ///< Floor; 0 for none.
    double maximum = std::numeric_limits<double>::infinity(); ///< Ceiling.
    bool refusesInfinity = true; ///< Does not grow to a scale that is not finite in float32.
    std::int64_t hysteresis = 1; ///< The scale shrinks at this overflow; the ones before are forgiven.
    bool refillsHysteresis = false; ///< Each clean step forgives anew; otherwise only growth does.
    bool raisesAtMinimum = true; ///< An overflow at the minimum is an error (DeepSpeed).
    bool skipsOverflow = true; ///< Fixed scale: a step that overflowed is dropped.

    bool operator==(const LossScaleParameters&) const = default;
};

/// Names the members of LossScaleParameters, so that rules can say which they read.
enum class ScaleParameter : std::uint8_t {
    Initial,
    Growth,
    Backoff,
    Window,
    Minimum,
    Maximum,
    RefusesInfinity,
    Hysteresis,
    RefillsHysteresis,
    RaisesAtMinimum,
    SkipsOverflow,
};

/// What a rule remembers between steps. Which counters are used depends on the rule; the others keep their
/// first value.
struct LossScaleState
{
    double scale = 1; ///< In force for the next step.
    std::int64_t step = 1; ///< 1-based number of the next step.
    std::int64_t lastChange = 0; ///< Step of the last overflow, for some rules also of the last growth.
    std::int64_t cleanSteps = 0; ///< Clean steps since the last change.
    std::int64_t overflowsInRow = 0;
    std::int64_t hysteresisLeft = 1; ///< The scale shrinks at the overflow that finds 1 here.

    bool operator==(const LossScaleState&) const = default;
};

/// Why the scale is what it is after a step.
enum class ScaleCause : std::uint8_t {
    Kept, ///< Nothing to do.
    Overflow, ///< Shrunk.
    Growth, ///< Grown after a full window.
    AtFloor, ///< An overflow, but the scale stands at its minimum.
    AtCeiling, ///< A full window, but the scale stands at its maximum or would not be finite.
    Hysteresis, ///< An overflow that the rule forgives.
    Stuck, ///< The scale is 0 or infinite: no factor moves it any more.
};

/// Spelled "kept", "overflow", "growth", "floor", "ceiling", "hysteresis", "stuck".
std::string_view name(ScaleCause cause);

/// What a rule makes of one step.
struct ScaleStep
{
    LossScaleState state; ///< For the next step.
    bool isApplied = true; ///< Whether the optimizer uses this step's gradients.
    ScaleCause cause = ScaleCause::Kept;
    /// What the framework raises here, which ends its run ("RuntimeError", "Exception"); empty normally.
    std::string_view raised;

    bool operator==(const ScaleStep&) const = default;
};

/// A condition that a framework sets on one of its parameters.
struct ScaleCheck
{
    ScaleParameter parameter;
    bool (*isMet)(const LossScaleParameters& parameters); ///< False for NaN.
    std::string_view demand; ///< "at least 1"; goes after "must be".
};

struct LossScaleRule
{
    std::string_view id; ///< "ms_dynamic_loss_scale_update_cell"
    std::string_view title; ///< "MindSpore dynamic (DynamicLossScaleUpdateCell)"
    std::string_view doc; ///< What it does, a sentence or two.
    std::string_view source; ///< Framework, file, version.
    LossScaleParameters defaults;
    std::span<const ScaleParameter> reads; ///< In the order of the framework's own parameters.
    std::span<const ScaleCheck> checks; ///< The framework's own; startLossScale() has more.
    bool isDynamic = true; ///< False where the scale never moves.
    /// Whether the framework holds the scale as float32 (a tensor); otherwise as double (a Python number).
    bool isFloat32 = true;
    /// The step numbered state.step is over: \p overflowed says whether a gradient was not finite. Pure.
    ScaleStep (*next)(
        const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters) = nullptr;
};

/// All rules; MindSpore's first.
std::span<const LossScaleRule> lossScaleRules();

/// Null for an unknown id.
const LossScaleRule* findLossScaleRule(std::string_view id);

/// The state before the first step. Fails with E-LOSS-SCALE where the framework would refuse a parameter, and
/// for values that no rule can work with: an initial scale that is not positive or not finite in float32,
/// a window below 1, NaN.
Result<LossScaleState> startLossScale(const LossScaleRule& rule, const LossScaleParameters& parameters);

}
