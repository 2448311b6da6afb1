// SPDX-License-Identifier: GPL-3.0-or-later
//
// Losses by class numbers that a model has itself, in every form of ONNX: value and gradient against formulas
// in float64.
#include "analysis/differentiate/differentiate.h"
#include "executor/program/program.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr std::size_t kClasses = 3;
constexpr std::int64_t kIgnored = 2;
const std::vector<double> kWeights{0.5, 2, 1.25};

enum class Reduce : std::uint8_t { Mean, Sum, Terms };

/// Scores [samples, classes, pixels] and how they become a loss.
struct Form
{
    bool takesLogits = true; ///< SoftmaxCrossEntropyLoss; else NegativeLogLikelihoodLoss.
    std::size_t samples = 2;
    std::size_t pixels = 1;
    Reduce reduce = Reduce::Mean;
    bool hasWeights = false;
    bool ignores = false;
    std::vector<std::int64_t> labels;
};

std::string textOf(const Form& form)
{
    const std::string pixels = form.pixels == 1 ? "" : "," + std::to_string(form.pixels);
    const std::string samples = std::to_string(form.samples);
    const std::string scores = samples + ",3" + pixels, terms = samples + pixels;
    std::string text =
        "input x: f32[" + scores + "]\ninput labels: i64[" + terms + "]\nweight w: f32[" + scores + "]\n";
    if (form.hasWeights)
        text += "weight c: f32[3] = 0.5 2 1.25\n";
    text += "y: f32[" + scores + "] = Mul(x, w)\n";
    text += form.reduce == Reduce::Terms ? "t: f32[" + terms + "] = " : "l: f32[] = ";
    text += form.takesLogits ? "SoftmaxCrossEntropyLoss" : "NegativeLogLikelihoodLoss";
    text += form.hasWeights ? "(y, labels, c)" : "(y, labels)";
    text += form.reduce == Reduce::Mean ? ""
        : form.reduce == Reduce::Sum    ? " reduction=sum"
                                        : " reduction=none";
    text += form.ignores ? " ignore_index=" + std::to_string(kIgnored) + "\n" : "\n";
    if (form.reduce == Reduce::Terms)
        text += "l: f32[] = ReduceMean(t) keepdims=0\n";
    return text + "output l\n";
}

double lossOf(const Form& form, const std::vector<double>& y)
{
    double sum = 0, total = 0;
    const std::size_t terms = form.samples * form.pixels;
    for (std::size_t term = 0; term < terms; ++term) {
        const auto score = [&](std::size_t c) {
            return y[(term / form.pixels * kClasses + c) * form.pixels + term % form.pixels];
        };
        const std::int64_t label = form.labels[term];
        if (form.ignores && label == kIgnored)
            continue;
        const auto c = static_cast<std::size_t>(label);
        const double logs = std::log(std::exp(score(0)) + std::exp(score(1)) + std::exp(score(2)));
        const double weight = form.hasWeights ? kWeights[c] : 1;
        sum -= weight * (score(c) - (form.takesLogits ? logs : 0));
        total += weight;
    }
    return form.reduce == Reduce::Mean ? sum / total
        : form.reduce == Reduce::Sum   ? sum
                                       : sum / static_cast<double>(terms);
}

/// From -1 to 1, none like another.
std::vector<float> numbers(std::size_t count, int step)
{
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<float>((static_cast<int>(i) * step + 1) % 13) / 6.5f - 1);
    return values;
}

}

class TestClassLosses : public QObject
{
    Q_OBJECT

private slots:
    void valueAndGradientAreExact_data();
    void valueAndGradientAreExact();
};

void TestClassLosses::valueAndGradientAreExact_data()
{
    QTest::addColumn<Form>("form");
    for (const bool takesLogits : {true, false}) {
        const char* const type = takesLogits ? "cross entropy" : "log-likelihood";
        for (const std::size_t pixels : {1, 2}) {
            const std::vector<std::int64_t> labels =
                pixels == 1 ? std::vector<std::int64_t>{0, 2, 1} : std::vector<std::int64_t>{1, 2, 2, 0};
            const auto row = [&](const char* name, Reduce reduce, bool hasWeights, bool ignores) {
                QTest::addRow("%s, %s, %s", type, pixels == 1 ? "samples" : "pixels", name)
                    << Form{takesLogits, labels.size() / pixels, pixels, reduce, hasWeights, ignores, labels};
            };
            row("mean", Reduce::Mean, false, false);
            row("sum", Reduce::Sum, false, false);
            row("single terms", Reduce::Terms, false, false);
            row("class weights", Reduce::Mean, true, false);
            row("a class that is ignored", Reduce::Mean, false, true);
            row("weights and an ignored class", Reduce::Mean, true, true);
            row("sum with weights and an ignored class", Reduce::Sum, true, true);
            row("single terms with weights and an ignored class", Reduce::Terms, true, true);
        }
    }
}

void TestClassLosses::valueAndGradientAreExact()
{
    QFETCH(const Form, form);
    const auto training = differentiate(textGraph(textOf(form)), {.loss = Loss::InGraph});
    QVERIFY2(training, training ? "" : describe(training.error()).c_str());
    const TrainedParameter* parameter = nullptr;
    for (const TrainedParameter& each : training->parameters) {
        if (training->graph->value(each.weight.value).name == "w")
            parameter = &each;
    }
    QVERIFY2(parameter, "the class weights stay as they are");
    QCOMPARE(training->parameters.size(), 1u);
    auto program = Program::compile(training->graph, {.observed = {parameter->gradient}});
    QVERIFY2(program, program ? "" : describe(program.error()).c_str());
    const std::size_t count = form.samples * kClasses * form.pixels;
    const std::vector<float> x = numbers(count, 5), w = numbers(count, 8);
    std::ranges::copy(x, program->floats(training->graph->findValue("x")).begin());
    std::ranges::copy(w, program->floats(parameter->weight.value).begin());
    std::ranges::copy(form.labels, program->integers(training->labels).begin());
    program->floats(training->lossScale)[0] = 1;
    program->run(Stage::Compute);

    const auto lossAt = [&](std::size_t moved, double shift) {
        std::vector<double> y;
        for (std::size_t i = 0; i < count; ++i)
            y.push_back(static_cast<double>(x[i]) * (static_cast<double>(w[i]) + (i == moved ? shift : 0)));
        return lossOf(form, y);
    };
    constexpr double kStep = 1e-5; // truncation is about its square, cancellation 1e-16 divided by it
    constexpr double kRounding =
        32 * 0x1p-24 + 1e-9; // some 30 operations in float32 between a weight and the loss
    const double loss = lossAt(count, 0);
    QVERIFY(std::abs(static_cast<double>(program->read(training->loss)[0]) - loss) <=
        kRounding * std::max(1.0, std::abs(loss)));
    const std::vector<float> gradient = program->read(parameter->gradient);
    for (std::size_t i = 0; i < count; ++i) {
        const double slope = (lossAt(i, kStep) - lossAt(i, -kStep)) / (2 * kStep);
        QVERIFY2(std::abs(static_cast<double>(gradient[i]) - slope) <= 4 * kRounding,
            qPrintable(
                QString("w[%1]: %2 instead of %3").arg(i).arg(static_cast<double>(gradient[i])).arg(slope)));
    }
}

QTEST_APPLESS_MAIN(TestClassLosses)
#include "tst_classlosses.moc"
