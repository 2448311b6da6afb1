// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/threadtrial.h"

#include "analysis/ops/cost.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace halftone {
namespace {

// A step below this is finished before a second thread has started (2 ms at some 70 GFLOP/s).
constexpr double kFlopsForThreads = 0.2e9;

Result<Program> compileWith(int threads, const GraphPtr& graph, const ProgramOptions& options)
{
    setThreads(threads);
    return Program::compile(graph, options);
}

/// Inputs are zeros, as a new program has them: what a step takes does not depend on them.
double secondsOfStep(Program& program)
{
    const auto start = std::chrono::steady_clock::now();
    program.run(Stage::Compute);
    program.clearStickyOverflow();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}

int fasterThreads(int cores, const TimeStep& time)
{
    constexpr int kRounds = 3;
    constexpr double kEnough = 1.0; // seconds: a large step says it all in one round
    constexpr double kClearly = 0.9;
    double single = 0, several = 0;
    for (int round = 0; round < kRounds && single + several < kEnough; ++round) {
        single += time(1);
        several += time(cores);
    }
    return several < kClearly * single ? cores : 1;
}

Result<ThreadedProgram> compileForThreads(const GraphPtr& graph, const ProgramOptions& options, int wanted)
{
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const bool isTrial =
        wanted == 0 && cores > 1 && !options.checked.empty() && countMatrixFlops(*graph) >= kFlopsForThreads;
    const int first = isTrial ? 1 : std::max(wanted, 1);
    auto single = compileWith(first, graph, options);
    if (!single || !isTrial)
        return single.transform([&](Program& program) { return ThreadedProgram{std::move(program), first}; });
    auto several = compileWith(cores, graph, options);
    if (!several) { // No memory for two; one is enough to train.
        setThreads(1);
        return ThreadedProgram{*std::move(single), 1};
    }
    const auto step = [&](int threads) {
        setThreads(threads);
        return secondsOfStep(threads == 1 ? *single : *several);
    };
    step(1); // The first runs touch the memory.
    step(cores);
    const int threads = fasterThreads(cores, step);
    setThreads(threads);
    return ThreadedProgram{threads == 1 ? *std::move(single) : *std::move(several), threads};
}

}
