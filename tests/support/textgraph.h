// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"

#include <string_view>
#include <vector>

namespace halftone::test {

/// Makes a graph from a few lines of text, so that a test shows its model:
///
///     input x: f32[1,3,8,8]            an input of the graph; dims may be names: f32[N,3]
///     captured r: f32[3]               a value of the enclosing graph, for bodies
///     weight w: f32[8,3,3,3]           an initializer; zeros, or the values behind an equals sign: = 1 2
///     y: f32[1,8,6,6] = Conv(x, w)     a node; "_" is an absent input
///     a, b = Split(x)                  type and shape default to float32 and unknown
///     h: f16 = Cast(z) to=10 name=half attributes: integers, numbers with a point, lists 1,2, else text
///     phase backward                   of the nodes that follow
///     output h                         an output of the graph
///
/// A node is named after its first output unless it has a name of its own. The operator may have a domain
/// before it: halftone.training::ReluGrad(dy, y). Types: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool, or as in
/// parseDType(). Text behind # is a comment. A mistake in the text ends the program with the line that has
/// it.
GraphPtr textGraph(std::string_view text);

/// Two branches of different types, joined; a gray operator behind each.
inline constexpr std::string_view kBranches = R"(
input x: f32[1,8,8,8]
weight w: f32[8,8,3,3]
a: f32[1,8,8,8] = Conv(x, w)
b: f32[1,8,8,8] = Relu(a)
c: f32[1,8,8,8] = Softmax(a)
d: f32[1,8,8,8] = Add(b, c)
output d
)";

/// The graph with bodies in the node named \p owner.
GraphPtr withBodies(const GraphPtr& graph, std::string_view owner, const std::vector<Body>& bodies);

}
