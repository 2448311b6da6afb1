// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/mixlist/proposalpanel.h"

namespace halftone {

/// What can be done with operator types that stand in the list \p current: the other lists, and the way back
/// to the library's where the mixlist moves one of them.
std::vector<ProposalPanel::Offer> offersFor(const Policy& policy, const QStringList& types, List current);

}
