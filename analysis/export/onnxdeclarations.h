// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/export/constantfolding.h"
#include "analysis/export/onnxgraphwriter.h"

#include <map>
#include <string>
#include <string_view>

namespace halftone {

/// A mixed graph and what its tensors are called in the file.
struct NamedGraph
{
    const Graph& mixed;
    const ConstantFolding& folding;
    const IdMap<ValueId, std::string>& names;
    const std::map<std::string_view, ValueId>& byName; ///< The inverse, without what is left out.
};

/// Rewrites what a graph states about its tensors, its nodes apart: initializers, inputs, outputs and types
/// between. Names and shapes stay as they are, types follow the mixed graph.
void rewriteDeclarations(onnx::GraphProto& proto, const NamedGraph& graph, OnnxWriteContext& context);

}
