// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/comparison.h"

namespace halftone {

/// What mixed precision did to every tensor of one step of a run.
struct TwinErrors
{
    std::uint64_t step = 0; ///< 1-based: the step that was computed twice.
    double scale = 1; ///< Loss scale in both.
    std::vector<NodeComparison> nodes; ///< As in Comparison.
};

/// This holds a mixed run and its FP32 twin, to be put where a real run stands: from its weights, on the
/// batch of its next step, both are computed, and every tensor of the one is measured against the other.
class TwinProbe
{
public:
    /// \p settings are those of the run; \p data outlives the probe. Memory is that of both runs with every
    /// tensor kept.
    static Result<TwinProbe> create(const std::filesystem::path& model,
        const std::map<std::string, std::int64_t>& dims, const DatasetPair& data, TrainSettings settings);

    /// Fails when the checkpoint is none of a run with those settings.
    Result<TwinErrors> compareAt(const Checkpoint& checkpoint);

private:
    TwinProbe(Trainer full, Trainer mixed)
        : m_full(std::move(full))
        , m_mixed(std::move(mixed))
    {
    }

    Trainer m_full;
    Trainer m_mixed;
};

}
