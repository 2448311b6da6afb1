// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/decisions.h"

namespace halftone {

/// The same decisions on a graph whose inputs and outputs are in 16 bits where that is what its nodes read
/// and make, so that no cast stands at the border. What a body reads by name keeps its type.
Decisions withLowInterface(const Decisions& decisions);

}
