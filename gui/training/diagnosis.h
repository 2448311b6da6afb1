// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/checkpoint.h"
#include "gui/training/runhistory.h"

#include <vector>

namespace halftone {

/// What would help a run, in a form that a button can carry out.
struct Remedy
{
    enum class Kind {
        KeepFloat32, ///< The types of an operator, or the operator itself.
        InitialScale, ///< Another loss scale for the first step.
        ScaleRule, ///< Another rule for the loss scale.
        Window, ///< More clean steps before the scale grows.
        LearningRate,
    };
    Kind kind = Kind::KeepFloat32;
    QString node; ///< By its name in the model, for KeepFloat32.
    double number = 0; ///< The scale, the steps, the rate.
    std::string rule; ///< Its id, for ScaleRule.
};

/// This is something that the numbers of a run say about its precision, in words.
struct Diagnosis
{
    enum class Kind {
        LargeConstant,
        BatchNormalization,
        HopelessScale,
        BrokenWeights,
        DamagedStatistics,
        HighScale,
        EarlyGrowth,
        LostGradients,
        VanishingUpdates,
    };
    Kind kind = Kind::HopelessScale;
    QString text;
    std::vector<Remedy> remedies; ///< The best first; never empty.
};

/// Steps that a run must have before it is judged while it goes on.
inline constexpr std::size_t kFewestLiveSteps = 20;

/// What is wrong with a run, the worst first; nothing for a healthy one, and for one of fewer than 8 steps.
/// \p standing is the state of a run that is paused or over, or null.
///  - A constant or an input beyond the range of FP16, such as a mask of -1e9.
///  - A batch normalisation that overflows in the forward pass.
///  - No loss scale can help: of the last steps at least half were skipped and what overflows first is in the
///    forward pass, or in the gradients although the scale is as low as it gets.
///  - Weights that are not finite any more. (One of these four.)
///  - Running statistics that are not finite.
///  - The scale is too high for too long: at least 10 steps were skipped until it had fallen, or it has not
///    fallen far enough yet, or it never moves.
///  - The scale grows too soon: each growth costs a step.
///  - Gradients lost to underflow: a fifth of all their numbers, or a whole tensor in half of the steps.
///  - Updates in 16 bits that vanish: half of their numbers became zero.
std::vector<Diagnosis> diagnose(const RunHistory& history, const Checkpoint* standing = nullptr);

}
