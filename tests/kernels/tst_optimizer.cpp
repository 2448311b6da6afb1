// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/elementwise.h"
#include "kernels/optimizer.h"
#include "tests/kernels/kerneltest.h"
#include "tests/support/shared.h"

#include <nlohmann/json.hpp>

#include <limits>

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

constexpr long double kEpsilon = std::numeric_limits<float>::epsilon();

/// One step by the rule, each operation rounded to T.
template <class T>
struct ReferenceStep
{
    T weight{};
    T moment{};

    void operator()(T gradient, const MomentumParameters& p)
    {
        const T decay = T(T(p.weightDecay) * T(p.lossScale));
        const T decayed = T(gradient + T(weight * decay));
        const T g = T(decayed * T(T(1) / T(p.lossScale)));
        moment = T(T(moment * T(p.momentum)) + g);
        const T step = p.nesterov == Nesterov::Yes
            ? T(T(g * T(p.learningRate)) + T(T(moment * T(p.momentum)) * T(p.learningRate)))
            : T(moment * T(p.learningRate));
        weight = T(weight - step);
    }
};

/// A float whose operations are rounded from double, so that no compiler setting can fuse two of them.
struct StrictFloat
{
    StrictFloat() = default;
    explicit StrictFloat(double exact)
        : value(static_cast<float>(exact))
    {
    }

    double operator+(StrictFloat other) const { return static_cast<double>(value) + other.value; }
    double operator-(StrictFloat other) const { return static_cast<double>(value) - other.value; }
    double operator*(StrictFloat other) const { return static_cast<double>(value) * other.value; }
    double operator/(StrictFloat other) const { return static_cast<double>(value) / other.value; }

    float value = 0;
};

constexpr auto kChoices = std::to_array<MomentumParameters>({
    {.learningRate = 0.1f, .momentum = 0.9f},
    {.learningRate = 0.1f, .momentum = 0.9f, .nesterov = Nesterov::Yes},
    {.learningRate = 0.01f, .momentum = 0.95f, .weightDecay = 1e-4f, .lossScale = 1024},
    {.learningRate = 0.05f,
        .momentum = 0.9f,
        .weightDecay = 5e-4f,
        .lossScale = 1000,
        .nesterov = Nesterov::Yes},
    {.learningRate = 0.5f},
});

float gradientAt(std::size_t element, std::size_t step, float lossScale)
{
    return lossScale * std::sin(static_cast<float>(element * 7 + step * 3 + 1));
}

}

class TestOptimizer : public QObject
{
    Q_OBJECT

private slots:
    void publishedStepsComeOut_data() { addTargetRows(); }
    void publishedStepsComeOut()
    {
        HALFTONE_NEED_SHARED("facts/momentum_vectors.json");
        HALFTONE_USE_TARGET();
        const auto file = nlohmann::json::parse(
            readAll(sharedPath(QStringLiteral("facts/momentum_vectors.json"))).constData());
        QVERIFY(!file.at("cases").empty());
        for (const nlohmann::json& test : file.at("cases"))
            replay(test);
    }

    void everyStepRoundsAsFloat32WithoutFusing_data() { addTargetRows(); }
    void everyStepRoundsAsFloat32WithoutFusing()
    {
        HALFTONE_USE_TARGET();
        for (const MomentumParameters& parameters : kChoices) {
            forEachPlace([&](std::size_t size, std::size_t leading, std::size_t trailing) {
                Placed<float> weight(mixedWeights(size), leading, trailing);
                Placed<float> moment(std::vector<float>(size), trailing % 3, trailing);
                std::vector<ReferenceStep<StrictFloat>> expected(size);
                for (std::size_t i = 0; i < size; ++i)
                    expected[i].weight.value = weight.span()[i];
                for (std::size_t step = 0; step < 5; ++step) {
                    Placed<float> gradient(size, leading, trailing);
                    for (std::size_t i = 0; i < size; ++i) {
                        gradient.span()[i] = gradientAt(i, step, parameters.lossScale);
                        expected[i](StrictFloat(gradient.span()[i]), parameters);
                    }
                    momentumUpdate(weight.span(), moment.span(), gradient.span(), parameters);
                }
                for (std::size_t i = 0; i < size; ++i) {
                    QCOMPARE(bitsOf(weight.span()[i]), bitsOf(expected[i].weight.value));
                    QCOMPARE(bitsOf(moment.span()[i]), bitsOf(expected[i].moment.value));
                }
                QVERIFY(weight.guardsAreIntact() && moment.guardsAreIntact());
            });
        }
    }

    /// Each step makes at most 9 roundings of half an epsilon, of numbers no greater than the bound; a moment
    /// carries its error on, damped by the momentum.
    void stepsStayWithinRoundingOfExactArithmetic_data() { addTargetRows(); }
    void stepsStayWithinRoundingOfExactArithmetic()
    {
        HALFTONE_USE_TARGET();
        constexpr std::size_t kSteps = 20;
        for (const MomentumParameters& parameters : kChoices) {
            std::vector<float> weight = mixedWeights(64);
            std::vector<float> moment(weight.size());
            std::vector<ReferenceStep<long double>> exact(weight.size());
            for (std::size_t i = 0; i < weight.size(); ++i)
                exact[i].weight = weight[i];
            for (std::size_t step = 0; step < kSteps; ++step) {
                std::vector<float> gradient(weight.size());
                for (std::size_t i = 0; i < gradient.size(); ++i) {
                    gradient[i] = gradientAt(i, step, parameters.lossScale);
                    exact[i](gradient[i], parameters);
                }
                momentumUpdate(weight, moment, gradient, parameters);
            }
            const long double damping = 1 / (1 - static_cast<long double>(parameters.momentum));
            const long double bound =
                2 + kSteps * damping; // Of weights and moments: gradients are at most 1.
            for (std::size_t i = 0; i < weight.size(); ++i) {
                QVERIFY(std::abs(moment[i] - exact[i].moment) <= 9 * kEpsilon / 2 * damping * damping);
                QVERIFY(std::abs(weight[i] - exact[i].weight) <= kSteps * 9 * kEpsilon / 2 * bound);
            }
        }
    }

    void nothingToUpdateIsFine() { momentumUpdate({}, {}, {}, kChoices[0]); }

private:
    static std::vector<float> mixedWeights(std::size_t size)
    {
        std::vector<float> weights(size);
        for (std::size_t i = 0; i < size; ++i)
            weights[i] = std::cos(static_cast<float>(i) * 1.7f);
        return weights;
    }

    static void replay(const nlohmann::json& test)
    {
        const std::string id = test.at("id");
        const MomentumParameters parameters{.learningRate = test.at("lr"),
            .momentum = test.at("momentum"),
            .weightDecay = test.at("weight_decay"),
            .lossScale = test.at("optimizer_loss_scale"),
            .nesterov = test.at("nesterov").get<bool>() ? Nesterov::Yes : Nesterov::No};
        float weight = test.at("w0");
        float moment = 0;
        for (std::size_t step = 0; step < test.at("grads").size(); ++step) {
            const nlohmann::json& given = test.at("grads")[step];
            float gradient = given.is_string() ? INFINITY : given.get<float>();
            bool isFinite = true;
            if (!test.at("step_loss_scale").is_null())
                isFinite = unscale({&gradient, 1}, 1.0f / test.at("step_loss_scale").get<float>());
            if (isFinite)
                momentumUpdate({&weight, 1}, {&moment, 1}, {&gradient, 1}, parameters);
            const nlohmann::json& after = test.at("after")[step];
            QVERIFY2(isFinite != after.at("skipped").get<bool>(), id.c_str());
            QVERIFY2(isNear(moment, after.at("moment")) && isNear(weight, after.at("weight")), id.c_str());
        }
    }

    /// The file's own measure: relative 2e-7.
    static bool isNear(float actual, double expected)
    {
        return std::abs(actual - expected) <= 2e-7 * std::abs(expected);
    }
};

QTEST_APPLESS_MAIN(TestOptimizer)
#include "tst_optimizer.moc"
