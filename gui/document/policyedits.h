// SPDX-License-Identifier: GPL-3.0-or-later
//
// Policies that differ from another one in a single thing, for undo steps and for what is looked at before.
#pragma once

#include "gui/document/policy.h"

#include <QStringList>

#include <string>
#include <vector>

namespace halftone {

/// With Ascend operator types in a list, by the fewest entries.
Policy withTypesInList(Policy policy, const QStringList& types, List to);
/// "Move Conv2D and 2 more to black"
QString moveText(const QStringList& types, List to);

/// Without the entries of these types: back to what the library says.
Policy withoutTypes(Policy policy, const QStringList& types);
/// "Return Conv2D to the built-in list"
QString resetText(const QStringList& types);

/// With a person's words why these types are where the list puts them; none for an empty reason.
Policy withReason(Policy policy, const QStringList& types, const QString& reason);
/// "Give a reason for Conv2D"
QString reasonText(const QStringList& types, const QString& reason);

/// With a type asked for on each node or scope, which replaces other calls on it; Undefined takes them back.
Policy withOverrides(Policy policy, const std::vector<std::string>& targets, DType dtype);
/// "Ask for float32 on fc3", "Ask for float32 on 3 operators"
QString overrideText(const std::vector<std::string>& targets, DType dtype);

/// With \p call in the place of the first on the target \p replaced, at the end where there is none; other
/// calls on that target and on its own go.
Policy withCall(Policy policy, const std::string& replaced, const PrecisionOverride& call);
/// "Ask for float16 on head (3 members)"
QString callText(const PrecisionOverride& call);

Policy withoutCalls(Policy policy, const QStringList& targets);
/// "Ask nothing of head"
QString callsGoneText(const QStringList& targets);

/// The policy that decides as \p edited, which is one edit away from \p now; nothing where this program has
/// no words for it.
std::optional<Policy> policyLike(const Policy& now, const PrecisionPolicy& edited);

}
