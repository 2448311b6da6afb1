// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace halftone {

/// A fixed text of the layers below in the language of the program: what a mode, a loss scale rule or an
/// operator does, what helps against a finding, the title of a rule. Those layers write English; text that
/// is not known here, and sentences that they put together, come back as they are.
QString analysisText(std::string_view english);

}
