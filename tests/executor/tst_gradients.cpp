// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gradients that the executor computes in float32 against central differences of the loss in float64.
#include "analysis/differentiate/differentiate.h"
#include "analysis/graph/graphbuilder.h"
#include "executor/program/program.h"
#include "tests/support/interpreter.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace halftone;
using namespace halftone::test;

namespace {

TensorData initial(std::vector<std::int64_t> dims, unsigned seed, double low = -0.5, double high = 0.5)
{
    const Tensor tensor = randomTensor(dims, seed, low, high);
    return TensorData::of(
        DType::Float32, dims, std::vector<float>(tensor.values.begin(), tensor.values.end()));
}

/// A small net under construction: x of [4, 3, 8, 8] or [4, 12], through some operators, to logits [4, 5].
struct Net
{
    GraphBuilder builder;
    ValueId last;
    unsigned seed = 100;

    explicit Net(std::vector<std::int64_t> dims)
    {
        last = builder.addInput("x", DType::Float32, fixedDims(dims));
    }

    ValueId weight(
        const std::string& name, std::vector<std::int64_t> dims, double low = -0.5, double high = 0.5)
    {
        return builder.addInitializer(name, initial(std::move(dims), seed++, low, high));
    }
    Net& then(const std::string& op, std::vector<ValueId> more, std::vector<std::int64_t> result,
        std::vector<Attribute> attributes = {})
    {
        std::vector<ValueId> inputs{last};
        inputs.insert(inputs.end(), more.begin(), more.end());
        last = builder.addValue(op + "_out" + std::to_string(seed++), DType::Float32, fixedDims(result));
        builder.addNode({.opType = op,
            .name = op + std::to_string(seed),
            .inputs = inputs,
            .outputs = {last},
            .attributes = std::move(attributes)});
        return *this;
    }
    Net& toLogits(std::int64_t features)
    {
        return then("Flatten", {}, {4, features})
            .then("Gemm", {weight("head.w", {5, features}), weight("head.b", {5})}, {4, 5},
                {{"transB", std::int64_t{1}}});
    }
    GraphPtr finish()
    {
        builder.setOpset(17);
        builder.markOutput(last);
        return (std::move(builder).finish())->graph;
    }
};

using Ints = std::vector<std::int64_t>;

const std::map<std::string, std::function<GraphPtr()>> kNets{
    {"convolution with bias and padding",
        [] {
            Net net({4, 3, 8, 8});
            return net
                .then("Conv", {net.weight("w", {6, 3, 3, 3}), net.weight("b", {6})}, {4, 6, 8, 8},
                    {{"pads", Ints{1, 1, 1, 1}}})
                .toLogits(384)
                .finish();
        }},
    {"two convolutions, the second strided",
        [] {
            Net net({4, 3, 8, 8});
            net.then("Conv", {net.weight("w1", {8, 3, 3, 3}), net.weight("b1", {8})}, {4, 8, 6, 6})
                .then("Relu", {}, {4, 8, 6, 6});
            return net.then("Conv", {net.weight("w2", {4, 8, 2, 2})}, {4, 4, 3, 3}, {{"strides", Ints{2, 2}}})
                .toLogits(36)
                .finish();
        }},
    {"grouped and dilated convolution",
        [] {
            Net net({4, 4, 8, 8});
            return net
                .then("Conv", {net.weight("w", {8, 2, 3, 3})}, {4, 8, 4, 4},
                    {{"group", std::int64_t{2}}, {"dilations", Ints{2, 2}}})
                .toLogits(128)
                .finish();
        }},
    {"max pool between convolutions",
        [] {
            Net net({4, 3, 8, 8});
            net.then("Conv", {net.weight("w1", {6, 3, 3, 3}), net.weight("b1", {6})}, {4, 6, 6, 6})
                .then("MaxPool", {}, {4, 6, 3, 3}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}});
            return net.toLogits(54).finish();
        }},
    {"average pool with padding",
        [] {
            Net net({4, 3, 8, 8});
            net.then("Conv", {net.weight("w1", {6, 3, 1, 1})}, {4, 6, 8, 8})
                .then("AveragePool", {}, {4, 6, 4, 4},
                    {{"kernel_shape", Ints{3, 3}}, {"strides", Ints{2, 2}}, {"pads", Ints{1, 1, 1, 1}}});
            return net.toLogits(96).finish();
        }},
    {"global average pool",
        [] {
            Net net({4, 3, 8, 8});
            net.then("Conv", {net.weight("w1", {6, 3, 3, 3})}, {4, 6, 6, 6})
                .then("GlobalAveragePool", {}, {4, 6, 1, 1});
            return net.toLogits(6).finish();
        }},
    {"batch normalisation",
        [] {
            Net net({4, 3, 8, 8});
            net.then("Conv", {net.weight("w1", {6, 3, 3, 3})}, {4, 6, 6, 6});
            net.then("BatchNormalization",
                {net.weight("gamma", {6}, 0.5, 1.5), net.weight("beta", {6}), net.weight("mean", {6}),
                    net.weight("var", {6}, 0.5, 1.5)},
                {4, 6, 6, 6});
            return net.then("Relu", {}, {4, 6, 6, 6}).toLogits(216).finish();
        }},
    {"residual sum of two branches",
        [] {
            Net net({4, 3, 8, 8});
            net.then("Conv", {net.weight("w1", {6, 3, 3, 3})}, {4, 6, 6, 6});
            const ValueId skip = net.last;
            net.then("Conv", {net.weight("w2", {6, 6, 3, 3})}, {4, 6, 6, 6}, {{"pads", Ints{1, 1, 1, 1}}});
            return net.then("Add", {skip}, {4, 6, 6, 6})
                .then("Relu", {}, {4, 6, 6, 6})
                .toLogits(216)
                .finish();
        }},
    {"matrix product and broadcast sum",
        [] {
            Net net({4, 12});
            net.then("MatMul", {net.weight("w1", {12, 7})}, {4, 7})
                .then("Add", {net.weight("b1", {7})}, {4, 7});
            return net.then("Relu", {}, {4, 7}).toLogits(7).finish();
        }},
    {"sum with a column of ones",
        [] {
            Net net({4, 12});
            net.then("MatMul", {net.weight("w1", {12, 7})}, {4, 7})
                .then("Add", {net.weight("b1", {1, 7})}, {4, 7});
            return net.toLogits(7).finish();
        }},
    {"product with transposes and a factor",
        [] {
            Net net({4, 12});
            return net
                .then("Gemm", {net.weight("w1", {7, 12})}, {4, 7},
                    {{"transB", std::int64_t{1}}, {"alpha", 0.5f}})
                .toLogits(7)
                .finish();
        }},
    {"softmax inside the net",
        [] {
            Net net({4, 12});
            return net.then("Gemm", {net.weight("w1", {12, 7})}, {4, 7})
                .then("Softmax", {}, {4, 7})
                .toLogits(7)
                .finish();
        }},
    {"reshape to an image and back",
        [] {
            Net net({4, 12});
            net.then("Reshape",
                {net.builder.addInitializer("shape", TensorData::of(DType::Int64, {4}, Ints{4, 3, 2, 2}))},
                {4, 3, 2, 2});
            return net.then("Conv", {net.weight("w1", {6, 3, 2, 2})}, {4, 6, 1, 1}).toLogits(6).finish();
        }},
};

struct Run
{
    TrainingGraph training;
    std::vector<std::vector<float>> gradients; // by parameter
    double loss = 0;
    Feeds feeds;
};

Run runOnce(const GraphPtr& graph, Loss loss)
{
    Run run{*differentiate(graph, {.loss = loss}), {}, 0, {}};
    const Graph& training = *run.training.graph;
    ProgramOptions options;
    for (const TrainedParameter& parameter : run.training.parameters)
        options.observed.push_back(parameter.gradient);
    Program program = *Program::compile(run.training.graph, options);
    const ValueId x = training.findValue("x");
    run.feeds["x"] = randomTensor(*training.fixedShape(x), 7);
    std::ranges::copy(run.feeds["x"].values, program.floats(x).begin());
    const std::string labels = training.value(run.training.labels).name;
    if (loss == Loss::SoftmaxCrossEntropy) {
        run.feeds[labels] = {{4}, {0, 3, 4, 1}, {}, 1};
        std::ranges::copy(Ints{0, 3, 4, 1}, program.integers(run.training.labels).begin());
    } else {
        run.feeds[labels] = randomTensor({4, 5}, 8);
        std::ranges::copy(run.feeds[labels].values, program.floats(run.training.labels).begin());
    }
    program.floats(run.training.lossScale)[0] = 1;
    program.run(Stage::Compute);
    run.loss = static_cast<double>(program.read(run.training.loss)[0]);
    for (const TrainedParameter& parameter : run.training.parameters)
        run.gradients.push_back(program.read(parameter.gradient));
    return run;
}

double lossAt(const Run& run, const std::string& weight, std::size_t element, double shift)
{
    const Graph& graph = *run.training.graph;
    Feeds feeds = run.feeds;
    const TensorData& data = *graph.data(graph.findValue(weight));
    Tensor shifted{data.dims, toDoubles(data), {}, 1};
    shifted.values[element] += shift;
    feeds[weight] = shifted;
    return interpret(graph, feeds).at(graph.value(run.training.loss).name).values[0];
}

}

class TestGradients : public QObject
{
    Q_OBJECT

private slots:
    void gradientsEqualCentralDifferences_data();
    void gradientsEqualCentralDifferences();
    void runningStatisticsAreNoParameters();
    void inputGradientIsNotComputed();
};

void TestGradients::gradientsEqualCentralDifferences_data()
{
    QTest::addColumn<QString>("net");
    QTest::addColumn<bool>("crossEntropy");
    for (const auto& [name, make] : kNets) {
        QTest::addRow("%s, cross entropy", name.c_str()) << QString::fromStdString(name) << true;
        QTest::addRow("%s, squared error", name.c_str()) << QString::fromStdString(name) << false;
    }
}

void TestGradients::gradientsEqualCentralDifferences()
{
    QFETCH(QString, net);
    QFETCH(bool, crossEntropy);
    const Run run = runOnce(
        kNets.at(net.toStdString())(), crossEntropy ? Loss::SoftmaxCrossEntropy : Loss::MeanSquaredError);
    QVERIFY(verify(*run.training.graph).empty());
    const Graph& graph = *run.training.graph;
    const double exactLoss = lossAt(run, graph.value(run.training.parameters[0].weight.value).name, 0, 0);
    // Some 30 sums of up to 400 terms lie between a weight and the loss; errors of float32 sums grow with the
    // root of the number of terms and are relative to the largest gradient of the tensor.
    constexpr double kFloatEpsilon = 0x1p-24;
    constexpr double kGrowth = 30 * 20;
    QVERIFY(std::abs(run.loss - exactLoss) <= kGrowth * kFloatEpsilon * std::max(1.0, exactLoss));

    for (std::size_t p = 0; p < run.training.parameters.size(); ++p) {
        const std::string& name = graph.value(run.training.parameters[p].weight.value).name;
        const std::vector<float>& gradient = run.gradients[p];
        double largest = 0;
        for (const float value : gradient)
            largest = std::max(largest, std::abs(static_cast<double>(value)));
        const std::size_t stride = std::max<std::size_t>(1, gradient.size() / 12);
        for (std::size_t element = 0; element < gradient.size(); element += stride) {
            constexpr double kStep = 1e-4; // truncation about step^2, rounding about 1e-16 / step
            const double expected =
                (lossAt(run, name, element, kStep) - lossAt(run, name, element, -kStep)) / (2 * kStep);
            const double tolerance = kGrowth * kFloatEpsilon * largest + 10 * kStep * kStep;
            const double difference = std::abs(static_cast<double>(gradient[element]) - expected);
            QVERIFY2(difference <= tolerance,
                qPrintable(QString("%1[%2]: %3 instead of %4, tolerance %5")
                        .arg(QString::fromStdString(name))
                        .arg(element)
                        .arg(static_cast<double>(gradient[element]))
                        .arg(expected)
                        .arg(tolerance)));
        }
    }
}

void TestGradients::runningStatisticsAreNoParameters()
{
    const TrainingGraph training = *differentiate(kNets.at("batch normalisation")());
    for (const TrainedParameter& parameter : training.parameters)
        QVERIFY(training.graph->value(parameter.weight.value).name != "mean" &&
            training.graph->value(parameter.weight.value).name != "var");
    QCOMPARE(training.states.size(), 2u);
}

void TestGradients::inputGradientIsNotComputed()
{
    const TrainingGraph training = *differentiate(kNets.at("convolution with bias and padding")());
    for (NodeId id : training.graph->nodes())
        QVERIFY(training.graph->node(id).opType != "ConvGradInput");
}

QTEST_APPLESS_MAIN(TestGradients)
#include "tst_gradients.moc"
