// SPDX-License-Identifier: GPL-3.0-or-later
//
// Losses against long double. Tolerances follow from the number of float roundings on the way to each result;
// Highway states an error of at most one unit in the last place for its exp().
#include "kernels/loss.h"
#include "tests/kernels/kerneltest.h"

#include <limits>

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

using Exact = long double;
constexpr Exact kEpsilon = std::numeric_limits<float>::epsilon(); // Two units of rounding.
constexpr Exact kTiny = std::numeric_limits<float>::denorm_min();

/// Row-major logits with labels.
struct Batch
{
    std::size_t classes = 0;
    std::vector<float> logits;
    std::vector<std::int64_t> labels;

    std::span<const float> row(std::size_t i) const
    {
        return std::span(logits).subspan(i * classes, classes);
    }
};

Batch makeBatch(std::size_t rows, std::size_t classes, float spread)
{
    Batch batch{.classes = classes,
        .logits = std::vector<float>(rows * classes),
        .labels = std::vector<std::int64_t>(rows)};
    for (std::size_t i = 0; i < batch.logits.size(); ++i)
        batch.logits[i] = spread * std::sin(static_cast<float>(i * i % 8191));
    for (std::size_t i = 0; i < rows; ++i)
        batch.labels[i] = static_cast<std::int64_t>(i * 7 % classes);
    return batch;
}

Exact maxOf(std::span<const float> row)
{
    return *std::ranges::max_element(row);
}

Exact logSumOf(std::span<const float> row)
{
    const Exact max = maxOf(row);
    Exact sum = 0;
    for (const float value : row)
        sum += std::exp(value - max);
    return std::log(sum);
}

Exact exactLoss(const Batch& batch)
{
    Exact sum = 0;
    for (std::size_t i = 0; i < batch.labels.size(); ++i) {
        const std::span<const float> row = batch.row(i);
        sum -= row[static_cast<std::size_t>(batch.labels[i])] - maxOf(row) - logSumOf(row);
    }
    return sum / static_cast<Exact>(batch.labels.size());
}

/// The error of log(sum of exp(-d)), which is the relative error of the sum: each exponential is off by one
/// unit in the last place and by the rounding of its argument, half an epsilon times d. Weighted by
/// probability, the mean of d is the entropy less the logarithm of the sum: at most log(classes).
Exact logSumTolerance(std::size_t classes)
{
    return kEpsilon * (1 + std::log(static_cast<Exact>(classes)) / 2);
}

constexpr auto kRows = std::to_array<std::size_t>({1, 3, 32});
constexpr auto kClasses = std::to_array<std::size_t>({1, 2, 3, 10, 15, 16, 17, 33, 100, 1000});
constexpr auto kSpreads = std::to_array<float>({0.0f, 1.0f, 30.0f, 1e4f});

/// Calls body for batches of every shape and spread.
template <class Body>
void forEachBatch(Body body)
{
    for (const std::size_t rows : kRows) {
        for (const std::size_t classes : kClasses) {
            for (const float spread : kSpreads)
                body(makeBatch(rows, classes, spread));
        }
    }
}

std::vector<float> logProbabilities(const Batch& batch)
{
    std::vector<float> result(batch.logits.size());
    softmaxCrossEntropy(batch.logits, batch.labels, result);
    return result;
}

}

class TestLoss : public QObject
{
    Q_OBJECT

private slots:
    void crossEntropyIsThatOfExactArithmetic_data() { addTargetRows(); }
    void crossEntropyIsThatOfExactArithmetic()
    {
        HALFTONE_USE_TARGET();
        forEachBatch([](const Batch& batch) {
            std::vector<float> logProbability(batch.logits.size());
            const double loss = softmaxCrossEntropy(batch.logits, batch.labels, logProbability);
            const Exact expected = exactLoss(batch);
            QVERIFY(
                std::abs(loss - expected) <= logSumTolerance(batch.classes) + 1e-15L * std::abs(expected));
        });
    }

    void logProbabilitiesAreThoseOfExactArithmetic_data() { addTargetRows(); }
    void logProbabilitiesAreThoseOfExactArithmetic()
    {
        HALFTONE_USE_TARGET();
        forEachBatch([](const Batch& batch) {
            const std::vector<float> actual = logProbabilities(batch);
            for (std::size_t row = 0; row < batch.labels.size(); ++row) {
                const Exact max = maxOf(batch.row(row));
                const Exact logSum = logSumOf(batch.row(row));
                for (std::size_t i = 0; i < batch.classes; ++i) {
                    const Exact shifted = batch.row(row)[i] - max;
                    const Exact expected = shifted - logSum;
                    // Three roundings: of the difference, of the logarithm and of the result.
                    const Exact roundings = kEpsilon / 2 * (std::abs(shifted) + logSum + std::abs(expected));
                    const Exact error = std::abs(actual[row * batch.classes + i] - expected);
                    QVERIFY(error <= roundings + logSumTolerance(batch.classes));
                }
            }
        });
    }

    void gradientIsProbabilityMinusLabel_data() { addTargetRows(); }
    void gradientIsProbabilityMinusLabel()
    {
        HALFTONE_USE_TARGET();
        constexpr float kLossScale = 1024;
        forEachBatch([](const Batch& batch) {
            const std::vector<float> logProbability = logProbabilities(batch);
            std::vector<float> gradient(logProbability.size());
            softmaxCrossEntropyGradient(logProbability, batch.labels, kLossScale, gradient);
            const Exact factor = kLossScale / static_cast<Exact>(batch.labels.size());
            for (std::size_t i = 0; i < gradient.size(); ++i) {
                const bool isLabel =
                    batch.labels[i / batch.classes] == static_cast<std::int64_t>(i % batch.classes);
                const Exact logOne = logProbability[i];
                const Exact expected = (isLabel ? std::expm1(logOne) : std::exp(logOne)) * factor;
                // exp() to one unit in the last place; the factor and the product rounded.
                QVERIFY(std::abs(gradient[i] - expected) <=
                    2 * kEpsilon * std::abs(expected) + 2 * kTiny * factor);
            }
        });
    }

    /// Central differences in long double: independent of the formula for the gradient.
    void gradientIsTheSlopeOfTheLoss_data() { addTargetRows(); }
    void gradientIsTheSlopeOfTheLoss()
    {
        HALFTONE_USE_TARGET();
        const Batch batch = makeBatch(4, 10, 2);
        std::vector<float> gradient(batch.logits.size());
        softmaxCrossEntropyGradient(logProbabilities(batch), batch.labels, 1, gradient);
        constexpr float kStep = 0x1p-10f; // Exact in the logits; the third derivative of the loss is below 1.
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            Batch up = batch;
            Batch down = batch;
            up.logits[i] += kStep;
            down.logits[i] -= kStep;
            const Exact width = static_cast<Exact>(up.logits[i]) - down.logits[i];
            const Exact slope = (exactLoss(up) - exactLoss(down)) / width;
            QVERIFY(std::abs(gradient[i] - slope) <= width * width + 8 * kEpsilon);
        }
    }

    void certaintyKeepsTheDigitsOfItsSmallGradient_data() { addTargetRows(); }
    void certaintyKeepsTheDigitsOfItsSmallGradient()
    {
        HALFTONE_USE_TARGET();
        const std::vector<float> logProbability{-1e-9f, -20.723266f};
        const std::int64_t label = 0;
        std::vector<float> gradient(2);
        softmaxCrossEntropyGradient(logProbability, {&label, 1}, 1, gradient);
        QVERIFY(std::abs(gradient[0] + 1e-9f) <= 2e-16f);
    }

    void maskedClassesHaveNoProbability_data() { addTargetRows(); }
    void maskedClassesHaveNoProbability()
    {
        HALFTONE_USE_TARGET();
        std::vector<float> values{1.0f, -INFINITY, 1.0f, -INFINITY};
        const std::int64_t label = 2;
        const double loss = softmaxCrossEntropy(values, {&label, 1}, values); // In place.
        QVERIFY(std::abs(loss - std::log(2.0)) <= static_cast<double>(logSumTolerance(4)));
        QCOMPARE(values[1], -INFINITY);
        softmaxCrossEntropyGradient(values, {&label, 1}, 1, values);
        QCOMPARE(values[1], 0.0f);
        QCOMPARE(values[3], 0.0f);
    }

    void aSpoiltRowSpoilsItsResultsAndTheMean_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<std::vector<float>>("row");
        for (const std::string_view target : availableTargets()) {
            const std::string name(target);
            QTest::newRow((name + ", NaN").c_str()) << toQString(target) << std::vector<float>{0, NAN, 1};
            QTest::newRow((name + ", infinity").c_str())
                << toQString(target) << std::vector<float>{0, INFINITY, 1};
            QTest::newRow((name + ", all masked").c_str())
                << toQString(target) << std::vector<float>{-INFINITY, -INFINITY, -INFINITY};
        }
    }
    void aSpoiltRowSpoilsItsResultsAndTheMean()
    {
        HALFTONE_USE_TARGET();
        QFETCH(std::vector<float>, row);
        std::vector<float> logits{1, 2, 3};
        logits.insert(logits.end(), row.begin(), row.end());
        const std::vector<std::int64_t> labels{0, 0};
        std::vector<float> logProbability(6);
        QVERIFY(std::isnan(softmaxCrossEntropy(logits, labels, logProbability)));
        std::vector<float> gradient(6);
        softmaxCrossEntropyGradient(logProbability, labels, 1, gradient);
        for (std::size_t i = 0; i < 6; ++i) {
            QCOMPARE(std::isnan(logProbability[i]), i >= 3);
            QCOMPARE(std::isnan(gradient[i]), i >= 3);
        }
    }

    void squaredErrorIsThatOfExactArithmetic_data() { addTargetRows(); }
    void squaredErrorIsThatOfExactArithmetic()
    {
        HALFTONE_USE_TARGET();
        forEachPlace([](std::size_t size, std::size_t leading, std::size_t trailing) {
            Placed<float> prediction(size, leading, trailing);
            Placed<float> wanted(size, trailing % 3, trailing);
            Placed<float> gradient(size, leading, trailing);
            Exact sum = 0;
            for (std::size_t i = 0; i < size; ++i) {
                prediction.span()[i] = std::sin(static_cast<float>(i) * 3.1f);
                wanted.span()[i] = 1e3f * std::cos(static_cast<float>(i));
                const Exact difference = static_cast<Exact>(prediction.span()[i]) - wanted.span()[i];
                sum += difference * difference;
            }
            const Exact mean = size == 0 ? 0 : sum / static_cast<Exact>(size);
            // Terms are exact but for one double rounding each, and as many in the sum.
            const Exact tolerance = 2.3e-16L * static_cast<Exact>(size + 2) * mean;
            QVERIFY(std::abs(meanSquaredError(prediction.span(), wanted.span()) - mean) <= tolerance);

            meanSquaredErrorGradient(prediction.span(), wanted.span(), 128, gradient.span());
            for (std::size_t i = 0; i < size; ++i) {
                const Exact difference = static_cast<Exact>(prediction.span()[i]) - wanted.span()[i];
                const Exact expected = 2 * difference * 128 / static_cast<Exact>(size);
                QVERIFY(std::abs(gradient.span()[i] - expected) <= 2 * kEpsilon * std::abs(expected));
            }
            QVERIFY(gradient.guardsAreIntact());
        });
    }

    void anEmptyBatchHasNoLoss()
    {
        QCOMPARE(softmaxCrossEntropy({}, {}, {}), 0.0);
        softmaxCrossEntropyGradient({}, {}, 1, {});
        QCOMPARE(meanSquaredError({}, {}), 0.0);
    }

    void lossesRepeatBitByBit_data() { addTargetRows(); }
    void lossesRepeatBitByBit()
    {
        HALFTONE_USE_TARGET();
        const Batch batch = makeBatch(32, 100, 5);
        std::vector<float> first(batch.logits.size());
        std::vector<float> second(batch.logits.size());
        QVERIFY(softmaxCrossEntropy(batch.logits, batch.labels, first) ==
            softmaxCrossEntropy(batch.logits, batch.labels, second));
        QVERIFY(sameBits(first, second));
    }
};

QTEST_APPLESS_MAIN(TestLoss)
#include "tst_loss.moc"
