// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graphbuilder.h"
#include "executor/telemetry/runfile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace halftone;

namespace {

GraphPtr smallGraph()
{
    GraphBuilder builder;
    const ValueId x = builder.addInput("x", DType::Float32, fixedDims(std::vector<std::int64_t>{2}));
    const ValueId y = builder.addValueLike("y", x);
    builder.addNode({.opType = "Relu", .name = "relu", .inputs = {x}, .outputs = {y}});
    builder.markOutput(y);
    return std::move(builder).finish()->graph;
}

std::vector<StepDone> someSteps()
{
    std::vector<StepDone> steps;
    for (std::uint64_t i = 1; i <= 20; ++i) {
        StepDone step{.step = i,
            .loss = 1.0f / static_cast<float>(i),
            .scaleUsed = 1024,
            .scaleAfter = 512,
            .overflow = i % 3 == 0,
            .skipped = i % 3 == 0,
            .cause = ScaleCause::Overflow,
            .gradientNorm = 0.1 * static_cast<double>(i),
            .underflowShare = 1e-3,
            .nanoseconds = 1234567};
        if (i % 3 == 0)
            step.firstOverflow = {NodeId{0}, ValueId{1}, 1};
        if (i == 7)
            step.loss = std::numeric_limits<float>::quiet_NaN();
        if (i == 8)
            step.loss = std::numeric_limits<float>::infinity();
        steps.push_back(step);
    }
    return steps;
}

struct Folder
{
    QTemporaryDir dir;
    std::string path(const char* name) const { return dir.filePath(name).toStdString(); }
};

void writeRun(const std::string& path, bool isFinished)
{
    auto sink = *FileSink::create(path);
    sink->begin({.model = "m",
        .precision = "float32",
        .path = "float32",
        .plannedSteps = 20,
        .parameters = 3,
        .dataNote = "note",
        .graph = smallGraph()});
    for (const StepDone& step : someSteps())
        sink->consume(step);
    if (isFinished)
        sink->consume(RunFinished{.steps = 20, .skippedSteps = 6, .accuracy = 0.5, .meanLoss = 0.25});
}

bool sameStep(const StepDone& a, const StepDone& b)
{
    const bool sameLoss = std::bit_cast<std::uint32_t>(a.loss) == std::bit_cast<std::uint32_t>(b.loss);
    return sameLoss && a.step == b.step && a.scaleUsed == b.scaleUsed && a.scaleAfter == b.scaleAfter &&
        a.overflow == b.overflow && a.skipped == b.skipped && a.cause == b.cause &&
        a.gradientNorm == b.gradientNorm && a.underflowShare == b.underflowShare &&
        a.nanoseconds == b.nanoseconds;
}

}

class TestRunFile : public QObject
{
    Q_OBJECT

private slots:
    void runComesBackAsItWas();
    void unfinishedRunIsReadable();
    void everyPrefixIsReadOrRefusedClearly();
    void wrongFilesAreRefused_data();
    void wrongFilesAreRefused();
    void unwritablePlaceIsAnError();
};

void TestRunFile::runComesBackAsItWas()
{
    const Folder folder;
    writeRun(folder.path("run"), true);
    const auto run = readRunFile(folder.path("run"));
    QVERIFY2(run, run ? "" : describe(run.error()).c_str());
    QCOMPARE(run->info.model, std::string("m"));
    QCOMPARE(run->info.plannedSteps, 20u);
    QCOMPARE(run->overflows.size(), 6u);
    QCOMPARE(run->overflows.at(3), (OverflowDescription{"relu", "Relu", "forward", "y", "", "float32", 1}));
    const std::vector<StepDone> expected = someSteps();
    QCOMPARE(run->steps.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY2(sameStep(run->steps[i], expected[i]), qPrintable(QString::number(i + 1)));
    QVERIFY(run->finished);
    QCOMPARE(run->finished->accuracy, 0.5);
    QVERIFY(!run->isCutOff);
}

void TestRunFile::unfinishedRunIsReadable()
{
    const Folder folder;
    auto sink = *FileSink::create(folder.path("run"));
    sink->begin({.graph = smallGraph()});
    sink->consume(someSteps()[0]);
    const auto run = readRunFile(folder.path("run")); // while the writer still has it open
    QVERIFY(run);
    QCOMPARE(run->steps.size(), 1u);
    QVERIFY(!run->finished);
}

void TestRunFile::everyPrefixIsReadOrRefusedClearly()
{
    const Folder folder;
    writeRun(folder.path("run"), true);
    QFile whole(QString::fromStdString(folder.path("run")));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    std::size_t steps = 0;
    constexpr qsizetype kHeaderLength = 15;
    for (qsizetype length = 0; length < bytes.size(); ++length) {
        QFile cut(QString::fromStdString(folder.path("cut")));
        QVERIFY(cut.open(QIODevice::WriteOnly));
        cut.write(bytes.first(length));
        cut.close();
        const auto run = readRunFile(folder.path("cut"));
        QCOMPARE(run.has_value(), length >= kHeaderLength);
        if (!run)
            continue;
        QVERIFY(run->steps.size() == steps || run->steps.size() == steps + 1);
        steps = run->steps.size();
    }
    QCOMPARE(steps, 20u);
}

void TestRunFile::wrongFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::newRow("another format") << QByteArray("PNG and so on");
    QTest::newRow("a newer version") << QByteArray("halftone-run 2\n");
    QTest::newRow("an absurd length") << QByteArray("halftone-run 1\n\xff\xff\xff\xff\x0f");
    QTest::newRow("a damaged record") << QByteArray("halftone-run 1\n\x03\xff\xff\xff");
    QTest::newRow("a cause that is not there") << QByteArray("halftone-run 1\n\x04\x12\x02\x38\x7f", 20);
}

void TestRunFile::wrongFilesAreRefused()
{
    QFETCH(QByteArray, contents);
    const Folder folder;
    QFile file(QString::fromStdString(folder.path("wrong")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(contents);
    file.close();
    const auto run = readRunFile(folder.path("wrong"));
    QVERIFY(!run);
    QCOMPARE(run.error().code, std::string("E-RUN-FILE"));
    QVERIFY(!run.error().remedy.empty());
}

void TestRunFile::unwritablePlaceIsAnError()
{
    QCOMPARE(FileSink::create("/nowhere/run").error().kind, ErrorKind::File);
}

QTEST_APPLESS_MAIN(TestRunFile)
#include "tst_runfile.moc"
