// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/core/embedded.h"
#include "analysis/onnx/weightsexport.h"
#include "executor/files/modelfile.h"
#include "executor/train/trainer.h"
#include "tests/support/shared.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace halftone;

namespace {

const DatasetPair& digits()
{
    static const DatasetPair pair = *sampleDigits();
    return pair;
}

TrainSettings settings(std::size_t steps, std::optional<Precision> precision = std::nullopt)
{
    return {
        .batch = 64, .steps = steps, .learningRate = 0.05f, .threads = 1, .precision = std::move(precision)};
}

Trainer sampleTrainer(TrainSettings chosen)
{
    auto trainer = Trainer::create(kSampleModel, {}, digits(), std::move(chosen));
    if (!trainer)
        qFatal("%s", describe(trainer.error()).c_str());
    return *std::move(trainer);
}

std::vector<StepDone> train(Trainer& trainer)
{
    RecordingSink sink;
    RunControl control;
    trainer.run(sink, control);
    return sink.steps;
}

Precision mixed()
{
    return {};
}

QJsonObject reference(const QString& model)
{
    return QJsonDocument::fromJson(
        test::readAll(test::sharedPath("corpus/train_models/reference/" + model + ".json")))
        .object();
}

}

class TestTraining : public QObject
{
    Q_OBJECT

private slots:
    void lossesEqualPyTorch_data();
    void lossesEqualPyTorch();
    void firstGradientsEqualPyTorch();
    void accuracyEqualsPyTorch();
    void mixedPrecisionLearnsAsWellAsFloat32();
    void scaleFallsUntilTheLossFits();
    void fixedScaleSkipsButNeverMoves();
    void ruleThatGivesUpEndsTheRun();
    void skippedStepLeavesWeightsAlone();
    void overflowIsBlamedOnTheFirstNode();
    void saturationHidesInfinity();
    void keepOriginIsBitEqualToFloat32();
    void sameSeedIsBitEqual();
    void resumedRunIsBitEqual_data();
    void resumedRunIsBitEqual();
    void checkpointOfOtherSettingsIsRefused();
    void trainedWeightsGoBackIntoTheModel();
    void nothingIsCreatedWhileTraining();
    void stopEndsTheRun();
    void wrongRequestsAreRefused_data();
    void wrongRequestsAreRefused();
};

void TestTraining::lossesEqualPyTorch_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("data");
    for (const char* model : {"lenet5", "lenet5_mnist28", "mlp_mnist28"})
        QTest::newRow(model) << model << "mnist";
    QTest::newRow("mlp_digits8") << "mlp_digits8" << "digits8x8";
}

// Losses of two correct programs drift apart slowly; 1e-4 holds over the first 20 steps.
void TestTraining::lossesEqualPyTorch()
{
    HALFTONE_NEED_SHARED("corpus/train_models/reference/lenet5.json");
    QFETCH(QString, model);
    QFETCH(QString, data);
    const auto pair = readIdxFolder(test::sharedPath("corpus/data/" + data).toStdString());
    QVERIFY(pair);
    const QJsonObject run = reference(model);
    TrainSettings chosen = settings(20);
    chosen.learningRate = static_cast<float>(run["lr"].toDouble());
    auto trainer = Trainer::create(
        test::sharedPath("corpus/train_models/" + model + ".onnx").toStdString(), {}, *pair, chosen);
    QVERIFY2(trainer, trainer ? "" : describe(trainer.error()).c_str());
    const QJsonArray expected = run["losses_first20"].toArray();
    const std::vector<StepDone> steps = train(*trainer);
    QCOMPARE(steps.size(), 20u);
    double worst = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const double loss = expected[static_cast<qsizetype>(i)].toDouble();
        const double relative = std::abs(static_cast<double>(steps[i].loss) - loss) / loss;
        worst = std::max(worst, relative);
        QVERIFY2(relative <= 1e-4,
            qPrintable(QString("step %1: %2 instead of %3")
                    .arg(i + 1)
                    .arg(static_cast<double>(steps[i].loss))
                    .arg(loss)));
    }
    qInfo("largest relative difference of the first 20 losses: %.2g", worst);
}

void TestTraining::firstGradientsEqualPyTorch()
{
    HALFTONE_NEED_SHARED("corpus/train_models/reference/lenet5.json");
    const auto pair = readIdxFolder(test::sharedPath("corpus/data/mnist").toStdString());
    QVERIFY(pair);
    auto trainer = Trainer::create(
        test::sharedPath("corpus/train_models/lenet5.onnx").toStdString(), {}, *pair, settings(1));
    QVERIFY(trainer);
    trainer->step();
    const QJsonObject expected = reference("lenet5")["gradients_step0"].toObject();
    const Graph& graph = *trainer->training().graph;
    for (const TrainedParameter& parameter : trainer->training().parameters) {
        double squares = 0;
        for (const float value : trainer->program().read(parameter.unscaledGradient))
            squares += static_cast<double>(value) * static_cast<double>(value);
        const std::string& name = graph.value(parameter.weight.value).name;
        const double norm = expected[QString::fromStdString(name)].toObject()["l2"].toDouble();
        // Batch 64, up to 784 pixels: 50,000 terms in a sum; its error grows with the root.
        const double tolerance = std::sqrt(50000.0) * 0x1p-24 * norm;
        QVERIFY2(std::abs(std::sqrt(squares) - norm) <= tolerance, name.c_str());
    }
    QCOMPARE(trainer->training().parameters.size(), static_cast<std::size_t>(expected.size()));
}

void TestTraining::accuracyEqualsPyTorch()
{
    HALFTONE_NEED_SHARED("corpus/train_models/reference/lenet5.json");
    const auto pair = readIdxFolder(test::sharedPath("corpus/data/mnist").toStdString());
    QVERIFY(pair);
    auto trainer = Trainer::create(
        test::sharedPath("corpus/train_models/lenet5.onnx").toStdString(), {}, *pair, settings(937));
    QVERIFY(trainer);
    train(*trainer);
    const double accuracy = trainer->measureAccuracy();
    const double expected = reference("lenet5")["test_accuracy"].toDouble();
    qInfo("accuracy %.4f, PyTorch %.4f", accuracy, expected);
    QVERIFY(std::abs(accuracy - expected) <= 0.02);
}

void TestTraining::mixedPrecisionLearnsAsWellAsFloat32()
{
    TrainSettings chosen = settings(750);
    chosen.shuffle = true;
    chosen.schedule.kind = LearningRateSchedule::Kind::Cosine; // ends at rest, where no summation order tells
    Trainer full = sampleTrainer(chosen);
    chosen.precision = mixed();
    Trainer half = sampleTrainer(chosen);
    train(full);
    train(half);
    const double fullAccuracy = full.measureAccuracy();
    const double halfAccuracy = half.measureAccuracy();
    qInfo("accuracy float32 %.4f, mixed %.4f", fullAccuracy, halfAccuracy);
    QVERIFY(fullAccuracy > 0.9);
    // Three times the deviation of the difference of two shares of 2,000 samples, were they drawn anew.
    const double share = (fullAccuracy + halfAccuracy) / 2;
    QVERIFY(std::abs(fullAccuracy - halfAccuracy) <= 3 * std::sqrt(2 * share * (1 - share) / 2000));
}

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

void TestTraining::resumedRunIsBitEqual_data()
{
    QTest::addColumn<bool>("isMixed");
    QTest::newRow("float32") << false;
    QTest::newRow("mixed, in the middle of the falling scale") << true;
}

void TestTraining::resumedRunIsBitEqual()
{
    QFETCH(bool, isMixed);
    TrainSettings chosen = settings(20, isMixed ? std::optional(mixed()) : std::nullopt);
    chosen.shuffle = true;
    Trainer whole = sampleTrainer(chosen);
    const std::vector<StepDone> expected = train(whole);

    Trainer first = sampleTrainer(chosen);
    for (int i = 0; i < 6; ++i)
        first.step();
    const auto decoded = decodeCheckpoint(encode(first.checkpoint()), "checkpoint");
    QVERIFY(decoded);
    QVERIFY(*decoded == first.checkpoint());
    Trainer second = sampleTrainer(chosen);
    const auto restored = second.restore(*decoded);
    QVERIFY2(restored, restored ? "" : describe(restored.error()).c_str());
    const std::vector<StepDone> rest = train(second);
    QCOMPARE(rest.size(), 14u);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        QCOMPARE(rest[i].step, expected[i + 6].step);
        QCOMPARE(
            std::bit_cast<std::uint32_t>(rest[i].loss), std::bit_cast<std::uint32_t>(expected[i + 6].loss));
        QCOMPARE(rest[i].scaleAfter, expected[i + 6].scaleAfter);
    }
    QVERIFY(second.checkpoint() == whole.checkpoint());
}

void TestTraining::checkpointOfOtherSettingsIsRefused()
{
    Trainer full = sampleTrainer(settings(5));
    Trainer half = sampleTrainer(settings(5, mixed()));
    const auto restored = full.restore(half.checkpoint());
    QVERIFY(!restored);
    QCOMPARE(restored.error().code, std::string("E-CHECKPOINT"));
    QVERIFY(!decodeCheckpoint("halftone-checkpoint 1\n\xff\xff", "damaged"));
    QVERIFY(!decodeCheckpoint("something else", "other"));
}

void TestTraining::trainedWeightsGoBackIntoTheModel()
{
    Trainer trainer = sampleTrainer(settings(20));
    train(trainer);
    const auto file = withWeights(embeddedFile("samples/lenet5.onnx"), "sample", trainer.weights());
    QVERIFY2(file, file ? "" : describe(file.error()).c_str());
    const auto model = importOnnx(std::as_bytes(std::span(*file)), "trained");
    QVERIFY(model);
    for (const auto& [name, values] : trainer.weights()) {
        const TensorData* data = model->graph->data(model->graph->findValue(name));
        QVERIFY(data);
        QVERIFY(std::ranges::equal(
            toDoubles(*data), values, [](double a, float b) { return a == static_cast<double>(b); }));
    }
    QVERIFY(!withWeights(embeddedFile("samples/lenet5.onnx"), "sample", {{"nothing", {1.0f}}}));
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
