// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ways to decide side by side: differences, the options that stand for a way, and the report as a file.
#include "executor/cli/columnoptions.h"
#include "executor/compare/htmlreport.h"
#include "executor/compare/reportparts.h"
#include "executor/files/modelfile.h"
#include "executor/train/errortrace.h"
#include "tests/support/textgraph.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace halftone;
using namespace halftone::test;

Q_DECLARE_METATYPE(halftone::PrecisionPolicy)

namespace {

GraphPtr sampleGraph()
{
    static const GraphPtr graph = openModel(kSampleModel)->graph;
    return graph;
}

WayComparison compared(const GraphPtr& graph, std::span<const char* const> modes)
{
    WayComparison comparison{
        .model = "a<b>&\"c\".onnx", .graph = graph, .command = "halftone-cli compare 'a<b'"};
    for (const char* mode : modes)
        comparison.ways.push_back(decideWay(graph, {.settings = AscendSettings{.modeName = mode}}));
    findDifferences(comparison.ways, comparison.baseline);
    return comparison;
}

Result<PrecisionPolicy> policyFrom(const std::string& options)
{
    const auto column = cli::parseColumn(options, {});
    if (!column)
        return std::unexpected(column.error());
    const auto judge = cli::readSettings(column->judge);
    return judge ? cli::readPolicy(column->policy, *judge, false) : std::unexpected(judge.error());
}

NodeComparison row(const Graph& graph, const char* tensor, ErrorMeasures error)
{
    const ValueId value = graph.findValue(tensor);
    return {.id = graph.value(value).producer, .value = value, .tensor = tensor, .accumulated = error};
}

}

class TestWayComparison : public QObject
{
    Q_OBJECT

private slots:
    void optionsStandForTheirPolicy_data();
    void optionsStandForTheirPolicy();
    void anOwnLibraryIsNamed();
    void singleWordsAreWays_data();
    void singleWordsAreWays();
    void differencesAreThoseOfTheBaseline();
    void aWayThatIsRefusedDiffersNowhere();
    void bytesFollowTheTypes();
    void errorsAreTracedToTheirOrigin();
    void theReportIsWellFormedAndNeedsNothingElse();
    void theReportHasEveryDifferenceWithItsReason();
    void theReportSaysHowItWasMade();
    void csvHasARowForEachOperator();
};

void TestWayComparison::optionsStandForTheirPolicy_data()
{
    QTest::addColumn<PrecisionPolicy>("policy");
    const auto add = [](const char* name, PolicySettings settings,
                         std::vector<PrecisionOverride> calls = {}) {
        QTest::newRow(name) << PrecisionPolicy{std::move(settings), std::move(calls)};
    };
    add("mode and chip", AscendSettings{.soc = "ascend910", .modeName = "force_fp16"});
    add("level of a network", MindSporeSettings{.level = "O1"});
    add("level of a training step", MindSporeSettings{.api = AmpApi::BuildTrainNetwork, .level = "O3"});
    add("keyword arguments",
        MindSporeSettings{.api = AmpApi::BuildTrainNetwork,
            .level = "O2",
            .castModelType = DType::Float16,
            .keepBatchNormFp32 = false});
    add("lists of cells",
        MindSporeSettings{.api = AmpApi::CustomMixedPrecision,
            .whiteList = std::vector<std::string>{"nn.Conv2d", "ops.MatMul"}});
    add("bfloat16 of PyTorch", TorchSettings{.low = DType::BFloat16});
    add("environment of TensorFlow",
        TensorFlowSettings{.allowAdd = {"Softmax", "Exp"}, .denyRemove = {"Sum"}});
    add("patterns with special characters",
        AutoCastSettings{.initMax = 1000, .nodesToExclude = {"/a b/.*(x|y)$"}});
    add("another block list",
        OnnxFloat16Settings{.opBlockList = std::vector<std::string>{"Softmax"}, .checkFp16Ready = false});
    add("a type asked for", AscendSettings{}, {{.target = "conv1", .dtype = DType::Float32}});
    add("a group asked for", TorchSettings{},
        {{.target = "ends", .dtype = DType::Float16, .members = {"conv1", "fc3"}}});
}

void TestWayComparison::optionsStandForTheirPolicy()
{
    QFETCH(PrecisionPolicy, policy);
    const std::string options = commandOptions(policy);
    auto read = policyFrom(options);
    QVERIFY2(read, options.c_str());
    if (auto* ascend = std::get_if<AscendSettings>(&read->settings))
        ascend->library = nullptr; // the embedded one, opened
    QVERIFY2(*read == policy, (options + "\n" + commandOptions(*read)).c_str());
}

void TestWayComparison::anOwnLibraryIsNamed()
{
    const std::string path = "/my libs/aic-ascend910b-ops-info.json";
    QCOMPARE(commandOptions({.settings = AscendSettings{}}, path),
        commandOptions({.settings = AscendSettings{}}) + " --lib '" + path + "'");
    const PrecisionPolicy torch{.settings = TorchSettings{}};
    QCOMPARE(commandOptions(torch, path), commandOptions(torch)); // knows no libraries
}

void TestWayComparison::singleWordsAreWays_data()
{
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<QByteArray>("policy"); // empty: refused
    QTest::newRow("mode") << QByteArray("force_fp16") << QByteArray("--mode force_fp16 --soc ascend910b");
    QTest::newRow("level") << QByteArray("O3")
                           << QByteArray("--policy mindspore --amp-api auto_mixed_precision --level O3");
    QTest::newRow("policy") << QByteArray("pytorch") << QByteArray("--policy pytorch --low-type float16");
    QTest::newRow("nonsense") << QByteArray("force_fp17") << QByteArray();
    QTest::newRow("unknown option") << QByteArray("--modus force_fp16") << QByteArray();
}

void TestWayComparison::singleWordsAreWays()
{
    QFETCH(QByteArray, word);
    QFETCH(QByteArray, policy);
    const auto read = policyFrom(word.toStdString());
    QCOMPARE(read.has_value(), !policy.isEmpty());
    if (read)
        QCOMPARE(QByteArray::fromStdString(commandOptions(*read)), policy);
}

void TestWayComparison::differencesAreThoseOfTheBaseline()
{
    WayComparison comparison =
        compared(sampleGraph(), std::array{"must_keep_origin_dtype", "force_fp16", "must_keep_origin_dtype"});
    QVERIFY(!comparison.differences().empty());
    QCOMPARE(comparison.ways[1].differences, comparison.differences());
    QVERIFY(comparison.ways[2].differences.empty());
    findDifferences(comparison.ways, 1);
    comparison.baseline = 1;
    QCOMPARE(comparison.ways[0].differences, comparison.ways[2].differences);
    QCOMPARE(comparison.differences(), comparison.ways[0].differences);
}

void TestWayComparison::aWayThatIsRefusedDiffersNowhere()
{
    WayComparison comparison = compared(sampleGraph(), std::array{"force_fp16"});
    comparison.ways.push_back(decideWay(
        sampleGraph(), {.settings = AscendSettings{.soc = "ascend910", .modeName = "mixed_bfloat16"}}));
    findDifferences(comparison.ways, 0);
    QVERIFY(comparison.ways[1].refusal && !comparison.ways[1].decisions);
    QVERIFY(comparison.ways[1].differences.empty());
    QVERIFY(comparisonJson(comparison).contains("\"refusal\": {"));
    QVERIFY(comparisonHtml(comparison, {}).contains("not possible"));
    QVERIFY(comparisonCsv(comparison, false).contains(",,,\r\n"));
}

void TestWayComparison::bytesFollowTheTypes()
{
    const GraphPtr graph = textGraph("input x: f32[2,3]\n y: f32[2,3] = Relu(x)\n output y");
    const WayComparison comparison = compared(graph, std::array{"must_keep_origin_dtype", "force_fp16"});
    QCOMPARE(comparison.ways[0].tensorBytes, 2u * 3 * 4);
    QCOMPARE(comparison.ways[1].tensorBytes, 2u * 3 * 2);
}

void TestWayComparison::errorsAreTracedToTheirOrigin()
{
    const GraphPtr graph = textGraph("input x: f32[4]\n a: f32[4] = Exp(x)\n b: f32[4] = Relu(a)\n"
                                     "c: f32[4] = Neg(x)\n d: f32[4] = Add(b, c)\n output d");
    const ErrorMeasures fine{.notZero = 4};
    const ErrorMeasures infinite{.notFinite = 1, .notZero = 4};
    const ErrorMeasures zero{.cosine = 0, .notZero = 4, .lost = 4};
    const std::vector rows{row(*graph, "a", infinite), row(*graph, "b", infinite), row(*graph, "c", zero),
        row(*graph, "d", infinite)};
    const ErrorTrace trace = traceErrors(*graph, rows);
    QCOMPARE(trace.births, std::vector<std::size_t>{0});
    QCOMPARE(trace.origins, (std::vector<std::size_t>{0, 0, ErrorTrace::kNone, 0}));
    QCOMPARE(trace.collapses, std::vector<std::size_t>{2});
    QCOMPARE(trace.jumps, std::vector<std::size_t>{2});
    QVERIFY(traceErrors(*graph, std::array{row(*graph, "a", fine)}).births.empty());
    const IdMap<NodeId, std::uint32_t> depths = depthsOf(*graph);
    QCOMPARE(depths[graph->value(graph->findValue("d")).producer], 2u);
}

void TestWayComparison::theReportIsWellFormedAndNeedsNothingElse()
{
    WayComparison comparison = compared(sampleGraph(), std::array{"must_keep_origin_dtype", "force_fp16"});
    comparison.pass = ComparisonSettings::Pass::Forward;
    comparison.data = "synthetic";
    Comparison numbers;
    for (NodeId node : sampleGraph()->nodes())
        numbers.nodes.push_back({.id = node,
            .value = sampleGraph()->outputs(node)[0],
            .tensor = "t<1>",
            .accumulated = {.maxAbsolute = 0.5, .largest = 2, .notFinite = node.index == 3 ? 1u : 0u}});
    comparison.ways[1].numerics = std::make_shared<const Result<Comparison>>(numbers);
    const std::string html = comparisonHtml(comparison, reportFacts());
    QVERIFY(html.starts_with("<!DOCTYPE html>\n"));
    QXmlStreamReader reader(QByteArray::fromStdString(html));
    int pictures = 0;
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement())
            continue;
        pictures += reader.name() == QLatin1String("svg") ? 1 : 0;
        for (const char* outside : {"src", "href", "xlink:href", "data", "action"})
            QVERIFY2(!reader.attributes().hasAttribute(QLatin1String(outside)), outside);
    }
    QVERIFY2(!reader.hasError(),
        qPrintable(QStringLiteral("%1:%2").arg(reader.errorString()).arg(reader.lineNumber())));
    QCOMPARE(pictures, 4); // strip, graph, two plots
    for (const char* outside : {"http:", "https:", "url(", "@import"})
        QVERIFY2(!html.contains(outside), outside);
    QVERIFY(html.contains("prefers-color-scheme: dark") && html.contains("@media print"));
    QVERIFY(html.contains("infinity or NaN begins"));
}

void TestWayComparison::theReportHasEveryDifferenceWithItsReason()
{
    const WayComparison comparison =
        compared(sampleGraph(), std::array{"must_keep_origin_dtype", "allow_mix_precision_fp16"});
    const std::string html = comparisonHtml(comparison, {});
    QVERIFY(comparison.differences().size() > 3);
    for (NodeId node : comparison.differences()) {
        QVERIFY(html.contains("<td>" + htmlText(sampleGraph()->displayName(node)) + "</td>"));
        QVERIFY(html.contains(
            htmlText(reasonLine(*comparison.ways[1].decisions, node, comparison.ways[1].policy))));
    }
}

void TestWayComparison::theReportSaysHowItWasMade()
{
    WayComparison comparison = compared(sampleGraph(), std::array{"must_keep_origin_dtype", "force_fp16"});
    comparison.model = "folder/net.onnx";
    comparison.data = "sample:digits";
    comparison.batch = 48;
    comparison.command = "halftone-cli compare folder/net.onnx --column 'force_fp16'";
    const ReportFacts facts{"2026-11-29 23:40 UTC", "A processor, 2 threads", "Halftone 7, oneDNN 8"};
    const std::string html = comparisonHtml(comparison, facts);
    for (const std::string& said : {facts.date, facts.machine, facts.versions, htmlText(comparison.command),
             comparison.model, comparison.data, std::string("48"), std::string("force_fp16")})
        QVERIFY2(html.contains(said), said.c_str());
    const ReportFacts here = reportFacts();
    for (const std::string& fact : {here.date, here.machine, here.versions})
        QVERIFY(!fact.empty());
}

void TestWayComparison::csvHasARowForEachOperator()
{
    const WayComparison comparison =
        compared(sampleGraph(), std::array{"must_keep_origin_dtype", "allow_mix_precision_fp16"});
    const auto lines = [](const std::string& csv) {
        return static_cast<std::size_t>(QByteArray::fromStdString(csv).count("\r\n"));
    };
    QCOMPARE(lines(comparisonCsv(comparison, false)), sampleGraph()->nodeCount() + 1);
    QCOMPARE(lines(comparisonCsv(comparison, true)), comparison.differences().size() + 1);
}

QTEST_APPLESS_MAIN(TestWayComparison)
#include "tst_waycomparison.moc"
