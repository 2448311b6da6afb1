// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/trainingform.h"
#include "tests/gui/runs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QTest>

#include <cmath>

using namespace halftone;
using namespace halftone::test;

class TestTrainingForm : public QObject
{
    Q_OBJECT

private slots:
    void scalesAreReadAsPeopleWriteThem_data();
    void scalesAreReadAsPeopleWriteThem();
    void formStartsWithWhatTrainsTheSample();
    void formIsReadIntoSettings();
    void ruleBringsItsDefaults();
    void mixedRunTakesPrecisionAndScale();
};

void TestTrainingForm::scalesAreReadAsPeopleWriteThem_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("scale"); // 0: refused
    QTest::newRow("a number") << "65536" << 65536.0;
    QTest::newRow("a power") << "2^16" << 65536.0;
    QTest::newRow("as offered") << "2^24 = 16777216" << 16777216.0;
    QTest::newRow("with separators") << "65,536" << 65536.0;
    QTest::newRow("with an exponent") << "1e4" << 10000.0;
    QTest::newRow("one") << "1" << 1.0;
    QTest::newRow("2*32, a slip from real templates") << "2*32" << 0.0;
    QTest::newRow("below one") << "0.5" << 0.0;
    QTest::newRow("words") << "large" << 0.0;
    QTest::newRow("nothing") << "" << 0.0;
    QTest::newRow("infinity") << "inf" << 0.0;
    QTest::newRow("a power beyond all numbers") << "2^999" << std::ldexp(1.0, 999);
}

void TestTrainingForm::scalesAreReadAsPeopleWriteThem()
{
    QFETCH(const QString, text);
    QFETCH(const double, scale);
    QCOMPARE(parseScale(text).value_or(0), scale);
    if (scale > 0)
        QCOMPARE(parseScale(scaleText(scale)), scale);
}

void TestTrainingForm::formStartsWithWhatTrainsTheSample()
{
    const TrainingForm form;
    const auto setup = form.setup();
    QVERIFY(setup);
    QCOMPARE(setup->data, std::string(kSampleDigits));
    QCOMPARE(setup->settings.batch, 64u);
    QCOMPARE(setup->settings.learningRate, 0.05f);
    QCOMPARE(setup->settings.differentiate.momentum, 0.9f);
    QCOMPARE(setup->settings.steps, 0u);
    QCOMPARE(setup->settings.epochs, 2.0);
    QVERIFY(setup->trainsFp32 && setup->trainsMixed);
    QCOMPARE(setup->lossScaleRule, "ms_dynamic_loss_scale_update_cell");
    QVERIFY(setup->lossScale == findLossScaleRule(setup->lossScaleRule)->defaults);
}

void TestTrainingForm::formIsReadIntoSettings()
{
    TrainingForm form;
    form.setData("/no/such/folder");
    control<QSpinBox>(form, "trainingBatch").setValue(32);
    control<QDoubleSpinBox>(form, "trainingLearningRate").setValue(0.01);
    control<QDoubleSpinBox>(form, "trainingMomentum").setValue(0.8);
    control<QComboBox>(form, "trainingLengthUnit").setCurrentIndex(1);
    control<QDoubleSpinBox>(form, "trainingLength").setValue(300);
    control<QComboBox>(form, "trainingInitialScale").setEditText("2^10");
    control<QSpinBox>(form, "trainingWindow").setValue(50);
    control<QCheckBox>(form, "trainingFp32").setChecked(false);
    const auto setup = form.setup();
    QVERIFY(setup);
    QCOMPARE(setup->data, "/no/such/folder");
    QCOMPARE(setup->settings.batch, 32u);
    QCOMPARE(setup->settings.learningRate, 0.01f);
    QCOMPARE(setup->settings.differentiate.momentum, 0.8f);
    QCOMPARE(setup->settings.steps, 300u);
    QCOMPARE(setup->lossScale.initial, 1024.0);
    QCOMPARE(setup->lossScale.window, 50);
    QVERIFY(!setup->trainsFp32 && setup->trainsMixed);
}

void TestTrainingForm::ruleBringsItsDefaults()
{
    TrainingForm form;
    for (const LossScaleRule& rule : lossScaleRules()) {
        form.setLossScaleRule(rule.id);
        const auto setup = form.setup();
        QVERIFY(setup);
        QCOMPARE(setup->lossScaleRule, std::string(rule.id));
        QVERIFY2(setup->lossScale == rule.defaults, rule.id.data());
        QCOMPARE(control<QSpinBox>(form, "trainingWindow").isEnabled(), rule.isDynamic);
    }
}

void TestTrainingForm::mixedRunTakesPrecisionAndScale()
{
    const TrainingSetup setup{.data = "sample:digits",
        .lossScaleRule = "torch_grad_scaler",
        .lossScale = {.initial = 1024, .window = 7}};
    const Precision precision{
        .policy = {.settings = AscendSettings{.soc = "ascend910", .modeName = "force_fp16"}}};
    const auto runs = planRuns(setup, "model.onnx", {{"N", 8}}, precision);
    QCOMPARE(runs.size(), 2u);
    QCOMPARE(runs[0].kind, RunKind::Fp32);
    QVERIFY(!runs[0].request.settings.precision);
    const auto& mixed = runs[1].request.settings.precision;
    QVERIFY(mixed);
    QVERIFY(mixed->policy == precision.policy);
    QCOMPARE(mixed->lossScaleRule, "torch_grad_scaler");
    QCOMPARE(mixed->lossScale->initial, 1024.0);
    QCOMPARE(mixed->lossScale->window, 7);
    QCOMPARE(runs[1].request.dims.at("N"), 8);
}

QTEST_MAIN(TestTrainingForm)
#include "tst_trainingform.moc"
