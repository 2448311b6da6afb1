// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arithmetic on rows, moves by tables and normalised rows against plain loops in double.
#include "kernels/binary.h"
#include "kernels/movement.h"
#include "kernels/rownorm.h"
#include "kernels/unary.h"
#include "tests/kernels/kerneltest.h"

#include <limits>
#include <numeric>

using namespace halftone;
using namespace halftone::test;
using kernels::Binary;
using kernels::Unary;

namespace {

std::vector<float> numbers(std::size_t count, float start)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = start + 0.37f * static_cast<float>((i * 7) % 23);
    return values;
}

float exact(Binary function, float a, float b)
{
    switch (function) {
    case Binary::Add:
        return a + b;
    case Binary::Sub:
        return a - b;
    case Binary::Mul:
        return a * b;
    case Binary::Div:
        return a / b;
    case Binary::Min:
        return std::isnan(a) || std::isnan(b) ? std::numeric_limits<float>::quiet_NaN() : std::min(a, b);
    case Binary::Max:
        return std::isnan(a) || std::isnan(b) ? std::numeric_limits<float>::quiet_NaN() : std::max(a, b);
    }
    return 0;
}

constexpr Binary kFunctions[] = {
    Binary::Add, Binary::Sub, Binary::Mul, Binary::Div, Binary::Min, Binary::Max};

struct Smooth
{
    Unary function;
    kernels::UnaryParameters parameters;
    float low;
    float high;
};
constexpr Smooth kSmooth[] = {{Unary::Celu, {0.7f, 0}, -3, 3}, {Unary::Elu, {0.7f, 0}, -3, 3},
    {Unary::Erf, {}, -2, 2}, {Unary::Exp, {}, -3, 3}, {Unary::Gelu, {}, -4, 4}, {Unary::GeluTanh, {}, -4, 4},
    {Unary::HardSigmoid, {0.2f, 0.5f}, -2, 2}, {Unary::Log, {}, 0.5f, 3}, {Unary::Mish, {}, -4, 4},
    {Unary::Reciprocal, {}, 0.5f, 3}, {Unary::Selu, {1.67f, 1.05f}, -3, 3}, {Unary::Sigmoid, {}, -4, 4},
    {Unary::Softplus, {}, -4, 4}, {Unary::Softsign, {}, 0.1f, 3}, {Unary::Sqrt, {}, 0.5f, 3},
    {Unary::Swish, {1.2f, 0}, -4, 4}, {Unary::Tanh, {}, -2, 2}};

}

class TestRows : public QObject
{
    Q_OBJECT

private slots:
    void arithmeticIsThatOfFloats_data() { addTargetRows(); }
    void arithmeticIsThatOfFloats();
    void nanReachesTheResultOfMinAndMax_data() { addTargetRows(); }
    void nanReachesTheResultOfMinAndMax();
    void slopesAreThoseOfTheFunctions_data() { addTargetRows(); }
    void slopesAreThoseOfTheFunctions();
    void nanStaysNanInEveryFunction_data() { addTargetRows(); }
    void nanStaysNanInEveryFunction();
    void movesFollowTheirTables();
    void movesFillWhereThereIsNoSource();
    void gradientsOfMovesAddUp();
    void rowsAreNormalised_data() { addTargetRows(); }
    void rowsAreNormalised();
};

void TestRows::arithmeticIsThatOfFloats()
{
    HALFTONE_USE_TARGET();
    const std::vector<float> a = numbers(41, -3), b = numbers(41, 1);
    for (const Binary function : kFunctions) {
        for (std::size_t size = 0; size <= a.size(); ++size) {
            for (const auto& [stepA, stepB] : {std::pair{1u, 1u}, {1u, 0u}, {0u, 1u}, {0u, 0u}}) {
                std::vector<float> dst(size + 1, -77.0f);
                kernels::binary(function, {a.data(), stepA}, {b.data(), stepB}, std::span(dst).first(size));
                for (std::size_t i = 0; i < size; ++i)
                    QCOMPARE(bitsOf(dst[i]), bitsOf(exact(function, a[i * stepA], b[i * stepB])));
                QCOMPARE(dst[size], -77.0f);
            }
        }
    }
}

void TestRows::nanReachesTheResultOfMinAndMax()
{
    HALFTONE_USE_TARGET();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const float a[] = {1, kNan, kNan}, b[] = {kNan, 1, kNan};
    for (const Binary function : {Binary::Min, Binary::Max}) {
        float dst[3];
        kernels::binary(function, {a, 1}, {b, 1}, dst);
        for (const float value : dst)
            QVERIFY(std::isnan(value));
    }
}

void TestRows::slopesAreThoseOfTheFunctions()
{
    HALFTONE_USE_TARGET();
    for (const Smooth& row : kSmooth) {
        std::vector<float> x(400);
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = row.low +
                (row.high - row.low) * (static_cast<float>(i) + 0.5f) / static_cast<float>(x.size());
        constexpr float kStep = 0x1p-6f;
        std::vector<float> left = x, right = x, y(x.size()), before(x.size()), after(x.size()),
                           slope(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            left[i] -= kStep;
            right[i] += kStep;
        }
        kernels::unary(row.function, x, y, row.parameters);
        kernels::unary(row.function, left, before, row.parameters);
        kernels::unary(row.function, right, after, row.parameters);
        const std::vector<float> ones(x.size(), 1.0f);
        kernels::unaryGradient(
            row.function, ones, kernels::readsResult(row.function) ? y : x, slope, row.parameters);
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (left[i] * right[i] <= 0)
                continue; // Some bend at zero.
            const double expected = (static_cast<double>(after[i]) - static_cast<double>(before[i])) /
                (2.0 * static_cast<double>(kStep));
            // Truncation is below step^2 times the third derivative (20 of exp at 3), rounding 2^-24 of the
            // value by the step.
            const double tolerance =
                20.0 * 0x1p-12 + 8 * std::max(1.0, static_cast<double>(std::abs(y[i]))) * 0x1p-24 / 0x1p-6;
            QVERIFY2(std::abs(static_cast<double>(slope[i]) - expected) <= tolerance,
                qPrintable(QString("function %1 at %2: %3 instead of %4")
                        .arg(int(row.function))
                        .arg(double(x[i]))
                        .arg(double(slope[i]))
                        .arg(expected)));
        }
    }
}

void TestRows::nanStaysNanInEveryFunction()
{
    HALFTONE_USE_TARGET();
    const float nan[] = {std::numeric_limits<float>::quiet_NaN()};
    for (int function = 0; function <= static_cast<int>(Unary::ThresholdedRelu); ++function) {
        float dst[1] = {0};
        kernels::unary(static_cast<Unary>(function), nan, dst, {0.5f, 1.5f});
        QVERIFY2(std::isnan(dst[0]), qPrintable(QString::number(function)));
    }
}

void TestRows::movesFollowTheirTables()
{
    std::vector<std::uint16_t> src(12), dst(12);
    std::iota(src.begin(), src.end(), std::uint16_t{0});
    const std::int64_t columns[] = {0, 1, 2, 3}, rows[] = {0, 4, 8}; // 3x4 transposed
    const std::span<const std::int64_t> tables[] = {columns, rows};
    kernels::moveElements(tables, 2, reinterpret_cast<const std::byte*>(src.data()),
        reinterpret_cast<std::byte*>(dst.data()), nullptr);
    const std::vector<std::uint16_t> expected{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11};
    QCOMPARE(dst, expected);
}

void TestRows::movesFillWhereThereIsNoSource()
{
    const std::vector<float> src{1, 2, 3};
    std::vector<float> dst(5);
    const float fill = 9;
    const std::int64_t table[] = {kernels::kNoSource, 0, 1, 2, kernels::kNoSource};
    const std::span<const std::int64_t> tables[] = {table};
    kernels::moveElements(tables, 4, reinterpret_cast<const std::byte*>(src.data()),
        reinterpret_cast<std::byte*>(dst.data()), reinterpret_cast<const std::byte*>(&fill));
    QCOMPARE(dst, (std::vector<float>{9, 1, 2, 3, 9}));
}

void TestRows::gradientsOfMovesAddUp()
{
    const std::vector<float> gradient{1, 2, 4, 8};
    std::vector<float> dst(2, 0.5f);
    const std::int64_t table[] = {0, 1, 0, kernels::kNoSource};
    const std::span<const std::int64_t> tables[] = {table};
    kernels::addMovedBack(tables, gradient.data(), dst.data());
    QCOMPARE(dst, (std::vector<float>{5.5f, 2.5f}));
}

void TestRows::rowsAreNormalised()
{
    HALFTONE_USE_TARGET();
    for (const std::size_t inner : {1u, 5u}) {
        const kernels::RowNorm norm{.rows = 4, .length = 35, .periods = 2, .inner = inner};
        const std::size_t perRow = norm.length / inner;
        const std::vector<float> x = numbers(norm.rows * norm.length, -2), scale = numbers(2 * perRow, 0.5f),
                                 shift = numbers(2 * perRow, -1);
        std::vector<float> y(x.size()), means(norm.rows), inverses(norm.rows);
        kernels::normalizeRows(norm, x, scale, shift, y, means, inverses);
        for (std::size_t row = 0; row < norm.rows; ++row) {
            double mean = 0, variance = 0;
            for (std::size_t c = 0; c < norm.length; ++c)
                mean += static_cast<double>(x[row * norm.length + c]) / 35;
            for (std::size_t c = 0; c < norm.length; ++c)
                variance += std::pow(static_cast<double>(x[row * norm.length + c]) - mean, 2) / 35;
            for (std::size_t c = 0; c < norm.length; ++c) {
                const std::size_t factor = row % 2 * perRow + c / inner;
                const double unit =
                    (static_cast<double>(x[row * norm.length + c]) - mean) / std::sqrt(variance + 1e-5);
                const double expected =
                    unit * static_cast<double>(scale[factor]) + static_cast<double>(shift[factor]);
                // A handful of roundings of numbers up to 20.
                QVERIFY(
                    std::abs(static_cast<double>(y[row * norm.length + c]) - expected) <= 8 * 20 * 0x1p-24);
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestRows)
#include "tst_rows.moc"
