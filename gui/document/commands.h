// SPDX-License-Identifier: GPL-3.0-or-later
//
// All changes of the policy. Each is one undo step that holds the policy before and after, so undoing returns
// to an equal document whatever was changed. A change that changes nothing leaves no step.
#pragma once

#include "gui/document/policy.h"

#include <QStringList>

namespace halftone {

class Document;

/// Puts Ascend operator types into a list, with the fewest entries.
void moveTypes(Document& document, const QStringList& types, List to);

/// Takes all entries of these types out of the mixlist, back to what the chip's library says.
void resetTypes(Document& document, const QStringList& types);

void changeChoice(Document& document, const PolicyChoice& choice);

/// Takes the library of that chip, in place of an own one.
void changeChip(Document& document, std::string_view soc);

/// Takes other options; an own library brings its chip along.
void changeOptions(Document& document, const PolicyOptions& options);

/// Asks for a type on a node or a scope, or takes that back with Undefined: MindSpore's to_float. Other
/// calls on the same target are replaced.
void overridePrecision(Document& document, const std::string& target, DType dtype);

/// The same for several targets, as one step.
void overridePrecisions(Document& document, const std::vector<std::string>& targets, DType dtype);

/// Makes a call of that kind, on a group too, in the place of the one on the target \p replaced; the same
/// name as that of \p call where it is new.
void setCall(Document& document, const std::string& replaced, const PrecisionOverride& call);

/// Takes back all calls on these targets; groups go with them.
void removeCalls(Document& document, const QStringList& targets);

/// Puts the content of a file in place of the list.
void loadMixlist(Document& document, const Mixlist& mixlist, const QString& path);

/// Takes a list that was made in some other way: typed as JSON, or fixed. \p what is the text of the Edit
/// menu.
void changeMixlist(Document& document, const Mixlist& mixlist, const QString& what);

/// Goes on with a copy of the list in force under a new name, which is given back; the copy has no file yet.
QString duplicateVariant(Document& document);

/// Takes another list of the policy's variants; unknown names are ignored.
void switchVariant(Document& document, const QString& name);

/// Names the list in force. False, and no change, for an empty name and that of another list.
bool renameVariant(Document& document, const QString& name);

/// Forgets the list in force and takes the next one; the last one stays.
void deleteVariant(Document& document);

/// What a person reads as the name of a list: the first one has none of its own.
QString variantTitle(const QString& name);

/// Writes down why types are where the list puts them; an empty reason takes it back.
void giveReason(Document& document, const QStringList& types, const QString& reason);

/// Takes a whole policy over, as one step: from a session, or a proposal.
void changePolicy(Document& document, const Policy& policy, const QString& what);

/// Names the file that Save writes.
void nameMixlist(Document& document, const QString& path);

}
