// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report/decisionreport.h"

#include "analysis/judge/decidedlevel.h"
#include "analysis/policy/policyexplainer.h"

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

bool isAscend(const PrecisionPolicy& policy)
{
    return std::holds_alternative<AscendSettings>(policy.settings);
}

// What the names of a node in the vocabulary of the policy stand under.
std::string namesColumn(const PrecisionPolicy& policy)
{
    return isAscend(policy) ? "ascend" : "knownAs";
}

Json bodiesJson(const Decisions& decisions, NodeId id, const PrecisionPolicy& policy);

Json nodeJson(
    const Decisions& decisions, NodeId id, const PrecisionPolicy& policy, const PolicyExplainer& explainer)
{
    const Graph& graph = *decisions.graph();
    const Node& node = graph.node(id);
    const NodeDecision& decision = decisions.node(id);
    Json names = Json::array();
    for (const PartDecision& part : decisions.parts(id))
        names.push_back(part.ascendType);
    Json json{{"id", id.index}, {"name", node.name}, {"op", node.opType}, {"phase", name(node.phase)},
        {namesColumn(policy), names}, {"list", name(decision.list)},
        {"inputs", namesOf(decisions.inputDTypes(id))}, {"outputs", namesOf(decisions.outputDTypes(id))},
        {"engine", isAscend(policy) ? Json(name(decision.engine)) : Json(nullptr)}, {"rule", decision.rule},
        {"decidedBy", idOrNull(decision.decidedBy)}, {"reason", explainer.line(id)}};
    if (!node.bodies.empty())
        json["bodies"] = bodiesJson(decisions, id, policy);
    return json;
}

Json nodesJson(const Decisions& decisions, const PrecisionPolicy& policy)
{
    const PolicyExplainer explainer(decisions, policy);
    Json nodes = Json::array();
    for (NodeId id : decisions.graph()->nodes())
        nodes.push_back(nodeJson(decisions, id, policy, explainer));
    return nodes;
}

Json castJson(const Graph& graph, const CastEdge& cast)
{
    Json consumers = Json::array();
    for (const CastEdge::Consumer& consumer : cast.consumers)
        consumers.push_back({{"node", idOrNull(consumer.node)}, {"slot", consumer.slot}});
    return {{"value", graph.value(cast.value).name}, {"from", name(cast.from)}, {"to", name(cast.to)},
        {"consumers", consumers}};
}

Json castsJson(const Decisions& decisions, std::span<const CastEdge> casts)
{
    Json list = Json::array();
    for (const CastEdge& cast : casts)
        list.push_back(castJson(*decisions.graph(), cast));
    return list;
}

Json bodiesJson(const Decisions& decisions, NodeId id, const PrecisionPolicy& policy)
{
    const std::vector<Body>& bodies = decisions.graph()->node(id).bodies;
    Json list = Json::array();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Decisions& body = decisions.body(id, i);
        list.push_back({{"attribute", bodies[i].attribute}, {"nodes", nodesJson(body, policy)},
            {"casts", castsJson(body, findCasts(body))}});
    }
    return list;
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

// What only the list policies have: casts inside nodes, and pairs of casts that undid each other.
void addListPolicyJson(Json& json, const Decisions& decisions)
{
    json["innerCasts"] = Json::array();
    for (const InnerCast& cast : decisions.innerCasts())
        json["innerCasts"].push_back(
            {{"node", cast.node.index}, {"from", name(cast.from)}, {"to", name(cast.to)}});
    json["removedPairs"] = Json::array();
    for (const RemovedPair& pair : decisions.removedPairs())
        json["removedPairs"].push_back(
            {{"value", decisions.graph()->value(pair.value).name}, {"casts", pair.casts}});
}

std::string joined(std::span<const DType> dtypes)
{
    std::string text;
    for (const DType dtype : dtypes)
        text += (text.empty() ? "" : " ") + std::string(dtype == DType::Undefined ? "-" : name(dtype));
    return text;
}

std::string vocabularyNames(const Decisions& decisions, NodeId id)
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

void addTo(DecisionSummary& summary, const Decisions& decisions, std::span<const CastEdge> casts)
{
    const Graph& graph = *decisions.graph();
    summary.nodes += graph.nodeCount();
    summary.casts += casts.size() + decisions.innerCasts().size();
    summary.castBytes += castBytes(graph, casts);
    for (NodeId id : graph.nodes()) {
        const DType precision = decisions.precision(id);
        ++(precision == DType::Float16         ? summary.float16
                : precision == DType::BFloat16 ? summary.bfloat16
                : precision == DType::Float32  ? summary.float32
                                               : summary.otherTypes);
        const List list = decisions.node(id).list;
        ++(list == List::White ? summary.white : list == List::Black ? summary.black : summary.gray);
    }
}

std::string markdownRows(const DecidedLevel& level, const PrecisionPolicy& policy)
{
    const Decisions& decisions = *level.decisions;
    const PolicyExplainer explainer(decisions, policy);
    std::string text;
    for (NodeId id : level.graph().nodes()) {
        const Node& node = level.graph().node(id);
        text += std::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", cell(level.nameOf(id)),
            cell(node.opType), name(node.phase), cell(vocabularyNames(decisions, id)),
            name(decisions.node(id).list), joined(decisions.inputDTypes(id)),
            joined(decisions.outputDTypes(id)), cell(explainer.line(id)));
    }
    return text;
}

std::string csvRows(const DecidedLevel& level, const PrecisionPolicy& policy)
{
    const Decisions& decisions = *level.decisions;
    const PolicyExplainer explainer(decisions, policy);
    std::string text;
    for (NodeId id : level.graph().nodes()) {
        const Node& node = level.graph().node(id);
        const NodeDecision& decision = decisions.node(id);
        text += std::format("{},{},{},{},{},{},{},{},{},{},{}\n", id.index,
            quotedCsv(level.owner.isValid() ? level.nameOf(id) : node.name), quotedCsv(node.opType),
            name(node.phase), quotedCsv(vocabularyNames(decisions, id)), name(decision.list),
            joined(decisions.inputDTypes(id)), joined(decisions.outputDTypes(id)),
            isAscend(policy) ? name(decision.engine) : std::string_view{}, decision.rule,
            quotedCsv(explainer.line(id)));
    }
    return text;
}

}

DecisionSummary summarize(const Decisions& decisions, std::span<const CastEdge> casts)
{
    DecisionSummary summary;
    addTo(summary, decisions, casts);
    const std::vector<DecidedLevel> levels = levelsOf(decisions);
    for (const DecidedLevel& level : std::span(levels).subspan(1))
        addTo(summary, *level.decisions, findCasts(*level.decisions));
    return summary;
}

std::string decisionsJson(
    const Decisions& decisions, const PrecisionPolicy& policy, const ReportContext& context)
{
    const std::vector<CastEdge> casts = findCasts(decisions);
    Json json{{"model", context.model}, {"policy", definitionOf(policy).id}, {"soc", nullptr},
        {"mode", context.modeName}, {"nodes", nodesJson(decisions, policy)},
        {"casts", castsJson(decisions, casts)}, {"findings", Json::array()},
        {"summary", summaryJson(summarize(decisions, casts))}};
    if (isAscend(policy))
        json["soc"] = std::get<AscendSettings>(policy.settings).soc;
    else
        addListPolicyJson(json, decisions);
    for (const Finding& finding : allFindings(decisions, context))
        json["findings"].push_back(findingJson(finding));
    // Names come from strangers' files: what is not UTF-8 is replaced instead of thrown about.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string decisionsMarkdown(
    const Decisions& decisions, const PrecisionPolicy& policy, const ReportContext& context)
{
    const DecisionSummary summary = summarize(decisions, findCasts(decisions));
    std::string text =
        std::format("# Precision of {}\n\n{}: {} operators, {:.0f} % in 16 bits, {} casts.\n\n",
            context.model, describe(policy), summary.nodes, 100 * summary.lowPrecisionShare(), summary.casts);
    text +=
        std::format("| Operator | Type | Phase | {} | List | Inputs | Outputs | Why |\n| --- | --- | --- | "
                    "--- | --- | --- | --- | --- |\n",
            isAscend(policy) ? "Ascend" : "Known as");
    for (const DecidedLevel& level : levelsOf(decisions))
        text += markdownRows(level, policy);
    const std::vector<Finding> findings = allFindings(decisions, context);
    if (!findings.empty())
        text += "\n## Findings\n\n";
    for (const Finding& finding : findings)
        text += std::format("- **{}** {}: {} {}\n", name(kindOf(finding).severity), finding.where,
            finding.message, kindOf(finding).remedy);
    return text;
}

std::string decisionsCsv(const Decisions& decisions, const PrecisionPolicy& policy)
{
    std::string text =
        std::format("id,name,op,phase,{},list,inputs,outputs,engine,rule,reason\n", namesColumn(policy));
    for (const DecidedLevel& level : levelsOf(decisions))
        text += csvRows(level, policy);
    return text;
}

}
