// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which instruction set the loops run with. The best one is chosen by itself; the rest is for tests and
// benchmarks, and for telling people what their machine uses.
#pragma once

#include <span>
#include <string_view>

namespace halftone::kernels {

/// Highway's name of the instruction set in use: "SSE2", "SSE4", "AVX2", "AVX3" (AVX-512), "NEON"...
std::string_view activeTarget() noexcept;

/// All that are compiled in and that this processor has, the best first. At least one.
std::span<const std::string_view> availableTargets() noexcept;

/// This runs all loops, in all threads, with one of the available targets while it lives; with the best
/// afterwards.
class TargetOverride
{
public:
    explicit TargetOverride(std::string_view name) noexcept;
    ~TargetOverride();
    TargetOverride(const TargetOverride&) = delete;
    TargetOverride& operator=(const TargetOverride&) = delete;
};

}
