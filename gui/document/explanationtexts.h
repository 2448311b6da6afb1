// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace halftone {

/// A step of an explanation, or a reason on one line, in the language of the program. The judge writes
/// English sentences around names and types; the sentence is recognised and written anew around the same
/// names. One that is not recognised comes back as it is.
QString explanationText(std::string_view english);

}
