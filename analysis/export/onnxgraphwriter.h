// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/casts/castinsertion.h"
#include "analysis/export/weightstore.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>

namespace onnx {
class GraphProto;
class NodeProto;
}

namespace halftone {

/// What all graphs of one model share while they are written.
struct OnnxWriteContext
{
    std::map<std::string, int> opsets; ///< By domain, "" for ai.onnx.
    std::int64_t irVersion = 0;
    std::unordered_set<std::string> names; ///< Of all tensors in all graphs: bodies must not repeat one.
    WeightStore* weights = nullptr;
    std::size_t computedAsWritten = 0; ///< Nodes that ONNX does not define in the decided types.
    std::string firstAsWritten; ///< Name of the first of them.
    bool usesBf16 = false;
    DType unwritable = DType::Undefined; ///< A decided type that ONNX does not have; Undefined without one.

    int opset() const;
    /// \p name, with underscores behind it while it is taken; it is taken afterwards.
    std::string uniqueName(std::string name);
    void noteTypes(const Graph& graph, std::span<const ValueId> values);
};

/// A graph before and after casts were inserted.
struct OnnxGraphPair
{
    const Graph* original = nullptr;
    const Graph* mixed = nullptr;
    IdMap<NodeId, NodeId> sameAs; ///< From the mixed graph, see MixedGraph::sameAs().
    const std::vector<MixedBody>* bodies = nullptr; ///< Null: none of them changed.

    static OnnxGraphPair of(const Graph& original, const MixedGraph& mixed);
    static OnnxGraphPair unchanged(const Graph& graph);
};

/// Adds the names of all tensors in \p proto and its bodies.
void collectNames(const onnx::GraphProto& proto, std::unordered_set<std::string>& names);

/// Makes the mixed graph of \p proto, which must hold the nodes of the original: each keeps everything about
/// it that the graph does not model.
void rewriteGraph(onnx::GraphProto& proto, const OnnxGraphPair& pair, OnnxWriteContext& context);

}
