// SPDX-License-Identifier: GPL-3.0-or-later
//
// Unscaling, clipping and optimizers as nodes of a training graph, against the same formulas in float64.
#include "analysis/differentiate/differentiate.h"
#include "analysis/ops/opdef.h"
#include "executor/program/program.h"
#include "executor/train/schedule.h"
#include "tests/support/shared.h"
#include "tests/support/textgraph.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr std::size_t kSize = 6;

/// A model that is its own loss, x (w + b): the gradients of both weights are x itself.
struct UpdateRun
{
    TrainingGraph training;
    std::optional<Program> program;

    explicit UpdateRun(const DifferentiateOptions& options)
    {
        auto made = differentiate(textGraph("input x: f32[1,6]\n input t: f32[1]\n"
                                            "weight net.weight: f32[6,1] = 1 -2 3 -4 5 -6\n"
                                            "weight net.bias: f32[6,1] = 0.5 0.25 0 -0.25 -0.5 1\n"
                                            "p: f32[1,1] = MatMul(x, net.weight)\n"
                                            "q: f32[1,1] = MatMul(x, net.bias)\n"
                                            "l: f32[1,1] = Add(p, q)\n output l"),
            options);
        if (!made)
            qFatal("%s", describe(made.error()).c_str());
        training = *std::move(made);
        ProgramOptions compile;
        const std::span<const ValueId> outputs = training.graph->graphOutputs();
        std::size_t next = 1;
        for (const ReplacedValue& replaced : training.replaced())
            compile.carried[outputs[next++]] = replaced.value;
        for (const TrainedParameter& parameter : training.parameters)
            compile.checked.push_back(parameter.unscaledGradient);
        compile.observed = compile.checked;
        program = *Program::compile(training.graph, compile);
    }

    /// One step with these gradients for both weights.
    void step(const std::vector<float>& gradient, float rate, int number, float scale = 1)
    {
        std::ranges::copy(gradient, program->floats(training.graph->findValue("x")).begin());
        program->floats(training.lossScale)[0] = scale;
        program->floats(training.inverseLossScale)[0] = 1 / scale;
        program->floats(training.learningRate)[0] = rate;
        if (training.beta1Power.isValid()) {
            program->floats(training.beta1Power)[0] = static_cast<float>(std::pow(0.9, number));
            program->floats(training.beta2Power)[0] = static_cast<float>(std::pow(0.999, number));
        }
        program->run(Stage::Compute);
        program->run(Stage::Apply);
    }

    std::vector<float> weight(const char* name = "net.weight")
    {
        return program->read(training.graph->findValue(name));
    }
};

std::vector<float> gradientAt(int step)
{
    std::vector<float> gradient(kSize);
    for (std::size_t i = 0; i < kSize; ++i)
        gradient[i] = std::sin(static_cast<float>(static_cast<int>(i) * 7 + step * 3 + 1));
    return gradient;
}

/// The optimizers as their papers and frameworks write them.
struct Reference
{
    double w = 0;
    double m = 0;
    double v = 0;

    void step(double g, double rate, int number, const DifferentiateOptions& o)
    {
        const auto decay = static_cast<double>(o.weightDecay);
        const auto b1 = static_cast<double>(o.beta1), b2 = static_cast<double>(o.beta2);
        if (o.optimizer == Optimizer::AdamW)
            w *= 1 - rate * decay;
        else
            g += decay * w;
        switch (o.optimizer) {
        case Optimizer::Sgd:
            w -= rate * g;
            return;
        case Optimizer::Momentum:
            m = static_cast<double>(o.momentum) * m + g;
            w -= o.nesterov ? rate * g + static_cast<double>(o.momentum) * rate * m : rate * m;
            return;
        case Optimizer::Adam:
        case Optimizer::AdamW:
            m = b1 * m + (1 - b1) * g;
            v = b2 * v + (1 - b2) * g * g;
            w -= rate * (m / (1 - std::pow(b1, number))) /
                (std::sqrt(v / (1 - std::pow(b2, number))) + static_cast<double>(o.epsilon));
            return;
        }
    }
};

}

class TestUpdates : public QObject
{
    Q_OBJECT

private slots:
    void optimizersFollowTheirFormulas_data();
    void optimizersFollowTheirFormulas();
    void momentumVectorsComeOut();
    void centralizedGradientsHaveNoMean();
    void groupsOverrideDecayAndRate();
    void factorsOfNormalizationAreNotDecayed();
    void normIsClippedAfterUnscaling_data();
    void normIsClippedAfterUnscaling();
    void elementsAreClipped();
    void everyOptimizerIsJudgedByItsAscendName_data();
    void everyOptimizerIsJudgedByItsAscendName();
    void schedulesFollowTheUpdates();
};

void TestUpdates::optimizersFollowTheirFormulas_data()
{
    QTest::addColumn<int>("optimizer");
    QTest::addColumn<float>("decay");
    QTest::addColumn<bool>("nesterov");
    for (const Optimizer optimizer :
        {Optimizer::Sgd, Optimizer::Momentum, Optimizer::Adam, Optimizer::AdamW}) {
        const std::string title(name(optimizer));
        QTest::newRow(title.c_str()) << static_cast<int>(optimizer) << 0.0f << false;
        QTest::newRow((title + " with decay").c_str()) << static_cast<int>(optimizer) << 0.01f << false;
    }
    QTest::newRow("Nesterov with decay") << static_cast<int>(Optimizer::Momentum) << 0.01f << true;
}

void TestUpdates::optimizersFollowTheirFormulas()
{
    QFETCH(int, optimizer);
    QFETCH(float, decay);
    QFETCH(bool, nesterov);
    const DifferentiateOptions options{.loss = Loss::InGraph,
        .optimizer = static_cast<Optimizer>(optimizer),
        .weightDecay = decay,
        .nesterov = nesterov};
    UpdateRun run(options);
    std::vector<Reference> expected(kSize);
    const std::vector<float> start = run.weight();
    for (std::size_t i = 0; i < kSize; ++i)
        expected[i].w = static_cast<double>(start[i]);
    constexpr float kRate = 0.05f;
    constexpr float kScale = 1024; // a power of two leaves no trace
    for (int number = 1; number <= 10; ++number) {
        const std::vector<float> gradient = gradientAt(number);
        run.step(gradient, kRate, number, kScale);
        for (std::size_t i = 0; i < kSize; ++i)
            expected[i].step(static_cast<double>(gradient[i]), static_cast<double>(kRate), number, options);
    }
    const std::vector<float> weight = run.weight();
    for (std::size_t i = 0; i < kSize; ++i) {
        // Ten steps of some ten operations on numbers up to 6; 1 - beta2 loses ten bits when it is formed.
        const double tolerance = 10 * 10 * 0x1p-24 * 6 + 10 * static_cast<double>(kRate) * 0x1p-14;
        QVERIFY2(std::abs(static_cast<double>(weight[i]) - expected[i].w) <= tolerance,
            qPrintable(QString("%1: %2 instead of %3")
                    .arg(i)
                    .arg(static_cast<double>(weight[i]))
                    .arg(expected[i].w)));
    }
}

/// MindSpore's order of decay, division by the optimizer's loss scale and Nesterov, through the nodes.
void TestUpdates::momentumVectorsComeOut()
{
    HALFTONE_NEED_SHARED("facts/momentum_vectors.json");
    const auto file =
        nlohmann::json::parse(readAll(sharedPath(QStringLiteral("facts/momentum_vectors.json"))).constData());
    for (const nlohmann::json& test : file.at("cases")) {
        UpdateRun run({.loss = Loss::InGraph,
            .momentum = test.at("momentum"),
            .weightDecay = test.at("weight_decay"),
            .nesterov = test.at("nesterov"),
            .optimizerLossScale = test.at("optimizer_loss_scale")});
        const float stepScale =
            test.at("step_loss_scale").is_null() ? 1.0f : test.at("step_loss_scale").get<float>();
        run.program->write(run.training.graph->findValue("net.weight"),
            std::vector<float>(kSize, test.at("w0").get<float>()));
        for (std::size_t i = 0; i < test.at("grads").size(); ++i) {
            const nlohmann::json& after = test.at("after")[i];
            if (after.at("skipped"))
                continue;
            // The vectors have gradients with the scale in them; the node divides by it.
            run.step(std::vector<float>(kSize, test.at("grads")[i].get<float>() / stepScale), test.at("lr"),
                static_cast<int>(i) + 1, stepScale);
            const double expected = after.at("weight");
            const double difference = std::abs(static_cast<double>(run.weight()[0]) - expected);
            QVERIFY2(
                difference <= 4e-7 * std::max(1.0, std::abs(expected)), // 2e-7 and one rounding of the sum
                qPrintable(QString::fromStdString(test.at("id").get<std::string>())));
        }
    }
}

void TestUpdates::centralizedGradientsHaveNoMean()
{
    const auto training =
        differentiate(textGraph("input x: f32[1,2,3,3]\n weight w: f32[3,2,2,2]\n weight b: f32[3]\n"
                                "y: f32[1,3,2,2] = Conv(x, w, b)\n z: f32[1,12] = Flatten(y)\n output z"),
            {.centralizes = true});
    QVERIFY(training);
    for (NodeId id : training->graph->nodes()) {
        const Node& node = training->graph->node(id);
        if (node.opType == "Momentum")
            QCOMPARE(attributeOr(node.attributes, "centralize", std::int64_t{0}),
                std::int64_t{node.name == "momentum/w"}); // convolutions only
    }
    ProgramOptions options;
    options.checked = {training->parameters[0].unscaledGradient, training->parameters[1].unscaledGradient};
    options.observed = options.checked;
    Program program = *Program::compile(training->graph, options);
    std::ranges::fill(program.floats(training->graph->findValue("x")), 0.5f);
    program.floats(training->lossScale)[0] = program.floats(training->inverseLossScale)[0] = 1;
    program.floats(training->learningRate)[0] = 1;
    program.run(Stage::Compute);
    program.run(Stage::Apply);
    const std::vector<float> moved = program.read(training->parameters[0].weight.updated);
    double largest = 0;
    for (std::size_t row = 0; row < 3; ++row) {
        double sum = 0;
        for (std::size_t i = 0; i < 8; ++i) {
            sum += static_cast<double>(moved[row * 8 + i]);
            largest = std::max(largest, std::abs(static_cast<double>(moved[row * 8 + i])));
        }
        QVERIFY(std::abs(sum) <= 8 * 0x1p-23 * std::max(largest, 1.0));
    }
}

void TestUpdates::groupsOverrideDecayAndRate()
{
    UpdateRun run({.loss = Loss::InGraph,
        .optimizer = Optimizer::Sgd,
        .weightDecay = 0.5f,
        .groups = {{.pattern = "*.bias", .weightDecay = 0.0f, .rateFactor = 2}}});
    const std::vector<float> bias = run.weight("net.bias");
    const std::vector<float> weight = run.weight();
    const std::vector<float> gradient = gradientAt(1);
    run.step(gradient, 0.25f, 1);
    for (std::size_t i = 0; i < kSize; ++i) {
        QCOMPARE(run.weight("net.bias")[i], bias[i] - 0.5f * gradient[i]);
        QCOMPARE(run.weight()[i], weight[i] - 0.25f * (gradient[i] + 0.5f * weight[i]));
    }
}

void TestUpdates::factorsOfNormalizationAreNotDecayed()
{
    const auto training =
        differentiate(textGraph("input x: f32[1,6]\n weight bn.gamma: f32[6,6]\n"
                                "weight bn.beta: f32[1,6]\n weight b.bias: f32[1,6]\n"
                                "p: f32[1,6] = MatMul(x, bn.gamma)\n q: f32[1,6] = Add(p, bn.beta)\n"
                                "r: f32[1,6] = Add(q, b.bias)\n output r"),
            {.weightDecay = 0.5f});
    QVERIFY(training);
    for (NodeId id : training->graph->nodes()) {
        const Node& node = training->graph->node(id);
        if (node.opType == "Momentum")
            QCOMPARE(attributeOr(node.attributes, "weight_decay", -1.0f),
                node.name == "momentum/b.bias" ? 0.5f : 0.0f);
    }
}

void TestUpdates::normIsClippedAfterUnscaling_data()
{
    QTest::addColumn<float>("limit");
    QTest::addColumn<float>("scale");
    QTest::newRow("beyond the limit") << 0.5f << 1.0f;
    QTest::newRow("beyond the limit, with a loss scale") << 0.5f << 65536.0f;
    QTest::newRow("within the limit") << 100.0f << 1024.0f;
}

void TestUpdates::normIsClippedAfterUnscaling()
{
    QFETCH(float, limit);
    QFETCH(float, scale);
    UpdateRun run({.loss = Loss::InGraph, .optimizer = Optimizer::Sgd, .clipping = {.globalNorm = limit}});
    const std::vector<float> before = run.weight();
    const std::vector<float> gradient = gradientAt(1);
    run.step(gradient, 1, 1, scale);
    double squares = 0;
    for (const float value : gradient)
        squares += 2 * static_cast<double>(value) * static_cast<double>(value); // two weights
    const double factor = std::min(1.0, static_cast<double>(limit) / std::sqrt(squares));
    const std::vector<float> after = run.weight();
    for (std::size_t i = 0; i < kSize; ++i) {
        const double expected = static_cast<double>(before[i]) - factor * static_cast<double>(gradient[i]);
        QVERIFY(
            std::abs(static_cast<double>(after[i]) - expected) <= 4 * 0x1p-24 * 8); // four roundings below 8
    }
}

void TestUpdates::elementsAreClipped()
{
    UpdateRun run({.loss = Loss::InGraph, .optimizer = Optimizer::Sgd, .clipping = {.value = 0.25f}});
    const std::vector<float> before = run.weight();
    const std::vector<float> gradient = gradientAt(2);
    run.step(gradient, 1, 1, 8);
    for (std::size_t i = 0; i < kSize; ++i)
        QCOMPARE(run.weight()[i], before[i] - std::clamp(gradient[i], -0.25f, 0.25f));
}

void TestUpdates::everyOptimizerIsJudgedByItsAscendName_data()
{
    QTest::addColumn<QString>("type");
    QTest::newRow("sgd") << "ApplyGradientDescent";
    QTest::newRow("momentum") << "ApplyMomentum";
    QTest::newRow("adam") << "ApplyAdam";
    QTest::newRow("adamw") << "ApplyAdamW";
}

void TestUpdates::everyOptimizerIsJudgedByItsAscendName()
{
    QFETCH(QString, type);
    const auto training = differentiate(
        textGraph("input x: f32[2,6]\n weight w: f32[6,3]\n y: f32[2,3] = MatMul(x, w)\n output y"),
        {.optimizer = *parseOptimizer(QTest::currentDataTag())});
    QVERIFY(training);
    const NodeId last{static_cast<std::uint32_t>(training->graph->nodeCount() - 1)};
    const OpDef& op = *training->graph->node(last).op;
    QVERIFY(QString::fromStdString(std::string(op.ascend.types)).startsWith(type + "("));
}

void TestUpdates::schedulesFollowTheUpdates()
{
    using Kind = LearningRateSchedule::Kind;
    const LearningRateSchedule steps{.kind = Kind::Step, .period = 10, .factor = 0.5f};
    QCOMPARE(learningRateAt(steps, 0.8f, 9, 100), 0.8f);
    QCOMPARE(learningRateAt(steps, 0.8f, 10, 100), 0.4f);
    QCOMPARE(learningRateAt(steps, 0.8f, 29, 100), 0.2f);
    const LearningRateSchedule warm{.warmUp = 4};
    QCOMPARE(learningRateAt(warm, 0.8f, 0, 100), 0.2f);
    QCOMPARE(learningRateAt(warm, 0.8f, 3, 100), 0.8f);
    QCOMPARE(learningRateAt(warm, 0.8f, 50, 100), 0.8f);
    const LearningRateSchedule cosine{.kind = Kind::Cosine, .warmUp = 20, .factor = 0.25f};
    QCOMPARE(learningRateAt(cosine, 0.8f, 20, 100), 0.8f);
    QCOMPARE(learningRateAt(cosine, 0.8f, 60, 100), 0.5f); // half way from 0.8 to 0.2
    QCOMPARE(learningRateAt(cosine, 0.8f, 100, 100), 0.2f);
    QCOMPARE(learningRateAt(cosine, 0.8f, 500, 100), 0.2f);
    for (const Kind kind : {Kind::Constant, Kind::Step, Kind::Cosine})
        QVERIFY(parseScheduleKind(name(kind)) == kind);
}

QTEST_APPLESS_MAIN(TestUpdates)
#include "tst_updates.moc"
