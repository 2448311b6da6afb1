// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runhistory.h"

namespace halftone {

/// This is what the end of a run says about its precision, in words, with the operator to change.
struct Diagnosis
{
    QString text;
    QString node; ///< The operator's name in the model.
};

/// Recognises the run that no loss scale can save: of its last steps at least half were skipped although the
/// scale does not fall any more, and what overflows first is in the forward pass or the loss. Nullopt for all
/// others, also for runs of fewer than 8 steps.
std::optional<Diagnosis> diagnose(const RunHistory& history);

}
