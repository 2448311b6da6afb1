// SPDX-License-Identifier: GPL-3.0-or-later
//
// Losses by class numbers in every form that ONNX has: any number of pixel axes behind the classes, class
// weights, a class that is ignored, and the sum or the single terms instead of the mean.
#pragma once

#include "executor/program/programbuilder.h"

namespace halftone {

/// What the first input holds.
enum class ClassScores : std::uint8_t { Logits, LogProbabilities };

/// Adds the steps of the SoftmaxCrossEntropyLoss or NegativeLogLikelihoodLoss that the builder stands at.
Result<void> compileClassLoss(ProgramBuilder& b, ClassScores scores);

/// The gradient of the mean over all pixels without weights. Inputs: dLoss, log-probabilities [N, classes,
/// ...], labels [N, ...].
Result<void> compilePixelCrossEntropyGrad(ProgramBuilder& b);

}
