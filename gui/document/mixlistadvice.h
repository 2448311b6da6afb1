// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/optypes.h"
#include "gui/document/policy.h"

#include <optional>

namespace halftone {

/// This is what lintMixlist() says about one entry, and the list without that fault where it is clear.
struct MixlistAdvice
{
    struct Fix
    {
        QString label; ///< "Use MatMulV2": for the button and the undo step.
        Mixlist result;
    };

    Finding finding;
    std::size_t entry = 0; ///< Index into Mixlist::entries.
    std::optional<Fix> fix;
};

/// In the order of the entries. \p uses are the types of the open model; empty when none is open.
std::vector<MixlistAdvice> adviseOn(
    const Mixlist& mixlist, const OpLibrary& library, std::span<const TypeUse> uses);

/// Writes and reads, so that a person knows that CANN takes the file. The error has line and column.
Result<LoadedMixlist> checkMixlist(const Mixlist& mixlist);

}
