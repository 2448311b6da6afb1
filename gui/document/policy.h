// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/judge.h"

#include <QString>

namespace halftone {

/// This is what a person chooses: all that decisions depend on besides the graph. Undo steps hold two of
/// them.
struct Policy
{
    std::string soc = "ascend910b";
    const ModeName* mode =
        &modeNames().front(); ///< A row of modeNames(), so the spelling is kept; never null.
    Mixlist mixlist;
    QString mixlistPath; ///< The file that Save writes; empty for a list that has none yet.

    bool operator==(const Policy&) const = default;

    /// The list as far as it is in force: CANN has none outside the mixed modes.
    const Mixlist* mixlistInForce() const { return usesMixlist(mode->mode) ? &mixlist : nullptr; }
};

}
