// SPDX-License-Identifier: GPL-3.0-or-later
//
// MindSpore's levels against cases as data (amp_cast_cases.json): for each tiny graph and level the type that
// every node computes in, and every cast. Casts inside a layer that adds its bias in FP32 are part of the
// data.
#include "analysis/casts/castinsertion.h"
#include "analysis/graph/graphbuilder.h"
#include "analysis/policy/policy.h"
#include "tests/support/shared.h"

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace halftone;
using Json = nlohmann::json;

namespace {

QString word(DType dtype)
{
    return QString::fromUtf8(name(dtype)).replace("bfloat", "bf").replace("float", "f");
}

DType dtypeOf(const std::string& word)
{
    return word == "f16" ? DType::Float16 : word == "bf16" ? DType::BFloat16 : DType::Float32;
}

// Shapes are not part of the cases. Parameters have one dimension, so that none of them is a number of the
// source.
GraphPtr graphOf(const Json& row)
{
    const Json dtypes = row.value("input_dtypes", Json::object());
    const auto dtype = [&](const std::string& tensor) {
        return dtypeOf(dtypes.value(tensor, std::string("f32")));
    };
    GraphBuilder builder;
    builder.setOpset(17);
    for (const std::string input : row["inputs"])
        builder.addInput(input, dtype(input), std::nullopt);
    for (const Json& node : row["nodes"]) {
        GraphBuilder::NodeSpec spec{.opType = node["op"], .name = node["name"]};
        for (const std::string input : node["in"])
            spec.inputs.push_back(builder.findValue(input));
        for (const std::string parameter : node["params"])
            spec.inputs.push_back(
                builder.addInitializer(parameter, TensorData{.dtype = dtype(parameter), .dims = {1}}));
        spec.outputs.push_back(builder.addValue(node["out"], DType::Float32, std::nullopt));
        builder.addNode(std::move(spec));
    }
    for (const std::string output : row["outputs"])
        builder.markOutput(builder.findValue(output));
    return std::move(builder).finish().value().graph;
}

PrecisionPolicy policyAt(const std::string& level)
{
    return {.settings = MindSporeSettings{.level = level}};
}

QString valueName(const Graph& graph, ValueId value)
{
    return QString::fromStdString(graph.value(value).name);
}

QString nodeName(const Graph& graph, NodeId node)
{
    return QString::fromStdString(graph.node(node).name);
}

// The way in which the data writes a cast: at O1 the tensor that it makes, else who reads it.
QString castText(const Graph& graph, const CastEdge& cast, bool namesTensor)
{
    const QString value = valueName(graph, cast.value);
    const QString to = word(cast.to);
    if (cast.isBehindProducer()) {
        const QString producer = nodeName(graph, graph.value(cast.value).producer);
        return namesTensor ? producer + "__16 " + to + ' ' + value : value + ' ' + to + " after " + producer;
    }
    const CastEdge::Consumer reader = cast.consumers.front();
    if (!reader.node.isValid())
        return value + ' ' + to + " network output";
    if (!namesTensor)
        return value + ' ' + to + ' ' + nodeName(graph, reader.node);
    return value + ' ' + to + ' ' + value + "__to16__" + nodeName(graph, reader.node) + '.' +
        QString::number(reader.slot);
}

QStringList castTexts(const Decisions& decisions, bool namesTensor)
{
    const Graph& graph = *decisions.graph();
    QStringList texts;
    for (const CastEdge& cast : findCasts(decisions))
        texts << castText(graph, cast, namesTensor);
    for (const InnerCast& cast : decisions.innerCasts())
        texts << nodeName(graph, cast.node) + "__product " + word(cast.to) + ' ' +
                nodeName(graph, cast.node) + ".bias";
    texts.sort();
    return texts;
}

QStringList computeTexts(const Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    QStringList texts;
    for (NodeId node : graph.nodes()) {
        const std::span<const PartDecision> parts = decisions.parts(node);
        const bool hasBias = parts.size() > 1;
        texts << nodeName(graph, node) + ' ' +
                word(hasBias ? parts[0].outputs.front() : decisions.precision(node));
        if (hasBias)
            texts << nodeName(graph, node) + ".bias " + word(parts[1].outputs.front());
    }
    texts.sort();
    return texts;
}

std::size_t castsBeforePairRemoval(const Decisions& decisions)
{
    std::size_t count = findCasts(decisions).size();
    for (const RemovedPair& pair : decisions.removedPairs())
        count += pair.casts;
    return count;
}

}

class TestAmpCases : public QObject
{
    Q_OBJECT

private slots:
    void nodesComputeAndCastsStandAsInTheData_data();
    void nodesComputeAndCastsStandAsInTheData();
    void insertedCastsAreThoseThatWereCounted_data();
    void insertedCastsAreThoseThatWereCounted();
};

void TestAmpCases::nodesComputeAndCastsStandAsInTheData_data()
{
    HALFTONE_NEED_SHARED("facts/amp_cast_cases.json");
    QTest::addColumn<QByteArray>("row");
    const Json data = Json::parse(test::readAll(test::sharedPath("facts/amp_cast_cases.json")));
    QCOMPARE(data["version"], 1);
    for (const Json& row : data["cases"])
        QTest::addRow("%s", row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

void TestAmpCases::nodesComputeAndCastsStandAsInTheData()
{
    QFETCH(const QByteArray, row);
    const Json data = Json::parse(row);
    const std::string level = data["level"];
    const auto decisions = decide(graphOf(data), policyAt(level));
    QVERIFY(decisions);

    QStringList compute;
    for (const auto& [node, dtype] : data["compute"].items())
        compute << QString::fromStdString(node + ' ' + dtype.get<std::string>());
    compute.sort();
    QCOMPARE(computeTexts(*decisions), compute);

    QStringList casts;
    for (const Json& cast : data["casts"])
        casts << QString::fromStdString(
            cast[0].get<std::string>() + ' ' + cast[1].get<std::string>() + ' ' + cast[2].get<std::string>());
    casts.sort();
    QCOMPARE(castTexts(*decisions, level == "O1"), casts);
    QCOMPARE(casts.size(), data["cast_count"].get<qsizetype>());
    if (data.contains("cast_count_before_pair_removal"))
        QCOMPARE(
            castsBeforePairRemoval(*decisions), data["cast_count_before_pair_removal"].get<std::size_t>());
}

void TestAmpCases::insertedCastsAreThoseThatWereCounted_data()
{
    nodesComputeAndCastsStandAsInTheData_data();
}

// The mixed graph shares equal conversions of one tensor, so it may have fewer Casts than the data counts,
// and it casts an output back that the network would hand out in 16 bits. No Cast in it may be without
// effect, and none may lead back to the type that its own input was cast from, unless the way there loses
// information.
void TestAmpCases::insertedCastsAreThoseThatWereCounted()
{
    QFETCH(const QByteArray, row);
    const Json data = Json::parse(row);
    const auto decisions = decide(graphOf(data), policyAt(data["level"]));
    QVERIFY(decisions);
    const MixedGraph mixed = insertCasts(*decisions);
    const Graph& graph = *mixed.graph;
    QVERIFY(verify(graph).empty());
    std::size_t casts = 0;
    for (NodeId node : graph.nodes()) {
        if (graph.node(node).opType != "Cast")
            continue;
        ++casts;
        const ValueId from = graph.inputs(node)[0];
        const DType to = graph.value(graph.outputs(node)[0]).dtype;
        QVERIFY(graph.value(from).dtype != to);
    }
    const std::span<const ValueId> outputs = decisions->graph()->graphOutputs();
    std::size_t border = 0;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        border += decisions->delivered(i) == decisions->graph()->value(outputs[i]).dtype ? 0 : 1;
    QVERIFY(casts <= data["cast_count"].get<std::size_t>() + border);
    QVERIFY(casts > 0 || data["cast_count"] == 0);
}

QTEST_APPLESS_MAIN(TestAmpCases)
#include "tst_ampcases.moc"
