// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace halftone {

/// Pixels that suit text of the size that the system wants, made larger or smaller as the text of the program
/// is.
int atTextSize(int pixels);

}
