// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/localops.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr auto kLocalOps = std::to_array<std::string_view>({
    "Bitcast",
    "Case",
    "Const",
    "Constant",
    "ControlTrigger",
    "Data",
    "Empty",
    "ExpandDims",
    "FileConstant",
    "Flatten",
    "FlattenV2",
    "For",
    "GatherShapes",
    "GuaranteeConst",
    "Identity",
    "IdentityN",
    "If",
    "Merge",
    "NoOp",
    "PartitionedCall",
    "PlaceholderWithDefault",
    "PreventGradient",
    "Rank",
    "ReFormat",
    "RefIdentity",
    "RefMerge",
    "RefSwitch",
    "Reshape",
    "Shape",
    "ShapeN",
    "Size",
    "Snapshot",
    "Squeeze",
    "SqueezeV2",
    "SqueezeV3",
    "Stack",
    "StackClose",
    "StackPop",
    "StackPush",
    "StatefulPartitionedCall",
    "StatelessCase",
    "StatelessIf",
    "StatelessWhile",
    "StopGradient",
    "Switch",
    "TransShape",
    "Unsqueeze",
    "UnsqueezeV2",
    "UnsqueezeV3",
    "Variable",
    "While",
});
static_assert(std::ranges::is_sorted(kLocalOps));

}

bool isLocalOp(std::string_view ascendType)
{
    return std::ranges::binary_search(kLocalOps, ascendType);
}

}
