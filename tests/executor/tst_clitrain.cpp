// SPDX-License-Identifier: GPL-3.0-or-later
//
// halftone-cli train and replay as a script meets them.
#include "executor/files/modelfile.h"
#include "executor/telemetry/runfile.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace halftone;

namespace {

struct Outcome
{
    int exitCode = -1;
    QByteArray output;
    QByteArray complaints;
};

Outcome runCli(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(HALFTONE_BIN_DIR "/halftone-cli"), arguments);
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QStringList shortTraining(const QStringList& more)
{
    return QStringList{"train", QLatin1StringView(kSampleModel), "--batch", "16", "--steps", "4"} + more;
}

/// The result of the first convolution.
QString tensor()
{
    const auto model = openModel(kSampleModel, {});
    for (NodeId node : model->graph->nodes()) {
        if (model->graph->node(node).opType == "Conv")
            return QString::fromStdString(model->graph->value(model->graph->outputs(node)[0]).name);
    }
    return {};
}

}

class TestCliTrain : public QObject
{
    Q_OBJECT

private slots:
    void estimateSaysWhatTwoRunsWillTake();
    void estimateIsReadByPeople();
    void estimateWritesNothing();
    void histogramGoesIntoTheRunFile();
    void unknownTensorIsNamed();
    void severalRunsAreReplayedOneAfterTheOther();
    void unreadableRunDoesNotHideTheOthers();
};

void TestCliTrain::estimateSaysWhatTwoRunsWillTake()
{
    const Outcome outcome = runCli(shortTraining({"--twin", "--estimate", "--json"}));
    QCOMPARE(outcome.exitCode, 0);
    const QJsonArray runs = QJsonDocument::fromJson(outcome.output).array();
    QCOMPARE(runs.size(), 2);
    QCOMPARE(runs[0]["run"].toString(), "float32");
    for (const QJsonValue& run : runs) {
        QCOMPARE(run["steps"].toInt(), 4);
        QVERIFY(run["memoryBytes"].toInt() > run["activationBytes"].toInt());
        QVERIFY(run["activationBytes"].toInt() > 0);
        QVERIFY(run["msPerStep"].toDouble() > 0);
        QVERIFY(run["triedSteps"].toInt() >= 2);
        // Up to the digits that JSON keeps.
        QVERIFY(qFuzzyCompare(run["seconds"].toDouble(), run["msPerStep"].toDouble() * 4 / 1e3));
    }
}

void TestCliTrain::estimateIsReadByPeople()
{
    const Outcome outcome = runCli(shortTraining({"--estimate"}));
    QCOMPARE(outcome.exitCode, 0);
    for (const char* word : {"memory", "activations", "a step", "MiB", " ms", "steps that were tried"})
        QVERIFY2(outcome.output.contains(word), word);
}

void TestCliTrain::estimateWritesNothing()
{
    QTemporaryDir folder;
    const Outcome outcome = runCli(shortTraining({"--estimate", "--run-file", folder.filePath("a.run")}));
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY(outcome.complaints.contains("--estimate"));
    QVERIFY(!QFileInfo::exists(folder.filePath("a.run")));
}

void TestCliTrain::histogramGoesIntoTheRunFile()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("a.run");
    QCOMPARE(runCli(shortTraining({"--run-file", file, "--histogram", tensor()})).exitCode, 0);
    const auto run = readRunFile(file.toStdString());
    QVERIFY(run);
    QVERIFY(run->counts.empty());
    QCOMPARE(run->exponents.size(), 4);
    QCOMPARE(run->exponents[0].value, tensor().toStdString());
    QCOMPARE(run->exponents[3].step, 4);
    const Outcome replayed = runCli({"replay", file, "--json"});
    QCOMPARE(replayed.exitCode, 0);
    const QJsonObject first = QJsonDocument::fromJson(replayed.output.split('\n')[0]).object();
    QCOMPARE(first["tensor"].toString(), tensor());
    QVERIFY(!first["exponents"].toObject().isEmpty());
    QVERIFY(!first.contains("run"));
}

void TestCliTrain::unknownTensorIsNamed()
{
    QTemporaryDir folder;
    const Outcome outcome =
        runCli(shortTraining({"--run-file", folder.filePath("a.run"), "--histogram", "nothing"}));
    QVERIFY(outcome.exitCode != 0);
    QVERIFY(outcome.complaints.contains("\"nothing\""));
}

void TestCliTrain::severalRunsAreReplayedOneAfterTheOther()
{
    QTemporaryDir folder;
    QStringList files;
    for (const char* name : {"a.run", "b.run"}) {
        files += folder.filePath(name);
        QCOMPARE(runCli(shortTraining({"--fp32", "--run-file", files.back()})).exitCode, 0);
    }
    const Outcome read = runCli(QStringList{"replay"} + files);
    QCOMPARE(read.exitCode, 0);
    QVERIFY(read.output.startsWith(files[0].toUtf8() + '\n'));
    QVERIFY(read.output.indexOf('\n' + files[1].toUtf8() + '\n') > 0);
    QCOMPARE(read.output.count("4 of 4 steps"), 2);
    const Outcome json = runCli(QStringList{"replay", "--json"} + files);
    QList<QByteArray> lines = json.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 2 * 5);
    QCOMPARE(QJsonDocument::fromJson(lines.front()).object()["run"].toString(), files[0]);
    QCOMPARE(QJsonDocument::fromJson(lines.back()).object()["run"].toString(), files[1]);
}

void TestCliTrain::unreadableRunDoesNotHideTheOthers()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("a.run");
    QCOMPARE(runCli(shortTraining({"--fp32", "--run-file", file})).exitCode, 0);
    const Outcome outcome = runCli({"replay", folder.filePath("none.run"), file});
    QVERIFY(outcome.exitCode != 0);
    QVERIFY(outcome.complaints.contains("none.run"));
    QVERIFY(outcome.output.contains("4 of 4 steps"));
}

QTEST_APPLESS_MAIN(TestCliTrain)
#include "tst_clitrain.moc"
