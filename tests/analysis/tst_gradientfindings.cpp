// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person is told about gradients that do not flow: operators whose gradient is not implemented when
// the model opens, operators that have none when it is to train, and never a crash.
#include "analysis/differentiate/differentiate.h"
#include "tests/support/onnxmodel.h"

#include <QTest>

#include <algorithm>

using namespace halftone;
using namespace halftone::test;

namespace {

ImportedModel imported(const QString& body)
{
    auto model = importOnnx(
        bytesOf(onnxModel("<ir_version: 8, opset_import: [\"\" : 17]> g " + body.toStdString())), "model");
    if (!model)
        qFatal("%s", describe(model.error()).c_str());
    return *std::move(model);
}

QStringList namesOf(const std::vector<Finding>& findings, const char* id)
{
    QStringList messages;
    for (const Finding& finding : findings) {
        if (finding.id == id)
            messages << QString::fromStdString(finding.message);
    }
    return messages;
}

// Two products with something between them.
QString between(const QString& nodes, const QString& more = {})
{
    return QString("(float[4,3] x) => (float[4,2] y) <float[3,3] w = {1,2,3,4,5,6,7,8,9}, float[3,2] v = "
                   "{1,2,3,4,5,6}%1> "
                   "{ a = MatMul(x, w) %2 y = MatMul(b, v) }")
        .arg(more, nodes);
}

}

class TestGradientFindings : public QObject
{
    Q_OBJECT

private slots:
    void missingGradientsAreFoundAtImport_data();
    void missingGradientsAreFoundAtImport();
    void blockedWeightsAreFound_data();
    void blockedWeightsAreFound();
    void ordinaryModelsHaveNothingToSay_data();
    void ordinaryModelsHaveNothingToSay();
    void aLossWithoutAnyWeightNamesTheOperator();
};

void TestGradientFindings::missingGradientsAreFoundAtImport_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("type");
    QTest::newRow("an operator") << between("s = MatMul(w, w) d = Det(s) b = Mul(a, d)") << "Det";
    QTest::newRow("a branch") << between("s = ReduceSum<keepdims = 0>(a) c = Greater(s, zero) b = If(c) < "
                                         "then_branch = t () => (float[4,3] p) { p = "
                                         "Relu(a) }, else_branch = e () => (float[4,3] q) { q = Tanh(a) } >",
                                     ", float zero = {0}")
                              << "If";
    QTest::newRow("a loop") << between("b = Loop(n, , a) < body = l (int64 i, bool on, float[4,3] s) => "
                                       "(bool on2, float[4,3] t) { on2 = Identity(on) t "
                                       "= Relu(s) } >",
                                   ", int64 n = {3}")
                            << "Loop";
    QTest::newRow("a scan") << between("b, all = Scan<num_scan_inputs = 1, body = l (float[4,3] s, float[3] "
                                       "r) => (float[4,3] t, float[3] u) { t = "
                                       "Add(s, r) u = Identity(r) }>(a, w)")
                            << "Scan";
}

void TestGradientFindings::missingGradientsAreFoundAtImport()
{
    QFETCH(const QString, body);
    QFETCH(const QString, type);
    const ImportedModel model = imported(body);
    const QString missing = namesOf(model.findings, "differentiate.not-implemented").join('\n');
    QVERIFY2(
        missing.contains(QString("The gradient of %1 is not implemented").arg(type)), qPrintable(missing));
    const auto training = differentiate(model.graph, {.loss = Loss::MeanSquaredError});
    QVERIFY(!training);
    QCOMPARE(training.error().code, std::string("E-TRAIN"));
    QVERIFY2(training.error().what.contains(type.toStdString()), training.error().what.c_str());
    QVERIFY(!training.error().where.empty() && !training.error().remedy.empty());
}

void TestGradientFindings::blockedWeightsAreFound_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QStringList>("messages");
    const auto blocks = [](const char* type) {
        return QStringList{
            QString("No gradient passes through %1: weights in front of it stay as they are.").arg(type)};
    };
    QTest::newRow("in the only way") << between("b = Round(a)") << blocks("Round");
    QTest::newRow("twice, said once") << between("c = Round(a) d = Relu(c) b = Round(d)") << blocks("Round");
    QTest::newRow("on a weight itself")
        << between("r = Round(q) b = Mul(a, r)", ", float[4,3] q = {1,2,3,4,5,6,7,8,9,1,2,3}")
        << blocks("Round");
    QTest::newRow("as a condition alone")
        << between("c = Greater(a, zero) b = Where(c, p, q)",
               ", float zero = {0}, float[4,3] p = {1,2,3,4,5,6,7,8,9,1,2,3}, float q = {0}")
        << blocks("Greater");
}

void TestGradientFindings::blockedWeightsAreFound()
{
    QFETCH(const QString, body);
    QFETCH(const QStringList, messages);
    const ImportedModel model = imported(body);
    const auto training = differentiate(model.graph, {.loss = Loss::MeanSquaredError});
    QVERIFY2(training, training ? "" : describe(training.error()).c_str());
    QCOMPARE(namesOf(training->findings, "differentiate.not-differentiable"), messages);
    for (const TrainedParameter& parameter : training->parameters)
        QVERIFY2(training->graph->value(parameter.weight.value).name != "w" || body.contains("(q)"),
            "it does not train");
}

void TestGradientFindings::ordinaryModelsHaveNothingToSay_data()
{
    QTest::addColumn<QString>("body");
    QTest::newRow("what is rounded has another way") << between("c = Round(a) b = Add(a, c)");
    QTest::newRow("a mask of what is there")
        << between("c = Greater(a, zero) b = Where(c, a, zero)", ", float zero = {0}");
    QTest::newRow("sizes") << between("s = Shape(a) b = Reshape(a, s)");
    QTest::newRow("nothing") << between("b = Relu(a)");
}

void TestGradientFindings::ordinaryModelsHaveNothingToSay()
{
    QFETCH(const QString, body);
    const ImportedModel model = imported(body);
    QVERIFY(namesOf(model.findings, "differentiate.not-implemented").isEmpty());
    const auto training = differentiate(model.graph, {.loss = Loss::MeanSquaredError});
    QVERIFY2(training, training ? "" : describe(training.error()).c_str());
    QVERIFY(namesOf(training->findings, "differentiate.not-differentiable").isEmpty());
}

void TestGradientFindings::aLossWithoutAnyWeightNamesTheOperator()
{
    const ImportedModel model = imported(
        "(float[4,3] x) => (float[4,2] y) <float[3,2] w = {1,2,3,4,5,6}> { a = MatMul(x, w) y = Round(a) }");
    const auto training = differentiate(model.graph, {.loss = Loss::MeanSquaredError});
    QVERIFY(!training);
    QVERIFY2(training.error().what.contains("Round"), training.error().what.c_str());
}

QTEST_APPLESS_MAIN(TestGradientFindings)
#include "tst_gradientfindings.moc"
