// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/nodeplace.h"

#include <string>

namespace halftone::cli {

/// The help text of an argument that names a node.
inline constexpr const char* kNodeHelp =
    "Name of the operator, name of a tensor that it makes, or #NUMBER; in a body OWNER/ATTRIBUTE/NAME";

/// The one node that \p text means. Where several answer to it the error lists them.
Result<NodePlace> chooseNode(const Decisions& decisions, const std::string& text);

}
