// SPDX-License-Identifier: GPL-3.0-or-later
//
// The families that opruns.cpp gathers; only it and they include this header.
#pragma once

#include "executor/ops/opruns.h"

namespace halftone {

std::span<const OpRun> axisRuns();
std::span<const OpRun> binaryRuns();
std::span<const OpRun> controlRuns();
std::span<const OpRun> conversionRuns();
std::span<const OpRun> convolutionRuns();
std::span<const OpRun> dropoutRuns();
std::span<const OpRun> einsumRuns();
std::span<const OpRun> gatherRuns();
std::span<const OpRun> gemmRuns();
std::span<const OpRun> libraryMathRuns();
std::span<const OpRun> logicRuns();
std::span<const OpRun> lossRuns();
std::span<const OpRun> matmulRuns();
std::span<const OpRun> movementRuns();
std::span<const OpRun> normalizationRuns();
std::span<const OpRun> onnxUpdateRuns();
std::span<const OpRun> poolingRuns();
std::span<const OpRun> recurrentRuns();
std::span<const OpRun> reductionRuns();
std::span<const OpRun> reluRuns();
std::span<const OpRun> resizeRuns();
std::span<const OpRun> rowNormRuns();
std::span<const OpRun> selectionRuns();
std::span<const OpRun> shapeRuns();
std::span<const OpRun> softmaxRuns();
std::span<const OpRun> unaryRuns();
std::span<const OpRun> updateRuns();

}
