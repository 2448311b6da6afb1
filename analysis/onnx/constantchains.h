// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/tensordata.h"
#include "analysis/onnx/import.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace onnx {
class ModelProto;

}

namespace halftone {

/// What is known about a model before it runs.
struct ConstantChains
{
    /// Integers and truth values of the main graph that are constants though a node computes them, by name.
    std::map<std::string, TensorData, std::less<>> constants;
    std::vector<std::string> knownBranches; ///< Names of the If nodes that gave way to one of their branches.
    std::vector<std::string> knownLoops; ///< Names of the Loop and Scan nodes that gave way to their turns.
};

/// Calls \p infer, folds what shape computations give with the shapes found so far (analysis/fold), and
/// repeats until nothing new is known: folded sizes make further shapes known. The nodes stay as they are,
/// except that in the form for training an If whose condition is known gives way to its branch, and a Loop or
/// Scan to its turns.
ConstantChains inferWithConstants(
    onnx::ModelProto& model, ImportOptions::Form form, const std::function<void(onnx::ModelProto&)>& infer);

}
