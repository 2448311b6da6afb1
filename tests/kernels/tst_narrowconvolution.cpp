// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/narrowconvolution.h"
#include "tests/kernels/kerneltest.h"

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

/// Numbers between -1 and 1 that do not repeat soon.
std::vector<float> numbers(std::size_t count, std::size_t seed)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = std::sin(static_cast<float>((i + seed) * (i + 7) % 4099));
    return values;
}

/// A sum and the sum of the magnitudes in it.
struct Sum
{
    double value = 0;
    double magnitude = 0;
};

Sum expected(const NarrowConvolution& s, std::span<const float> x, std::span<const float> gradient,
    std::size_t output, std::size_t input, std::size_t ky, std::size_t kx)
{
    Sum sum;
    for (std::size_t n = 0; n < s.samples; ++n) {
        for (std::size_t oy = 0; oy < s.outputHeight; ++oy) {
            for (std::size_t ox = 0; ox < s.outputWidth; ++ox) {
                const std::size_t y = oy * s.strideY + ky - s.padTop, at = ox * s.strideX + kx - s.padLeft;
                if (y >= s.height || at >= s.width) // below zero wraps around
                    continue;
                const std::size_t block = (n * s.blocks() + output / 8) * s.outputHeight + oy;
                const double term =
                    static_cast<double>(gradient[(block * s.outputWidth + ox) * 8 + output % 8]) *
                    static_cast<double>(x[((n * s.inputs + input) * s.height + y) * s.width + at]);
                sum.value += term;
                sum.magnitude += std::abs(term);
            }
        }
    }
    return sum;
}

void verifyForward(const NarrowConvolution& s, std::span<const float> bias)
{
    const std::vector<float> x = numbers(s.samples * s.inputs * s.height * s.width, 3);
    const std::vector<float> weights = numbers(s.outputs * s.taps(), 29);
    std::vector<float> actual(s.samples * s.blocks() * s.outputHeight * s.outputWidth * 8, -1.0f);
    narrowConvolution(s, x, weights, bias, actual);
    for (std::size_t at = 0; at < actual.size(); ++at) {
        const std::size_t ox = at / 8 % s.outputWidth, oy = at / 8 / s.outputWidth % s.outputHeight;
        const std::size_t plane = at / 8 / s.outputWidth / s.outputHeight;
        const std::size_t n = plane / s.blocks(), output = plane % s.blocks() * 8 + at % 8;
        if (output >= s.outputs) {
            QCOMPARE(actual[at], 0.0f);
            continue;
        }
        const double start = bias.empty() ? 0.0 : static_cast<double>(bias[output]);
        Sum sum{start, std::abs(start)};
        for (std::size_t tap = 0; tap < s.taps(); ++tap) {
            const std::size_t kx = tap % s.kernelWidth, ky = tap / s.kernelWidth % s.kernelHeight;
            const std::size_t input = tap / s.kernelWidth / s.kernelHeight;
            const std::size_t y = oy * s.strideY + ky - s.padTop, column = ox * s.strideX + kx - s.padLeft;
            if (y >= s.height || column >= s.width) // below zero wraps around
                continue;
            const double term = static_cast<double>(weights[output * s.taps() + tap]) *
                static_cast<double>(x[((n * s.inputs + input) * s.height + y) * s.width + column]);
            sum.value += term;
            sum.magnitude += std::abs(term);
        }
        // A product may be rounded, and each sum.
        QVERIFY(std::abs(static_cast<double>(actual[at]) - sum.value) <=
            static_cast<double>(s.taps() + 2) * 0x1p-24 * sum.magnitude);
    }
}

/// The gradient of the input, from dY in blocks of \p lanes channels.
void verifyInputGradient(const NarrowConvolution& s, std::size_t lanes)
{
    const std::size_t blocks = (s.outputs + lanes - 1) / lanes, pixels = s.outputHeight * s.outputWidth;
    const std::vector<float> gradient = numbers(s.samples * blocks * pixels * lanes, 17);
    const std::vector<float> weights = numbers(s.outputs * s.taps(), 23);
    std::vector<float> scratch(narrowInputScratch(s), -1.0f);
    std::vector<float> actual(s.samples * s.height * s.width * 8, -1.0f);
    narrowInputGradient(s, gradient, lanes, weights, scratch, actual);
    for (std::size_t at = 0; at < actual.size(); ++at) {
        const std::size_t input = at % 8, x = at / 8 % s.width, y = at / 8 / s.width % s.height;
        const std::size_t n = at / 8 / s.width / s.height;
        Sum sum;
        for (std::size_t tap = 0; tap < s.outputs * s.kernelHeight * s.kernelWidth && input < s.inputs;
            ++tap) {
            const std::size_t kx = tap % s.kernelWidth, ky = tap / s.kernelWidth % s.kernelHeight;
            const std::size_t output = tap / s.kernelWidth / s.kernelHeight;
            const std::size_t oy = y + s.padTop - ky, ox = x + s.padLeft - kx;
            if (oy >= s.outputHeight || ox >= s.outputWidth) // below zero wraps around
                continue;
            const std::size_t pixel = oy * s.outputWidth + ox;
            const double term =
                static_cast<double>(
                    gradient[((n * blocks + output / lanes) * pixels + pixel) * lanes + output % lanes]) *
                static_cast<double>(
                    weights[((output * s.inputs + input) * s.kernelHeight + ky) * s.kernelWidth + kx]);
            sum.value += term;
            sum.magnitude += std::abs(term);
        }
        QVERIFY(std::abs(static_cast<double>(actual[at]) - sum.value) <=
            static_cast<double>(s.outputs * s.kernelHeight * s.kernelWidth + 1) * 0x1p-24 * sum.magnitude);
    }
}

void verify(const NarrowConvolution& s)
{
    verifyForward(s, {});
    verifyForward(s, numbers(s.outputs, 5));
    const std::vector<float> x = numbers(s.samples * s.inputs * s.height * s.width, 3);
    const std::vector<float> gradient =
        numbers(s.samples * s.blocks() * s.outputHeight * s.outputWidth * 8, 11);
    std::vector<float> actual(s.outputs * s.taps(), -1.0f);
    narrowWeightGradient(s, x, gradient, actual);
    // Each number is added to at most that many others in float, and rounded once at the end.
    const double roundings = static_cast<double>(s.outputHeight * s.outputWidth) + 1;
    std::size_t at = 0;
    for (std::size_t output = 0; output < s.outputs; ++output) {
        for (std::size_t input = 0; input < s.inputs; ++input) {
            for (std::size_t ky = 0; ky < s.kernelHeight; ++ky) {
                for (std::size_t kx = 0; kx < s.kernelWidth; ++kx, ++at) {
                    const Sum sum = expected(s, x, gradient, output, input, ky, kx);
                    QVERIFY(std::abs(static_cast<double>(actual[at]) - sum.value) <=
                        roundings * 0x1p-24 * sum.magnitude);
                }
            }
        }
    }
}

}

class TestNarrowConvolution : public QObject
{
    Q_OBJECT

private slots:
    void resultsAreTheSums_data() { addTargetRows(); }
    void resultsAreTheSums()
    {
        HALFTONE_USE_TARGET();
        verify({.samples = 3,
            .inputs = 1,
            .height = 12,
            .width = 13,
            .outputs = 6,
            .outputHeight = 8,
            .outputWidth = 9,
            .kernelHeight = 5,
            .kernelWidth = 5});
        verify({.samples = 2,
            .inputs = 3,
            .height = 8,
            .width = 8,
            .outputs = 8,
            .outputHeight = 8,
            .outputWidth = 8,
            .kernelHeight = 3,
            .kernelWidth = 3,
            .padTop = 1,
            .padLeft = 1});
        verify({.samples = 2,
            .inputs = 3,
            .height = 15,
            .width = 14,
            .outputs = 19,
            .outputHeight = 8,
            .outputWidth = 7,
            .kernelHeight = 7,
            .kernelWidth = 7,
            .strideY = 2,
            .strideX = 2,
            .padTop = 3,
            .padLeft = 3});
        // Lines that tiles of 14 pixels fill, and then some.
        verify({.samples = 1,
            .inputs = 1,
            .height = 4,
            .width = 30,
            .outputs = 8,
            .outputHeight = 2,
            .outputWidth = 28,
            .kernelHeight = 3,
            .kernelWidth = 3});
        // A kernel wider than the image: every pixel is at an edge.
        verify({.samples = 1,
            .inputs = 2,
            .height = 2,
            .width = 2,
            .outputs = 1,
            .outputHeight = 2,
            .outputWidth = 2,
            .kernelHeight = 5,
            .kernelWidth = 5,
            .padTop = 2,
            .padLeft = 2});
    }

    void inputGradientsAreTheSums_data() { addTargetRows(); }
    void inputGradientsAreTheSums()
    {
        HALFTONE_USE_TARGET();
        for (const std::size_t lanes : {8u, 16u}) {
            verifyInputGradient({.samples = 2,
                                    .inputs = 6,
                                    .height = 14,
                                    .width = 14,
                                    .outputs = 16,
                                    .outputHeight = 10,
                                    .outputWidth = 10,
                                    .kernelHeight = 5,
                                    .kernelWidth = 5},
                lanes);
            verifyInputGradient({.samples = 2,
                                    .inputs = 8,
                                    .height = 5,
                                    .width = 19,
                                    .outputs = 21,
                                    .outputHeight = 5,
                                    .outputWidth = 19,
                                    .kernelHeight = 3,
                                    .kernelWidth = 3,
                                    .padTop = 1,
                                    .padLeft = 1},
                lanes);
            // More padding in front than behind, and a kernel of one line.
            verifyInputGradient({.samples = 1,
                                    .inputs = 3,
                                    .height = 2,
                                    .width = 9,
                                    .outputs = 3,
                                    .outputHeight = 2,
                                    .outputWidth = 9,
                                    .kernelHeight = 1,
                                    .kernelWidth = 5,
                                    .padLeft = 3},
                lanes);
        }
    }

    void onlyFewInputsGetAGradientSo()
    {
        NarrowConvolution shape{
            .inputs = 8, .width = 7, .outputWidth = 5, .kernelHeight = 9, .kernelWidth = 3};
        QVERIFY(hasNarrowInput(shape));
        shape.inputs = 9;
        QVERIFY(!hasNarrowInput(shape));
        shape.inputs = 8;
        shape.strideX = 2;
        QVERIFY(!hasNarrowInput(shape));
        shape.strideX = 1;
        shape.kernelWidth = 7;
        QVERIFY(!hasNarrowInput(shape));
    }

    void onlySmallKernelsAreTaken()
    {
        NarrowConvolution shape{.inputs = 3, .kernelHeight = 7, .kernelWidth = 7};
        QVERIFY(isNarrow(shape));
        shape.inputs = 4;
        QVERIFY(!isNarrow(shape));
        shape.inputs = 1;
        shape.kernelWidth = 4;
        QVERIFY(!isNarrow(shape));
        shape.kernelWidth = 3;
        shape.kernelHeight = 8;
        QVERIFY(!isNarrow(shape));
    }
};

QTEST_APPLESS_MAIN(TestNarrowConvolution)
#include "tst_narrowconvolution.moc"
