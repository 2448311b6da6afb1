// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/trainoptions.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/evaluator.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <format>
#include <memory>
#include <optional>

namespace halftone::cli {
namespace {

struct Eval
{
    TrainOptions train;
    bool json = false;
};

Result<double> measure(const TrainingPlan& plan, const TrainOptions& options, const TrainSettings& settings)
{
    const auto model = openWithBatch(options.model.path, plan.dims, options.batch);
    if (!model)
        return std::unexpected(model.error());
    setThreads(std::max(options.threads, 1)); // more only pays for large models on an idle machine
    auto evaluator = Evaluator::create(model->graph, plan.data.test, settings.precision);
    if (!evaluator)
        return std::unexpected(evaluator.error());
    return evaluator->measureAccuracy();
}

Exit eval(Eval options)
{
    options.train.twin = !options.train.fp32; // both, unless FP32 is enough
    const auto plan = prepareTraining(options.train);
    if (!plan)
        return report(plan.error(), options.json);
    nlohmann::ordered_json json{{"samples", plan->data.test.count()}};
    std::string text = std::format("{} samples\n", plan->data.test.count());
    for (const auto& settings : {plan->full, plan->mixed}) {
        if (!settings)
            continue;
        const std::string label = settings->precision ? shortName(settings->precision->policy) : "float32";
        const auto accuracy = measure(*plan, options.train, *settings);
        if (!accuracy)
            return report(accuracy.error(), options.json);
        json["accuracy"][label] = *accuracy;
        text += std::format("{}: accuracy {:.2f} %\n", label, 100 * *accuracy);
    }
    return writeOutput("-", options.json ? json.dump(2) + "\n" : text, options.json);
}

}

void addEval(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Eval>();
    CLI::App* command = app.add_subcommand(
        "eval", "Measure a model's accuracy on the test part of the data, in FP32 and mixed");
    addDataOptions(*command, options->train);
    command->add_option("--threads", options->train.threads, "Threads; 1 without it")
        ->check(CLI::Range(0, kMostThreads));
    command->add_flag("--fp32", options->train.fp32, "In FP32 alone");
    command->add_flag("--json", options->json, "One JSON object");
    command->callback([options, &run] { run = [options] { return eval(*options); }; });
}

}
