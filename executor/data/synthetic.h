// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"
#include "executor/data/dataset.h"

#include <cstdint>

namespace halftone {

/// Random samples for a model whose batch dimension is bound, so that any model can be tried at once: numbers
/// from -1 to 1 for a float32 input, indices that its tables have for an int64 one; class numbers below \p
/// classes. Each class has a pattern of its own in the samples, so that there is something to learn. The same
/// seed gives the same samples on every machine.
DatasetPair syntheticData(const Graph& model, ValueId input, std::int64_t classes, std::uint64_t seed);

}
