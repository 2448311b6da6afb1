// SPDX-License-Identifier: GPL-3.0-or-later
//
// An independent oracle: evaluates forward and loss nodes one by one in float64, by the plainest loops that the ONNX
// definitions allow. It shares no code with the executor and is never asked for speed.
#pragma once

#include "analysis/graph/graph.h"

#include <map>
#include <string>
#include <vector>

namespace halftone::test {

/// A row-major tensor. `magnitude` sums the absolute values of the terms behind each element, and `terms` counts
/// them: what a computed tolerance for sums in float32 is made of.
struct Tensor
{
    std::vector<std::int64_t> dims;
    std::vector<double> values;
    std::vector<double> magnitude;
    double terms = 1;
};

using Feeds = std::map<std::string, Tensor>;

/// Values of all nodes of the phases Forward and Loss, by name. Inputs come from \p feeds, which may also replace
/// initializers.
std::map<std::string, Tensor> interpret(const Graph& graph, const Feeds& feeds);

/// A tensor of values drawn evenly from [low, high] by a fixed generator.
Tensor randomTensor(std::vector<std::int64_t> dims, unsigned seed, double low = -1, double high = 1);

}
