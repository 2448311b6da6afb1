// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/differentiate/differentiate.h"

#include <QString>

namespace halftone {

/// The loss that fits the outputs of a model: its own scalar output where it has one, the negative logarithm
/// for a model that ends in LogSoftmax, else the cross entropy of logits.
Loss guessLoss(const Graph& forward);

/// "softmax-cross-entropy of logits, labels: 10 classes": what a training of \p forward compares.
QString lossText(const Graph& forward, Loss loss);

}
