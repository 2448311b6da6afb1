// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/ringsink.h"
#include "tests/gui/runs.h"

#include <QTest>

#include <thread>

using namespace halftone;
using namespace halftone::test;

class TestRingSink : public QObject
{
    Q_OBJECT

private slots:
    void ringKeepsOrder();
    void fullRingDropsAndCounts();
    void endIsNeverDropped();
    void ringIsSafeBetweenThreads();
};

void TestRingSink::ringKeepsOrder()
{
    RingSink ring(4);
    std::vector<StepDone> steps;
    for (std::uint64_t i = 1; i <= 10; ++i) {
        ring.consume(step(i, 1));
        ring.takeSteps(steps, 100);
    }
    QCOMPARE(steps.size(), 10u);
    for (std::uint64_t i = 0; i < 10; ++i)
        QCOMPARE(steps[i].step, i + 1);
    QCOMPARE(ring.dropped(), 0u);
}

void TestRingSink::fullRingDropsAndCounts()
{
    RingSink ring(4);
    for (std::uint64_t i = 1; i <= 7; ++i)
        ring.consume(step(i, 1));
    QCOMPARE(ring.dropped(), 3u);
    std::vector<StepDone> steps;
    ring.takeSteps(steps, 2);
    QCOMPARE(steps.size(), 2u);
    ring.takeSteps(steps, 100);
    QCOMPARE(steps.size(), 4u);
    QCOMPARE(steps.back().step, 4u);
}

void TestRingSink::endIsNeverDropped()
{
    RingSink ring(2);
    for (std::uint64_t i = 1; i <= 5; ++i)
        ring.consume(step(i, 1));
    ring.consume(RunFinished{.steps = 5});
    QVERIFY(!ring.takeFinished()); // Steps still wait.
    std::vector<StepDone> steps;
    ring.takeSteps(steps, 100);
    QCOMPARE(ring.takeFinished()->steps, 5u);
    QVERIFY(!ring.takeFinished());
}

void TestRingSink::ringIsSafeBetweenThreads()
{
    constexpr std::uint64_t kSteps = 200000;
    RingSink ring(1024);
    std::jthread writer([&] {
        ring.begin({.plannedSteps = kSteps});
        for (std::uint64_t i = 1; i <= kSteps; ++i)
            ring.consume(step(i, static_cast<float>(i)));
        ring.consume(RunFinished{.steps = kSteps});
    });
    std::vector<StepDone> steps;
    std::optional<RunFinished> finished;
    std::optional<RunInfo> info;
    while (!finished) {
        if (auto taken = ring.takeInfo())
            info = taken;
        ring.takeSteps(steps, 500);
        finished = ring.takeFinished();
    }
    QVERIFY(info);
    QCOMPARE(steps.size() + ring.dropped(), kSteps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].loss, static_cast<float>(steps[i].step));
        QVERIFY(i == 0 || steps[i].step > steps[i - 1].step);
    }
}

QTEST_APPLESS_MAIN(TestRingSink)
#include "tst_ringsink.moc"
