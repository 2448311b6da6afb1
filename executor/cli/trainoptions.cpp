// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/trainoptions.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <format>

namespace halftone::cli {
namespace {

void addScaleOptions(CLI::App& app, TrainOptions& options)
{
    std::string rules;
    for (const LossScaleRule& rule : lossScaleRules())
        rules += (rules.empty() ? "" : ", ") + std::string(rule.id);
    app.add_option("--loss-scale-rule", options.lossScaleRule,
        "One of " + rules +
            "; without it what comes with the policy (ms_dynamic_loss_scale_update_cell on Ascend)");
    app.add_option(
        "--loss-scale", options.lossScale, "Scale of the first step; the rule's own default without it");
    app.add_option("--loss-scale-window", options.lossScaleWindow, "Clean steps before the scale grows");
    app.add_flag(
        "--saturate", options.saturate, "FP16 overflow gives 65504 instead of infinity, as on older chips");
    app.add_flag("--any-tensor", options.anyTensor,
        "Skip a step when any FP16 tensor overflowed, not only a gradient");
}

Result<Precision> readPrecision(const TrainOptions& options)
{
    auto judge = readSettings(options.judge);
    if (!judge)
        return std::unexpected(judge.error());
    auto policy = readPolicy(options.policy, *judge, true);
    if (!policy)
        return std::unexpected(policy.error());
    Precision precision = precisionBy(*std::move(policy));
    precision.onOverflow = options.saturate ? kernels::OnOverflow::Saturate : kernels::OnOverflow::Infinity;
    precision.overflowTest = options.anyTensor ? OverflowTest::AnyTensor : OverflowTest::Gradients;
    if (!options.lossScaleRule.empty()) {
        precision.lossScaleRule = options.lossScaleRule;
        precision.lossScale = std::nullopt;
    }
    const LossScaleRule* rule = findLossScaleRule(precision.lossScaleRule);
    if (rule && (options.lossScale || options.lossScaleWindow)) {
        precision.lossScale = rule->defaults;
        precision.lossScale->initial = options.lossScale.value_or(rule->defaults.initial);
        precision.lossScale->window = options.lossScaleWindow.value_or(rule->defaults.window);
    }
    return precision;
}

}

void addTrainOptions(CLI::App& app, TrainOptions& options)
{
    addModelOptions(app, options.model);
    options.judge.training = true;
    addJudgeOptions(app, options.judge, PurposeOption::Fixed);
    addPolicyOptions(app, options.policy);
    app.add_option(
           "--data", options.data, "Folder with IDX files, or sample:digits for the built-in MNIST digits")
        ->capture_default_str();
    app.add_option("--batch", options.batch, "Samples in a step")
        ->capture_default_str()
        ->check(CLI::Range(1, 1 << 20));
    app.add_option("--epochs", options.epochs, "Passes over the data")
        ->capture_default_str()
        ->check(CLI::PositiveNumber);
    app.add_option("--steps", options.steps, "Steps to train, instead of --epochs");
    app.add_option("--lr", options.learningRate, "Learning rate")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    app.add_option("--momentum", options.momentum, "Momentum")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    app.add_option("--weight-decay", options.weightDecay, "Weight decay")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber);
    app.add_flag("--nesterov", options.nesterov, "Nesterov momentum");
    app.add_option("--loss", options.loss, "softmax-cross-entropy or mse")
        ->capture_default_str()
        ->check(CLI::IsMember({"softmax-cross-entropy", "mse"}));
    addScaleOptions(app, options);
    app.add_flag("--shuffle", options.shuffle, "Shuffle the samples in every epoch");
    app.add_option("--seed", options.seed, "Seed of the shuffling")->capture_default_str();
    app.add_option("--threads", options.threads, "Threads; 0 chooses by the size of a step")
        ->capture_default_str();
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
    auto data = openDataset(options.data);
    if (!data)
        return std::unexpected(data.error());
    plan.data = *std::move(data);
    TrainSettings settings{.batch = options.batch,
        .steps = options.steps,
        .epochs = options.epochs,
        .learningRate = options.learningRate,
        .differentiate = {.loss = options.loss == "mse" ? Loss::MeanSquaredError : Loss::SoftmaxCrossEntropy,
            .momentum = options.momentum,
            .weightDecay = options.weightDecay,
            .nesterov = options.nesterov},
        .shuffle = options.shuffle,
        .seed = options.seed,
        .threads = options.threads};
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
