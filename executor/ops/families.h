// SPDX-License-Identifier: GPL-3.0-or-later
//
// The families that opruns.cpp gathers; only it and they include this header.
#pragma once

#include "executor/ops/opruns.h"

namespace halftone {

std::span<const OpRun> convolutionRuns();
std::span<const OpRun> elementwiseRuns();
std::span<const OpRun> lossRuns();
std::span<const OpRun> matrixRuns();
std::span<const OpRun> normalizationRuns();
std::span<const OpRun> poolingRuns();
std::span<const OpRun> reductionRuns();
std::span<const OpRun> shapeRuns();
std::span<const OpRun> updateRuns();

}
