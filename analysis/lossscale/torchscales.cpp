// SPDX-License-Identifier: GPL-3.0-or-later
//
// PyTorch and the libraries around it.
#include "analysis/lossscale/families.h"
#include "analysis/lossscale/scalemoves.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

using enum ScaleParameter;

// The scale is float32 and the factors are double, so the product is rounded once.
ScaleStep nextGradScaler(const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters)
{
    const double larger = asFloat32(state.scale * parameters.growth);
    const double allowed = parameters.refusesInfinity ? unlessInfinite(larger, state.scale) : larger;
    return stepByCount(state, overflowed, parameters.window,
        shrink(state.scale, asFloat32(state.scale * parameters.backoff), 0),
        grow(state.scale, larger, allowed));
}

ScaleStep nextApexAmp(const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters)
{
    const double larger = state.scale * 2;
    return stepByCount(state, overflowed, parameters.window,
        shrink(state.scale, state.scale / 2, parameters.minimum),
        grow(state.scale, larger, std::min(larger, parameters.maximum)));
}

ScaleStep nextApexFp16Utils(
    const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters)
{
    const double larger = state.scale * parameters.growth;
    return stepByNumber(state, overflowed, parameters.window,
        shrink(state.scale, state.scale / parameters.growth, 1), grow(state.scale, larger, larger));
}

ScaleStep nextDeepSpeed(const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters)
{
    const bool isForgiven = state.hysteresisLeft != 1;
    if (overflowed && !isForgiven && parameters.raisesAtMinimum && state.scale == parameters.minimum) {
        // Raised before anything is written: the state stays.
        return {.state = state, .isApplied = false, .cause = ScaleCause::AtFloor, .raised = "Exception"};
    }
    const double larger = state.scale * parameters.growth;
    const ScaleMove onOverflow = isForgiven
        ? ScaleMove{state.scale, ScaleCause::Hysteresis}
        : shrink(state.scale, state.scale / parameters.growth, parameters.minimum);
    ScaleStep result =
        stepByNumber(state, overflowed, parameters.window, onOverflow, grow(state.scale, larger, larger));
    if (overflowed && isForgiven)
        --result.state.hysteresisLeft;
    if (!overflowed && (parameters.refillsHysteresis || fillsWindow(state, parameters.window)))
        result.state.hysteresisLeft = parameters.hysteresis;
    return result;
}

constexpr auto kGradScalerChecks = std::to_array<ScaleCheck>({
    {Growth, [](const LossScaleParameters& p) { return p.growth > 1; }, "more than 1"},
    {Backoff, [](const LossScaleParameters& p) { return p.backoff < 1; }, "less than 1"},
});

constexpr auto kGradScalerReads = std::to_array({Initial, Growth, Backoff, Window, RefusesInfinity});
constexpr auto kApexAmpReads = std::to_array({Initial, Window, Minimum, Maximum});
constexpr auto kApexFp16UtilsReads = std::to_array({Initial, Growth, Window});
constexpr auto kDeepSpeedReads =
    std::to_array({Initial, Growth, Window, Minimum, Hysteresis, RefillsHysteresis, RaisesAtMinimum});

constexpr double k2To16 = 65536;
constexpr double k2To24 = 16777216;
constexpr double k2To32 = 4294967296;

constexpr auto kRules = std::to_array<LossScaleRule>({
    {.id = "torch_grad_scaler",
        .title = "PyTorch (GradScaler)",
        .doc = "Doubles after 2000 clean steps unless that is infinite (releases before 2.1 did not look), "
               "halves at an overflow without a floor: 166 overflows in a row give 0.",
        .source = "PyTorch 2.1 and later, torch/amp/grad_scaler.py",
        .defaults = {.initial = k2To16, .minimum = 0},
        .reads = kGradScalerReads,
        .checks = kGradScalerChecks,
        .next = nextGradScaler},
    {.id = "apex_amp_loss_scaler",
        .title = "Apex (amp)",
        .doc = "Doubles after 2000 clean steps up to 2^24, halves at an overflow; a floor only on request.",
        .source = "NVIDIA Apex, apex/amp/scaler.py",
        .defaults = {.initial = k2To16, .minimum = 0, .maximum = k2To24},
        .reads = kApexAmpReads,
        .isFloat32 = false,
        .next = nextApexAmp},
    {.id = "apex_fp16_utils_dynamic",
        .title = "Apex (fp16_utils)",
        .doc = "Doubles after 1000 clean steps, halves at an overflow but not below 1; no ceiling.",
        .source = "NVIDIA Apex, apex/fp16_utils/loss_scaler.py",
        .defaults = {.initial = k2To32, .window = 1000},
        .reads = kApexFp16UtilsReads,
        .isFloat32 = false,
        .next = nextApexFp16Utils},
    {.id = "deepspeed_dynamic_loss_scaler",
        .title = "DeepSpeed",
        .doc = "Doubles after 1000 clean steps, halves at an overflow, after forgiving some where asked to, "
               "and gives up at an overflow at the minimum.",
        .source = "DeepSpeed, deepspeed/runtime/fp16/loss_scaler.py",
        .defaults = {.initial = k2To32, .window = 1000},
        .reads = kDeepSpeedReads,
        .isFloat32 = false,
        .next = nextDeepSpeed},
});

}

std::span<const LossScaleRule> torchScales()
{
    return kRules;
}

}
