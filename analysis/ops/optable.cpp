// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/optable.h"

#include "analysis/core/embedded.h"
#include "analysis/ops/families.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <string>

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
    for (std::span<const OpDef> family : {elementwiseOps(), lossOps(), matrixOps(), normalizationOps(),
             poolingOps(), reductionOps(), shapeOps(), updateOps()}) {
        for (const OpDef& op : family)
            rows.push_back(&op);
    }
    std::ranges::sort(rows, {}, key);
    return rows;
}

std::vector<std::string> splitTypes(std::string_view types)
{
    std::vector<std::string> names;
    for (const auto part : std::views::split(types, '|'))
        names.emplace_back(std::string_view(part));
    return names;
}

// onnx_to_ascend.tsv: onnx_op, ascend_op ("A|B"), note, source, domain, ...
std::map<std::string, std::vector<std::string>, std::less<>> readOnnxMapping()
{
    std::map<std::string, std::vector<std::string>, std::less<>> mapping;
    for (const auto lineRange :
        std::views::split(embeddedText("oplibrary/onnx_to_ascend.tsv"), '\n') | std::views::drop(1)) {
        const std::string_view line(lineRange);
        const std::size_t first = line.find('\t');
        if (first == std::string_view::npos)
            continue;
        const std::size_t second = line.find('\t', first + 1);
        mapping.emplace(line.substr(0, first), splitTypes(line.substr(first + 1, second - first - 1)));
    }
    return mapping;
}

const std::vector<std::string>* ascendTypesOf(std::string_view opType)
{
    static const auto mapping = readOnnxMapping();
    const auto found = mapping.find(opType);
    return found == mapping.end() ? nullptr : &found->second;
}

AscendPart wholeNode(const Graph& graph, NodeId node, std::vector<std::string> types)
{
    AscendPart part{.types = std::move(types)};
    for (std::uint32_t slot = 0; slot < graph.inputs(node).size(); ++slot)
        part.inputs.push_back(AscendInput::slot(slot));
    for (std::uint32_t slot = 0; slot < graph.outputs(node).size(); ++slot)
        part.outputSlots.push_back(slot);
    return part;
}

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

std::vector<AscendPart> lowerToAscend(const Graph& graph, NodeId node)
{
    const Node& row = graph.node(node);
    if (row.op->ascend.lower)
        return row.op->ascend.lower(graph, node);
    if (!row.op->ascend.types.empty())
        return {wholeNode(graph, node, splitTypes(row.op->ascend.types))};
    const bool isStandard = row.domain.empty() || row.domain == "ai.onnx";
    if (const std::vector<std::string>* types = isStandard ? ascendTypesOf(row.opType) : nullptr)
        return {wholeNode(graph, node, *types)};
    return {};
}

}
