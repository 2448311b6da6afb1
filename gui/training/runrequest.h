// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/trainer.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace halftone {

/// What one run is made from.
struct RunRequest
{
    /// Resume: under the same settings, as if it had never stopped. Branch: under others; its loss scale
    /// stays where the rule does.
    enum class From : std::uint8_t { Resume, Branch };

    std::filesystem::path model;
    std::map<std::string, std::int64_t> dims;
    std::string data; ///< As openDataset() takes it.
    TrainSettings settings;
    std::shared_ptr<const Checkpoint> from = {}; ///< Where it goes on; null: from its first step.
    From how = From::Resume;
    std::uint64_t cleanBefore = 0; ///< Steps without overflow right in front of a branch.
    std::vector<StepDone> earlier = {}; ///< What a resumed run did up to there.
    std::filesystem::path runFile = {}; ///< Where the run is kept; empty: nowhere.
};

}
