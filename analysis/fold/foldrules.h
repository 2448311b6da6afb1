// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules that fold.cpp gathers; only it and foldmoves.cpp include this header.
#pragma once

#include "analysis/fold/fold.h"

namespace halftone {

using Folded = std::optional<FoldedValue>;

inline const FoldedValue* inputOf(const FoldCall& call, std::size_t slot)
{
    return slot < call.inputs.size() ? call.inputs[slot] : nullptr;
}

Folded foldShape(const FoldCall& call);
Folded foldSize(const FoldCall& call);
Folded foldGather(const FoldCall& call);
Folded foldSlice(const FoldCall& call);
Folded foldTranspose(const FoldCall& call);
Folded foldConcat(const FoldCall& call);
Folded foldUnsqueeze(const FoldCall& call);
Folded foldSqueeze(const FoldCall& call);
Folded foldReshape(const FoldCall& call);
Folded foldRange(const FoldCall& call);
Folded foldConstantOfShape(const FoldCall& call);
Folded foldExpand(const FoldCall& call);

}
