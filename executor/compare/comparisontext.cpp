// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/policyexplainer.h"
#include "executor/compare/reportparts.h"
#include "executor/compare/waycomparison.h"
#include "executor/train/errortrace.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <format>
#include <map>

namespace halftone {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity and no NaN.
Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

Json errorJson(const ErrorMeasures& error)
{
    return {{"maxAbs", number(error.maxAbsolute)}, {"maxRel", number(error.maxRelative)},
        {"relative", number(error.relative())}, {"cosine", number(error.cosine)},
        {"maxUlp", number(error.maxUlp)}, {"notFinite", error.notFinite}, {"lost", error.lost},
        {"pass", passesAscend(error)}};
}

Json namesOf(std::span<const DType> dtypes)
{
    Json names = Json::array();
    for (DType dtype : dtypes)
        names.push_back(dtype == DType::Undefined ? Json(nullptr) : Json(name(dtype)));
    return names;
}

Json refusalJson(const Error& error)
{
    return {{"code", error.code}, {"message", error.what}, {"file", error.where}, {"remedy", error.remedy}};
}

Json tensorNames(const Comparison& numbers, std::span<const std::size_t> rows)
{
    Json names = Json::array();
    for (std::size_t row : rows)
        names.push_back({{"node", numbers.nodes[row].node}, {"tensor", numbers.nodes[row].tensor}});
    return names;
}

Json numbersJson(const Graph& graph, const Comparison& numbers)
{
    const ErrorTrace trace = traceErrors(graph, numbers.nodes);
    return {{"loss", number(numbers.loss)}, {"mixedLoss", number(numbers.mixedLoss)},
        {"lossScale", number(numbers.scale)}, {"worst", number(numbers.worst())},
        {"tensors", numbers.nodes.size()}, {"failing", numbers.failing()},
        {"notFiniteFrom", tensorNames(numbers, trace.births)},
        {"becameZero", tensorNames(numbers, trace.collapses)},
        {"errorJumps", tensorNames(numbers, trace.jumps)}};
}

Json wayJson(const WayComparison& comparison, std::size_t index)
{
    const ComparedWay& way = comparison.ways[index];
    const DecisionSummary& sum = way.summary;
    Json json{{"column", wayLetter(index)}, {"policy", describe(way.policy)},
        {"options", commandOptions(way.policy, way.library)}, {"refusal", nullptr}};
    if (way.refusal)
        json["refusal"] = refusalJson(*way.refusal);
    json["summary"] = {{"float16", sum.float16}, {"bfloat16", sum.bfloat16}, {"float32", sum.float32},
        {"otherTypes", sum.otherTypes}, {"casts", sum.casts}, {"castBytes", sum.castBytes},
        {"tensorBytes", way.tensorBytes}};
    json["differing"] = way.differences.size();
    json["numerics"] = nullptr;
    if (const Comparison* numbers = way.numbers())
        json["numerics"] = numbersJson(*comparison.graph, *numbers);
    else if (way.numerics)
        json["numerics"] = {{"refusal", refusalJson(way.numerics->error())}};
    return json;
}

/// Explains a node in all ways.
class Reasons
{
public:
    explicit Reasons(const WayComparison& comparison)
    {
        for (const ComparedWay& way : comparison.ways)
            m_explainers.push_back(way.decisions
                    ? std::make_unique<const PolicyExplainer>(*way.decisions, way.policy)
                    : nullptr);
    }
    std::string of(std::size_t way, NodeId node) const { return m_explainers[way]->line(node); }

private:
    std::vector<std::unique_ptr<const PolicyExplainer>> m_explainers;
};

Json differenceJson(const WayComparison& comparison, const Reasons& reasons, NodeId node)
{
    Json columns = Json::array();
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        if (!comparison.ways[i].decisions) {
            columns.push_back(nullptr);
            continue;
        }
        const Decisions& decisions = *comparison.ways[i].decisions;
        columns.push_back(
            {{"precision", name(decisions.precision(node))}, {"inputs", namesOf(decisions.inputDTypes(node))},
                {"outputs", namesOf(decisions.outputDTypes(node))}, {"list", name(decisions.node(node).list)},
                {"engine", name(decisions.node(node).engine)}, {"reason", reasons.of(i, node)}});
    }
    return {{"node", comparison.graph->displayName(node)}, {"op", comparison.graph->node(node).opType},
        {"phase", name(comparison.graph->node(node).phase)}, {"columns", std::move(columns)}};
}

/// The rows of all ways for each tensor that some way has numbers of, in order of execution.
std::map<std::pair<NodeId, ValueId>, std::vector<const NodeComparison*>> tensorsOf(
    const WayComparison& comparison)
{
    std::map<std::pair<NodeId, ValueId>, std::vector<const NodeComparison*>> tensors;
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        const Comparison* numbers = comparison.ways[i].numbers();
        for (const NodeComparison& row :
            numbers ? std::span(numbers->nodes) : std::span<const NodeComparison>()) {
            auto& rows = tensors[{row.id, row.value}];
            rows.resize(comparison.ways.size());
            rows[i] = &row;
        }
    }
    return tensors;
}

Json tensorJson(const std::vector<const NodeComparison*>& rows)
{
    const NodeComparison& any = **std::ranges::find_if(rows, [](const auto* row) { return row != nullptr; });
    Json columns = Json::array();
    for (const NodeComparison* row : rows) {
        columns.push_back(row
                ? Json{{"dtype", name(row->dtype)}, {"accumulated", errorJson(row->accumulated)},
                      {"isolated", errorJson(row->isolated)}}
                : Json(nullptr));
    }
    return {{"node", any.node}, {"op", any.op}, {"phase", name(any.phase)}, {"tensor", any.tensor},
        {"columns", std::move(columns)}};
}

std::string csvField(const std::string& name)
{
    const std::string text = validUtf8(name);
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string field = "\"";
    for (char each : text)
        field += each == '"' ? std::string("\"\"") : std::string(1, each);
    return field + "\"";
}

}

std::string comparisonJson(const WayComparison& comparison)
{
    const bool isTraining = comparison.pass == ComparisonSettings::Pass::Training;
    Json json{{"model", comparison.model}, {"graph", isTraining ? "training step" : "forward pass"},
        {"nodes", comparison.graph->nodeCount()}, {"baseline", wayLetter(comparison.baseline)},
        {"command", comparison.command}, {"data", nullptr}, {"batch", nullptr}, {"after", nullptr}};
    if (!comparison.data.empty()) {
        json["data"] = comparison.data;
        json["batch"] = comparison.batch;
        json["after"] = comparison.after;
    }
    json["columns"] = Json::array();
    for (std::size_t i = 0; i < comparison.ways.size(); ++i)
        json["columns"].push_back(wayJson(comparison, i));
    const Reasons reasons(comparison);
    json["differences"] = Json::array();
    for (NodeId node : comparison.differences())
        json["differences"].push_back(differenceJson(comparison, reasons, node));
    json["tensors"] = Json::array();
    for (const auto& [place, rows] : tensorsOf(comparison))
        json["tensors"].push_back(tensorJson(rows));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string comparisonCsv(const WayComparison& comparison, bool onlyDifferences)
{
    std::string csv = "operator,type,phase,differs";
    for (std::size_t i = 0; i < comparison.ways.size(); ++i)
        csv += std::format(",{0} precision,{0} list,{0} reason", wayLetter(i));
    csv += "\r\n";
    const Reasons reasons(comparison);
    for (NodeId node : comparison.graph->nodes()) {
        const bool differs = comparison.ways[comparison.baseline].differsAt(node);
        if (onlyDifferences && !differs)
            continue;
        const Node& row = comparison.graph->node(node);
        csv += std::format("{},{},{},{}", csvField(comparison.graph->displayName(node)), csvField(row.opType),
            name(row.phase), differs ? "yes" : "no");
        for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
            const Decisions* decisions = comparison.ways[i].decisions.get();
            csv += decisions ? std::format(",{},{},{}", name(decisions->precision(node)),
                                   name(decisions->node(node).list), csvField(reasons.of(i, node)))
                             : ",,,";
        }
        csv += "\r\n";
    }
    return csv;
}

}
