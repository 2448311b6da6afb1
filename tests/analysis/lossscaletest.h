// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replaying loss-scale rules.
#pragma once

#include "analysis/lossscale/lossscale.h"

#include <QTest>

#include <string>
#include <vector>

namespace halftone::test {

/// What the rule makes of each step.
inline std::vector<ScaleStep> replay(
    const LossScaleRule& rule, const LossScaleParameters& parameters, const std::vector<bool>& overflows)
{
    std::vector<ScaleStep> steps;
    LossScaleState state = startLossScale(rule, parameters).value();
    for (const bool overflowed : overflows) {
        steps.push_back(rule.next(state, overflowed, parameters));
        state = steps.back().state;
    }
    return steps;
}

inline const LossScaleRule& ruleOf(std::string_view id)
{
    const LossScaleRule* rule = findLossScaleRule(id);
    if (!rule)
        qFatal("no rule %s", std::string(id).c_str());
    return *rule;
}

}
