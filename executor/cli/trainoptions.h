// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/cli/graphoptions.h"
#include "executor/cli/policyoptions.h"
#include "executor/cli/scaleoptions.h"
#include "executor/train/trainer.h"

#include <optional>

namespace halftone::cli {

/// The options of `train`, as they are typed.
struct TrainOptions
{
    ModelOptions model;
    JudgeOptions judge;
    PolicyOptions policy;
    std::string data; ///< Empty: what suits the model.
    std::optional<float> divisor;
    std::size_t batch = 64;
    double epochs = 6;
    std::size_t steps = 0;
    float learningRate = 0.05f;
    std::string schedule = "constant";
    std::uint64_t period = 0;
    std::optional<float> factor; ///< Nullopt: what is usual for the schedule.
    std::uint64_t warmUp = 0;
    GraphOptions graph;
    ScaleOptions scale;
    std::size_t microBatches = 1;
    std::string microBatchLoss = "mean";
    bool shuffle = false;
    std::uint64_t seed = 1;
    int threads = 0;
    bool fp32 = false;
    bool twin = false;
    bool json = false;
    bool estimates = false; ///< Instead of training.
    std::string report;
    std::string runFile;
    bool counts = false; ///< Of every 16-bit tensor, into the run file.
    std::vector<std::string> histograms;
    std::string checkpoint;
    std::size_t checkpointEvery = 0;
    std::string resume;
    std::string saveModel;
};

/// Model, policy, data and batch size.
void addDataOptions(CLI::App& app, TrainOptions& options);
/// These, and all that belongs to a training run.
void addTrainOptions(CLI::App& app, TrainOptions& options);

/// The runs that the options ask for; at least one of them is set.
struct TrainingPlan
{
    std::map<std::string, std::int64_t> dims;
    std::string place; ///< Of the data, as --data has it.
    DatasetPair data;
    std::optional<TrainSettings> full; ///< In float32.
    std::optional<TrainSettings> mixed;
};

Result<TrainingPlan> prepareTraining(const TrainOptions& options);

}
