// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/differentiate/differentiate.h"
#include "executor/train/precision.h"
#include "executor/train/schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace halftone {

/// What the micro-batches of a step minimise together.
enum class MicroBatchLoss : std::uint8_t {
    Mean, ///< The mean of their losses: what the whole batch at once would give.
    Sum, ///< Their sum, as MindSpore's GradAccumulationCell does.
};

inline constexpr int kMostThreads = 1024;

/// Everything a run depends on. Equal settings, data and thread count give equal runs, bit by bit.
struct TrainSettings
{
    std::size_t batch = 64; ///< Samples in a step.
    /// A step computes that many equal parts of its batch one after the other, under one loss scale, and adds
    /// their gradients: larger batches than the memory holds. An overflow in any part drops the whole step.
    std::size_t microBatches = 1;
    MicroBatchLoss microBatchLoss = MicroBatchLoss::Mean;
    std::size_t steps = 0; ///< 0: `epochs` passes over the data.
    double epochs = 1;
    float learningRate = 0.05f;
    LearningRateSchedule schedule;
    DifferentiateOptions differentiate;
    bool shuffle = false;
    std::uint64_t seed = 1; ///< Of the shuffling.
    int threads = 0; ///< 0: one, or one for each core where a trial shows that to be faster.

    std::vector<std::string> histograms; ///< Tensors of the mixed graph whose exponents are counted.
    bool observesAll = false; ///< Keeps every tensor of a step, so that Program::read() gives it.
    kernels::Counting counting = kernels::Counting::On; ///< Off is for measuring what the counts cost.

    /// Nullopt trains in float32 with no loss scale.
    std::optional<Precision> precision;
};

}
