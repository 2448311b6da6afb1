// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/judge.h"
#include "analysis/policy/policysettings.h"

#include <memory>

namespace halftone {

/// What judge() needs, from settings. Refers to the settings, which must outlive it.
struct AscendJudging
{
    std::shared_ptr<const OpLibrary> library;
    JudgeInput input;
};

/// Fails for an unknown chip or mode.
Result<AscendJudging> ascendJudging(const AscendSettings& settings);

}
