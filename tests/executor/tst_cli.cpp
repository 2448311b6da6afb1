// SPDX-License-Identifier: GPL-3.0-or-later
//
// halftone-cli as a script meets it: exit statuses, JSON, errors with CANN's codes and places.
#include "tests/executor/folder.h"
#include "tests/support/clirun.h"
#include "tests/support/shared.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace halftone;
using namespace halftone::test;

namespace {

// What an option's file holds in a row; no file for a null text.
struct GivenFile
{
    const char* option = nullptr;
    const char* text = nullptr;
};

QStringList namesIn(const QJsonArray& objects, const char* key)
{
    QStringList names;
    for (const QJsonValue& object : objects)
        names << object[key].toString();
    return names;
}

}

class TestCli : public QObject
{
    Q_OBJECT

private slots:
    void refusalsHaveCodePlaceAndStatus_data();
    void refusalsHaveCodePlaceAndStatus();
    void whatNoEngineTakesIsRefused_data();
    void whatNoEngineTakesIsRefused();
    void optionsAreTheSameEverywhere_data();
    void optionsAreTheSameEverywhere();
    void whyEndsAtTheListWithItsPlace();
    void whyNamesTheLineOfAMixlist();
    void nodesAreFoundByNameTensorAndNumber_data();
    void nodesAreFoundByNameTensorAndNumber();
    void flipsDoWhatTheySay();
    void diffShowsWhatTwoModesDecideDifferently();
    void diffShowsWhatTwoListsDecideDifferently();
    void lintSpeaksWithPlaces();
    void editedLibrariesKeepTheirOriginal();
    void trainingJudgesTheTrainingGraph();
    void groupsOfNodesAreSetByHand_data();
    void groupsOfNodesAreSetByHand();
    void otherToolsTakeTheirOwnSettings_data();
    void otherToolsTakeTheirOwnSettings();

private:
    QString write(std::string_view name, const QByteArray& text)
    {
        test::writeFile(m_folder / name, text.toStdString());
        return QString::fromStdString((m_folder / name).string());
    }

    test::Folder m_folder;
};

void TestCli::refusalsHaveCodePlaceAndStatus_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("option"); // that gets a file
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("place"); // line:column
    const auto row = [](const char* name, const char* arguments, int exitCode, const char* code,
                         GivenFile file = {}, const char* place = "0:0") {
        QTest::addRow("%s", name) << arguments << file.option << QByteArray(file.text) << exitCode << code
                                  << place;
    };
    const char* lenet = "decide sample:lenet5";
    row("no such mode", "decide sample:lenet5 --mode force_fp61", 2, "E10001");
    row("a mode of the other family", "decide sample:lenet5 --precision-mode mixed_float16", 2, "E10001");
    row("both options of the mode",
        "decide sample:lenet5 --precision-mode force_fp16 --precision-mode-v2 fp16", 2, "E10056");
    row("BF16 on a chip without it", "decide sample:lenet5 --soc 910 --mode mixed_bfloat16", 5, "E20101");
    row("no such chip", "decide sample:lenet5 --soc 911", 2, "E10001");
    row("no such model", "decide /no/such/model.onnx", 3, "E-FILE-READ");
    row("no such option", "decide sample:lenet5 --modus force_fp16", 2, "E-USAGE");
    row("a list outside the mixed modes", "decide sample:lenet5 --mode force_fp16", 2, "E10001",
        {"--mixlist", "{}"});
    row("a list that is not there", "decide sample:lenet5 --mixlist /no/such/list.json", 3, "E21001");
    row("a list that is no JSON", lenet, 4, "E21002", {"--mixlist", "{\"black-list\": \n {\"to-add\": [,]}}"},
        "2:14");
    row("a list with comments, as in CANN's documents", lenet, 4, "E21002",
        {"--mixlist", "{\n  \"black-list\": { // keep these\n    \"to-add\": [\"Relu\"]}}"}, "2:19");
    row("a key that is no list", lenet, 4, "E21002", {"--mixlist", "{\n  \"grey-list\": {}\n}"}, "2:3");
    row("an operator in two arrays", lenet, 4, "E20003",
        {"--mixlist",
            "{\"black-list\": {\"to-add\": [\"Relu\"]},\n \"white-list\": {\"to-add\": [\"Relu\"]}}"},
        "2:28");
    row("keep_dtype that is not there", "decide sample:lenet5 --keep-dtype /no/such/file", 3, "E10001");
    row("keep_dtype with a type that is none", lenet, 4, "E10003", {"--keep-dtype", "conv1\nOpType::relu\n"},
        "2:1");
    row("customize_dtypes that is not there", "decide sample:lenet5 --customize-dtypes /no/such/file", 3,
        "E20101");
    row("customize_dtypes with a type that is none", lenet, 4, "E20003",
        {"--customize-dtypes", "conv1:InputDtype:float16\nrelu1:OutputDtype:fp16\n"}, "2:19");
    row("customize_dtypes with an empty line", lenet, 4, "E20101",
        {"--customize-dtypes", "conv1:InputDtype:float16\n\nrelu1:OutputDtype:float\n"}, "2:1");
    row("no such policy", "decide sample:lenet5 --policy tensorflo", 2, "E-POLICY");
    row("no such level", "decide sample:lenet5 --level O4", 2, "ValueError");
    row("a level in another letter case", "decide sample:lenet5 --level o2", 2, "ValueError");
    row("a number for a bool", "decide sample:lenet5 --level O2 --keep-batchnorm-fp32 1", 2, "TypeError");
    row("a type that is none for the model", "decide sample:lenet5 --level O2 --cast-model-type int8", 2,
        "TypeError");
    row("both lists", "decide sample:lenet5 --white-list nn.Conv2d --black-list nn.Dense", 2, "ValueError");
    row("a primitive in the black list", "decide sample:lenet5 --black-list ops.MatMul", 2, "TypeError");
    row("a setting of another policy", "decide sample:lenet5 --policy pytorch --policy-set init_max=1", 2,
        "E-POLICY");
    row("a group without members", "decide sample:lenet5 --node-group head=", 2, "ValueError");
    row("a file of overrides that is none", lenet, 4, "E-OVERRIDES", {"--overrides", "{\n  \"call\": []}"},
        "2:3");
    row("a scope without a type", "decide sample:lenet5 --to-float fc3", 2, "ValueError");
    row("no such operator", "why sample:lenet5 conv9", 2, "E-NODE");
    row("no such type to flip to", "flip sample:lenet5 conv1 --to fp16", 2, "E-TYPE");
    row("the second way is wrong", "diff sample:lenet5 --other-mode force_fp61", 2, "E10001");
    row("lint: no such file", "lint /no/such/list.json", 3, "E21001");
}

void TestCli::refusalsHaveCodePlaceAndStatus()
{
    QFETCH(const QString, arguments);
    QFETCH(const QString, option);
    QFETCH(const QByteArray, file);
    QStringList all = arguments.split(' ');
    QString path;
    if (!option.isEmpty()) {
        path = write("given", file);
        all << option << path;
    }
    const CliOutcome asText = runCli(all);
    QTEST(asText.exitCode, "exitCode");
    QVERIFY(asText.output.isEmpty());
    QVERIFY(!asText.complaints.isEmpty());

    const CliOutcome asJson = runCli(all << "--json");
    QTEST(asJson.exitCode, "exitCode");
    const QJsonObject error = asJson.json()["error"].toObject();
    QTEST(error["code"].toString(), "code");
    QTEST(QStringLiteral("%1:%2").arg(error["line"].toInt()).arg(error["column"].toInt()), "place");
    if (error["line"].toInt() > 0)
        QCOMPARE(error["file"].toString(), path);
    QVERIFY(!error["message"].toString().isEmpty());
    QVERIFY2(error["remedy"].toString().endsWith('.') || error["remedy"].toString().endsWith('?'),
        asJson.output.constData());
}

void TestCli::whatNoEngineTakesIsRefused_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<bool>("hasResult"); // beside the error
    QTest::addRow("decide") << QStringList{"decide"} << true;
    QTest::addRow("why") << QStringList{"why", "relu1"} << true;
    QTest::addRow("flip") << QStringList{"flip", "conv1"} << true;
    QTest::addRow("casts") << QStringList{"casts"} << true;
    QTest::addRow("diff") << QStringList{"diff"} << true;
    QTest::addRow("export") << QStringList{"export", "--out", "-"} << false;
}

// customize_dtypes asks for a column that no kernel has: CANN stops with EZ3003, and the line is to blame.
void TestCli::whatNoEngineTakesIsRefused()
{
    QFETCH(const QStringList, command);
    QFETCH(const bool, hasResult);
    const QString types = write("types.cfg", "relu1:InputDtype:float16\nconv1:InputDtype:int64,int64\n");
    QStringList arguments{command[0], "sample:lenet5"};
    arguments << command.mid(1) << "--customize-dtypes" << types;
    const CliOutcome asText = runCli(arguments);
    QCOMPARE(asText.exitCode, 5);
    QVERIFY2(asText.complaints.contains("[EZ3003]"), asText.complaints);
    QVERIFY(asText.complaints.contains("conv1"));
    const CliOutcome asJson = runCli(arguments << "--json");
    QCOMPARE(asJson.exitCode, 5);
    const QJsonObject error = asJson.json()["error"].toObject();
    QCOMPARE(error["code"].toString(), "EZ3003");
    QVERIFY(error["message"].toString().startsWith("conv1: "));
    QCOMPARE(error["file"].toString(), types);
    QCOMPARE(error["line"].toInt(), 2);
    QVERIFY(!error["remedy"].toString().isEmpty());
    QCOMPARE(asJson.json().size() > 1, hasResult);
}

void TestCli::optionsAreTheSameEverywhere_data()
{
    QTest::addColumn<bool>("hasPolicies");
    QTest::addRow("decide") << true;
    QTest::addRow("why") << true;
    QTest::addRow("flip") << true;
    QTest::addRow("diff") << true;
    QTest::addRow("lint") << false; // the files are CANN's
}

void TestCli::optionsAreTheSameEverywhere()
{
    QFETCH(const bool, hasPolicies);
    const QByteArray help = runCli({QTest::currentDataTag(), "--help"}).output;
    for (const char* option : {"--soc ", "--lib ", "--mode ", "--precision-mode ", "--precision-mode-v2 ",
             "--mixlist ", "--keep-dtype ", "--customize-dtypes ", "--training ", "--inference ", "--json "})
        QVERIFY2(help.contains(QByteArray("\n  ") + option), option);
    for (const char* option : {"--policy ", "--level ", "--amp-version ", "--keep-batchnorm-fp32 ",
             "--cast-model-type ", "--loss-scale-manager ", "--white-list ", "--black-list ", "--low-type ",
             "--to-float ", "--add-flags ", "--node-group ", "--overrides ", "--policy-set "})
        QVERIFY2(help.contains(QByteArray("\n  ") + option) == hasPolicies, option);
}

void TestCli::whyEndsAtTheListWithItsPlace()
{
    const QJsonObject why = runCli({"why", "sample:lenet5", "relu1", "--json"}).json();
    const QJsonArray chain = why["chain"].toArray();
    QCOMPARE(namesIn(chain, "name"), (QStringList{"relu1", "conv1"}));
    QCOMPARE(namesIn(chain, "rule"), (QStringList{"ascend.gray.follows", "ascend.white"}));
    QStringList places;
    for (const QJsonValue& step : why["steps"].toArray()) {
        if (step["line"].toInt() > 0)
            places << step["file"].toString();
    }
    QVERIFY(places.contains("ascend910b.tsv"));
    QVERIFY(runCli({"why", "sample:lenet5", "relu1"}).output.contains("[ascend910b.tsv:"));
}

void TestCli::whyNamesTheLineOfAMixlist()
{
    const QString list = write("list.json", "{\"black-list\":\n  {\"to-add\": [\"Relu\"]}}");
    const QJsonObject why = runCli({"why", "sample:lenet5", "relu1", "--mixlist", list, "--json"}).json();
    QCOMPARE(why["precision"].toString(), "float32");
    const QJsonArray steps = why["steps"].toArray();
    const auto step =
        std::ranges::find_if(steps, [&](const QJsonValue& one) { return one["file"].toString() == list; });
    QVERIFY(step != steps.end());
    QCOMPARE((*step).toObject()["line"].toInt(), 2);
    QCOMPARE((*step).toObject()["column"].toInt(), 15);
}

void TestCli::nodesAreFoundByNameTensorAndNumber_data()
{
    QTest::addColumn<QString>("found"); // empty: refused
    QTest::addRow("conv2") << "conv2";
    QTest::addRow("#0") << "conv1";
    QTest::addRow("#99") << "";
    QTest::addRow("conv22") << "";
}

void TestCli::nodesAreFoundByNameTensorAndNumber()
{
    const CliOutcome outcome = runCli({"why", "sample:lenet5", QTest::currentDataTag(), "--json"});
    QTEST(outcome.json()["node"].toString(), "found");
    QCOMPARE(outcome.exitCode == 0, !outcome.json()["node"].toString().isEmpty());
}

// Makes the mixlist that the command proposes and looks whether it comes true, neighbours included.
void TestCli::flipsDoWhatTheySay()
{
    const QJsonObject report = runCli({"flip", "sample:lenet5", "relu1", "--json"}).json();
    QCOMPARE(report["precision"].toString(), "float16");
    QCOMPARE(report["wanted"].toString(), "float32");
    const QJsonArray flips = report["flips"].toArray();
    const auto edit = std::ranges::find_if(flips, [](const QJsonValue& flip) {
        return flip["edit"].toString() == "add \"Relu\" to black-list to-add";
    });
    QVERIFY(edit != flips.end());
    QStringList moved = namesIn((*edit).toObject()["others"].toArray(), "node") << "relu1";
    const QString list = write("flip.json", "{\"black-list\": {\"to-add\": [\"Relu\"]}}");
    const QJsonObject diff = runCli({"diff", "sample:lenet5", "--other-mixlist", list, "--json"}).json();
    QStringList changed = namesIn(diff["changed"].toArray(), "node");
    moved.sort();
    changed.sort();
    QCOMPARE(changed, moved);
    QCOMPARE(diff["second"].toObject()["casts"].toInt(), (*edit).toObject()["casts"].toInt());
    // Fewest side effects first.
    for (qsizetype i = 1; i < flips.size(); ++i)
        QVERIFY(flips[i - 1].toObject()["others"].toArray().size() <=
            flips[i].toObject()["others"].toArray().size());
}

void TestCli::diffShowsWhatTwoModesDecideDifferently()
{
    const CliOutcome outcome =
        runCli({"diff", "sample:lenet5", "--mode", "origin", "--other-mode", "fp16", "--json"});
    QCOMPARE(outcome.exitCode, 0);
    const QJsonObject diff = outcome.json();
    QCOMPARE(diff["first"].toObject()["casts"].toInt(), 0);
    QCOMPARE(diff["changed"].toArray().size(), diff["nodes"].toInt());
    QCOMPARE(diff["changed"].toArray()[0].toObject()["first"].toObject()["precision"].toString(), "float32");
    QCOMPARE(diff["changed"].toArray()[0].toObject()["second"].toObject()["precision"].toString(), "float16");
    QVERIFY(runCli({"diff", "sample:lenet5"}).output.contains("0 of 12 operators differ"));
}

void TestCli::diffShowsWhatTwoListsDecideDifferently()
{
    const QString first = write("first.json", "{\"black-list\": {\"to-add\": [\"Relu\"]}}");
    const QString second = write("second.json", "{\"black-list\": {\"to-add\": [\"Relu\", \"MatMulV2\"]}}");
    const QJsonObject diff =
        runCli({"diff", "sample:lenet5", "--mixlist", first, "--other-mixlist", second, "--json"}).json();
    const QStringList changed = namesIn(diff["changed"].toArray(), "node");
    QVERIFY(changed.contains("fc1"));
    QVERIFY(!changed.contains("conv1"));
    // The list of the first way goes along to another mode that has lists, and is left behind by others.
    QCOMPARE(
        runCli({"diff", "sample:lenet5", "--mixlist", first, "--other-mode", "mixed_bfloat16"}).exitCode, 0);
    QCOMPARE(runCli({"diff", "sample:lenet5", "--mixlist", first, "--other-mode", "force_fp32"}).exitCode, 0);
    QCOMPARE(runCli({"diff", "sample:lenet5", "--mixlist", first, "--other-level", "O1"}).exitCode, 0);
}

void TestCli::lintSpeaksWithPlaces()
{
    const QString list =
        write("lint.json", "{\n  \"black-list\": {\"to-add\": [\"Relu\", \"Matmul\", \"Softmax\"]}\n}");
    const CliOutcome outcome = runCli({"lint", list, "--model", "sample:lenet5", "--json"});
    QStringList findings;
    for (const QJsonValue& finding : outcome.json()["findings"].toArray())
        findings << QStringLiteral("%1 %2:%3")
                        .arg(finding["id"].toString())
                        .arg(finding["line"].toInt())
                        .arg(finding["column"].toInt());
    QCOMPARE(findings, (QStringList{"mixlist.unknown-type 2:37", "mixlist.onnx-name 2:47"}));
    QCOMPARE(outcome.json()["file"].toString(), list);
}

void TestCli::editedLibrariesKeepTheirOriginal()
{
    const QByteArray original = R"({"Relu": {"input0": {"name": "x", "paramType": "required",
 "dtype": "float16,float", "format": "ND,ND"}, "output0": {"name": "y", "paramType": "required",
 "dtype": "float16,float", "format": "ND,ND"}}})";
    const QString library = write("aic-ascend910b-ops-info.json", original);
    const CliOutcome copy = runCli({"lib", "edit", library, "--black", "Relu"});
    QCOMPARE(copy.exitCode, 0);
    QCOMPARE(test::readAll(library), original);
    QCOMPARE(runCli({"lib", "edit", library, "--black", "Relu", "--in-place"}).exitCode, 0);
    QCOMPARE(test::readAll(library), copy.output);
    QCOMPARE(test::readAll(library + ".orig"), original);
    const QJsonObject comparison = runCli({"lib", "compare", library, "910b", "--json"}).json();
    QCOMPARE(comparison["lists"].toArray()[0].toObject()["type"].toString(), "Relu");
    QCOMPARE(comparison["lists"].toArray()[0].toObject()["first"].toString(), "black");
    const QJsonObject decided = runCli({"decide", "sample:lenet5", "--lib", library, "--json"}).json();
    QCOMPARE(decided["nodes"].toArray()[1].toObject()["list"].toString(), "black");
    const QJsonObject compared = runCli({"compare", "sample:lenet5", "--inference", "--no-numerics", "--lib",
                                            library, "--column", "force_fp16", "--json"})
                                     .json();
    QCOMPARE(compared["columns"].toArray().size(), 2);
    for (const QJsonValue& way : compared["columns"].toArray())
        QVERIFY(way["options"].toString().endsWith("--lib " + library));
    QCOMPARE(runCli({"lib", "edit", library, "--black", "Rellu", "--json"})
                 .json()["error"]
                 .toObject()["code"]
                 .toString(),
        "library.unknown-op");
}

void TestCli::trainingJudgesTheTrainingGraph()
{
    const QJsonObject forward = runCli({"decide", "sample:lenet5", "--json"}).json();
    const QJsonObject training = runCli({"decide", "sample:lenet5", "--training", "--json"}).json();
    QVERIFY(!namesIn(forward["nodes"].toArray(), "phase").contains("backward"));
    QVERIFY(namesIn(training["nodes"].toArray(), "phase").contains("backward"));
    const QJsonObject byDefault = runCli({"decide", "sample:lenet5", "--mode", "default", "--json"}).json();
    QCOMPARE(byDefault["mode"].toString(), "force_fp16");
    QCOMPARE(runCli({"decide", "sample:lenet5", "--mode", "default", "--training", "--json"})
                 .json()["mode"]
                 .toString(),
        "must_keep_origin_dtype");
    QCOMPARE(runCli({"decide", "sample:lenet5", "--mode", "default", "--training", "--soc", "910", "--json"})
                 .json()["mode"]
                 .toString(),
        "allow_fp32_to_fp16");
}

void TestCli::groupsOfNodesAreSetByHand_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addRow("without a name") << QStringList{"--to-float", "conv1,fc3=float16"};
    QTest::addRow("with a name") << QStringList{
        "--node-group", "ends=conv1,fc3", "--to-float", "ends=float16"};
    QTest::addRow("from a file") << QStringList{"--overrides", write("calls.json", R"({
        "groups": {"ends": ["conv1", "fc3"]}, "calls": [{"to_float": "ends", "type": "float16"}]})")};
}

void TestCli::groupsOfNodesAreSetByHand()
{
    QFETCH(const QStringList, options);
    const QStringList command{"decide", "sample:lenet5", "--level", "O0", "--json"};
    QStringList low;
    for (const QJsonValue& node : runCli(command + options).json()["nodes"].toArray()) {
        if (node.toObject()["outputs"].toArray()[0].toString() == "float16")
            low << node.toObject()["name"].toString();
    }
    QVERIFY(low.contains("conv1") && low.contains("fc3") && !low.contains("conv2"));
}

void TestCli::otherToolsTakeTheirOwnSettings_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addRow("tensorflow") << "ALLOWLIST_REMOVE=Conv2D";
    QTest::addRow("autocast") << "op_types_to_exclude=Conv";
    QTest::addRow("onnx-float16") << "op_block_list=Conv";
}

void TestCli::otherToolsTakeTheirOwnSettings()
{
    QFETCH(const QString, setting);
    const QStringList plain{"decide", "sample:lenet5", "--policy", QTest::currentDataTag(), "--json"};
    const auto conv1 = [](const CliOutcome& outcome) {
        return outcome.json()["nodes"].toArray()[0].toObject()["outputs"].toArray()[0].toString();
    };
    QCOMPARE(conv1(runCli(plain)), "float16");
    QCOMPARE(conv1(runCli(plain + QStringList{"--policy-set", setting})), "float32");
}

QTEST_APPLESS_MAIN(TestCli)
#include "tst_cli.moc"
