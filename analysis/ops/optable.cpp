// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/optable.h"

#include "analysis/ops/ascendrecipe.h"
#include "analysis/ops/families.h"
#include "analysis/ops/onnxmapping.h"

#include <algorithm>

namespace halftone {
namespace {

constexpr OpDef kUnknownOp{.name = "?",
    .doc = "An operator without a row in the op table.",
    .why = "Nothing is known about its numerics."};

auto key(const OpDef* op)
{
    return std::pair(op->domain, op->name);
}

std::vector<const OpDef*> gatherOps()
{
    std::vector<const OpDef*> rows;
    for (std::span<const OpDef> family :
        {binaryOps(), dropoutOps(), dynamicOps(), lossOps(), matrixOps(), movementOps(), normalizationOps(),
            poolingOps(), recurrentOps(), reductionOps(), reluOps(), shapeOps(), unaryOps(), updateOps()}) {
        for (const OpDef& op : family)
            rows.push_back(&op);
    }
    std::ranges::sort(rows, {}, key);
    return rows;
}

}

std::string_view name(OpClass opClass)
{
    switch (opClass) {
    case OpClass::Compute:
        return "compute";
    case OpClass::Sensitive:
        return "sensitive";
    case OpClass::Elementwise:
        return "elementwise";
    case OpClass::Movement:
        return "movement";
    case OpClass::Loss:
        return "loss";
    case OpClass::Update:
        return "update";
    case OpClass::Other:
        return "other";
    }
    return {};
}

std::span<const OpDef* const> allOps()
{
    static const std::vector<const OpDef*> rows = gatherOps();
    return rows;
}

const OpDef& unknownOp()
{
    return kUnknownOp;
}

const OpDef& findOp(std::string_view opType, std::string_view domain)
{
    const std::string_view plainDomain = domain == "ai.onnx" ? std::string_view{} : domain;
    const std::span<const OpDef* const> rows = allOps();
    const auto found = std::ranges::lower_bound(rows, std::pair(plainDomain, opType), {}, key);
    return found != rows.end() && key(*found) == std::pair(plainDomain, opType) ? **found : kUnknownOp;
}

const std::vector<AscendPart>& lowerToAscend(const Graph& graph, NodeId node)
{
    static const std::vector<AscendPart> kNoParts;
    const AscendRule& rule = graph.node(node).op->ascend;
    const std::string_view recipe = rule.lower ? rule.lower(graph, node)
        : rule.types.empty()                   ? onnxRecipe(graph, node)
                                               : rule.types;
    if (recipe.empty())
        return kNoParts;
    return sharedRecipe(recipe, graph.inputs(node).size(), graph.outputs(node).size());
}

}
