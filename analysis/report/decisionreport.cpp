// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report/decisionreport.h"

#include "analysis/judge/explain.h"

#include <nlohmann/json.hpp>

#include <format>

namespace halftone {
namespace {

using Json = nlohmann::ordered_json;

Json namesOf(std::span<const DType> dtypes)
{
    Json names = Json::array();
    for (const DType dtype : dtypes)
        names.push_back(name(dtype));
    return names;
}

Json idOrNull(NodeId id)
{
    return id.isValid() ? Json(id.index) : Json(nullptr);
}

Json nodeJson(const Decisions& decisions, NodeId id, const JudgeInput& input)
{
    const Graph& graph = *decisions.graph();
    const Node& node = graph.node(id);
    const NodeDecision& decision = decisions.node(id);
    Json ascend = Json::array();
    for (const PartDecision& part : decisions.parts(id))
        ascend.push_back(part.ascendType);
    return {{"id", id.index}, {"name", node.name}, {"op", node.opType}, {"phase", name(node.phase)},
        {"ascend", ascend}, {"list", name(decision.list)}, {"inputs", namesOf(decisions.inputDTypes(id))},
        {"outputs", namesOf(decisions.outputDTypes(id))}, {"engine", name(decision.engine)},
        {"rule", decision.rule}, {"decidedBy", idOrNull(decision.decidedBy)},
        {"reason", reasonLine(decisions, id, input)}};
}

Json castJson(const Graph& graph, const CastEdge& cast)
{
    Json consumers = Json::array();
    for (const CastEdge::Consumer& consumer : cast.consumers)
        consumers.push_back({{"node", idOrNull(consumer.node)}, {"slot", consumer.slot}});
    return {{"value", graph.value(cast.value).name}, {"from", name(cast.from)}, {"to", name(cast.to)},
        {"consumers", consumers}};
}

Json findingJson(const Finding& finding)
{
    return {{"id", finding.id}, {"severity", name(kindOf(finding).severity)}, {"where", finding.where},
        {"message", finding.message}, {"remedy", kindOf(finding).remedy}, {"node", idOrNull(finding.node)}};
}

Json summaryJson(const DecisionSummary& summary)
{
    return {{"nodes", summary.nodes}, {"float16", summary.float16}, {"bfloat16", summary.bfloat16},
        {"float32", summary.float32}, {"otherTypes", summary.otherTypes}, {"white", summary.white},
        {"black", summary.black}, {"gray", summary.gray}, {"casts", summary.casts},
        {"castBytes", summary.castBytes}};
}

std::string joined(std::span<const DType> dtypes)
{
    std::string text;
    for (const DType dtype : dtypes)
        text += (text.empty() ? "" : " ") + std::string(dtype == DType::Undefined ? "-" : name(dtype));
    return text;
}

std::string ascendNames(const Decisions& decisions, NodeId id)
{
    std::string text;
    for (const PartDecision& part : decisions.parts(id))
        text += (text.empty() ? "" : " ") + part.ascendType;
    return text;
}

std::string quotedCsv(std::string_view field)
{
    if (field.find_first_of(",\"\n") == std::string_view::npos)
        return std::string(field);
    std::string quoted = "\"";
    for (const char character : field)
        quoted += character == '"' ? std::string("\"\"") : std::string(1, character);
    return quoted + "\"";
}

// A bar would end the cell.
std::string cell(std::string_view text)
{
    std::string escaped;
    for (const char character : text)
        escaped += character == '|' ? std::string("\\|") : std::string(1, character);
    return escaped;
}

std::vector<Finding> allFindings(const Decisions& decisions, const ReportContext& context)
{
    std::vector<Finding> findings = context.findings;
    findings.insert(findings.end(), decisions.findings().begin(), decisions.findings().end());
    return findings;
}

}

DecisionSummary summarize(const Decisions& decisions, std::span<const CastEdge> casts)
{
    const Graph& graph = *decisions.graph();
    DecisionSummary summary{
        .nodes = graph.nodeCount(), .casts = casts.size(), .castBytes = castBytes(graph, casts)};
    for (NodeId id : graph.nodes()) {
        const DType precision = decisions.precision(id);
        ++(precision == DType::Float16         ? summary.float16
                : precision == DType::BFloat16 ? summary.bfloat16
                : precision == DType::Float32  ? summary.float32
                                               : summary.otherTypes);
        const List list = decisions.node(id).list;
        ++(list == List::White ? summary.white : list == List::Black ? summary.black : summary.gray);
    }
    return summary;
}

std::string decisionsJson(const Decisions& decisions, const JudgeInput& input, const ReportContext& context)
{
    const Graph& graph = *decisions.graph();
    const std::vector<CastEdge> casts = findCasts(decisions);
    Json json{{"model", context.model}, {"soc", input.library->traits().soc}, {"mode", context.modeName},
        {"nodes", Json::array()}, {"casts", Json::array()}, {"findings", Json::array()},
        {"summary", summaryJson(summarize(decisions, casts))}};
    for (NodeId id : graph.nodes())
        json["nodes"].push_back(nodeJson(decisions, id, input));
    for (const CastEdge& cast : casts)
        json["casts"].push_back(castJson(graph, cast));
    for (const Finding& finding : allFindings(decisions, context))
        json["findings"].push_back(findingJson(finding));
    // Names come from strangers' files: what is not UTF-8 is replaced instead of thrown about.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string decisionsMarkdown(
    const Decisions& decisions, const JudgeInput& input, const ReportContext& context)
{
    const Graph& graph = *decisions.graph();
    const std::vector<CastEdge> casts = findCasts(decisions);
    const DecisionSummary summary = summarize(decisions, casts);
    std::string text =
        std::format("# Precision of {}\n\n{} on {}: {} operators, {:.0f} % in 16 bits, {} casts.\n\n",
            context.model, context.modeName, input.library->traits().title, summary.nodes,
            100 * summary.lowPrecisionShare(), summary.casts);
    text += "| Operator | Type | Phase | Ascend | List | Inputs | Outputs | Why |\n| --- | --- | --- | --- | "
            "--- | --- | --- | --- |\n";
    for (NodeId id : graph.nodes()) {
        const Node& node = graph.node(id);
        text += std::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", cell(graph.displayName(id)),
            cell(node.opType), name(node.phase), cell(ascendNames(decisions, id)),
            name(decisions.node(id).list), joined(decisions.inputDTypes(id)),
            joined(decisions.outputDTypes(id)), cell(reasonLine(decisions, id, input)));
    }
    const std::vector<Finding> findings = allFindings(decisions, context);
    if (!findings.empty())
        text += "\n## Findings\n\n";
    for (const Finding& finding : findings)
        text += std::format("- **{}** {}: {} {}\n", name(kindOf(finding).severity), finding.where,
            finding.message, kindOf(finding).remedy);
    return text;
}

std::string decisionsCsv(const Decisions& decisions, const JudgeInput& input)
{
    const Graph& graph = *decisions.graph();
    std::string text = "id,name,op,phase,ascend,list,inputs,outputs,engine,rule,reason\n";
    for (NodeId id : graph.nodes()) {
        const Node& node = graph.node(id);
        const NodeDecision& decision = decisions.node(id);
        text += std::format("{},{},{},{},{},{},{},{},{},{},{}\n", id.index, quotedCsv(node.name),
            quotedCsv(node.opType), name(node.phase), quotedCsv(ascendNames(decisions, id)),
            name(decision.list), joined(decisions.inputDTypes(id)), joined(decisions.outputDTypes(id)),
            name(decision.engine), decision.rule, quotedCsv(reasonLine(decisions, id, input)));
    }
    return text;
}

}
