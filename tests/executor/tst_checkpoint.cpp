// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a run leaves behind: a checkpoint that another goes on from to the bit, and trained weights in the
// model.
#include "analysis/core/embedded.h"
#include "analysis/onnx/weightsexport.h"
#include "tests/executor/sampletraining.h"

#include <QTest>

#include <bit>

using namespace halftone;
using namespace halftone::test;

class TestCheckpoint : public QObject
{
    Q_OBJECT

private slots:
    void resumedRunIsBitEqual_data();
    void resumedRunIsBitEqual();
    void checkpointOfOtherSettingsIsRefused();
    void trainedWeightsGoBackIntoTheModel();
};

void TestCheckpoint::resumedRunIsBitEqual_data()
{
    QTest::addColumn<bool>("isMixed");
    QTest::newRow("float32") << false;
    QTest::newRow("mixed, in the middle of the falling scale") << true;
}

void TestCheckpoint::resumedRunIsBitEqual()
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

void TestCheckpoint::checkpointOfOtherSettingsIsRefused()
{
    Trainer full = sampleTrainer(settings(5));
    Trainer half = sampleTrainer(settings(5, mixed()));
    const auto restored = full.restore(half.checkpoint());
    QVERIFY(!restored);
    QCOMPARE(restored.error().code, std::string("E-CHECKPOINT"));
    QVERIFY(!decodeCheckpoint("halftone-checkpoint 1\n\xff\xff", "damaged"));
    QVERIFY(!decodeCheckpoint("something else", "other"));
}

void TestCheckpoint::trainedWeightsGoBackIntoTheModel()
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

QTEST_APPLESS_MAIN(TestCheckpoint)
#include "tst_checkpoint.moc"
