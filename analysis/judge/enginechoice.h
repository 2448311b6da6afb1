// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/narrowing.h"

namespace halftone {

/// Whether the AI Core takes the operator at all (ascend.md, section 2.6): every tensor, looked at alone,
/// must have some column that it fits, exactly, by rising to fp32, or by a reduction that mode and list
/// allow. A Cast must find one column with all its types. Without columns nothing is known and everything is
/// taken. Where customize_dtypes names the operator, any column that it allows will do.
bool aiCoreAccepts(const NarrowingInput& op);

}
