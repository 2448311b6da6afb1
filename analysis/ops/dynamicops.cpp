// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators whose results show only when they run: graphs within the graph, and choices by value.
#include "analysis/ops/families.h"

namespace halftone {
namespace {

constexpr std::string_view kHands = "Hands tensors on; what its body computes rounds there.";
constexpr std::string_view kChooses = "Picks without rounding; rounding before it can change the choice.";

constexpr OpDef dynamic(
    std::string_view name, std::string_view doc, std::string_view why, GradientRule gradient = {})
{
    return {.name = name, .doc = doc, .opClass = OpClass::Movement, .why = why, .gradient = gradient};
}

constexpr OpDef kRows[] = {
    dynamic("Compress", "The slices that a vector of conditions chooses.", kChooses),
    dynamic("If", "One of two graphs, by a condition.", kHands),
    dynamic("Loop", "A graph run over and over on its own results.", kHands),
    dynamic("NonMaxSuppression", "The best boxes that do not overlap a better one.", kChooses,
        GradientRule::none()),
    dynamic("NonZero", "The places of the elements that are not zero.", kChooses, GradientRule::none()),
    dynamic("Scan", "A graph run along an axis, with a state.", kHands),
    dynamic("Unique", "The elements or slices that differ, each once.", kChooses, GradientRule::none()),
};

}

std::span<const OpDef> dynamicOps()
{
    return kRows;
}

}
