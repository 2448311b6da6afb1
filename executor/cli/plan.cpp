// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/table.h"
#include "executor/cli/trainoptions.h"
#include "executor/train/trainer.h"

#include <CLI/CLI.hpp>

#include <format>
#include <memory>

namespace halftone::cli {
namespace {

Exit listPlan(const TrainOptions& options)
{
    const auto run = prepareTraining(options);
    if (!run)
        return report(run.error(), false);
    auto trainer =
        Trainer::create(options.model.path, run->dims, run->data, run->mixed ? *run->mixed : *run->full);
    if (!trainer)
        return report(trainer.error(), false);
    Table table({"node", "type", "phase", "runs by", "layout", "note"});
    for (const PlanRow& row : trainer->program().plan())
        table.add({row.name, row.opType, std::string(name(row.phase)),
            row.implementation + (row.isNative ? " (native 16 bits)" : ""), row.layout, row.refusal});
    const Program& program = trainer->program();
    return writeOutput("-",
        table.render() +
            std::format("\nMemory: {} KiB in all, {} KiB of it shared by values within a step.\n",
                program.memoryBytes() >> 10, program.activationBytes() >> 10),
        false);
}

}

void addPlan(CLI::App& app, Run& run)
{
    auto options = std::make_shared<TrainOptions>();
    CLI::App* command = app.add_subcommand("plan", "List how each node of a training step would be computed");
    addTrainOptions(*command, *options);
    command->callback([options, &run] { run = [options] { return listPlan(*options); }; });
}

}
