// SPDX-License-Identifier: GPL-3.0-or-later
//
// The families that optable.cpp gathers; only it includes this header.
#pragma once

#include "analysis/ops/opdef.h"

#include <span>

namespace halftone {

std::span<const OpDef> binaryOps();
std::span<const OpDef> dropoutOps();
std::span<const OpDef> dynamicOps();
std::span<const OpDef> lossOps();
std::span<const OpDef> matrixOps();
std::span<const OpDef> movementOps();
std::span<const OpDef> normalizationOps();
std::span<const OpDef> poolingOps();
std::span<const OpDef> recurrentOps();
std::span<const OpDef> reductionOps();
std::span<const OpDef> reluOps();
std::span<const OpDef> shapeOps();
std::span<const OpDef> unaryOps();
std::span<const OpDef> updateOps();

}
