// SPDX-License-Identifier: GPL-3.0-or-later
//
// FP32 beside mixed precision on one batch, from the same weights: how far each node's result is off.
#pragma once

#include "executor/train/trainer.h"

#include <span>
#include <string>
#include <vector>

namespace halftone {

/// How far a tensor is from the one that is right. NaN and infinity count as not finite and enter nothing
/// else, unless both tensors have the same one there.
struct ErrorMeasures
{
    double maxAbsolute = 0;
    double maxRelative = 0; ///< Of elements whose right value is not zero.
    double cosine = 1; ///< Of the angle between the two; 1 for two zero tensors, 0 for one.
    double maxUlp = 0; ///< In units in the last place of the tensor's own type, at the right value.
    std::uint64_t notFinite = 0; ///< Elements where just one of the two is finite, or they differ in kind.

    bool operator==(const ErrorMeasures&) const = default;
};

/// \p dtype is the type in which \p got was stored. The spans have the same length.
ErrorMeasures measureError(std::span<const float> got, std::span<const float> right, DType dtype);

/// Ascend's rule for whole networks: it fails with a cosine below 0.9, or an absolute error above 1, or a
/// cosine below 0.99 and an error above 0.001 together (CANN 7.0, model accuracy comparison of PyTorch
/// migration), and with numbers that are not finite.
bool passesAscend(const ErrorMeasures& error);

/// One output of one node.
struct NodeComparison
{
    std::string node;
    std::string op;
    Phase phase = Phase::Forward;
    std::string tensor;
    DType dtype = DType::Undefined; ///< In the mixed run.
    ErrorMeasures accumulated; ///< With all that went wrong before it.
    ErrorMeasures isolated; ///< Of this node alone: its inputs are those of the FP32 run, in its own types.
};

struct Comparison
{
    double loss = 0; ///< In FP32.
    double mixedLoss = 0;
    double scale = 1; ///< Loss scale in both.
    std::vector<NodeComparison> nodes; ///< In order of execution; forward, loss, backward and unscaling.
};

/// Makes \p trainedSteps steps in mixed precision, then compares on the batch behind them. \p settings must
/// have a precision.
Result<Comparison> compareWithFloat32(const std::filesystem::path& model,
    const std::map<std::string, std::int64_t>& dims, const DatasetPair& data, TrainSettings settings,
    std::size_t trainedSteps);

}
