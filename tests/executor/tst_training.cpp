// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a run goes: the loss scale, steps that are skipped, what is blamed, and runs that are equal to the bit.
#include "tests/executor/sampletraining.h"

#include <QTest>

#include <bit>
#include <cmath>

using namespace halftone;
using namespace halftone::test;

class TestTraining : public QObject
{
    Q_OBJECT

private slots:
    void scaleFallsUntilTheLossFits();
    void fixedScaleSkipsButNeverMoves();
    void ruleThatGivesUpEndsTheRun();
    void skippedStepLeavesWeightsAlone();
    void overflowIsBlamedOnTheFirstNode();
    void saturationHidesInfinity();
    void keepOriginIsBitEqualToFloat32();
    void sameSeedIsBitEqual();
    void nothingIsCreatedWhileTraining();
    void stopEndsTheRun();
    void wrongRequestsAreRefused_data();
    void wrongRequestsAreRefused();
};

// The loss runs in FP16 in this mode, so its gradient, the scale, must fit: from 2^24 down to 2^15, nine
// steps are lost (MindSpore's rules, section 1.8).
void TestTraining::scaleFallsUntilTheLossFits()
{
    Trainer trainer = sampleTrainer(settings(12, mixed()));
    const std::vector<StepDone> steps = train(trainer);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].skipped, i < 9);
        QCOMPARE(steps[i].overflow, i < 9);
        QCOMPARE(steps[i].scaleUsed, std::ldexp(1.0, 24 - static_cast<int>(std::min<std::size_t>(i, 9))));
    }
    QVERIFY(steps[0].cause == ScaleCause::Overflow);
}

void TestTraining::fixedScaleSkipsButNeverMoves()
{
    Precision precision = mixed();
    precision.lossScaleRule = "ms_fixed_loss_scale_manager";
    precision.lossScale = findLossScaleRule(precision.lossScaleRule)->defaults;
    precision.lossScale->initial = 1 << 20; // too large for an FP16 loss
    Trainer trainer = sampleTrainer(settings(5, precision));
    for (const StepDone& done : train(trainer)) {
        QVERIFY(done.skipped);
        QCOMPARE(done.scaleAfter, 1048576.0);
    }
}

// DeepSpeed raises an exception when a step overflows at the smallest scale.
void TestTraining::ruleThatGivesUpEndsTheRun()
{
    Precision precision = mixed();
    precision.lossScaleRule = "deepspeed_dynamic_loss_scaler";
    precision.lossScale = findLossScaleRule(precision.lossScaleRule)->defaults;
    precision.lossScale->initial = 1 << 20;
    precision.lossScale->minimum = 1 << 19; // still too large for an FP16 loss
    Trainer trainer = sampleTrainer(settings(50, precision));
    RecordingSink sink;
    RunControl control;
    QCOMPARE(trainer.run(sink, control).why, RunFinished::Why::Failed);
    QVERIFY(sink.steps.size() < 5);
    QVERIFY(trainer.failure());
    QVERIFY(!trainer.failure()->remedy.empty());
}

void TestTraining::skippedStepLeavesWeightsAlone()
{
    Trainer trainer = sampleTrainer(settings(10, mixed()));
    const ValueId weight = trainer.mixedGraph()->findValue("conv1.weight");
    QVERIFY(weight.isValid());
    const std::vector<float> before = trainer.program().read(weight);
    QVERIFY(trainer.step().skipped);
    QCOMPARE(trainer.program().read(weight), before);
    while (trainer.step().skipped) { }
    QVERIFY(trainer.program().read(weight) != before);
}

void TestTraining::overflowIsBlamedOnTheFirstNode()
{
    Trainer trainer = sampleTrainer(settings(1, mixed()));
    const StepDone done = trainer.step();
    QVERIFY(done.firstOverflow.isValid());
    const Graph& graph = *trainer.mixedGraph();
    QCOMPARE(graph.value(done.firstOverflow.value).name, std::string("loss_scale__to_float16"));
    QCOMPARE(done.firstOverflow.element, 0u);
}

void TestTraining::saturationHidesInfinity()
{
    Precision precision = mixed();
    precision.onOverflow = kernels::OnOverflow::Saturate;
    Trainer trainer = sampleTrainer(settings(1, precision));
    const StepDone done = trainer.step();
    QVERIFY2(!done.overflow, "saturated gradients are finite");
    QVERIFY2(done.firstOverflow.isValid(), "but the overflow is still seen");
    precision.overflowTest = OverflowTest::AnyTensor;
    Trainer strict = sampleTrainer(settings(1, precision));
    QVERIFY(strict.step().overflow);
}

void TestTraining::keepOriginIsBitEqualToFloat32()
{
    Precision precision = mixed();
    precision.policy.settings = AscendSettings{.modeName = "must_keep_origin_dtype"};
    precision.lossScale = LossScaleParameters{.initial = 1, .window = 1000000};
    Trainer full = sampleTrainer(settings(10));
    Trainer kept = sampleTrainer(settings(10, precision));
    const std::vector<StepDone> fullSteps = train(full);
    const std::vector<StepDone> keptSteps = train(kept);
    for (std::size_t i = 0; i < fullSteps.size(); ++i)
        QCOMPARE(
            std::bit_cast<std::uint32_t>(keptSteps[i].loss), std::bit_cast<std::uint32_t>(fullSteps[i].loss));
}

void TestTraining::sameSeedIsBitEqual()
{
    TrainSettings chosen = settings(15, mixed());
    chosen.shuffle = true;
    Trainer first = sampleTrainer(chosen);
    Trainer second = sampleTrainer(chosen);
    chosen.seed = 2;
    Trainer other = sampleTrainer(chosen);
    const std::vector<StepDone> a = train(first), b = train(second), c = train(other);
    bool differs = false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        QCOMPARE(std::bit_cast<std::uint32_t>(a[i].loss), std::bit_cast<std::uint32_t>(b[i].loss));
        differs = differs || a[i].loss != c[i].loss;
    }
    QVERIFY(differs);
}

void TestTraining::nothingIsCreatedWhileTraining()
{
    Trainer trainer = sampleTrainer(settings(6, mixed()));
    trainer.step();
    trainer.step();
    const std::uint64_t primitives = Program::primitivesCreated();
    for (int i = 0; i < 4; ++i)
        trainer.step();
    QCOMPARE(Program::primitivesCreated(), primitives);
}

void TestTraining::stopEndsTheRun()
{
    Trainer trainer = sampleTrainer(settings(100000));
    RecordingSink sink;
    RunControl control;
    control.stop();
    QCOMPARE(trainer.run(sink, control).why, RunFinished::Why::Stopped);
    QVERIFY(sink.steps.empty());
}

void TestTraining::wrongRequestsAreRefused_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("code");
    QTest::newRow("a batch beyond the data") << "batch" << "E-DATA";
    QTest::newRow("a rule that does not exist") << "rule" << "E-LOSS-SCALE";
    QTest::newRow("a chip that does not exist") << "soc" << "E10001";
    QTest::newRow("a file that is not there") << "file" << "E-FILE-READ";
}

void TestTraining::wrongRequestsAreRefused()
{
    QFETCH(QString, change);
    QFETCH(QString, code);
    TrainSettings chosen = settings(1, mixed());
    if (change == "batch")
        chosen.batch = 100000;
    if (change == "rule")
        chosen.precision->lossScaleRule = "magic";
    if (change == "soc")
        chosen.precision->policy.settings = AscendSettings{.soc = "ascend42"};
    const auto trainer =
        Trainer::create(change == "file" ? "/nowhere.onnx" : std::string(kSampleModel), {}, digits(), chosen);
    QVERIFY(!trainer);
    QCOMPARE(QString::fromStdString(trainer.error().code), code);
    QVERIFY(!trainer.error().remedy.empty());
}

QTEST_APPLESS_MAIN(TestTraining)
#include "tst_training.moc"
