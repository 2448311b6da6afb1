// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/differentiate/differentiate.h"

namespace halftone {

/// What a loss compares in a model, before anything is appended.
struct LossTerms
{
    ValueId prediction; ///< Of a final Softmax its input, where the loss contains one; invalid without any.
    bool hasClassNumbers = false; ///< The labels are the numbers of classes, otherwise numbers of its shape.
    ValueId labels; ///< The input that holds them; invalid but for Loss::InGraph, as the next.
    ValueId loss; ///< The output that is the loss.
};

LossTerms lossTerms(const Graph& forward, Loss loss);

}
