// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace halftone {

/// What errors and findings of analysis/ say, with %1, %2 … for their variable parts, in the context
/// "Messages" of the translators.
std::span<const char* const> analysisMessages();
/// The same of executor/.
std::span<const char* const> executorMessages();

}
