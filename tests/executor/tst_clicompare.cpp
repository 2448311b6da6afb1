// SPDX-License-Identifier: GPL-3.0-or-later
//
// `halftone-cli compare` as a script meets it: ways, numbers, files, refusals.
#include "tests/executor/folder.h"
#include "tests/support/clirun.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace halftone;
using namespace halftone::test;

namespace {

CliOutcome compare(const QStringList& arguments)
{
    return runCli(QStringList("compare") + arguments);
}

}

class TestCliCompare : public QObject
{
    Q_OBJECT

private slots:
    void waysStandSideBySide();
    void aWayInAGroupHasTheNumbersThatItHasAlone();
    void theForwardPassIsComparedAlone();
    void decisionsNeedNoData();
    void filesAreWritten();
    void refusalsSayWhatToDo_data();
    void refusalsSayWhatToDo();
};

void TestCliCompare::waysStandSideBySide()
{
    const CliOutcome outcome = compare({"sample:lenet5", "--batch", "8", "--column", "force_fp16", "--column",
        "--mode must_keep_origin_dtype --soc ascend910", "--json"});
    const QJsonArray columns = outcome.json()["columns"].toArray();
    QCOMPARE(columns.size(), 3);
    QCOMPARE(columns[2]["column"].toString(), "C");
    QCOMPARE(columns[2]["options"].toString(), "--mode must_keep_origin_dtype --soc ascend910");
    QCOMPARE(columns[2]["numerics"]["worst"].toDouble(-1), 0.0);
    QVERIFY(columns[1]["numerics"]["worst"].toDouble() > 0);
    QCOMPARE(columns[0]["differing"].toInt(), outcome.json()["differences"].toArray().size());
    QVERIFY(outcome.json()["tensors"].toArray().size() > 30);
}

void TestCliCompare::aWayInAGroupHasTheNumbersThatItHasAlone()
{
    const QStringList common{"sample:lenet5", "--batch", "8", "--threads", "1", "--json"};
    const QJsonObject alone = compare(common + QStringList({"--mode", "force_fp16"})).json();
    const QJsonObject group = compare(common + QStringList({"--column", "--mode force_fp16"})).json();
    QVERIFY(!alone["columns"][0]["numerics"].toObject().isEmpty());
    QCOMPARE(group["columns"][1]["numerics"], alone["columns"][0]["numerics"]);
}

void TestCliCompare::theForwardPassIsComparedAlone()
{
    const QJsonObject json =
        compare({"sample:lenet5", "--inference", "--data", "synthetic", "--batch", "4", "--json"}).json();
    QCOMPARE(json["graph"].toString(), "forward pass");
    const QJsonArray tensors = json["tensors"].toArray();
    QVERIFY(!tensors.isEmpty());
    for (const QJsonValue& tensor : tensors)
        QCOMPARE(tensor["phase"].toString(), "forward");
    QVERIFY(json["columns"][0]["numerics"]["worst"].toDouble() > 0);
    QCOMPARE(json["columns"][0]["numerics"]["loss"].toString(), "nan");
}

void TestCliCompare::decisionsNeedNoData()
{
    const CliOutcome outcome = compare({"sample:lenet5", "--no-numerics", "--data", "/nowhere", "--column",
        "O2", "--baseline", "B", "--json"});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.json()["data"].isNull());
    QCOMPARE(outcome.json()["baseline"].toString(), "B");
    QVERIFY(outcome.json()["columns"][0]["numerics"].isNull());
}

void TestCliCompare::filesAreWritten()
{
    const test::Folder folder;
    const auto path = [&](const char* name) { return QString::fromStdString((folder / name).string()); };
    const CliOutcome outcome = compare({"sample:lenet5", "--batch", "8", "--column", "force_fp16", "--report",
        path("report.html"), "--csv", path("table.csv")});
    QVERIFY(outcome.output.contains("operators differ"));
    const std::string html = test::contentsOf(folder / "report.html");
    QVERIFY(html.starts_with("<!DOCTYPE html>"));
    QVERIFY(html.contains("halftone-cli compare sample:lenet5 --batch 8"));
    QVERIFY(test::contentsOf(folder / "table.csv").starts_with("operator,type,phase,differs,A precision"));
    QCOMPARE(folder.entries().size(), 2);
}

void TestCliCompare::refusalsSayWhatToDo_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("status");
    QTest::newRow("no such way") << QStringList({"--column", "force_fp17"}) << "E-COLUMN" << 2;
    QTest::newRow("no such column") << QStringList({"--baseline", "C"}) << "E-COMPARE" << 2;
    QTest::newRow("FP32 with itself") << QStringList{"--fp32"} << "E-COMPARE" << 2;
    QTest::newRow("nowhere to write")
        << QStringList({"--no-numerics", "--report", "/nowhere/report.html"}) << "E-FILE-WRITE" << 3;
}

void TestCliCompare::refusalsSayWhatToDo()
{
    QFETCH(QStringList, options);
    QFETCH(QString, code);
    QFETCH(int, status);
    const CliOutcome outcome = compare(QStringList({"sample:lenet5", "--json"}) + options);
    QCOMPARE(outcome.exitCode, status);
    const QJsonObject error = outcome.json()["error"].toObject();
    QCOMPARE(error["code"].toString(), code);
    QVERIFY(!error["remedy"].toString().isEmpty());
}

QTEST_APPLESS_MAIN(TestCliCompare)
#include "tst_clicompare.moc"
