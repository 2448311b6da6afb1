// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many threads a run uses. No rule of thumb holds: where others use the machine, two threads can be seven
// times slower than one, because every loop waits for a thread that is not running. So both are tried.
#pragma once

#include "executor/program/program.h"

#include <functional>

namespace halftone {

/// A program and the number of threads that it was compiled for and is to run with.
struct ThreadedProgram
{
    Program program;
    int threads = 1;
};

/// Compiles for \p wanted threads. 0 tries: steps of large graphs are timed with one thread and with one for
/// each core, and the faster stays; small graphs, and ones that update weights in Stage::Compute, get one.
/// The trial leaves nothing behind. Sets the calling thread to the number.
Result<ThreadedProgram> compileForThreads(const GraphPtr& graph, const ProgramOptions& options, int wanted);

/// Seconds of a step, by a number of threads.
using TimeStep = std::function<double(int threads)>;

/// 1 or \p cores: what \p time says is faster. Both are asked in turn, so that what others do meets both;
/// several threads must win clearly, as they take from others what they hardly gain.
int fasterThreads(int cores, const TimeStep& time);

}
