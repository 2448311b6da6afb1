// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/batches.h"
#include "executor/dynamic/modelrunner.h"
#include "executor/train/precision.h"

#include <functional>
#include <string_view>

namespace halftone {

/// Runs the forward graph (not its training form) over the test part of the data, in the precision of the
/// run. Sizes of its input that are open, except the batch, are those of the samples.
class Evaluator
{
public:
    /// Runs the graph once on zeros, so that what cannot be computed shows here. Pixels whose label is \p
    /// ignored do not count.
    static Result<Evaluator> create(const GraphPtr& forward, const Dataset& test,
        const std::optional<Precision>& precision, std::optional<std::int64_t> ignored = std::nullopt);

    /// Replaces an initializer by its name; names that the forward graph does not have are ignored.
    void setWeight(std::string_view name, std::span<const float> values);

    /// Share of the samples whose largest output is at their label; of their pixels, where each has a label.
    /// A model with a single score for two classes is right where that lies above the middle for class 1:
    /// above 0, or a half behind a Sigmoid. NaN counts as wrong. Fails only where sizes follow from the
    /// numbers of a sample. Where \p isAbandoned, asked between batches, becomes true, the rest is left out
    /// and the share is NaN.
    Result<double> measureAccuracy(const std::function<bool()>& isAbandoned = {});

private:
    Evaluator(const Dataset& test, ModelRunner runner, ValueId input);
    Result<void> prepare(const Graph& forward);
    Result<void> matchLabels(const TensorData& prediction);
    Result<TensorData> predict(TensorData samples);
    struct Tally
    {
        std::size_t right = 0;
        std::size_t answers = 0;
    };
    /// Adds the answers about the first \p count samples of a batch.
    void addAnswers(Tally& tally, const TensorData& scores, std::size_t first, std::size_t count,
        std::span<const std::int64_t> labels) const;
    /// The samples from number \p first on as the input has them, and how many there are.
    std::pair<TensorData, std::size_t> samplesFrom(std::size_t first, std::span<std::int64_t> labels) const;

    const Dataset* m_test;
    ModelRunner m_runner;
    std::vector<TensorData> m_inputs; ///< Zeros; samples stand in one of them.
    std::size_t m_sampleInput = 0; ///< Which one.
    std::size_t m_prediction = 0; ///< Which output the classes are read from.
    std::size_t m_places = 1; ///< Labels of a sample.
    std::optional<std::int64_t> m_ignored; ///< Label of pixels that do not count.
    float m_middle = 0; ///< Between the two classes of a single score.
    std::optional<Batches> m_batches;
};

}
