// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/policychoice.h"
#include "gui/document/policyoptions.h"

#include <QStringList>

#include <map>
#include <vector>

namespace halftone {

/// Why operator types are where a mixlist puts them, in a person's words, by Ascend type. ops_info.json has
/// no room for them: CANN refuses comments.
using EntryReasons = std::map<std::string, QString, std::less<>>;

/// This is a list that was put aside under a name while another one is in force.
struct MixlistVariant
{
    QString name;
    Mixlist mixlist;
    QString path; ///< The file that Save writes; empty for a list that has none yet.
    EntryReasons reasons;

    bool operator==(const MixlistVariant&) const = default;
};

/// This is what a person chooses: all that decisions depend on besides the graph. Undo steps hold two of
/// them. Chip and list stay when another tool is tried, so that coming back finds them.
struct Policy
{
    const PolicyChoice* choice = &policyChoices().front(); ///< An element of policyChoices(); never null.
    std::string soc = "ascend910b";
    Mixlist mixlist;
    EntryReasons reasons; ///< Of the mixlist.
    std::vector<PrecisionOverride> overrides; ///< Of nodes and scopes.
    QString mixlistPath; ///< The file that Save writes; empty for a list that has none yet.

    QString variantName; ///< Of the list in force; empty for the first one, which nobody named.
    std::vector<MixlistVariant> variants; ///< The other ones; names differ.
    PolicyOptions options; ///< Of all tools; see settingsWith().

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

    /// The library that decides: of an own CANN, or that of the chip. Null for an unknown chip.
    std::shared_ptr<const OpLibrary> library() const;

    /// What the engine decides by.
    PrecisionPolicy precision() const;
    /// The same as an option of halftone-cli needs it: files by their whole paths. The list's is left to who
    /// knows whether it is saved.
    PrecisionPolicy precisionForCommand() const;
};

}
