// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nodes that an export adds, as protobuf. Included by sources that have <onnx/onnx_pb.h>.
#pragma once

#include "analysis/export/weightstore.h"
#include "analysis/graph/graph.h"

#include <string>

namespace onnx {
class GraphProto;
class NodeProto;
class TensorProto;
class ValueInfoProto;
}

namespace halftone {

/// A Cast named after its result. Before opset 6 it spells the type as text.
onnx::NodeProto castNode(const std::string& from, const std::string& to, DType dtype, int opset);

/// Before opset 6 ONNX itself cannot say what a Cast gives.
bool castsHaveNoInference(int opset);

/// States the types that the Casts of a graph give, where opset 6 is not reached yet.
void describeCasts(onnx::GraphProto& graph);

/// Changes the type that a Cast of the model gives.
void setCastType(onnx::NodeProto& cast, DType dtype, int opset);

/// A node of \p graph that no node of the file stands for; its tensors are left to the caller.
onnx::NodeProto insertedNode(const Graph& graph, NodeId node, int opset);

/// Keeps the tensors among the attributes of a node, see WeightStore::keep().
void keepAttributeTensors(onnx::NodeProto& proto, const Node& node, WeightStore& weights);

/// An initializer as an entry of the inputs.
onnx::ValueInfoProto describedAsInput(const onnx::TensorProto& tensor);

}
