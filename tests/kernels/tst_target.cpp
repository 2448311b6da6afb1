// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/kerneltest.h"

using namespace halftone::kernels;
using namespace halftone::test;

class TestTarget : public QObject
{
    Q_OBJECT

private slots:
    void theBestTargetIsUsedByItself()
    {
        QVERIFY(!availableTargets().empty());
        QCOMPARE(toQString(activeTarget()), toQString(availableTargets().front()));
    }

    void overrideRunsTheNamedTarget_data() { addTargetRows(); }
    void overrideRunsTheNamedTarget()
    {
        HALFTONE_USE_TARGET();
        QCOMPARE(toQString(activeTarget()), target);
    }

    void overrideEndsWithItsScope()
    {
        {
            const TargetOverride worst(availableTargets().back());
            QCOMPARE(toQString(activeTarget()), toQString(availableTargets().back()));
        }
        QCOMPARE(toQString(activeTarget()), toQString(availableTargets().front()));
    }

    void everyProcessorOfThisKindHasABaseline()
    {
#if defined(__x86_64__)
        QCOMPARE(toQString(availableTargets().back()), QStringLiteral("SSE2"));
#else
        QSKIP("names are known for x86-64 only");
#endif
    }
};

QTEST_APPLESS_MAIN(TestTarget)
#include "tst_target.moc"
