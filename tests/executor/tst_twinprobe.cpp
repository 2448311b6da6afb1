// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mixed run beside its FP32 twin, where the run stands.
#include "executor/files/modelfile.h"
#include "executor/train/twinprobe.h"

#include <QTest>

#include <algorithm>

using namespace halftone;

namespace {

const DatasetPair& digits()
{
    static const DatasetPair pair = *sampleDigits();
    return pair;
}

TrainSettings settings(const PrecisionPolicy& policy = {})
{
    return {.batch = 16, .steps = 8, .threads = 1, .precision = comparisonPrecision(policy)};
}

PrecisionPolicy keepingFloat32()
{
    return {.settings = AscendSettings{.modeName = "must_keep_origin_dtype"}};
}

Trainer trainerFor(const TrainSettings& chosen)
{
    auto trainer = Trainer::create(kSampleModel, {}, digits(), chosen);
    if (!trainer)
        qFatal("%s", describe(trainer.error()).c_str());
    return *std::move(trainer);
}

TwinProbe probeFor(const TrainSettings& chosen)
{
    auto probe = TwinProbe::create(kSampleModel, {}, digits(), chosen);
    if (!probe)
        qFatal("%s", describe(probe.error()).c_str());
    return *std::move(probe);
}

double worst(const TwinErrors& errors)
{
    double largest = 0;
    for (const NodeComparison& node : errors.nodes)
        largest = std::max(largest, node.accumulated.relative());
    return largest;
}

}

class TestTwinProbe : public QObject
{
    Q_OBJECT

private slots:
    void firstStepEqualsTheComparison();
    void float32HasNoErrors();
    void followsTheWeightsOfTheRun();
    void runDoesNotNotice();
    void otherRunIsRefused();
};

void TestTwinProbe::firstStepEqualsTheComparison()
{
    const auto compared = compareWithFloat32(
        {.model = kSampleModel, .train = settings()}, digits(), std::vector{comparisonPrecision({})});
    QVERIFY(compared && compared->front());
    const auto errors = probeFor(settings()).compareAt(trainerFor(settings()).checkpoint());
    QVERIFY(errors);
    QCOMPARE(errors->step, 1);
    QCOMPARE(errors->scale, compared->front()->scale);
    const std::vector<NodeComparison>& nodes = compared->front()->nodes;
    QCOMPARE(errors->nodes.size(), nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        QCOMPARE(errors->nodes[i].node, nodes[i].node);
        QVERIFY(errors->nodes[i].accumulated == nodes[i].accumulated);
    }
    QVERIFY(worst(*errors) > 0);
}

void TestTwinProbe::float32HasNoErrors()
{
    const TrainSettings chosen = settings(keepingFloat32());
    const auto errors = probeFor(chosen).compareAt(trainerFor(chosen).checkpoint());
    QVERIFY(errors);
    QCOMPARE(worst(*errors), 0.0);
}

void TestTwinProbe::followsTheWeightsOfTheRun()
{
    Trainer run = trainerFor(settings());
    TwinProbe probe = probeFor(settings());
    const auto first = probe.compareAt(run.checkpoint());
    for (int i = 0; i < 5; ++i)
        run.step();
    const auto later = probe.compareAt(run.checkpoint());
    QVERIFY(first && later);
    QCOMPARE(later->step, 6);
    const auto differs = [](const NodeComparison& a, const NodeComparison& b) {
        return a.accumulated.largest != b.accumulated.largest;
    };
    QVERIFY(!std::ranges::equal(first->nodes, later->nodes, std::not_fn(differs)));
    const auto again = probe.compareAt(run.checkpoint());
    QVERIFY(std::ranges::equal(later->nodes, again->nodes, std::not_fn(differs)));
}

void TestTwinProbe::runDoesNotNotice()
{
    Trainer watched = trainerFor(settings());
    Trainer alone = trainerFor(settings());
    TwinProbe probe = probeFor(settings());
    for (int i = 0; i < 4; ++i) {
        watched.step();
        alone.step();
        QVERIFY(probe.compareAt(watched.checkpoint()));
    }
    QVERIFY(watched.checkpoint() == alone.checkpoint());
}

void TestTwinProbe::otherRunIsRefused()
{
    TrainSettings other = settings();
    other.learningRate = 1;
    const auto errors = probeFor(settings()).compareAt(trainerFor(other).checkpoint());
    QVERIFY(!errors);
    QCOMPARE(errors.error().code, std::string("E-CHECKPOINT"));
}

QTEST_APPLESS_MAIN(TestTwinProbe)
#include "tst_twinprobe.moc"
