// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graphbuilder.h"
#include "analysis/lossscale/scaleparameters.h"
#include "executor/files/modelfile.h"
#include "executor/train/modeldata.h"
#include "gui/document/text.h"
#include "gui/training/losstext.h"
#include "gui/training/trainingform.h"
#include "tests/gui/runs.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

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
    void dataFollowTheModelUntilSomebodyChooses();
    void formIsReadIntoSettings();
    void ruleBringsItsDefaults();
    void everyParameterOfARuleHasAField_data();
    void everyParameterOfARuleHasAField();
    void moreSettingsAreReadIntoTheSetup();
    void wrongChoicesAreExplainedAtOnce_data();
    void wrongChoicesAreExplainedAtOnce();
    void stateFillsInAnotherForm();
    void lossIsGuessedFromTheModel();
    void lossAndLabelsAreShown();
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

void TestTrainingForm::dataFollowTheModelUntilSomebodyChooses()
{
    TrainingForm form;
    form.setSuitableData(text(kSyntheticData));
    QCOMPARE(form.setup()->data, std::string(kSyntheticData));
    QTest::keyClick(&control<QComboBox>(form, "trainingData"), Qt::Key_Up);
    QCOMPARE(form.setup()->data, std::string(kSampleDigits));
    form.setSuitableData(text(kSyntheticData));
    QCOMPARE(form.setup()->data, std::string(kSampleDigits));
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
        QCOMPARE(control<QSpinBox>(form, "trainingWindow").isEnabled(), reads(rule, ScaleParameter::Window));
    }
}

void TestTrainingForm::everyParameterOfARuleHasAField_data()
{
    QTest::addColumn<QString>("id");
    for (const LossScaleRule& rule : lossScaleRules())
        QTest::newRow(rule.id.data()) << text(rule.id);
}

void TestTrainingForm::everyParameterOfARuleHasAField()
{
    QFETCH(const QString, id);
    const LossScaleRule& rule = *findLossScaleRule(id.toStdString());
    TrainingForm form;
    form.show();
    QTest::mouseClick(&control<QToolButton>(form, "trainingMore"), Qt::LeftButton);
    form.setLossScaleRule(rule.id);
    LossScaleParameters expected = rule.defaults;
    for (const ScaleParameterRow& row : scaleParameterRows()) {
        if (row.parameter == ScaleParameter::Initial || row.parameter == ScaleParameter::Window)
            continue;
        auto* field = form.findChild<QWidget*>(QStringLiteral("trainingScale.") + text(row.name));
        QVERIFY2(field && field->isVisible() == reads(rule, row.parameter), row.name.data());
        if (!field->isVisible())
            continue; // what the rule does not read has no field that does nothing
        const double wanted = row.kind == ScaleParameterRow::Kind::Switch ? 1 - row.get(rule.defaults)
            : row.parameter == ScaleParameter::Backoff                    ? 0.25
                                                                          : 4;
        if (auto* box = qobject_cast<QCheckBox*>(field))
            QTest::mouseClick(box, Qt::LeftButton, {}, {8, box->height() / 2});
        else
            qobject_cast<QDoubleSpinBox*>(field)->setValue(wanted);
        row.set(expected, wanted);
    }
    const auto setup = form.setup();
    QVERIFY2(setup, setup ? "" : describe(setup.error()).c_str());
    QVERIFY(setup->lossScale == expected);
    TrainingForm other;
    other.setState(form.state());
    QVERIFY(other.setup()->lossScale == expected);
}

void TestTrainingForm::moreSettingsAreReadIntoTheSetup()
{
    TrainingForm form;
    const auto choose = [&](const char* name, const char* item) {
        control<QComboBox>(form, name).setCurrentText(item);
    };
    choose("trainingOptimizer", "adamw");
    choose("trainingLoss", "mse");
    choose("trainingSchedule", "cosine");
    choose("trainingOnOverflow", "±65504 (saturates)");
    choose("trainingOverflowTest", "any tensor");
    choose("trainingSums", "FP16");
    control<QSpinBox>(form, "trainingWarmUp").setValue(10);
    control<QSpinBox>(form, "trainingMicroBatches").setValue(4);
    control<QSpinBox>(form, "trainingThreads").setValue(2);
    control<QCheckBox>(form, "trainingShuffle").setChecked(true);
    control<QSpinBox>(form, "trainingSeed").setValue(7);
    form.setData("synthetic");
    const auto setup = form.setup();
    QVERIFY(setup);
    QCOMPARE(setup->data, "synthetic");
    QCOMPARE(setup->settings.differentiate.optimizer, Optimizer::AdamW);
    QCOMPARE(setup->settings.differentiate.loss, Loss::MeanSquaredError);
    QCOMPARE(setup->settings.schedule.kind, LearningRateSchedule::Kind::Cosine);
    QCOMPARE(setup->settings.schedule.warmUp, 10u);
    QCOMPARE(setup->settings.microBatches, 4u);
    QCOMPARE(setup->settings.threads, 2);
    QVERIFY(setup->settings.shuffle);
    QCOMPARE(setup->settings.seed, 7u);
    const auto precision = planRun(*setup, {}, {}, "model.onnx", {}).settings.precision;
    QCOMPARE(precision->onOverflow, kernels::OnOverflow::Saturate);
    QCOMPARE(precision->overflowTest, OverflowTest::AnyTensor);
    QCOMPARE(precision->accumulation, ProgramOptions::Accumulation::Float16);
}

void TestTrainingForm::wrongChoicesAreExplainedAtOnce_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("said");
    QTest::newRow("a scale that is a slip") << "trainingInitialScale" << "2*32" << "is no loss scale";
    QTest::newRow("a scale beyond float32") << "trainingInitialScale" << "2^300" << "float32";
    QTest::newRow("no data") << "trainingData" << "" << "No data is chosen";
    QTest::newRow("parts that do not divide the batch") << "trainingMicroBatches" << "3" << "cut into 3";
}

void TestTrainingForm::wrongChoicesAreExplainedAtOnce()
{
    QFETCH(const QString, field);
    QFETCH(const QString, value);
    QFETCH(const QString, said);
    TrainingForm form;
    form.show();
    auto& problem = control<QLabel>(form, "trainingProblem");
    QVERIFY(!problem.isVisible());
    if (auto* combo = form.findChild<QComboBox*>(field))
        combo->setEditText(value);
    else
        form.findChild<QSpinBox*>(field)->setValue(value.toInt());
    QVERIFY(problem.isVisible());
    QVERIFY2(problem.text().contains(said), qPrintable(problem.text()));
    QVERIFY(!form.setup());
}

void TestTrainingForm::stateFillsInAnotherForm()
{
    TrainingForm form;
    form.setLossScaleRule("torch_grad_scaler");
    control<QComboBox>(form, "trainingInitialScale").setEditText("2^11 = 2048");
    control<QComboBox>(form, "trainingOptimizer").setCurrentText("adam");
    control<QComboBox>(form, "trainingLengthUnit").setCurrentIndex(1);
    control<QDoubleSpinBox>(form, "trainingLength").setValue(123);
    control<QCheckBox>(form, "trainingShuffle").setChecked(true);
    form.setData("/some/folder");
    TrainingForm other;
    other.setState(form.state());
    QCOMPARE(other.state(), form.state());
    const auto setup = other.setup();
    QVERIFY(setup);
    QCOMPARE(setup->data, "/some/folder");
    QCOMPARE(setup->lossScale.initial, 2048.0);
    QCOMPARE(setup->settings.steps, 123u);
}

void TestTrainingForm::lossIsGuessedFromTheModel()
{
    QCOMPARE(
        guessLoss(*openModel(kSampleModel, {.dims = {{"N", 1}}}).value().graph), Loss::SoftmaxCrossEntropy);
    GraphBuilder builder;
    const ValueId input = builder.addInput("x", DType::Float32, fixedDims(std::vector<std::int64_t>{2, 2}));
    const ValueId output = builder.addValueLike("y", input);
    builder.addNode({.opType = "LogSoftmax", .name = "last", .inputs = {input}, .outputs = {output}});
    builder.markOutput(output);
    QCOMPARE(guessLoss(*std::move(builder).finish().value().graph), Loss::NegativeLogLikelihood);
}

void TestTrainingForm::lossAndLabelsAreShown()
{
    TrainingForm form;
    const auto shown = [&] { return control<QLabel>(form, "trainingLossText").text(); };
    form.setModel(openModel(kSampleModel, {.dims = {{"N", 1}}}).value().graph);
    QCOMPARE(shown(), "softmax-cross-entropy of logits, labels: 1 of 10 classes");
    control<QComboBox>(form, "trainingLoss").setCurrentText("mse");
    QCOMPARE(shown(), "mse of logits, targets of the same shape");
    GraphBuilder builder;
    const ValueId input = builder.addInput("x", DType::Float32, fixedDims(std::vector<std::int64_t>{2, 3}));
    const ValueId labels = builder.addInput("classes", DType::Int64, fixedDims(std::vector<std::int64_t>{2}));
    const ValueId loss = builder.addValue("cost", DType::Float32, std::vector<Dim>{});
    builder.addNode(
        {.opType = "SoftmaxCrossEntropyLoss", .name = "l", .inputs = {input, labels}, .outputs = {loss}});
    builder.markOutput(loss);
    TrainingForm own;
    own.setModel(std::move(builder).finish().value().graph);
    QCOMPARE(
        control<QLabel>(own, "trainingLossText").text(), "output cost of the model, labels: input classes");
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
