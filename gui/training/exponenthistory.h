// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/program/step.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halftone {

/// The exponents of one tensor in some steps that follow each other, added up.
struct ExponentColumn
{
    std::uint64_t firstStep = 0;
    std::uint64_t lastStep = 0;
    ExponentHistogram counts{};

    std::uint64_t total() const;
    void add(std::uint64_t step, const ExponentHistogram& histogram);
};

/// This is how the exponents of one tensor went over the steps of a run. When there are too many columns,
/// neighbours are added up: a run of a million steps takes two megabytes, and an overflow of one step is
/// never lost. Steps in which nobody counted leave no column.
class ExponentHistory
{
public:
    static constexpr std::size_t kMostColumns = 1024;

    /// \p step is not smaller than those before it.
    void add(std::uint64_t step, const ExponentHistogram& histogram);
    std::span<const ExponentColumn> columns() const { return m_columns; }
    bool isEmpty() const { return m_columns.empty(); }
    /// The column of \p step, or the nearest one; null without any.
    const ExponentColumn* nearest(double step) const;

private:
    std::uint64_t blockOf(std::uint64_t step) const { return step / m_stepsPerColumn; }
    void halve();

    std::uint64_t m_stepsPerColumn = 1;
    std::vector<ExponentColumn> m_columns;
};

}
