// SPDX-License-Identifier: GPL-3.0-or-later
//
// What benchmarks that drive a trainer share.
#pragma once

#include "analysis/core/error.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <print>
#include <utility>

namespace halftone {

/// Processor time of this program, in milliseconds.
inline double cpuMilliseconds()
{
    timespec now = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// The value; an error is printed and ends the program.
template <typename T>
T orExit(Result<T> result)
{
    if (!result) {
        std::println(stderr, "{}", describe(result.error()));
        std::exit(1);
    }
    return *std::move(result);
}

}
