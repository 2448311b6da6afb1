// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products that do the work of their neighbours: they read a transposed weight as it lies, write a gradient
// the way its Transpose wants it, and add the row that an Add behind them would.
#include "analysis/differentiate/differentiate.h"
#include "executor/program/program.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

using namespace halftone;
using namespace halftone::test;

namespace {

/// A linear layer as exporters write it for inputs of three dimensions.
constexpr const char* kLayer =
    "input x: f32[2,4,3]\n weight w: f32[5,3] = 1 -2 3 4 0.5 -6 7 8 0.25 -1 2 3 4 5 6\n"
    "weight b: f32[5] = 0.1 -0.2 0.3 1000 -5\n t: f32[3,5] = Transpose(w)\n"
    "p: f32[2,4,5] = MatMul(x, t)\n y: f32[2,4,5] = Add(p, b)\n output y\n";

Program compiled(const GraphPtr& graph, ProgramOptions options = {})
{
    auto program = Program::compile(graph, std::move(options));
    if (!program)
        qFatal("%s", describe(program.error()).c_str());
    return *std::move(program);
}

PlanRow rowOf(const Program& program, std::string_view node)
{
    return *std::ranges::find(program.plan(), node, &PlanRow::name);
}

/// Fills all inputs with numbers that are not all alike, and runs.
void run(Program& program)
{
    for (const ValueId input : program.graph()->graphInputs()) {
        float next = 0.3f;
        if (program.graph()->value(input).dtype == DType::Float32)
            for (float& element : program.floats(input))
                element = std::sin(next += 1.7f);
    }
    program.run(Stage::Compute);
}

std::vector<float> resultOf(const char* model, const char* value, ProgramOptions options = {})
{
    Program program = compiled(textGraph(model), std::move(options));
    run(program);
    return program.read(program.graph()->findValue(value));
}

bool isAbsorbed(const char* model, ProgramOptions options = {})
{
    return rowOf(compiled(textGraph(model), std::move(options)), "y").implementation == "in p";
}

/// The gradient of w under a model of two dimensions with a cross entropy for a loss.
std::vector<float> weightGradient(const char* model, bool observesAll)
{
    const auto training = differentiate(textGraph(model));
    if (!training)
        qFatal("%s", describe(training.error()).c_str());
    ProgramOptions options;
    for (const ReplacedValue& replaced : training->replaced())
        options.carried[replaced.updated] = replaced.value;
    for (const TrainedParameter& parameter : training->parameters)
        options.checked.push_back(parameter.unscaledGradient);
    options.observed = options.checked;
    for (const NodeId node : training->graph->nodes()) {
        if (observesAll && training->graph->node(node).phase != Phase::Update)
            options.observed.push_back(training->graph->outputs(node)[0]);
    }
    Program program = compiled(training->graph, options);
    program.floats(training->lossScale)[0] = program.floats(training->inverseLossScale)[0] = 1;
    std::ranges::copy(std::vector<std::int64_t>{0, 4, 2, 1}, program.integers(training->labels).begin());
    std::ranges::fill(program.floats(training->graph->findValue("x")), 0.5f);
    program.floats(training->graph->findValue("x"))[5] = -1.25f;
    program.run(Stage::Compute);
    return program.read(training->parameters.front().unscaledGradient);
}

}

class TestProducts : public QObject
{
    Q_OBJECT

private slots:
    void transposesOfWeightsMoveNothing()
    {
        const PlanRow row = rowOf(compiled(textGraph(kLayer)), "t");
        QCOMPARE(row.implementation, std::string());
        QCOMPARE(row.layout, std::string("turned"));
    }

    void transposesThatOthersReadAreMade()
    {
        const std::string model = std::string(kLayer) + "r: f32[3,5] = Relu(t)\n output r\n";
        QCOMPARE(rowOf(compiled(textGraph(model)), "t").implementation, std::string("own move"));
    }

    void rowsAreAddedByTheProduct()
    {
        QVERIFY(isAbsorbed(kLayer));
        const std::vector<float> alone =
            resultOf(kLayer, "y", {.observed = {textGraph(kLayer)->findValue("p")}});
        QCOMPARE(resultOf(kLayer, "y"), alone);
    }

    void whatSomebodyReadsIsLeftAlone()
    {
        QVERIFY(!isAbsorbed(kLayer, {.observed = {textGraph(kLayer)->findValue("p")}}));
        QVERIFY(!isAbsorbed((std::string(kLayer) + "output p\n").c_str()));
        QVERIFY(!isAbsorbed((std::string(kLayer) + "z: f32[2,4,5] = Relu(p)\n output z\n").c_str()));
    }

    void exponentsOfProductAndSumAreCounted_data()
    {
        QTest::addColumn<QStringList>("values");
        QTest::newRow("the product, which the sum goes over") << QStringList{"p"};
        QTest::newRow("the sum") << QStringList{"y"};
        QTest::newRow("both") << QStringList{"y", "p"};
    }

    void exponentsOfProductAndSumAreCounted()
    {
        QFETCH(const QStringList, values);
        const GraphPtr graph = textGraph(kLayer);
        Program program = compiled(graph);
        QCOMPARE(rowOf(program, "y").implementation, std::string("in p"));
        std::vector<ValueId> ids;
        for (const QString& name : values)
            ids.push_back(graph->findValue(name.toStdString()));
        program.watchExponents(ids);
        run(program);
        QCOMPARE(program.read(graph->findValue("y")), resultOf(kLayer, "y"));
        for (const QString& name : values) {
            const ValueId id = graph->findValue(name.toStdString());
            ExponentHistogram expected{};
            for (const float value : resultOf(kLayer, name.toUtf8().constData(), {.observed = {id}}))
                ++expected[(std::bit_cast<std::uint32_t>(value) >> 23) & 0xff];
            QVERIFY2(program.state().histograms.at(id) == expected, qPrintable(name));
        }
    }

    // A node between the product and the Add runs in both kinds of runs, and each counts once.
    void watchedRunsCountOnce()
    {
        const GraphPtr graph =
            textGraph("input x: f32[2,4,3]\n weight w: f32[3,5] = 1 -2 3 4 0.5 -6 7 8 0.25 -1 2 3 4 5 6\n"
                      "weight b: f32[5] = 0.1 -0.2 0.3 1000 -5\n p: f32[2,4,5] = MatMul(x, w)\n"
                      "z: f32[2,4,3] = Relu(x)\n y: f32[2,4,5] = Add(p, b)\n output y\n output z\n");
        const ValueId product = graph->findValue("p"), sum = graph->findValue("y");
        Program program = compiled(graph);
        QCOMPARE(rowOf(program, "y").implementation, std::string("in p"));
        program.watchExponents(std::vector{product, sum, sum});
        run(program);
        const ExponentHistogram ofProduct = program.state().histograms.at(product);
        const ExponentHistogram ofSum = program.state().histograms.at(sum);
        QCOMPARE(std::accumulate(ofSum.begin(), ofSum.end(), std::uint64_t{0}), std::uint64_t{40});
        QVERIFY(ofSum != ofProduct);
        program.runWatched({});
        QVERIFY(program.state().histograms.at(product) == ofProduct);
        QVERIFY(program.state().histograms.at(sum) == ofSum);
    }

    void onlyRowsAreAdded()
    {
        QVERIFY(isAbsorbed("input x: f32[5,4]\n weight w: f32[4,5]\n weight b: f32[5]\n"
                           "p: f32[5,5] = MatMul(x, w)\n y: f32[5,5] = Add(b, p)\n output y\n"));
        QVERIFY(!isAbsorbed("input x: f32[5,4]\n weight w: f32[4,5]\n weight b: f32[5,1]\n"
                            "p: f32[5,5] = MatMul(x, w)\n y: f32[5,5] = Add(p, b)\n output y\n"));
        QVERIFY(!isAbsorbed("input x: f32[5,4]\n weight w: f32[4]\n weight b: f32[5]\n"
                            "p: f32[5] = MatMul(x, w)\n y: f32[5] = Add(p, b)\n output y\n"));
        QVERIFY(!isAbsorbed("input x: f32[1,4]\n weight w: f32[4,5]\n weight b: f32[3,5]\n"
                            "p: f32[1,5] = MatMul(x, w)\n y: f32[3,5] = Add(p, b)\n output y\n"));
    }

    void gradientsAreThoseOfTheMovedMatrices()
    {
        constexpr const char* kModel =
            "input x: f32[4,3]\n weight w: f32[5,3] = 1 -2 3 4 0.5 -6 7 8 0.25 -1 2 3 4 5 6\n"
            "weight b: f32[5] = 0.1 -0.2 0.3 1 -5\n t: f32[3,5] = Transpose(w)\n"
            "p: f32[4,5] = MatMul(x, t)\n y: f32[4,5] = Add(p, b)\n output y\n";
        constexpr const char* kOneNode =
            "input x: f32[4,3]\n weight w: f32[5,3] = 1 -2 3 4 0.5 -6 7 8 0.25 -1 2 3 4 5 6\n"
            "weight b: f32[5] = 0.1 -0.2 0.3 1 -5\n y: f32[4,5] = Gemm(x, w, b) transB=1\n output y\n";
        const std::vector<float> gradient = weightGradient(kModel, false);
        QCOMPARE(gradient.size(), std::size_t{15});
        QCOMPARE(weightGradient(kModel, true), gradient);
        const std::vector<float> expected = weightGradient(kOneNode, false);
        // Sums of four products of numbers up to 1.25 and 0.25.
        for (std::size_t i = 0; i < gradient.size(); ++i)
            QVERIFY(std::abs(gradient[i] - expected[i]) <= 4 * 4 * 1.25f * 0.25f * 0x1p-24f);
    }

    /// Right operands that oneDNN may want in another format. All sums are exact.
    void largeRightOperandsGiveTheSameResults_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        const auto add = [](const char* what, int rows, int columns, const char* product) {
            QTest::addRow("%s, %d rows", what, rows)
                << QString("input x: f32[%1,40]\n weight w: f32[40,%2]\n weight b: f32[%2]\n %3")
                       .arg(rows)
                       .arg(columns)
                       .arg(QString(product).arg(rows).arg(columns))
                << rows << columns;
        };
        for (const auto& [rows, columns] : {std::pair{512, 48}, {128, 2048}, {64, 2048}}) {
            add("MatMul", rows, columns, "y: f32[%1,%2] = MatMul(x, w)\n output y\n");
            add("MatMul and Add", rows, columns,
                "p: f32[%1,%2] = MatMul(x, w)\n y: f32[%1,%2] = Add(p, b)\n output y\n");
            add("Gemm", rows, columns, "y: f32[%1,%2] = Gemm(x, w)\n output y\n");
            add("Gemm with a bias", rows, columns, "y: f32[%1,%2] = Gemm(x, w, b)\n output y\n");
        }
    }
    void largeRightOperandsGiveTheSameResults()
    {
        QFETCH(const QString, model);
        QFETCH(const int, rows);
        QFETCH(const int, columns);
        constexpr int kInner = 40;
        Program program = compiled(textGraph(model.toStdString()));
        const auto fill = [&](const char* name) {
            const std::span<float> values = program.floats(program.graph()->findValue(name));
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = static_cast<float>((i * 7 + i / 11) % 17) * 0.25f - 2;
            return values;
        };
        const std::span<float> x = fill("x"), w = fill("w"), b = fill("b");
        program.run(Stage::Compute);
        const std::vector<float> results = program.read(program.graph()->findValue("y"));
        const bool hasRow = model.contains("Add(") || model.contains("Gemm(x, w, b)");
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                float sum = hasRow ? b[static_cast<std::size_t>(column)] : 0.0f;
                for (int k = 0; k < kInner; ++k)
                    sum += x[static_cast<std::size_t>(row * kInner + k)] *
                        w[static_cast<std::size_t>(k * columns + column)];
                if (results[static_cast<std::size_t>(row * columns + column)] != sum)
                    QFAIL(qPrintable(QString("row %1, column %2").arg(row).arg(column)));
            }
        }
    }

    void valuesThatLieTurnedAreReadRowByRow()
    {
        const GraphPtr graph =
            textGraph("input x: f32[2,3]\n input z: f32[2,4]\n p: f32[3,4] = Gemm(x, z) transA=1\n"
                      "t: f32[4,3] = Transpose(p)\n r: f32[4,3] = Relu(t)\n output r\n");
        Program program = compiled(graph, {.observed = {graph->findValue("p")}});
        QCOMPARE(rowOf(program, "p").layout, std::string("turned"));
        std::ranges::copy(
            std::vector<float>{1, 2, 3, 4, 5, 6}, program.floats(graph->findValue("x")).begin());
        std::ranges::copy(
            std::vector<float>{1, 0, 2, 0, 0, 1, 0, 3}, program.floats(graph->findValue("z")).begin());
        program.run(Stage::Compute);
        const std::vector<float> expected{1, 4, 2, 12, 2, 5, 4, 15, 3, 6, 6, 18};
        QCOMPARE(program.read(graph->findValue("p")), expected);
        const std::vector<float> turned{1, 2, 3, 4, 5, 6, 2, 4, 6, 12, 15, 18};
        QCOMPARE(program.read(graph->findValue("r")), turned);
    }
};

QTEST_APPLESS_MAIN(TestProducts)
#include "tst_products.moc"
