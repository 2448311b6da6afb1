// SPDX-License-Identifier: GPL-3.0-or-later
//
// Planted overflows: one number too large, somewhere in forward, loss, backward or update, and the node, the
// tensor and the element that a step must name for it. Likewise tensors that become zero without any NaN.
#include "executor/telemetry/overflowdescription.h"
#include "tests/executor/plantedoverflows.h"
#include "tests/support/textgraph.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

namespace {

/// Four samples, all alike, of class 1; a target of zeros where the loss wants one.
DatasetPair samplesFor(const Planted& planted)
{
    DatasetPair data;
    for (Dataset* part : {&data.train, &data.test}) {
        part->name = "planted";
        part->sampleShape =
            planted.model == kDense ? std::vector<std::int64_t>{3} : std::vector<std::int64_t>{1, 3, 1};
        part->values.assign(8 * 3, planted.sample);
        part->labels.assign(8, 1);
        if (planted.settings.differentiate.loss == Loss::MeanSquaredError)
            part->targets.assign(8 * 2, 0.0f);
    }
    return data;
}

OverflowPlace lastPlace(const Planted& planted, Trainer& run, bool isCollapse)
{
    for (ValueId id : run.training().graph->values()) {
        if (run.training().graph->value(id).name.contains("/") ||
            run.training().graph->value(id).dtype != DType::Float32 ||
            run.training().graph->value(id).kind != ValueKind::Initializer)
            continue;
        std::ranges::fill(run.program().floats(run.mixed().valueOf[id]), 0.5f);
    }
    const auto weight = [&](const char* name) {
        return run.program().floats(run.mixedGraph()->findValue(name));
    };
    for (const auto& [name, value] : planted.weights)
        std::ranges::fill(weight(name), value);
    for (const auto& [name, element] : planted.elements)
        weight(name)[element.first] = element.second;
    StepDone done;
    for (int i = 0; i < planted.steps; ++i)
        done = run.step();
    return isCollapse ? done.firstCollapse : done.firstOverflow;
}

void check(const Planted& planted, bool isCollapse)
{
    TrainSettings settings = planted.settings;
    settings.batch = 4;
    settings.steps = 8;
    settings.threads = 1;
    settings.precision = Precision{.policy = {.settings = MindSporeSettings{.level = "O0"}},
        .lossScaleRule = "torch_grad_scaler",
        .lossScale = LossScaleParameters{.initial = planted.scale},
        .onOverflow = planted.onOverflow};
    for (const char* node : planted.half)
        settings.precision->policy.overrides.push_back({.target = node, .dtype = DType::Float16});
    const DatasetPair data = samplesFor(planted);
    auto run = Trainer::create({.graph = textGraph(planted.model)}, "planted", data, settings);
    QVERIFY2(run, run ? "" : describe(run.error()).c_str());
    const auto place = describeOverflow(*run->mixedGraph(), lastPlace(planted, *run, isCollapse));
    QVERIFY2(place, "nothing was blamed");
    const std::string tensor = place->converted.empty() ? place->value : place->converted;
    const std::string text = place->op + " (" + place->node + ") in " + place->phase + ", tensor " + tensor +
        ", element " + std::to_string(place->element);
    QVERIFY2(place->op == planted.op, text.c_str());
    QVERIFY2(place->phase == name(planted.phase), text.c_str());
    QVERIFY2(*planted.tensor == 0 || tensor == planted.tensor, text.c_str());
    QVERIFY2(
        planted.element < 0 || place->element == static_cast<std::uint64_t>(planted.element), text.c_str());
}

}

class TestBlame : public QObject
{
    Q_OBJECT

private slots:
    void overflowIsBlamedOnTheRightPlace_data();
    void overflowIsBlamedOnTheRightPlace();
    void collapseIsBlamedOnTheRightPlace_data();
    void collapseIsBlamedOnTheRightPlace();
    void masksOfInfinityAreNobodysFault();
    void cleanStepsBlameNobody();
};

void TestBlame::overflowIsBlamedOnTheRightPlace_data()
{
    QTest::addColumn<bool>("ignored");
    for (const auto& [name, planted] : overflows())
        QTest::newRow(name.constData()) << true;
}

void TestBlame::overflowIsBlamedOnTheRightPlace()
{
    check(overflows().at(QTest::currentDataTag()), false);
}

void TestBlame::collapseIsBlamedOnTheRightPlace_data()
{
    QTest::addColumn<bool>("ignored");
    for (const auto& [name, planted] : collapses())
        QTest::newRow(name.constData()) << true;
}

void TestBlame::collapseIsBlamedOnTheRightPlace()
{
    check(collapses().at(QTest::currentDataTag()), true);
}

// An attention mask holds -infinity on purpose; what follows passes it on. The real overflow comes behind it.
void TestBlame::masksOfInfinityAreNobodysFault()
{
    const char* const model =
        "input x: f32[4,3]\n weight mask: f32[2]\n weight w1: f32[3,2]\n weight w2: f32[2,2]\n"
        "weight w3: f32[2,2]\n h: f32[4,2] = MatMul(x, w1)\n m: f32[4,2] = Add(h, mask)\n"
        "s: f32[4,2] = Softmax(m)\n y: f32[4,2] = MatMul(s, w2)\n z: f32[4,2] = MatMul(y, w3)\n output z";
    const Planted planted{.weights = {{"w2", 3e38f}, {"w3", 1.0f}}, .elements = {{"mask", {0, -kInfinity}}}};
    const DatasetPair data = samplesFor(planted);
    auto run =
        Trainer::create({.graph = textGraph(model)}, "mask", data, {.batch = 4, .steps = 4, .threads = 1});
    QVERIFY2(run, run ? "" : describe(run.error()).c_str());
    const auto place = describeOverflow(*run->mixedGraph(), lastPlace(planted, *run, false));
    QVERIFY(place);
    QCOMPARE(place->value, std::string("z"));
}

void TestBlame::cleanStepsBlameNobody()
{
    const DatasetPair data = samplesFor({});
    auto run = Trainer::create({.graph = textGraph(kDense)}, "clean", data,
        {.batch = 4,
            .steps = 4,
            .threads = 1,
            .precision = Precision{.lossScale = LossScaleParameters{.initial = 1024}}});
    QVERIFY(run);
    for (int i = 0; i < 4; ++i) {
        const StepDone done = run->step();
        QVERIFY(!done.firstOverflow.isValid());
        QVERIFY(!done.overflow);
    }
}

QTEST_APPLESS_MAIN(TestBlame)
#include "tst_blame.moc"
