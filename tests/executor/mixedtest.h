// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/policy/policy.h"
#include "executor/files/mixedmodelfile.h"

#include <QString>

namespace halftone::test {

/// The decisions of a policy with its defaults, of Ascend in \p mode. What the tool refuses stays as it is.
inline Decisions decidedBy(const GraphPtr& graph, const QString& policy, const QString& mode)
{
    PrecisionPolicy chosen = makePolicy(policy.toStdString()).value();
    if (auto* ascend = std::get_if<AscendSettings>(&chosen.settings))
        ascend->modeName = mode.toStdString();
    auto decisions = decide(graph, chosen);
    if (!decisions)
        return Decisions(graph); // the tool refuses the model: nothing to cast
    return *std::move(decisions);
}

}
