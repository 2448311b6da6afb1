// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <functional>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace halftone::cli {

/// Exit statuses, as halftone-cli(1) documents them.
enum class Exit : int {
    Done = 0,
    Findings = 1, ///< The command ran and found problems (decide, inspect, lint with severity "problem").
    Usage = 2,
    File = 3,
    Format = 4,
    Unsupported = 5,
    Resource = 6,
};

Exit exitFor(const Error& error);

/// Prints an error: one line on stderr, or {"error":{...}} on stdout where JSON was asked for.
Exit report(const Error& error, bool asJson);

/// Writes to a file ("-" or empty: standard output); files appear whole or not at all.
Exit writeOutput(const std::string& path, const std::string& text, bool asJson);

/// The same for a result that is only half the truth: \p refusal says that CANN would stop. In JSON it stands
/// in front as "error"; else on stderr. Its exit status is what counts.
Exit writeWithRefusal(
    const std::string& path, const std::string& text, bool asJson, const std::optional<Error>& refusal);

/// Each adds its subcommand and the code that it runs. The result of that code is the exit status.
using Run = std::function<Exit()>;
/// \p commandLine is what was typed, for the report.
void addCompare(CLI::App& app, Run& run, const std::string& commandLine);
void addEval(CLI::App& app, Run& run);
void addRun(CLI::App& app, Run& run);
void addInspect(CLI::App& app, Run& run);
void addDecide(CLI::App& app, Run& run);
void addWhy(CLI::App& app, Run& run);
void addFlip(CLI::App& app, Run& run);
void addDiff(CLI::App& app, Run& run);
void addTrain(CLI::App& app, Run& run);
void addExport(CLI::App& app, Run& run);
void addPlan(CLI::App& app, Run& run);
void addReplay(CLI::App& app, Run& run);
void addLint(CLI::App& app, Run& run);
void addLibrary(CLI::App& app, Run& run);
void addWeights(CLI::App& app, Run& run);
void addCasts(CLI::App& app, Run& run);
void addOps(CLI::App& app, Run& run);

/// The whole command line; what main() returns.
int runCommandLine(int argc, char** argv);

}
