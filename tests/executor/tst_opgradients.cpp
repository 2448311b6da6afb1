// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gradient of every operator that claims one, against central differences of the program's own loss. The
// forward pass is held to ONNX's node tests, so its loss is a fair oracle for the slopes.
#include "analysis/differentiate/differentiate.h"
#include "analysis/ops/optable.h"
#include "executor/program/program.h"
#include "tests/executor/elementgradients.h"
#include "tests/executor/movementgradients.h"
#include "tests/executor/productgradients.h"
#include "tests/executor/recurrentnets.h"
#include "tests/support/interpreter.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace halftone;
using namespace halftone::test;

namespace {

const std::map<std::string, Case>& cases()
{
    static const std::map<std::string, Case> all = [] {
        std::map<std::string, Case> merged = unaryCases();
        for (auto more : {binaryCases(), reductionCases(), movementCases(), normalizationCases(),
                 matrixCases(), recurrentCases()})
            merged.merge(more);
        return merged;
    }();
    return all;
}

/// A compiled training step whose loss can be asked for other weights.
class TrainedNet
{
public:
    explicit TrainedNet(const GraphPtr& graph)
        : m_training(*differentiate(graph, {.loss = Loss::MeanSquaredError}))
        , m_program(*Program::compile(m_training.graph, options()))
    {
        const Tensor target = randomTensor(*m_training.graph->fixedShape(m_training.labels), 3);
        std::ranges::copy(target.values, m_program.floats(m_training.labels).begin());
        m_program.floats(m_training.lossScale)[0] = 1;
    }
    double loss()
    {
        m_program.run(Stage::Compute);
        return static_cast<double>(m_program.read(m_training.loss)[0]);
    }
    /// Of fourth order in the step, so that a large one keeps rounding small.
    double slope(ValueId weight, std::size_t element)
    {
        constexpr float kStep = 0x1p-7f;
        float& place = m_program.floats(weight)[element];
        const float middle = place;
        const auto at = [&](float shift) {
            place = middle + shift;
            return loss();
        };
        const double near = at(kStep) - at(-kStep), far = at(2 * kStep) - at(-2 * kStep);
        place = middle;
        return (8 * near - far) / (12 * static_cast<double>(kStep));
    }
    const TrainingGraph& training() const { return m_training; }
    std::vector<float> gradient(const TrainedParameter& parameter) const
    {
        return m_program.read(parameter.gradient);
    }

private:
    ProgramOptions options() const
    {
        ProgramOptions options;
        for (const TrainedParameter& parameter : m_training.parameters)
            options.observed.push_back(parameter.gradient);
        return options;
    }

    TrainingGraph m_training;
    Program m_program;
};

}

class TestOpGradients : public QObject
{
    Q_OBJECT

private slots:
    void gradientsEqualCentralDifferences_data();
    void gradientsEqualCentralDifferences();
    void everyDifferentiableOperatorHasACase();
};

void TestOpGradients::gradientsEqualCentralDifferences_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& [name, unused] : cases())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestOpGradients::gradientsEqualCentralDifferences()
{
    QFETCH(QString, name);
    const Case& row = cases().at(name.toStdString());
    Net net;
    row.build(net);
    const GraphPtr graph = net.finish(row.opset);
    const auto checked = differentiate(graph, {.loss = Loss::MeanSquaredError});
    QVERIFY2(checked, checked ? "" : qPrintable(QString::fromStdString(describe(checked.error()))));
    TrainedNet step(graph);
    const double loss = step.loss();
    std::vector<std::vector<float>> gradients;
    for (const TrainedParameter& parameter : step.training().parameters)
        gradients.push_back(step.gradient(parameter));
    QVERIFY(!gradients.empty());
    double largest = 0;
    for (const std::vector<float>& gradient : gradients) {
        for (const float value : gradient)
            largest = std::max(largest, std::abs(static_cast<double>(value)));
    }
    QVERIFY(largest > 0);
    for (std::size_t p = 0; p < gradients.size(); ++p) {
        for (std::size_t i = 0; i < gradients[p].size(); ++i) {
            const double expected = step.slope(step.training().parameters[p].weight.value, i);
            // A loss is rounded to 2^-24 of itself, some eight times over, and divided by the step of 2^-7.
            const double tolerance = 8 * std::max(loss, 1.0) * 0x1p-24 / 0x1p-7 + 1e-3 * largest;
            QVERIFY2(std::abs(static_cast<double>(gradients[p][i]) - expected) <= tolerance,
                qPrintable(QString("weight %1, element %2: %3 instead of %4")
                        .arg(p)
                        .arg(i)
                        .arg(static_cast<double>(gradients[p][i]))
                        .arg(expected)));
        }
    }
}

// Batch normalisation, dropout and losses are tested where they train.
void TestOpGradients::everyDifferentiableOperatorHasACase()
{
    std::set<std::string, std::less<>> tested{"BatchNormalization", "Dropout", "CastLike", "Upsample"};
    for (const auto& [name, row] : cases())
        tested.insert(row.op);
    for (const OpDef* op : allOps()) {
        if (op->gradient.state == GradientRule::State::Implemented && op->opClass != OpClass::Loss)
            QVERIFY2(tested.contains(op->name), qPrintable(QString::fromStdString(std::string(op->name))));
    }
}

QTEST_APPLESS_MAIN(TestOpGradients)
#include "tst_opgradients.moc"
