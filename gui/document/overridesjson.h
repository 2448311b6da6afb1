// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/policy/override.h"

#include <QJsonArray>

#include <vector>

namespace halftone {

/// Types asked for on operators, scopes and groups, as sessions and kept runs hold them: "target", "call"
/// (to_float or add_flags), "dtype", "members".
QJsonArray overridesJson(const std::vector<PrecisionOverride>& overrides);

/// What can be read of them; rows with an unknown type are left out, as are those beyond 10,000.
std::vector<PrecisionOverride> readOverrides(const QJsonArray& json);

}
