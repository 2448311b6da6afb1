// SPDX-License-Identifier: GPL-3.0-or-later
//
// The families that lossscale.cpp gathers; only it and the families include this header.
#pragma once

#include "analysis/lossscale/lossscale.h"

namespace halftone {

std::span<const LossScaleRule> mindsporeScales();
std::span<const LossScaleRule> torchScales();
std::span<const LossScaleRule> tensorflowScales();

}
