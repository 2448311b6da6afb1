// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/trainingform.h"
#include "tests/gui/runs.h"

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
    void runTakesWayAndScale();
    void runWithoutTheListLeavesItOut();
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
    const auto setup = form.setup();
    QVERIFY(setup);
    QCOMPARE(setup->data, "/no/such/folder");
    QCOMPARE(setup->settings.batch, 32u);
    QCOMPARE(setup->settings.learningRate, 0.01f);
    QCOMPARE(setup->settings.differentiate.momentum, 0.8f);
    QCOMPARE(setup->settings.steps, 300u);
    QCOMPARE(setup->lossScale.initial, 1024.0);
    QCOMPARE(setup->lossScale.window, 50);
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

void TestTrainingForm::runTakesWayAndScale()
{
    const TrainingSetup setup{.data = "sample:digits",
        .lossScaleRule = "torch_grad_scaler",
        .lossScale = {.initial = 1024, .window = 7}};
    Policy window{.choice = findChoice("force_fp16"), .soc = "ascend910"};
    const auto plan = [&](const RunSpec& spec) {
        return planRun(setup, spec, window, "model.onnx", {{"N", 8}}).settings.precision;
    };
    QVERIFY(!plan({.way = RunSpec::Way::Float32}));
    const auto asWindow = plan({.way = RunSpec::Way::Window});
    QVERIFY(asWindow->policy == window.precision());
    QCOMPARE(asWindow->lossScaleRule, "torch_grad_scaler");
    QCOMPARE(asWindow->lossScale->initial, 1024.0);
    QCOMPARE(asWindow->lossScale->window, 7);
    const RunSpec o2{.way = RunSpec::Way::Choice,
        .choice = "MindSpore O2",
        .lossScaleRule = "ms_dynamic_loss_scale_manager"};
    const auto byChoice = plan(o2);
    QVERIFY(byChoice->policy.settings == findChoice("MindSpore O2")->settings);
    QCOMPARE(byChoice->lossScaleRule, o2.lossScaleRule);
    QVERIFY(*byChoice->lossScale == findLossScaleRule(o2.lossScaleRule)->defaults);
    QCOMPARE(planRun(setup, o2, window, "model.onnx", {{"N", 8}}).dims.at("N"), 8);
}

void TestTrainingForm::runWithoutTheListLeavesItOut()
{
    Policy window{.choice = findChoice("allow_mix_precision_fp16")};
    window.mixlist.entries.push_back({.opType = "Conv2D", .list = List::Black});
    const RunSpec with;
    const RunSpec without{.usesList = false};
    QVERIFY(!policyOf(with, window).mixlist.isEmpty());
    QVERIFY(policyOf(without, window).mixlist.isEmpty());
    QCOMPARE(specLabel(with, window), "allow_mix_precision_fp16");
    QCOMPARE(specLabel(without, window), "allow_mix_precision_fp16, no list");
    QCOMPARE(specLabel({.way = RunSpec::Way::Float32}, window), "FP32");
}

QTEST_MAIN(TestTrainingForm)
#include "tst_trainingform.moc"
