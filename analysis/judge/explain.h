// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/judge.h"

#include <string>
#include <vector>

namespace halftone {

/// This is one step of a reason, for instance "Relu is gray in ascend910b.tsv:812".
struct Explanation
{
    struct Step
    {
        std::string text; ///< One sentence, plain text.
        std::string
            source; ///< "ascend910b.tsv:812", "ops_info.json:4:7", or the rule's own source; may be empty.
        NodeId node; ///< The node to select when the step is clicked; may be invalid.
    };
    std::vector<Step> steps; ///< From the operator to the list, input or rule that decided.
};

/// The whole chain behind a decision, ending at a list, a graph input or a rule of the mode.
Explanation explain(const Decisions& decisions, NodeId node, const JudgeInput& input);

/// The chain on one line, for tables: "gray: follows Conv_1 (float16)".
std::string reasonLine(const Decisions& decisions, NodeId node, const JudgeInput& input);

}
