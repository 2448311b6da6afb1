// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/onnx/import.h"
#include "executor/data/dataset.h"
#include "executor/program/program.h"
#include "executor/telemetry/sink.h"
#include "executor/train/checkpoint.h"
#include "executor/train/runcontrol.h"
#include "executor/train/trainsettings.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace halftone {

/// A run that has everything it needs: what could fail has failed before.
class Trainer
{
public:
    /// Opens \p model with its batch dimension bound to the batch size, differentiates, judges, inserts
    /// casts, compiles, and checks the data against the model. \p data must outlive the trainer.
    static Result<Trainer> create(const std::filesystem::path& model,
        const std::map<std::string, std::int64_t>& dims, const DatasetPair& data, TrainSettings settings);
    /// The same for a model that is open already, with its batch dimension bound to a micro-batch.
    static Result<Trainer> create(
        const ImportedModel& model, std::string modelName, const DatasetPair& data, TrainSettings settings);
    Trainer(Trainer&&) noexcept;
    Trainer& operator=(Trainer&&) noexcept;
    ~Trainer();

    /// Trains in the calling thread until the steps are done or \p control says stop, then measures accuracy.
    RunFinished run(Sink& sink, RunControl& control);

    // Step by step, for several runs side by side:
    StepDone step();
    /// Feeds the batch of the next step and computes loss and gradients, and nothing else, with the scale
    /// that is in force or another one; returns it.
    double computeStep(std::optional<double> scale = std::nullopt);
    /// Takes weights, moments, statistics and position from another precision of the same model.
    void copyStateOf(const Trainer& other);
    /// Lets the next step count the exponents that \p sink wants, besides those of TrainSettings::histograms.
    void watchFor(const Sink& sink);
    /// Hands over the step that was just made, behind the counts of its tensors where \p sink wants them.
    void deliver(const StepDone& done, Sink& sink) const;
    /// Set once the loss-scale rule gives up (1000 overflows in a row, an overflow at the minimum), as its
    /// framework raises an exception there: the run must end.
    const std::optional<Error>& failure() const;
    /// NaN without test data, and where \p control, which may be null, is abandoned meanwhile.
    double measureAccuracy(const RunControl* control = nullptr);
    /// Sums up the steps so far, with the accuracy at this point.
    RunFinished finish(RunFinished::Why why, const RunControl* control = nullptr);

    /// The state between two steps; a trainer of the same settings that restores it goes on to the bit.
    Checkpoint checkpoint() const;
    /// Fails, and changes nothing, when the checkpoint was made under other settings or for another model.
    Result<void> restore(const Checkpoint& checkpoint);
    /// Weights and running statistics by the names that they have in the model.
    std::map<std::string, std::vector<float>> weights() const;

    const TrainingGraph& training() const;
    const MixedGraph& mixed() const;
    const GraphPtr& mixedGraph() const; ///< With casts; ids in events belong to it.
    Program& program();
    std::size_t plannedSteps() const;
    std::size_t completedSteps() const;
    std::size_t stepsPerEpoch() const;
    int threads() const; ///< As wanted or as found by trial.
    RunInfo info() const;

private:
    struct Content;
    explicit Trainer(std::unique_ptr<Content> content);
    std::unique_ptr<Content> m_content;
};

}
