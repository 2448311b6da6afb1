// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runhistory.h"

#include <optional>

namespace halftone {

/// Where numbers were lost in a step, in a form that live runs and recorded ones share.
struct Incident
{
    QString node; ///< The operator, by the name that it has in the model.
    std::string op; ///< Type of the node that rounded: "Cast" for one that the mixed graph has in addition.
    Phase phase = Phase::Forward;
    /// The tensor that such a cast converts when nothing in the graph makes it (a constant, a weight, an
    /// input); empty otherwise, and for recorded runs, which have no graph.
    QString source;
};

/// Where a number first left the range of its type; nullopt when none did.
std::optional<Incident> overflowIn(const RunHistory& history, const StepDone& step);

/// Where a tensor first became all zeros by rounding; nullopt when none did.
std::optional<Incident> collapseIn(const RunHistory& history, const StepDone& step);

}
