// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an operator is (analysis/ops) and how it runs (executor/ops) stand in two tables; this holds them
// together.
#include "analysis/oplibrary/oplibrary.h"
#include "analysis/ops/optable.h"
#include "executor/ops/opruns.h"

#include <QTest>

using namespace halftone;

class TestOpTables : public QObject
{
    Q_OBJECT

private slots:
    void everyRunnerHasARow_data();
    void everyRunnerHasARow();
    void everyDifferentiableOperatorRuns();
    void rowsSayWhatTheyAre();
    void trainingOperatorsHaveAscendNames();
    void unknownOperatorsShareOneRow();
};

void TestOpTables::everyRunnerHasARow_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("domain");
    for (const OpRun& run : allOpRuns()) {
        const QByteArray name(run.name.data(), static_cast<qsizetype>(run.name.size()));
        QTest::newRow(name.constData())
            << name << QByteArray(run.domain.data(), static_cast<qsizetype>(run.domain.size()));
    }
}

void TestOpTables::everyRunnerHasARow()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, domain);
    const OpDef& op = findOp(name.toStdString(), domain.toStdString());
    QVERIFY2(&op != &unknownOp(), "the operator runs, but has no row in analysis/ops");
    const OpRun& run = *findOpRun(name.toStdString(), domain.toStdString());
    QVERIFY2((run.compile != nullptr) != (run.evaluate != nullptr), "it is compiled or evaluated");
}

void TestOpTables::everyDifferentiableOperatorRuns()
{
    for (const OpDef* op : allOps()) {
        if (op->gradient.state == GradientRule::State::Implemented)
            QVERIFY2(
                findOpRun(op->name, op->domain), qPrintable(QString::fromStdString(std::string(op->name))));
        if (op->domain == kTrainingDomain)
            QVERIFY2(
                findOpRun(op->name, op->domain), qPrintable(QString::fromStdString(std::string(op->name))));
    }
}

void TestOpTables::rowsSayWhatTheyAre()
{
    for (const OpDef* op : allOps()) {
        const QString name = QString::fromStdString(std::string(op->name));
        QVERIFY2(op->doc.ends_with('.'), qPrintable(name));
        QVERIFY2(op->why.ends_with('.'), qPrintable(name));
        QVERIFY2(op->opClass != OpClass::Other, qPrintable(name));
        QVERIFY2((op->gradient.build != nullptr) == (op->gradient.state == GradientRule::State::Implemented),
            qPrintable(name));
        QCOMPARE(&findOp(op->name, op->domain), op);
    }
}

void TestOpTables::trainingOperatorsHaveAscendNames()
{
    for (const OpDef* op : allOps()) {
        if (op->domain == kTrainingDomain)
            QVERIFY2(op->ascend.lower || !op->ascend.types.empty(),
                qPrintable(QString::fromStdString(std::string(op->name))));
    }
}

void TestOpTables::unknownOperatorsShareOneRow()
{
    QCOMPARE(&findOp("Foo", ""), &unknownOp());
    QCOMPARE(&findOp("Conv", "com.example"), &unknownOp());
    QCOMPARE(findOp("Conv", "ai.onnx").name, std::string_view("Conv"));
}

QTEST_APPLESS_MAIN(TestOpTables)
#include "tst_optables.moc"
