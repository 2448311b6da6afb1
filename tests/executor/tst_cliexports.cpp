// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that write, count and list, as a person meets them: what is printed where, and the exit
// status.
#include "tests/executor/folder.h"
#include "tests/support/onnxmodel.h"

#include <nlohmann/json.hpp>

#include <QProcess>

using namespace halftone::test;

namespace {

struct Answer
{
    int status = -1;
    QString out;
    QString err;

    nlohmann::json json() const { return nlohmann::json::parse(out.toStdString(), nullptr, false); }
};

Answer cli(const QStringList& arguments, const Folder& folder)
{
    QProcess process;
    process.setWorkingDirectory(QString::fromStdString(folder.path().string()));
    process.start(QStringLiteral(HALFTONE_BIN_DIR "/halftone-cli"), arguments);
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

// A product, a logarithm that stays in FP32 between two products, and a mask.
Folder& folderWithModel()
{
    static Folder folder;
    writeFile(folder / "m.onnx", onnxModel(R"(
        <ir_version: 8, opset_import: ["" : 17]>
        g (float[2,2] x) => (float[2,2] y) <float[2,2] w = {1,2,3,4}, float[2,2] mask = {0,-1e9,0,0}> {
            a = MatMul(x, w)
            l = Log(a)
            b = MatMul(l, w)
            y = Add(b, mask)
        })"));
    return folder;
}

}

class TestCliExports : public QObject
{
    Q_OBJECT

private slots:
    void helpNamesAllTargets();
    void unknownTargetsAreUsageErrors();
    void modelsAreWrittenWhereAsked();
    void modelsDoNotGoToStandardOutput();
    void listsOfTheCommandLineDecide();
    void filesSayWhatTheyLeaveOut();
    void everyTargetWritesForEveryPolicy_data();
    void everyTargetWritesForEveryPolicy();
    void weightsThatOverflowAreProblems();
    void castsAreCountedAndSaved();
    void operatorsAreListed();
};

void TestCliExports::helpNamesAllTargets()
{
    const Answer help = cli({"export", "--help"}, folderWithModel());
    QCOMPARE(help.status, 0);
    for (const char* target : {"ops-info", "ops-info-full", "keep-dtype", "customize-dtypes", "onnx",
             "mindspore", "tf-adapter", "tf-env", "autocast", "trtexec", "csv", "json", "markdown"})
        QVERIFY2(help.out.contains(QStringLiteral("  %1 ").arg(target)), target);
}

void TestCliExports::unknownTargetsAreUsageErrors()
{
    const Answer answer = cli({"export", "m.onnx", "--to", "onxx", "--json"}, folderWithModel());
    QCOMPARE(answer.status, 2);
    QCOMPARE(answer.json()["error"]["code"], "E-EXPORT-TARGET");
    QVERIFY(QString::fromStdString(answer.json()["error"]["remedy"]).contains("Did you mean onnx?"));
}

void TestCliExports::modelsAreWrittenWhereAsked()
{
    Folder& folder = folderWithModel();
    const Answer answer = cli({"export", "m.onnx", "--to", "onnx", "--out", "half.onnx", "--json"}, folder);
    QCOMPARE(answer.status, 0);
    QCOMPARE(answer.json()["written"], nlohmann::json({"half.onnx"}));
    QCOMPARE(answer.json()["findings"][0]["id"], "weights.beyond-fp16"); // the mask
    QCOMPARE(faultOfFile(folder / "half.onnx"), std::string());
    const Answer plain = cli({"export", "m.onnx", "--to", "onnx", "--io-types", "low"}, folder);
    QCOMPARE(plain.status, 0);
    QVERIFY(plain.err.contains("1 values of weights became infinite"));
    QVERIFY(onnxText(contentsOf(folder / "mixed.onnx")).contains("(float16[2,2] x) => (float16[2,2] y)"));
}

void TestCliExports::modelsDoNotGoToStandardOutput()
{
    const Answer answer = cli({"export", "m.onnx", "--to", "onnx", "--out", "-"}, folderWithModel());
    QCOMPARE(answer.status, 2);
    QVERIFY(answer.out.isEmpty());
}

void TestCliExports::listsOfTheCommandLineDecide()
{
    const Answer csv =
        cli({"export", "m.onnx", "--white", "Log", "--to", "csv", "--out", "-"}, folderWithModel());
    QVERIFY(csv.out.contains(",Log,forward,Log,white,float16,float16,"));
    const Answer refused =
        cli({"export", "m.onnx", "--white", "Log", "--mode", "force_fp16", "--json"}, folderWithModel());
    QCOMPARE(refused.status, 2);
    QCOMPARE(refused.json()["error"]["code"], "E10001");
}

void TestCliExports::filesSayWhatTheyLeaveOut()
{
    const Answer answer = cli({"export", "m.onnx", "--to", "keep-dtype", "--out", "-"}, folderWithModel());
    QCOMPARE(answer.out, QString()); // no node has a name
    QVERIFY(answer.err.contains("has no name of its own"));
}

void TestCliExports::everyTargetWritesForEveryPolicy_data()
{
    QTest::addColumn<QString>("policy");
    for (const char* policy : {"ascend", "mindspore", "tensorflow", "pytorch", "autocast", "onnx-float16"})
        QTest::addRow("%s", policy) << policy;
}

void TestCliExports::everyTargetWritesForEveryPolicy()
{
    QFETCH(const QString, policy);
    for (const char* target : {"ops-info", "ops-info-full", "keep-dtype", "customize-dtypes", "mindspore",
             "tf-env", "autocast", "trtexec", "csv", "json", "markdown"}) {
        const Answer answer = cli(
            {"export", "sample:lenet5", "--policy", policy, "--to", target, "--out", "-"}, folderWithModel());
        QVERIFY2(answer.status == 0, target);
    }
}

void TestCliExports::weightsThatOverflowAreProblems()
{
    const Answer answer = cli({"weights", "m.onnx", "--json"}, folderWithModel());
    QCOMPARE(answer.status, 1);
    const nlohmann::json worst = answer.json()["tensors"][0];
    QCOMPARE(worst["name"], "mask");
    QCOMPARE(worst["float16"]["overflows"], 1);
    QCOMPARE(worst["absMax"], 1e9);
    QCOMPARE(cli({"weights", "m.onnx", "--low-type", "bfloat16"}, folderWithModel()).status, 0);
    QCOMPARE(cli({"weights", "sample:lenet5"}, folderWithModel()).status, 0);
    QVERIFY(cli({"weights", "m.onnx"}, folderWithModel()).out.contains("1 infinite"));
}

void TestCliExports::castsAreCountedAndSaved()
{
    const Answer answer = cli({"casts", "m.onnx", "--json"}, folderWithModel());
    QCOMPARE(answer.status, 0);
    const nlohmann::json json = answer.json();
    QCOMPARE(json["total"]["casts"], 7);
    QCOMPARE(json["islands"][0]["op"], "Log");
    QCOMPARE(json["edits"][0]["target"], "Log");
    QCOMPARE(json["edits"][0]["to"], "gray");
    QCOMPARE(json["edits"][0]["after"]["casts"], 5);
    QCOMPARE(
        cli({"casts", "m.onnx", "--edits", "0", "--json"}, folderWithModel()).json()["edits"].size(), 0U);
    QVERIFY(cli({"casts", "m.onnx"}, folderWithModel()).out.contains("Log to the gray list"));
}

void TestCliExports::operatorsAreListed()
{
    const nlohmann::json operators = cli({"ops", "--json"}, folderWithModel()).json()["operators"];
    const auto conv = std::ranges::find(operators, "Conv", [](const auto& row) { return row["name"]; });
    QVERIFY(conv != operators.end());
    QCOMPARE((*conv)["class"], "compute");
    QCOMPARE((*conv)["forward"], true);
    QCOMPARE((*conv)["backward"], "yes");
    const Answer markdown = cli({"ops", "--markdown"}, folderWithModel());
    QVERIFY(markdown.out.startsWith(
        "| operator | class | Ascend types | forward | backward | in low precision |\n| --- |"));
    QVERIFY(markdown.out.contains("| Softmax | sensitive | SoftmaxV2 | yes | yes |"));
}

QTEST_APPLESS_MAIN(TestCliExports)
#include "tst_cliexports.moc"
