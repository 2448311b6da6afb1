// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exponentials and their kin against the C library in double, over the whole range of float.
#include "kernels/unary.h"
#include "tests/kernels/kerneltest.h"

#include <functional>
#include <limits>
#include <numbers>

using namespace halftone;
using namespace halftone::test;

namespace {

using kernels::Unary;

double normalCdf(double x)
{
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

struct Function
{
    const char* name;
    Unary function;
    double (*exact)(double);
    double ulps; ///< As the header promises.
    float low;
    float high;
    bool ofMagnitude =
        false; ///< The promise is relative to |x| e^(-x^2/2) as the header says, not to the result.
};

const std::vector<Function>& functions()
{
    static const std::vector<Function> rows = {
        {"exp", Unary::Exp, [](double x) { return std::exp(x); }, 2, -103, 88.7f},
        {"log", Unary::Log, [](double x) { return std::log(x); }, 4, 1e-40f, 1e38f},
        {"log around 1", Unary::Log, [](double x) { return std::log(x); }, 4, 0.5f, 2.0f},
        {"tanh", Unary::Tanh, [](double x) { return std::tanh(x); }, 4, -20, 20},
        {"sigmoid", Unary::Sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }, 4, -80, 80},
        {"erf", Unary::Erf, [](double x) { return std::erf(x); }, 2, -5, 5},
        {"gelu", Unary::Gelu, [](double x) { return x * normalCdf(x); }, 4, -0.9f, 30},
        {"gelu of negative numbers", Unary::Gelu, [](double x) { return x * normalCdf(x); }, 2048, -5, -0.9f},
    };
    return rows;
}

double unit(double value)
{
    const int exponent = value == 0 ? -126 : std::max(-126, std::ilogb(value));
    return std::ldexp(1.0, exponent - 23);
}

std::vector<float> spread(float low, float high, std::size_t count)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = low + (high - low) * (static_cast<float>(i) / static_cast<float>(count - 1));
    return values;
}

}

class TestTranscendental : public QObject
{
    Q_OBJECT

private slots:
    void resultsAreWithinTheirUnits_data() { addTargetRows(); }
    void resultsAreWithinTheirUnits();
    void limitsAndNansAreKept_data() { addTargetRows(); }
    void limitsAndNansAreKept();
    void everyLengthGivesTheSame_data() { addTargetRows(); }
    void everyLengthGivesTheSame();
    void geluGradientIsTheSlope_data() { addTargetRows(); }
    void geluGradientIsTheSlope();
};

void TestTranscendental::resultsAreWithinTheirUnits()
{
    HALFTONE_USE_TARGET();
    for (const Function& function : functions()) {
        const std::vector<float> x = spread(function.low, function.high, 200'001);
        std::vector<float> y(x.size());
        kernels::unary(function.function, x, y);
        double worst = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double exact = function.exact(static_cast<double>(x[i]));
            worst = std::max(worst, std::abs(static_cast<double>(y[i]) - exact) / unit(exact));
        }
        QVERIFY2(worst <= function.ulps, qPrintable(QString("%1: %2 ulp").arg(function.name).arg(worst)));
    }
}

void TestTranscendental::limitsAndNansAreKept()
{
    HALFTONE_USE_TARGET();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> x{kInfinity, -kInfinity, kNan, 0.0f, 1e30f, -1e30f};
    const auto check = [&](Unary function, const std::vector<float>& expected, const char* name) {
        std::vector<float> y(x.size());
        kernels::unary(function, x, y);
        for (std::size_t i = 0; i < x.size(); ++i)
            QVERIFY2(std::isnan(expected[i]) ? std::isnan(y[i]) : y[i] == expected[i],
                qPrintable(QString("%1(%2) is %3")
                        .arg(name)
                        .arg(static_cast<double>(x[i]))
                        .arg(static_cast<double>(y[i]))));
    };
    check(Unary::Exp, {kInfinity, 0, kNan, 1, kInfinity, 0}, "exp");
    check(Unary::Log, {kInfinity, kNan, kNan, -kInfinity, std::log(1e30f), kNan}, "log");
    check(Unary::Tanh, {1, -1, kNan, 0, 1, -1}, "tanh");
    check(Unary::Sigmoid, {1, 0, kNan, 0.5f, 1, 0}, "sigmoid");
    check(Unary::Erf, {1, -1, kNan, 0, 1, -1}, "erf");
    check(Unary::Gelu, {kInfinity, 0, kNan, 0, 1e30f, 0}, "gelu");
}

void TestTranscendental::everyLengthGivesTheSame()
{
    HALFTONE_USE_TARGET();
    const std::vector<float> x = spread(0.1f, 7.0f, 67);
    for (const Function& function : functions()) {
        std::vector<float> whole(x.size());
        kernels::unary(function.function, x, whole);
        for (std::size_t size = 0; size <= x.size(); ++size) {
            std::vector<float> part(size + 1, -7.0f);
            kernels::unary(function.function, std::span(x).first(size), std::span(part).first(size));
            QCOMPARE(part.back(), -7.0f);
            part.pop_back();
            QVERIFY2(std::ranges::equal(part, std::span(whole).first(size)), function.name);
        }
    }
}

void TestTranscendental::geluGradientIsTheSlope()
{
    HALFTONE_USE_TARGET();
    const std::vector<float> x = spread(-12, 12, 100'001);
    const std::vector<float> gradient(x.size(), 3.0f);
    std::vector<float> y(x.size());
    kernels::unaryGradient(Unary::Gelu, gradient, x, y);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto value = static_cast<double>(x[i]);
        const double density = std::exp(-0.5 * value * value) / std::sqrt(2 * std::numbers::pi);
        const double exact = 3 * (normalCdf(value) + value * density);
        QVERIFY2(
            std::abs(static_cast<double>(y[i]) - exact) <= 8 * unit(3.0), qPrintable(QString::number(value)));
    }
}

QTEST_APPLESS_MAIN(TestTranscendental)
#include "tst_transcendental.moc"
