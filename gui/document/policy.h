// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/policychoice.h"

#include <QStringList>

#include <vector>

namespace halftone {

/// This is a list that was put aside under a name while another one is in force.
struct MixlistVariant
{
    QString name;
    Mixlist mixlist;
    QString path; ///< The file that Save writes; empty for a list that has none yet.

    bool operator==(const MixlistVariant&) const = default;
};

/// This is what a person chooses: all that decisions depend on besides the graph. Undo steps hold two of
/// them. Chip and list stay when another tool is tried, so that coming back finds them.
struct Policy
{
    const PolicyChoice* choice = &policyChoices().front(); ///< An element of policyChoices(); never null.
    std::string soc = "ascend910b";
    Mixlist mixlist;
    std::vector<PrecisionOverride> overrides; ///< Of nodes and scopes.
    QString mixlistPath; ///< The file that Save writes; empty for a list that has none yet.

    QString variantName; ///< Of the list in force; empty for the first one, which nobody named.
    std::vector<MixlistVariant> variants; ///< The other ones; names differ.

    bool operator==(const Policy&) const = default;

    /// The names of all lists, the one in force among them, in the order of menus.
    QStringList variantNames() const;
    /// The list of that name; the one in force where there is none such.
    const Mixlist& variant(const QString& name) const;

    /// The list as far as it is in force: CANN has none outside the mixed modes, other tools never.
    const Mixlist* mixlistInForce() const
    {
        return choice->mode && usesMixlist(*choice->mode) ? &mixlist : nullptr;
    }

    /// What the engine decides by.
    PrecisionPolicy precision() const;
};

}
