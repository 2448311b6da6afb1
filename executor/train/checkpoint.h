// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/lossscale/lossscale.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// What a checkpoint file begins with.
inline constexpr std::string_view kCheckpointHeader = "halftone-checkpoint 1\n";

/// The state of a run between two steps.
struct Checkpoint
{
    struct Tensor
    {
        std::string name;
        std::vector<float> values;
        bool operator==(const Tensor&) const = default;
    };

    std::string settings; ///< One line a setting ("batch 64"); a run resumes only under the same ones.
    std::uint64_t nextStep = 0; ///< 0-based number of the step to come.
    std::uint64_t skippedSteps = 0;
    std::vector<float> recentLosses;
    LossScaleState scale;
    std::vector<Tensor> tensors; ///< Weights, velocities, running statistics, in the order of the graph.

    bool operator==(const Checkpoint&) const = default;
};

/// Format: checkpoint.proto.
std::string encode(const Checkpoint& checkpoint);

/// \p fileName is for messages. Sizes are checked; anything else than a whole checkpoint is an error.
Result<Checkpoint> decodeCheckpoint(std::string_view bytes, const std::string& fileName);

}
