// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/batches.h"
#include "executor/dynamic/modelrunner.h"
#include "executor/train/precision.h"

#include <string_view>

namespace halftone {

/// Runs the forward graph (not its training form) over the test part of the data, in the precision of the
/// run. Sizes of its input that are open, except the batch, are those of the samples.
class Evaluator
{
public:
    /// Runs the graph once on zeros, so that what cannot be computed shows here.
    static Result<Evaluator> create(
        const GraphPtr& forward, const Dataset& test, const std::optional<Precision>& precision);

    /// Replaces an initializer by its name; names that the forward graph does not have are ignored.
    void setWeight(std::string_view name, std::span<const float> values);

    /// Share of the samples whose largest output is at their label; a row with NaN counts as wrong. Fails
    /// only where sizes follow from the numbers of a sample.
    Result<double> measureAccuracy();

private:
    Evaluator(const Dataset& test, ModelRunner runner, ValueId input);
    Result<void> prepare();
    Result<TensorData> predict(TensorData samples);
    /// The samples from number \p first on as the input has them, and how many there are.
    std::pair<TensorData, std::size_t> samplesFrom(std::size_t first, std::span<std::int64_t> labels) const;

    const Dataset* m_test;
    ModelRunner m_runner;
    std::vector<TensorData> m_inputs; ///< Zeros; samples stand in one of them.
    std::size_t m_sampleInput = 0; ///< Which one.
    std::size_t m_prediction = 0; ///< Which output the classes are read from.
    std::optional<Batches> m_batches;
};

}
