// SPDX-License-Identifier: GPL-3.0-or-later
//
// FP32 beside mixed precision on one batch, from the same weights: how far each node's result is off. Any
// number of precisions in one go, each beside the same FP32 run.
#pragma once

#include "executor/train/trainer.h"

#include <functional>
#include <span>
#include <stop_token>
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
    double largest = 0; ///< Absolute value of the largest right element.
    std::uint64_t notFinite = 0; ///< Elements where just one of the two is finite, or they differ in kind.
    std::uint64_t notZero = 0; ///< Elements whose right value is not zero.
    std::uint64_t lost = 0; ///< Those of them that became zero.

    /// The largest error in units of the largest right element: one number for a whole tensor, which a tiny
    /// element cannot spoil as it spoils maxRelative. 0 for tensors that are all zero.
    double relative() const { return largest > 0 ? maxAbsolute / largest : 0; }
    /// All that should not be zero is zero.
    bool isCollapsed() const { return notZero > 0 && lost == notZero; }

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
    NodeId id; ///< In the graph before casts: that of the training step, or of the model.
    ValueId value; ///< Likewise.
    std::string node;
    std::string op;
    Phase phase = Phase::Forward;
    std::string tensor;
    DType dtype = DType::Undefined; ///< In the mixed run.
    ErrorMeasures accumulated; ///< With all that went wrong before it.
    ErrorMeasures isolated; ///< Of this node alone: its inputs are those of the FP32 run, in its own types.

    /// Both errors pass Ascend's rule.
    bool passes() const { return passesAscend(accumulated) && passesAscend(isolated); }
};

struct Comparison
{
    double loss = 0; ///< In FP32; NaN where only the forward pass was compared.
    double mixedLoss = 0;
    double scale = 1; ///< Loss scale in both.
    std::vector<NodeComparison> nodes; ///< In order of execution; forward, loss, backward and unscaling.

    std::size_t failing() const; ///< Tensors that do not pass.
    /// The largest ErrorMeasures::relative() of what is finite, with all errors before.
    double worst() const;
    bool isFinite() const; ///< No tensor has an element that only mixed precision made infinite or NaN.
};

/// What is compared, and on what.
struct ComparisonSettings
{
    enum class Pass : std::uint8_t {
        Training, ///< Forward, loss and gradients of one step.
        Forward, ///< The model alone; for those that have no loss or cannot be trained.
    };

    std::filesystem::path model;
    std::map<std::string, std::int64_t> dims;
    Pass pass = Pass::Training;
    /// Batch, seed, threads and what else a step depends on; its precision is not read.
    TrainSettings train;
    /// Steps that are trained first, in the first precision that can be applied; all others and FP32 take its
    /// weights over. Not for Pass::Forward.
    std::size_t after = 0;
};

/// How the caller follows a comparison, from its own thread.
struct ComparisonControl
{
    std::function<void(double share)> progress; ///< 0 to 1; may be empty.
    std::stop_token stop; ///< Ends the comparison between two precisions, with the error E-STOPPED.
};

/// The policy with the loss scale that comparisons have unless told otherwise: 1024, small enough for a loss
/// in FP16, so that there is something to compare.
inline constexpr double kComparisonScale = 1024;
Precision comparisonPrecision(PrecisionPolicy policy);

/// Compares every precision of \p precisions with FP32 on the same batch of \p data. Fails where FP32 itself
/// cannot run; a precision that cannot be applied has its own error in its place.
Result<std::vector<Result<Comparison>>> compareWithFloat32(const ComparisonSettings& settings,
    const DatasetPair& data, std::span<const Precision> precisions, const ComparisonControl& control = {});

}
