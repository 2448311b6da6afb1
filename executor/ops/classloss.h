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

/// Their gradient for the scores, in every form. Inputs: dLoss, for logits the log-probabilities [N, classes,
/// ...], labels [N, ...], class weights where there are any.
Result<void> compileClassLossGrad(ProgramBuilder& b, ClassScores scores);

/// Whether the node is the mean over all samples alike, of scores [N, classes].
bool isPlainClassLoss(const ProgramBuilder& b, std::span<const std::int64_t> scores, ValueId weights);

}
