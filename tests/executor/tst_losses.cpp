// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every loss on a model of one matrix product: its value and its gradients, against formulas in float64.
#include "analysis/differentiate/differentiate.h"
#include "executor/program/program.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <map>
#include <random>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr std::size_t kRows = 4;
constexpr std::size_t kInputs = 3;
constexpr std::size_t kClasses = 5;
using Matrix = std::vector<double>; // [kRows, kClasses]

const std::vector<std::int64_t> kLabels{0, 3, 4, 1};

std::vector<float> randomValues(std::size_t count, unsigned seed, float low, float high)
{
    std::mt19937 generator(seed);
    std::vector<float> values(count);
    for (float& value : values)
        value = low + (high - low) * static_cast<float>(generator()) / 4294967296.0f;
    return values;
}

double logSumExp(const Matrix& logits, std::size_t row)
{
    double sum = 0;
    for (std::size_t i = 0; i < kClasses; ++i)
        sum += std::exp(logits[row * kClasses + i]);
    return std::log(sum);
}

double meanOverRows(const std::function<double(std::size_t)>& ofRow)
{
    double sum = 0;
    for (std::size_t row = 0; row < kRows; ++row)
        sum += ofRow(row);
    return sum / kRows;
}

double meanOverElements(const Matrix& y, const std::function<double(std::size_t)>& ofElement)
{
    double sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i)
        sum += ofElement(i);
    return sum / static_cast<double>(y.size());
}

std::size_t labelAt(std::size_t row)
{
    return row * kClasses + static_cast<std::size_t>(kLabels[row]);
}

struct LossCase
{
    Loss loss;
    std::vector<float> target; // empty: class numbers
    std::function<double(const Matrix& y, const std::vector<float>& target)> value;
};

const std::map<QByteArray, LossCase>& cases()
{
    static const std::map<QByteArray, LossCase> all{
        {"softmax cross entropy",
            {Loss::SoftmaxCrossEntropy, {},
                [](const Matrix& y, const auto&) {
                    return meanOverRows([&](std::size_t row) { return logSumExp(y, row) - y[labelAt(row)]; });
                }}},
        {"dense cross entropy, targets that do not add up to 1",
            {Loss::DenseCrossEntropy, randomValues(kRows * kClasses, 3, 0, 1),
                [](const Matrix& y, const std::vector<float>& target) {
                    return meanOverRows([&](std::size_t row) {
                        double sum = 0;
                        for (std::size_t i = row * kClasses; i < (row + 1) * kClasses; ++i)
                            sum += static_cast<double>(target[i]) * (logSumExp(y, row) - y[i]);
                        return sum;
                    });
                }}},
        {"negative log-likelihood",
            {Loss::NegativeLogLikelihood, {},
                [](const Matrix& y, const auto&) {
                    return meanOverRows([&](std::size_t row) { return -y[labelAt(row)]; });
                }}},
        {"squared error",
            {Loss::MeanSquaredError, randomValues(kRows * kClasses, 4, -2, 2),
                [](const Matrix& y, const std::vector<float>& target) {
                    return meanOverElements(
                        y, [&](std::size_t i) { return std::pow(y[i] - static_cast<double>(target[i]), 2); });
                }}},
        {"absolute error",
            {Loss::MeanAbsoluteError, randomValues(kRows * kClasses, 5, -2, 2),
                [](const Matrix& y, const std::vector<float>& target) {
                    return meanOverElements(
                        y, [&](std::size_t i) { return std::abs(y[i] - static_cast<double>(target[i])); });
                }}},
        {"binary cross entropy",
            {Loss::BinaryCrossEntropy, randomValues(kRows * kClasses, 6, 0, 1),
                [](const Matrix& y, const std::vector<float>& target) {
                    return meanOverElements(y, [&](std::size_t i) {
                        const double p = 1 / (1 + std::exp(-y[i]));
                        const auto t = static_cast<double>(target[i]);
                        return -t * std::log(p) - (1 - t) * std::log(1 - p);
                    });
                }}},
    };
    return all;
}

GraphPtr product()
{
    std::string text = "input x: f32[4,3]\n weight w: f32[3,5] =";
    for (const float value : randomValues(kInputs * kClasses, 1, -1, 1))
        text += " " + std::to_string(value);
    return textGraph(text + "\n y: f32[4,5] = MatMul(x, w)\n output y");
}

Matrix multiply(const std::vector<float>& x, const std::vector<double>& w)
{
    Matrix y(kRows * kClasses, 0.0);
    for (std::size_t row = 0; row < kRows; ++row) {
        for (std::size_t k = 0; k < kInputs; ++k) {
            for (std::size_t i = 0; i < kClasses; ++i)
                y[row * kClasses + i] += static_cast<double>(x[row * kInputs + k]) * w[k * kClasses + i];
        }
    }
    return y;
}

}

class TestLosses : public QObject
{
    Q_OBJECT

private slots:
    void valueAndGradientsAreExact_data();
    void valueAndGradientsAreExact();
    void lossOfTheModelItselfTrains();
    void namesComeBack();
    void modelsWithoutTheRightEndAreRefused_data();
    void modelsWithoutTheRightEndAreRefused();
};

void TestLosses::valueAndGradientsAreExact_data()
{
    QTest::addColumn<float>("lossScale");
    for (const auto& [name, test] : cases()) {
        QTest::newRow(name.constData()) << 1.0f;
        QTest::newRow((name + ", scaled").constData()) << 1024.0f;
    }
}

void TestLosses::valueAndGradientsAreExact()
{
    QFETCH(float, lossScale);
    const LossCase& test = cases().at(QByteArray(QTest::currentDataTag()).replace(", scaled", ""));
    const auto training = differentiate(product(), {.loss = test.loss});
    QVERIFY2(training, training ? "" : describe(training.error()).c_str());
    const TrainedParameter& parameter = training->parameters.at(0);
    auto program = Program::compile(training->graph, {.observed = {parameter.gradient}});
    QVERIFY2(program, program ? "" : describe(program.error()).c_str());
    const std::vector<float> x = randomValues(kRows * kInputs, 2, -1, 1);
    std::ranges::copy(x, program->floats(training->graph->findValue("x")).begin());
    if (test.target.empty())
        std::ranges::copy(kLabels, program->integers(training->labels).begin());
    else
        std::ranges::copy(test.target, program->floats(training->labels).begin());
    program->floats(training->lossScale)[0] = lossScale;
    program->run(Stage::Compute);

    const std::vector<float> weight = program->read(parameter.weight.value);
    const std::vector<double> w(weight.begin(), weight.end());
    const double expected = test.value(multiply(x, w), test.target);
    constexpr double kRounding = 64 * 0x1p-24; // some 60 float32 operations between a weight and the loss
    QVERIFY(std::abs(static_cast<double>(program->read(training->loss)[0]) - expected) <=
        kRounding * std::abs(expected));
    const std::vector<float> gradient = program->read(parameter.gradient);
    for (std::size_t i = 0; i < w.size(); ++i) {
        constexpr double kStep = 1e-5;
        const auto lossAt = [&](double shift) {
            std::vector<double> shifted = w;
            shifted[i] += shift;
            return test.value(multiply(x, shifted), test.target);
        };
        const double slope = (lossAt(kStep) - lossAt(-kStep)) / (2 * kStep);
        // Truncation is about step^2, cancellation 1e-16 / step; a sum of rounded terms up to 1.
        const double tolerance = static_cast<double>(lossScale) * (kRounding + 1e-9);
        QVERIFY2(
            std::abs(static_cast<double>(gradient[i]) - static_cast<double>(lossScale) * slope) <= tolerance,
            qPrintable(
                QString("w[%1]: %2 instead of %3").arg(i).arg(static_cast<double>(gradient[i])).arg(slope)));
    }
}

void TestLosses::lossOfTheModelItselfTrains()
{
    const GraphPtr graph = textGraph("input x: f32[4,3]\n input labels: i64[4]\n weight w: f32[3,5] = "
                                     "1 2 3 4 5 6 7 8 9 1 2 3 4 5 6\n y: f32[4,5] = MatMul(x, w)\n"
                                     "l: f32[] = SoftmaxCrossEntropyLoss(y, labels)\n output l\n output y");
    const auto training = differentiate(graph, {.loss = Loss::InGraph});
    QVERIFY2(training, training ? "" : describe(training.error()).c_str());
    QCOMPARE(training->graph->value(training->labels).name, std::string("labels"));
    QCOMPARE(training->graph->value(training->loss).name, std::string("l"));
    QCOMPARE(training->graph->value(training->logits).name, std::string("y"));
    const NodeId loss = training->graph->value(training->loss).producer;
    QVERIFY(training->graph->node(loss).phase == Phase::Loss);
    QVERIFY(Program::compile(training->graph));
}

void TestLosses::namesComeBack()
{
    for (const Loss loss : {Loss::SoftmaxCrossEntropy, Loss::DenseCrossEntropy, Loss::NegativeLogLikelihood,
             Loss::MeanSquaredError, Loss::MeanAbsoluteError, Loss::BinaryCrossEntropy, Loss::InGraph})
        QVERIFY(parseLoss(name(loss)) == loss);
    for (const Optimizer optimizer : {Optimizer::Sgd, Optimizer::Momentum, Optimizer::Adam, Optimizer::AdamW})
        QVERIFY(parseOptimizer(name(optimizer)) == optimizer);
    QVERIFY(!parseLoss("hinge") && !parseOptimizer("lion"));
}

void TestLosses::modelsWithoutTheRightEndAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("loss");
    QTest::newRow("no scalar output")
        << "input x: f32[4,3]\n weight w: f32[3,5]\n y: f32[4,5] = MatMul(x, w)\n output y"
        << static_cast<int>(Loss::InGraph);
    QTest::newRow("a scalar output, but nothing to feed labels to")
        << "input x: f32[4,3]\n weight w: f32[3,1]\n y: f32[4,1] = MatMul(x, w)\n l: f32[1,1] = "
           "GlobalAveragePool(y)\n output l"
        << static_cast<int>(Loss::InGraph);
    QTest::newRow("one number for class numbers")
        << "input x: f32[4,3]\n weight w: f32[3]\n y: f32[4] = MatMul(x, w)\n output y"
        << static_cast<int>(Loss::SoftmaxCrossEntropy);
}

void TestLosses::modelsWithoutTheRightEndAreRefused()
{
    QFETCH(QString, text);
    QFETCH(int, loss);
    const auto training = differentiate(textGraph(text.toStdString()), {.loss = static_cast<Loss>(loss)});
    QVERIFY(!training);
    QCOMPARE(training.error().code, std::string("E-TRAIN"));
    QVERIFY(!training.error().remedy.empty());
}

QTEST_APPLESS_MAIN(TestLosses)
#include "tst_losses.moc"
