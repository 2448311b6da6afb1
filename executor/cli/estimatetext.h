// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/estimate.h"

#include <span>
#include <string>

namespace halftone::cli {

struct LabelledEstimate
{
    std::string label; ///< "float32" or the mode.
    TrainingEstimate estimate;
};

/// What `train --estimate` prints.
std::string estimateText(std::span<const LabelledEstimate> runs);
std::string estimateJson(std::span<const LabelledEstimate> runs);

}
