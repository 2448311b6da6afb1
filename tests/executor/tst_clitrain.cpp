// SPDX-License-Identifier: GPL-3.0-or-later
//
// halftone-cli train and replay as a script meets them.
#include "executor/files/modelfile.h"
#include "executor/telemetry/runfile.h"
#include "tests/support/clirun.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace halftone;
using namespace halftone::test;

namespace {

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
    void lossOfARunWithoutStepsIsMissing();
    void modelWithoutDataBeginsWithWhatItTakes_data();
    void modelWithoutDataBeginsWithWhatItTakes();
    void whatNoRunTakesIsRefused_data();
    void whatNoRunTakesIsRefused();
    void outputsAreCheckedBeforeTraining_data();
    void outputsAreCheckedBeforeTraining();
};

void TestCliTrain::modelWithoutDataBeginsWithWhatItTakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<bool>("isRandom");
    for (const char* model : {"sample:lenet5", "sample:resnet-block", "sample:transformer-block"}) {
        const bool isRandom = QLatin1StringView(model) != QLatin1StringView(kSampleModel);
        QTest::addRow("%s is planned", model) << QStringList{"plan", model} << isRandom;
        QTest::addRow("%s trains", model)
            << QStringList{"train", model, "--steps", "2", "--batch", "4"} << isRandom;
    }
}

void TestCliTrain::modelWithoutDataBeginsWithWhatItTakes()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const bool, isRandom);
    const CliOutcome outcome = runCli(arguments);
    QVERIFY2(outcome.exitCode == 0, outcome.complaints);
    QCOMPARE(outcome.complaints.contains("samples are random"), isRandom);
    const CliOutcome chosen = runCli(arguments + QStringList{"--data", "synthetic"});
    QVERIFY2(chosen.exitCode == 0, chosen.complaints);
    QVERIFY(!chosen.complaints.contains("samples are random"));
}

// Every step of so large a scale is skipped.
void TestCliTrain::lossOfARunWithoutStepsIsMissing()
{
    const CliOutcome text = runCli(shortTraining({"--loss-scale", "1e30"}));
    QCOMPARE(text.exitCode, 0);
    QVERIFY2(text.output.contains(" - ") && !text.output.contains("0.00000"), text.output);
    const CliOutcome json = runCli(shortTraining({"--loss-scale", "1e30", "--json"}));
    const QJsonObject last = QJsonDocument::fromJson(json.output.trimmed().split('\n').last()).object();
    QVERIFY2(last.contains("meanLoss") && last["meanLoss"].isNull(), json.output);
}

void TestCliTrain::whatNoRunTakesIsRefused_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("complaint");
    QTest::newRow("more epochs than anyone lives")
        << QStringList{"--epochs", "1e30"} << QByteArray("E-EPOCHS");
    QTest::newRow("less than a step") << QStringList{"--epochs", "1e-6"} << QByteArray("E-EPOCHS");
    QTest::newRow("an estimate of that")
        << QStringList{"--epochs", "1e30", "--estimate"} << QByteArray("E-EPOCHS");
    QTest::newRow("an estimate of a scale beyond float32")
        << QStringList{"--steps", "3", "--loss-scale", "1e40", "--estimate"} << QByteArray("E-LOSS-SCALE");
    QTest::newRow("a report of an estimate")
        << QStringList{"--steps", "3", "--estimate", "--report", "r.md"} << QByteArray("--report");
    for (const char* option : {"--lr", "--divide", "--momentum", "--epsilon", "--clip-norm"}) {
        for (const char* number : {"nan", "inf", "1e39", "-1"})
            QTest::addRow("%s %s", option, number)
                << QStringList{"--steps", "3", option, number} << QByteArray(option);
    }
    QTest::newRow("a moment that is kept whole")
        << QStringList{"--steps", "3", "--beta2", "1"} << QByteArray("--beta2");
    QTest::newRow("a negative number of threads")
        << QStringList{"--steps", "3", "--threads", "-1"} << QByteArray("--threads");
}

void TestCliTrain::whatNoRunTakesIsRefused()
{
    QFETCH(const QStringList, options);
    QFETCH(const QByteArray, complaint);
    const CliOutcome outcome =
        runCli(QStringList{"train", QLatin1StringView(kSampleModel), "--batch", "16"} + options);
    QVERIFY(outcome.exitCode > 0);
    QVERIFY2(outcome.complaints.contains(complaint), outcome.complaints);
}

void TestCliTrain::outputsAreCheckedBeforeTraining_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("file");
    for (const char* option : {"--checkpoint", "--save-model", "--report", "--run-file"}) {
        QTest::addRow("%s in a folder that is not there", option) << option << "none/file";
        QTest::addRow("%s on a folder", option) << option << "folder";
    }
}

void TestCliTrain::outputsAreCheckedBeforeTraining()
{
    QFETCH(const QString, option);
    QFETCH(const QString, file);
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("folder"));
    const CliOutcome outcome = runCli(shortTraining({option, folder.filePath(file)}));
    QCOMPARE(outcome.exitCode, 3);
    QVERIFY2(outcome.complaints.contains(file.toUtf8()), outcome.complaints);
    QVERIFY2(outcome.output.isEmpty(), "nothing was trained");
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
        QStringList{"folder"});
}

void TestCliTrain::estimateSaysWhatTwoRunsWillTake()
{
    const CliOutcome outcome = runCli(shortTraining({"--twin", "--estimate", "--json"}));
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
    const CliOutcome outcome = runCli(shortTraining({"--estimate"}));
    QCOMPARE(outcome.exitCode, 0);
    for (const char* word : {"memory", "activations", "a step", "MiB", " ms", "steps that were tried"})
        QVERIFY2(outcome.output.contains(word), word);
}

void TestCliTrain::estimateWritesNothing()
{
    QTemporaryDir folder;
    const CliOutcome outcome = runCli(shortTraining({"--estimate", "--run-file", folder.filePath("a.run")}));
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
    const CliOutcome replayed = runCli({"replay", file, "--json"});
    QCOMPARE(replayed.exitCode, 0);
    const QJsonObject first = QJsonDocument::fromJson(replayed.output.split('\n')[0]).object();
    QCOMPARE(first["tensor"].toString(), tensor());
    QVERIFY(!first["exponents"].toObject().isEmpty());
    QVERIFY(!first.contains("run"));
}

void TestCliTrain::unknownTensorIsNamed()
{
    QTemporaryDir folder;
    const CliOutcome outcome =
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
    const CliOutcome read = runCli(QStringList{"replay"} + files);
    QCOMPARE(read.exitCode, 0);
    QVERIFY(read.output.startsWith(files[0].toUtf8() + '\n'));
    QVERIFY(read.output.indexOf('\n' + files[1].toUtf8() + '\n') > 0);
    QCOMPARE(read.output.count("4 of 4 steps"), 2);
    const CliOutcome json = runCli(QStringList{"replay", "--json"} + files);
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
    const CliOutcome outcome = runCli({"replay", folder.filePath("none.run"), file});
    QVERIFY(outcome.exitCode != 0);
    QVERIFY(outcome.complaints.contains("none.run"));
    QVERIFY(outcome.output.contains("4 of 4 steps"));
}

QTEST_APPLESS_MAIN(TestCliTrain)
#include "tst_clitrain.moc"
