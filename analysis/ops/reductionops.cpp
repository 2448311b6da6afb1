// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/families.h"

namespace halftone {
namespace {

// A graph pass makes the D form when the axes are constant, which changes the list: ReduceSum is black on 910
// and 910B, ReduceSumD gray (ReduceMean the other way round). const2attr_fusion_pass.cc, 2022.
std::vector<AscendPart> lowerReduction(
    const Graph& graph, NodeId node, const char* type, const char* constantType)
{
    const std::span<const ValueId> inputs = graph.inputs(node);
    const bool constantAxes = inputs.size() < 2 || !inputs[1].isValid() || graph.data(inputs[1]);
    if (constantAxes)
        return {{.types = {constantType, type}, .inputs = {AscendInput::slot(0)}, .outputSlots = {0}}};
    return {{.types = {type}, .inputs = {AscendInput::slot(0), AscendInput::slot(1)}, .outputSlots = {0}}};
}

std::vector<AscendPart> lowerReduceSum(const Graph& graph, NodeId node)
{
    return lowerReduction(graph, node, "ReduceSum", "ReduceSumD");
}

std::vector<AscendPart> lowerReduceMean(const Graph& graph, NodeId node)
{
    return lowerReduction(graph, node, "ReduceMean", "ReduceMeanD");
}

constexpr std::string_view kLongSum =
    "A long sum in FP16 stalls: a term is lost once the sum is 2048 times larger.";

constexpr OpDef kRows[] = {
    {.name = "ReduceSum",
        .doc = "Sum over some axes.",
        .opClass = OpClass::Sensitive,
        .why = kLongSum,
        .ascend = {.lower = lowerReduceSum}},
    {.name = "ReduceMean",
        .doc = "Mean over some axes.",
        .opClass = OpClass::Sensitive,
        .why = kLongSum,
        .ascend = {.lower = lowerReduceMean}},
    {.name = "BiasGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient of a bias: dY summed over everything but axis 1.",
        .opClass = OpClass::Sensitive,
        .why = kLongSum,
        .ascend = {.types = "BiasAddGrad"},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> reductionOps()
{
    return kRows;
}

}
