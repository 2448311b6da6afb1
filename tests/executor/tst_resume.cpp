// SPDX-License-Identifier: GPL-3.0-or-later
//
// halftone-cli train, killed in the middle and resumed: weights, losses and run file as if nothing had
// happened.
#include "executor/telemetry/runfile.h"
#include "executor/train/checkpoint.h"
#include "tests/executor/folder.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QThread>

#include <signal.h>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr int kSteps = 120;
constexpr int kEvery = 7;

QStringList arguments(const Folder& folder, const QString& name, const QStringList& more)
{
    const auto file = [&](const char* ending) {
        return QString::fromStdString((folder / name.toStdString()).string()) + ending;
    };
    return QStringList{"train", "sample:lenet5", "--steps", QString::number(kSteps), "--batch", "32",
               "--shuffle", "--threads", "1", "--run-file", file(".run"), "--checkpoint", file(".checkpoint"),
               "--checkpoint-every", QString::number(kEvery), "--save-model", file(".onnx")} +
        more;
}

struct Ended
{
    int exit = -1;
    QByteArray errors;
};

Ended runToTheEnd(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(HALFTONE_BIN_DIR "/halftone-cli"), arguments);
    process.waitForFinished(-1);
    return {process.exitCode(), process.readAllStandardError()};
}

/// Starts a run and kills it, without any warning, once its run file tells of that many steps.
void killAfter(std::size_t steps, const QStringList& arguments, const std::filesystem::path& runFile)
{
    QProcess process;
    process.start(QStringLiteral(HALFTONE_BIN_DIR "/halftone-cli"), arguments);
    QElapsedTimer waited;
    waited.start();
    for (bool isThere = false; !isThere && waited.elapsed() < 120'000; QThread::msleep(2)) {
        const auto run = readRunFile(runFile); // readable while it is written
        isThere = run && run->steps.size() >= steps;
    }
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    process.waitForFinished(-1);
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
}

std::vector<std::uint32_t> lossBits(const RecordedRun& run)
{
    std::vector<std::uint32_t> bits;
    for (const StepDone& step : run.steps)
        bits.push_back(std::bit_cast<std::uint32_t>(step.loss));
    return bits;
}

}

class TestResume : public QObject
{
    Q_OBJECT

private slots:
    void killedRunGoesOnAsIfNothingHadHappened_data();
    void killedRunGoesOnAsIfNothingHadHappened();
    void checkpointOfAnotherRunIsRefusedWithTheDifference();
    void runFileCanBeContinuedAfterTheEnd();
};

void TestResume::killedRunGoesOnAsIfNothingHadHappened_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::newRow("mixed precision") << QStringList{};
    QTest::newRow("FP32") << QStringList{"--fp32"};
}

void TestResume::killedRunGoesOnAsIfNothingHadHappened()
{
    QFETCH(QStringList, more);
    const Folder folder;
    QCOMPARE(runToTheEnd(arguments(folder, "whole", more)).exit, 0);
    const QStringList parts = arguments(folder, "parts", more);
    killAfter(30, parts, folder / "parts.run");
    const auto atTheKill = decodeCheckpoint(contentsOf(folder / "parts.checkpoint"), "parts");
    QVERIFY2(atTheKill, "a checkpoint is whole, whenever the process ends");
    QCOMPARE(atTheKill->nextStep % kEvery, 0u);
    const auto cut = readRunFile(folder / "parts.run");
    QVERIFY2(cut && cut->steps.size() >= 30, "a run file can be read after a crash");
    QVERIFY(!cut->finished);

    const Ended resumed = runToTheEnd(
        parts + QStringList{"--resume", QString::fromStdString((folder / "parts.checkpoint").string())});
    QVERIFY2(resumed.exit == 0, resumed.errors.constData());
    QVERIFY(contentsOf(folder / "parts.onnx") == contentsOf(folder / "whole.onnx"));
    QVERIFY(contentsOf(folder / "parts.checkpoint") == contentsOf(folder / "whole.checkpoint"));
    const auto whole = readRunFile(folder / "whole.run");
    const auto joined = readRunFile(folder / "parts.run");
    QVERIFY(whole && joined);
    QCOMPARE(joined->steps.size(), static_cast<std::size_t>(kSteps));
    QVERIFY(lossBits(*joined) == lossBits(*whole));
    QVERIFY(joined->finished);
    QCOMPARE(joined->finished->accuracy, whole->finished->accuracy);
}

void TestResume::checkpointOfAnotherRunIsRefusedWithTheDifference()
{
    const Folder folder;
    const QStringList common{"train", "sample:lenet5", "--steps", "1", "--threads", "1"};
    const QString checkpoint = QString::fromStdString((folder / "checkpoint").string());
    QCOMPARE(runToTheEnd(common + QStringList{"--checkpoint", checkpoint}).exit, 0);
    const auto refused = [&](const QStringList& other, const char* difference) {
        const Ended ended = runToTheEnd(common + other + QStringList{"--resume", checkpoint});
        QCOMPARE(ended.exit, 2);
        QVERIFY2(ended.errors.contains(difference), ended.errors.constData());
    };
    refused({"--batch", "32"}, "batch 32, was batch 64");
    refused({"--lr", "0.1"}, "learning rate 0.1, was learning rate 0.05");
    refused({"--loss-scale", "1024"}, "initial 1024");
    refused({"--mode", "force_fp32"}, "graph "); // other decisions
}

void TestResume::runFileCanBeContinuedAfterTheEnd()
{
    const Folder folder;
    const QStringList parts = arguments(folder, "parts", {});
    QCOMPARE(runToTheEnd(parts).exit, 0);
    QStringList longer = parts;
    longer[longer.indexOf("--steps") + 1] = QString::number(kSteps + 10);
    QCOMPARE(runToTheEnd(longer +
                 QStringList{"--resume", QString::fromStdString((folder / "parts.checkpoint").string())})
                 .exit,
        0);
    const auto run = readRunFile(folder / "parts.run");
    QVERIFY(run);
    QCOMPARE(run->steps.size(), static_cast<std::size_t>(kSteps + 10));
    QCOMPARE(run->finished->steps, static_cast<std::uint64_t>(kSteps + 10));
}

QTEST_GUILESS_MAIN(TestResume)
#include "tst_resume.moc"
