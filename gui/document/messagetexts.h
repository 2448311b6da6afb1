// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <QString>

#include <string_view>

namespace halftone {

/// What an error or a finding of the layers below says, in the language of the program and in the words of
/// the window: options of the command line become what they are called here. A sentence that is not known,
/// and the words of other programs, come back as they are.
QString messageText(std::string_view english);

/// Where and what, on one line.
QString problemText(const Error& error);
/// Where, what, and what to do about it, on one line.
QString errorText(const Error& error);

}
