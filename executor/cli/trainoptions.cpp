// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/trainoptions.h"

#include "executor/cli/numbercheck.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/modeldata.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <print>

namespace halftone::cli {
namespace {

Result<Precision> readPrecision(const TrainOptions& options)
{
    auto judge = readSettings(options.judge);
    if (!judge)
        return std::unexpected(judge.error());
    auto policy = readPolicy(options.policy, *judge, true);
    if (!policy)
        return std::unexpected(policy.error());
    Precision precision = precisionBy(*std::move(policy));
    if (auto applied = applyScaleOptions(options.scale, precision); !applied)
        return std::unexpected(applied.error());
    return precision;
}

}

namespace {

void addScheduleOptions(CLI::App& app, TrainOptions& options)
{
    app.add_option("--lr", options.learningRate, "Learning rate")
        ->capture_default_str()
        ->check(numbersFrom(0));
    app.add_option("--lr-schedule", options.schedule,
           "constant, step or cosine; steps that the loss scale skips do not advance it")
        ->capture_default_str()
        ->check(CLI::IsMember({"constant", "step", "cosine"}));
    app.add_option("--lr-period", options.period,
        "Updates between two steps of the rate, or of the cosine; the rest of the run without it");
    app.add_option("--lr-factor", options.factor,
           "What a step multiplies the rate by (0.1), or the share that the cosine ends at (0)")
        ->check(numbersFrom(0));
    app.add_option("--warm-up", options.warmUp, "Updates over which the rate rises to its full size");
}

LearningRateSchedule readSchedule(const TrainOptions& options)
{
    const auto kind = *parseScheduleKind(options.schedule);
    constexpr float kUsualStep = 0.1f;
    return {.kind = kind,
        .warmUp = options.warmUp,
        .period = options.period,
        .factor = options.factor.value_or(kind == LearningRateSchedule::Kind::Step ? kUsualStep : 0.0f)};
}

/// Where the data is: what --data says, else what suits the model.
Result<std::string> placeOf(
    const TrainOptions& options, const std::map<std::string, std::int64_t>& dims, std::size_t batch)
{
    if (!options.data.empty())
        return options.data;
    const auto model = openWithBatch(options.model.path, dims, batch);
    if (!model)
        return std::unexpected(model.error());
    const std::string_view place = suitableData(*model->graph);
    if (place == kSyntheticData)
        std::println(stderr,
            "The built-in digits do not fit the model, so the samples are random. Choose data: --data.");
    return std::string(place);
}

}

void addDataOptions(CLI::App& app, TrainOptions& options)
{
    addModelOptions(app, options.model);
    options.judge.training = true;
    addJudgeOptions(app, options.judge, PurposeOption::Fixed);
    addPolicyOptions(app, options.policy);
    app.add_option("--data", options.data,
        "Folder with IDX, CIFAR, .npy, .pb or CSV files or with images by class (FOLDER,32x32,gray), an "
        ".npz or .csv file, synthetic for random samples, or sample:digits for the built-in MNIST digits; "
        "without it the digits where the model takes them, else random samples");
    app.add_option("--divide", options.divisor,
           "Divide samples by this; without it, bytes by the largest one of the training part")
        ->check(numbersBetween(0));
    app.add_option("--batch", options.batch, "Samples in a step")
        ->capture_default_str()
        ->check(CLI::Range(1, 1 << 20));
}

void addTrainOptions(CLI::App& app, TrainOptions& options)
{
    addDataOptions(app, options);
    app.add_option("--micro-batches", options.microBatches,
           "Compute a step in that many parts, one after the other, under one loss scale")
        ->capture_default_str()
        ->check(CLI::Range(1, 1 << 20));
    app.add_option("--micro-batch-loss", options.microBatchLoss,
           "mean, or sum as MindSpore's GradAccumulationCell has it")
        ->capture_default_str()
        ->check(CLI::IsMember({"mean", "sum"}));
    app.add_option("--epochs", options.epochs, "Passes over the data")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    app.add_option("--steps", options.steps, "Steps to train, instead of --epochs");
    addScheduleOptions(app, options);
    addGraphOptions(app, options.graph);
    addScaleOptions(app, options.scale);
    app.add_flag("--shuffle", options.shuffle, "Shuffle the samples in every epoch");
    app.add_option("--seed", options.seed, "Seed of the shuffling")->capture_default_str();
    app.add_option("--threads", options.threads, "Threads; 0 tries one and all cores, and takes the faster")
        ->capture_default_str()
        ->check(CLI::Range(0, kMostThreads));
    auto* fp32 =
        app.add_flag("--fp32", options.fp32, "Train in FP32, without judging and without a loss scale");
    app.add_flag("--twin", options.twin, "Train in FP32 and in mixed precision, step by step side by side")
        ->excludes(fp32);
}

Result<TrainingPlan> prepareTraining(const TrainOptions& options)
{
    TrainingPlan plan;
    auto dims = parseDims(options.model.dims);
    if (!dims)
        return std::unexpected(dims.error());
    plan.dims = *std::move(dims);
    auto graph = readGraphOptions(options.graph);
    if (!graph)
        return std::unexpected(graph.error());
    const std::size_t batch = options.batch / std::max<std::size_t>(options.microBatches, 1);
    auto place = placeOf(options, plan.dims, batch);
    if (!place)
        return std::unexpected(place.error());
    plan.place = *std::move(place);
    auto data = openDataFor(plan.place, options.model.path, plan.dims, batch, options.seed, graph->loss);
    if (!data)
        return std::unexpected(data.error());
    plan.data = *std::move(data);
    if (options.divisor)
        plan.data.train.divisor = plan.data.test.divisor = *options.divisor;
    TrainSettings settings{.batch = options.batch,
        .microBatches = options.microBatches,
        .microBatchLoss = options.microBatchLoss == "sum" ? MicroBatchLoss::Sum : MicroBatchLoss::Mean,
        .steps = options.steps,
        .epochs = options.epochs,
        .learningRate = options.learningRate,
        .schedule = readSchedule(options),
        .differentiate = *std::move(graph),
        .shuffle = options.shuffle,
        .seed = options.seed,
        .threads = options.threads,
        .histograms = options.histograms};
    if (options.fp32 || options.twin)
        plan.full = settings;
    if (options.fp32)
        return plan;

    auto precision = readPrecision(options);
    if (!precision)
        return std::unexpected(precision.error());
    settings.precision = *std::move(precision);
    plan.mixed = std::move(settings);
    return plan;
}

}
