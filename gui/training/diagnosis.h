// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runhistory.h"

#include <vector>

namespace halftone {

/// What would help a run, in a form that a button can carry out.
struct Remedy
{
    enum class Kind : std::uint8_t {
        KeepFloat32, ///< The types of an operator, or the operator itself.
        InitialScale, ///< Another loss scale for the first step.
    };
    Kind kind = Kind::KeepFloat32;
    QString node; ///< By its name in the model, for KeepFloat32.
    double scale = 1; ///< For InitialScale.
};

/// This is something that the numbers of a run say about its precision, in words.
struct Diagnosis
{
    QString text;
    Remedy remedy;
};

/// What is wrong with a run, the worst first; nothing for a healthy one, and for one of fewer than 8 steps.
///  - A constant or an input beyond the range of FP16, such as a mask of -1e9.
///  - Statistics of a batch normalisation that overflow.
///  - No loss scale can help: of the last steps at least half were skipped although the scale does not fall
///    any more, and what overflows first is in the forward pass or the loss. (One of these three.)
///  - The scale began far too high: at least 10 steps were skipped until it had fallen.
///  - Gradients lost to underflow: a fifth of all their numbers, or a whole tensor in half of the steps.
///  - Updates in 16 bits that vanish: half of their numbers became zero.
std::vector<Diagnosis> diagnose(const RunHistory& history);

}
