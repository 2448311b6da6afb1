// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/judge.h"

#include <vector>

namespace halftone {

/// This is the effective list of every operator of a library: its flag, changed by a mixlist. Made once per
/// judgement, because a list has few entries and a graph many nodes. The library must outlive it.
class OpPolicies
{
public:
    struct Policy
    {
        List list = List::Gray;
        ListSource source;
        bool operator==(const Policy&) const = default;
    };

    /// \p mixlist may be null.
    OpPolicies(const OpLibrary& library, const Mixlist* mixlist);

    /// Null stands for an operator that the library does not have: gray, from nowhere.
    Policy of(const LibraryOp* op) const;

private:
    const OpLibrary* m_library;
    std::vector<Policy> m_policies; // in the order of the library
};

}
