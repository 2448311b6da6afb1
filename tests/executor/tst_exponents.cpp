// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exponents of single tensors, counted while somebody asks for them.
#include "executor/files/modelfile.h"
#include "executor/train/trainer.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <numeric>

using namespace halftone;

namespace {

/// Asks for one tensor at a time and keeps what it gets.
class Watcher final : public Sink
{
public:
    explicit Watcher(std::vector<ValueId> wishes)
        : m_wishes(std::move(wishes))
    {
    }
    void begin(const RunInfo& /*info*/) override { }
    void addWatched(std::vector<ValueId>& values) const override
    {
        if (steps < m_wishes.size() && m_wishes[steps].isValid())
            values.push_back(m_wishes[steps]);
    }
    void consume(const Event& event) noexcept override
    {
        if (std::holds_alternative<StepDone>(event))
            ++steps;
        else if (const auto* tensor = std::get_if<TensorExponents>(&event))
            got.push_back({tensor->step, tensor->value, *tensor->histogram});
    }

    struct Got
    {
        std::uint64_t step;
        ValueId value;
        ExponentHistogram histogram;
    };
    std::vector<Got> got;
    std::size_t steps = 0;

private:
    std::vector<ValueId> m_wishes; // by step
};

Trainer trainer(const std::optional<Precision>& precision, std::size_t steps, bool observesAll = true)
{
    static const DatasetPair digits = *sampleDigits();
    auto made = Trainer::create(kSampleModel, {}, digits,
        {.batch = 16, .steps = steps, .threads = 1, .observesAll = observesAll, .precision = precision});
    if (!made)
        qFatal("%s", describe(made.error()).c_str());
    return *std::move(made);
}

/// A gradient that a Cast widens in front of unscaling it.
ValueId widenedGradient(const Graph& graph)
{
    for (NodeId node : graph.nodes()) {
        if (graph.node(node).opType != "UnscaleGradient")
            continue;
        const ValueId gradient = graph.inputs(node)[0];
        if (graph.node(graph.value(gradient).producer).opType == "Cast")
            return gradient;
    }
    return {};
}

/// The first result of the first node of that type.
ValueId resultOf(const Graph& graph, std::string_view opType)
{
    for (NodeId node : graph.nodes()) {
        if (graph.node(node).opType == opType)
            return graph.outputs(node)[0];
    }
    return {};
}

ExponentHistogram counted(const std::vector<float>& values)
{
    ExponentHistogram histogram{};
    for (const float value : values)
        ++histogram[(std::bit_cast<std::uint32_t>(value) >> 23) & 0xff];
    return histogram;
}

Precision startingAt(double scale)
{
    Precision precision;
    LossScaleParameters parameters = findLossScaleRule(precision.lossScaleRule)->defaults;
    parameters.initial = scale;
    precision.lossScale = parameters;
    return precision;
}

}

class TestExponents : public QObject
{
    Q_OBJECT

private slots:
    void countsEqualTheElements_data();
    void countsEqualTheElements();
    void whatALaterNodeDoesIsMadeToBeCounted();
    void watchedTensorChangesBetweenSteps();
    void stepThatOverflowsIsCountedOnce();
    void nobodyAsksAndNothingIsCounted();
};

void TestExponents::countsEqualTheElements_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("isMixed");
    QTest::newRow("channels that fill no block, float16") << "Conv" << true;
    QTest::newRow("channels that fill no block, float32") << "Conv" << false;
    QTest::newRow("a matrix, float16") << "Gemm" << true;
    QTest::newRow("another name for memory") << "Flatten" << true;
    QTest::newRow("a gradient") << "UnscaleGradient" << true;
}

void TestExponents::countsEqualTheElements()
{
    QFETCH(const QString, type);
    QFETCH(const bool, isMixed);
    Trainer trained = trainer(isMixed ? std::optional(Precision()) : std::nullopt, 1);
    const ValueId value = resultOf(*trained.mixedGraph(), type.toStdString());
    QVERIFY(value.isValid());
    Watcher watcher({value});
    RunControl control;
    trained.run(watcher, control);
    QCOMPARE(watcher.got.size(), 1);
    QCOMPARE(watcher.got[0].value, value);
    const std::vector<float> elements = trained.program().read(value);
    QVERIFY(watcher.got[0].histogram == counted(elements));
    QCOMPARE(std::accumulate(watcher.got[0].histogram.begin(), watcher.got[0].histogram.end(), 0UL),
        elements.size());
}

/// A gradient is rounded and unscaled in one pass, and neither its 16-bit form nor that widened is made,
/// unless somebody watches them. What the rounding did is counted all the same, and once.
void TestExponents::whatALaterNodeDoesIsMadeToBeCounted()
{
    std::vector<ExponentHistogram> histograms;
    std::vector<kernels::RoundStats> counts;
    for (const bool observesAll : {true, false}) {
        Trainer trained = trainer(startingAt(1024), 4, observesAll); // nothing but infinities would be alike
        const Graph& graph = *trained.mixedGraph();
        const ValueId widened = widenedGradient(graph);
        QVERIFY(widened.isValid());
        const NodeId cast = graph.value(widened).producer;
        const auto row = std::ranges::find(trained.program().plan(), cast, &PlanRow::node);
        QCOMPARE(row->implementation.starts_with("in "), !observesAll);
        const ValueId narrow = graph.inputs(cast)[0],
                      unscaled = graph.outputs(graph.uses(widened)[0].node)[0];
        Watcher watcher({widened, widened, narrow, unscaled});
        RunControl control;
        trained.run(watcher, control);
        QCOMPARE(watcher.got.size(), 4);
        for (const Watcher::Got& got : watcher.got) {
            QCOMPARE(std::accumulate(got.histogram.begin(), got.histogram.end(), 0UL),
                trained.program().read(widened).size());
            histograms.push_back(got.histogram);
        }
        QVERIFY(histograms.back() != *(histograms.end() - 2)); // a thousandth of it
        counts.push_back(trained.program().state().rounding[narrow]);
    }
    QVERIFY(std::ranges::equal(std::span(histograms).first(4), std::span(histograms).last(4)));
    QVERIFY(counts[0].count > 0 && counts[0] == counts[1]);
}

void TestExponents::watchedTensorChangesBetweenSteps()
{
    Trainer trained = trainer(Precision(), 4);
    const ValueId first = resultOf(*trained.mixedGraph(), "Conv");
    const ValueId second = resultOf(*trained.mixedGraph(), "Gemm");
    Watcher watcher({first, {}, second, second});
    RunControl control;
    trained.run(watcher, control);
    QCOMPARE(watcher.steps, 4);
    QCOMPARE(watcher.got.size(), 3);
    QCOMPARE(watcher.got[0].value, first);
    QCOMPARE(watcher.got[1].value, second);
    QCOMPARE(watcher.got[1].step, 3);
    QVERIFY(watcher.got[1].histogram != watcher.got[2].histogram);
}

// To find the operator to blame such a step is computed anew, node by node.
void TestExponents::stepThatOverflowsIsCountedOnce()
{
    Trainer trained = trainer(startingAt(0x1p40), 1);
    const ValueId value = resultOf(*trained.mixedGraph(), "Conv");
    Watcher watcher({value});
    RunControl control;
    trained.run(watcher, control);
    QCOMPARE(watcher.got.size(), 1);
    QVERIFY(watcher.got[0].histogram == counted(trained.program().read(value)));
}

void TestExponents::nobodyAsksAndNothingIsCounted()
{
    Trainer trained = trainer(Precision(), 2);
    Watcher watcher({});
    RunControl control;
    trained.run(watcher, control);
    QCOMPARE(watcher.steps, 2);
    QVERIFY(watcher.got.empty());
}

QTEST_APPLESS_MAIN(TestExponents)
#include "tst_exponents.moc"
