// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/nodeplace.h"

namespace halftone {

/// The nodes, in bodies too, whose tensors have other types, or that another engine runs, under \p second
/// than under \p first. Both must be of one graph. In graph order, each node in front of its bodies. Linear.
std::vector<NodePlace> changedNodes(const Decisions& first, const Decisions& second);

}
