// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graphbuilder.h"

#include <QTest>

#include <ctime>

using namespace halftone;

namespace {

/// Processor time of this thread in seconds: what other programs on the machine do does not count.
double threadSeconds()
{
    constexpr double kNanoseconds = 1e-9;
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + kNanoseconds * static_cast<double>(now.tv_nsec);
}

double secondsFor(int values, bool haveOneName)
{
    GraphBuilder builder;
    const double start = threadSeconds();
    for (int i = 0; i < values; ++i)
        builder.addValue(haveOneName ? "grad" : "grad." + std::to_string(i), DType::Float32, std::nullopt);
    return threadSeconds() - start;
}

}

class TestValueNames : public QObject
{
    Q_OBJECT

private slots:
    void takenNamesGetTheFirstFreeNumber();
    void thousandsOfOneNameTakeNoLongerThanOthers();
};

void TestValueNames::takenNamesGetTheFirstFreeNumber()
{
    GraphBuilder builder;
    QStringList names;
    for (const char* asked : {"a", "a", "a.3", "a", "a", "a.3", "b", "a"}) {
        const ValueId id = builder.addValue(asked, DType::Float32, std::nullopt);
        names << QString::fromStdString(builder.value(id).name);
    }
    QCOMPARE(names.join(' '), "a a.2 a.3 a.4 a.5 a.3.2 b a.6");
}

// When each number was tried anew for each value, 20,000 of one name took some thousand times as long.
void TestValueNames::thousandsOfOneNameTakeNoLongerThanOthers()
{
    constexpr int kValues = 20'000;
    constexpr double kSlack = 0.05; // seconds
    const double different = secondsFor(kValues, false);
    const double equal = secondsFor(kValues, true);
    QVERIFY2(equal < 50 * different + kSlack,
        qPrintable(QStringLiteral("%1 s against %2 s").arg(equal).arg(different)));
}

QTEST_APPLESS_MAIN(TestValueNames)
#include "tst_valuenames.moc"
