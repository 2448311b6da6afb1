// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/batches.h"
#include "executor/train/evaluator.h"
#include "executor/train/threadtrial.h"
#include "executor/train/trainer.h"

namespace halftone {

/// One precision of one model, ready to run.
struct Trainer::Content
{
    static constexpr std::size_t kRecentLosses = 20;

    /// Makes the program; \p wanted as in compileForThreads().
    Result<void> compile(int wanted);
    void findValues(ValueId input);
    /// What a checkpoint must agree with.
    std::string settingsText() const;

    // The parts of a step, in this order:
    void feed(std::size_t microBatch);
    double feedScale();
    void feedRates();
    /// The mean or sum of the losses; leaves unscaled gradients of the whole batch in the program.
    float computeGradients();
    void addGradients(std::size_t microBatch);
    void finishGradients();
    double gradientNorm();
    void saveStates();
    void restoreStates();
    void judgeOverflow(StepDone& done);
    OverflowPlace blameMicroBatch();
    OverflowPlace inUpdate(OverflowPlace place) const;
    void moveScale(StepDone& done);
    void apply(StepDone& done);
    void blameUpdate(StepDone& done);

    std::uint64_t updates() const { return nextStep - skipped; }

    TrainSettings settings;
    std::string dataText; // what settingsText() says about graph and data
    int threads = 1; // as wanted or as tried
    std::string modelName;
    GraphPtr forward;
    TrainingGraph training;
    MixedGraph mixed;
    std::optional<Program> program;
    std::optional<Batches> batches;
    std::optional<Evaluator> evaluator; // none for a model without a prediction, or data without classes
    ValueId dataInput; // in the mixed graph, as all ids below
    ValueId labels;
    ValueId lossScale;
    ValueId inverseLossScale;
    ValueId learningRate;
    ValueId beta1Power; // invalid but for Adam
    ValueId beta2Power;
    ValueId loss;
    std::vector<ValueId> unscaledGradients;
    std::vector<ValueId> weights; // trained ones and states
    std::vector<ValueId> states; // of the forward pass
    std::vector<ValueId> moments;
    const LossScaleRule* rule = nullptr; // null in float32
    LossScaleParameters scaleParameters;
    LossScaleState scale;
    std::size_t nextStep = 0;
    std::vector<float> sampleBuffer; // for inputs that are not float32
    std::vector<std::int64_t> labelBuffer;
    std::vector<float> targetBuffer;
    std::vector<float> converted; // a gradient that a mode keeps in 16 bits
    std::vector<std::vector<float>> accumulated; // gradients of micro-batches, by parameter
    OverflowPlace microBatchOverflow; // the first of the step
    std::vector<std::vector<float>> savedStates; // as before the step, for one that is skipped
    std::vector<float> recentLosses;
    std::size_t skipped = 0;
    std::optional<Error> failure;
    std::vector<ValueId> histograms; // that are counted in every step
    std::vector<ValueId> watched; // these and what sinks want of this step
};

}
