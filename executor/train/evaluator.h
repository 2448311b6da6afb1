// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/batches.h"
#include "executor/program/program.h"
#include "executor/train/precision.h"

#include <string_view>

namespace halftone {

/// Runs the forward graph (not its training form) over the test part of the data, in the precision of the
/// run.
class Evaluator
{
public:
    static Result<Evaluator> create(
        const GraphPtr& forward, const Dataset& test, const std::optional<Precision>& precision);

    /// Replaces an initializer by its name; names that the forward graph does not have are ignored.
    void setWeight(std::string_view name, std::span<const float> values);

    /// Share of the samples whose largest output is at their label; a row with NaN counts as wrong.
    double measureAccuracy();

private:
    /// Feeds the samples from number \p first on; returns how many there were.
    std::size_t fill(const Batches& batches, std::size_t first, std::span<std::int64_t> labels);
    Evaluator(const Dataset& test, Program program, ValueId input, ValueId output);

    const Dataset* m_test;
    Program m_program;
    ValueId m_input;
    ValueId m_output;
};

}
