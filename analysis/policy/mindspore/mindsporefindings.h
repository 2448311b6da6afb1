// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/policy/mindspore/ampplan.h"
#include "analysis/policy/policy.h"

namespace halftone {

/// Adds what is surprising about the call itself and about what became of the network. \p plan is that of the
/// policy's settings, \p decisions are complete.
void addMindSporeFindings(Decisions& decisions, const PrecisionPolicy& policy, const AmpPlan& plan);

}
