// SPDX-License-Identifier: GPL-3.0-or-later
//
// Convolutions against plain loops, over forms that the chosen implementations are known to differ in.
#include "executor/dynamic/modelrunner.h"
#include "tests/support/onnxmodel.h"

#include <QTest>

#include <array>
#include <cmath>
#include <format>

using namespace halftone;
using namespace halftone::test;

namespace {

using Sizes = std::array<std::int64_t, 2>;

struct Shape
{
    std::int64_t samples = 2, inputs = 1, outputs = 16;
    Sizes image, kernel, strides, padBefore, padAfter;

    std::int64_t result(std::size_t axis) const
    {
        return (image[axis] + padBefore[axis] + padAfter[axis] - kernel[axis]) / strides[axis] + 1;
    }
};

std::vector<float> waves(std::int64_t count, double step)
{
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(static_cast<float>(std::sin(step * static_cast<double>(i * i % 1009))));
    return values;
}

double convolved(
    const Shape& s, const std::vector<float>& x, const std::vector<float>& w, std::array<std::int64_t, 4> at)
{
    const auto [sample, output, row, column] = at;
    double sum = 0;
    for (std::int64_t c = 0; c < s.inputs; ++c) {
        for (std::int64_t i = 0; i < s.kernel[0]; ++i) {
            for (std::int64_t j = 0; j < s.kernel[1]; ++j) {
                const std::int64_t y = row * s.strides[0] + i - s.padBefore[0];
                const std::int64_t z = column * s.strides[1] + j - s.padBefore[1];
                if (y < 0 || y >= s.image[0] || z < 0 || z >= s.image[1])
                    continue;
                const std::int64_t from = ((sample * s.inputs + c) * s.image[0] + y) * s.image[1] + z;
                const std::int64_t weight = ((output * s.inputs + c) * s.kernel[0] + i) * s.kernel[1] + j;
                sum += static_cast<double>(x[static_cast<std::size_t>(from)]) *
                    static_cast<double>(w[static_cast<std::size_t>(weight)]);
            }
        }
    }
    return sum;
}

}

class TestConvolution : public QObject
{
    Q_OBJECT

private slots:
    void resultsAreThoseOfPlainLoops_data();
    void resultsAreThoseOfPlainLoops();
};

void TestConvolution::resultsAreThoseOfPlainLoops_data()
{
    QTest::addColumn<Shape>("shape");
    const auto row = [](const char* title, const Shape& shape) { QTest::newRow(title) << shape; };
    // oneDNN 3.7 gives wrong numbers here where it is let alone.
    row("one column, a stride along it",
        {.image = {12, 4}, .kernel = {5, 7}, .strides = {1, 3}, .padBefore = {2, 2}, .padAfter = {0, 2}});
    row("the same with few outputs",
        {.outputs = 6,
            .image = {12, 4},
            .kernel = {5, 7},
            .strides = {1, 3},
            .padBefore = {2, 2},
            .padAfter = {0, 2}});
    row("the same with two inputs",
        {.inputs = 2,
            .image = {12, 4},
            .kernel = {5, 7},
            .strides = {1, 3},
            .padBefore = {2, 2},
            .padAfter = {0, 2}});
    row("one row, a stride along it",
        {.image = {4, 12}, .kernel = {7, 5}, .strides = {3, 1}, .padBefore = {2, 2}, .padAfter = {2, 0}});
    row("strides both ways",
        {.image = {12, 9}, .kernel = {3, 3}, .strides = {2, 3}, .padBefore = {1, 1}, .padAfter = {1, 1}});
    row("the first of a net for digits",
        {.outputs = 6,
            .image = {32, 32},
            .kernel = {5, 5},
            .strides = {1, 1},
            .padBefore = {0, 0},
            .padAfter = {0, 0}});
}

void TestConvolution::resultsAreThoseOfPlainLoops()
{
    QFETCH(const Shape, shape);
    const Shape& s = shape;
    const std::string model =
        std::format("<ir_version: 8, opset_import: [\"\" : 17]> g "
                    "(float[{},{},{},{}] x, float[{},{},{},{}] w) => (float[A,B,C,D] y) "
                    "{{ y = Conv<strides = [{},{}], pads = [{},{},{},{}]>(x, w) }}",
            s.samples, s.inputs, s.image[0], s.image[1], s.outputs, s.inputs, s.kernel[0], s.kernel[1],
            s.strides[0], s.strides[1], s.padBefore[0], s.padBefore[1], s.padAfter[0], s.padAfter[1]);
    const auto x = waves(s.samples * s.inputs * s.image[0] * s.image[1], 0.37);
    const auto w = waves(s.outputs * s.inputs * s.kernel[0] * s.kernel[1], 0.91);
    auto runner = ModelRunner::create(importedGraph(onnxModel(model)));
    QVERIFY(runner);
    const std::vector<TensorData> inputs{
        TensorData::of(DType::Float32, {s.samples, s.inputs, s.image[0], s.image[1]}, x),
        TensorData::of(DType::Float32, {s.outputs, s.inputs, s.kernel[0], s.kernel[1]}, w)};
    const auto outputs = runner->run(inputs);
    QVERIFY2(outputs, outputs ? "" : describe(outputs.error()).c_str());
    const std::vector<double> y = toDoubles(outputs->front());
    QCOMPARE(static_cast<std::int64_t>(y.size()), s.samples * s.outputs * s.result(0) * s.result(1));
    // Sums of that many products of numbers up to 1.
    const auto terms = static_cast<double>(s.inputs * s.kernel[0] * s.kernel[1]);
    const double allowed = terms * terms * 0x1p-24;
    std::size_t place = 0;
    for (std::int64_t n = 0; n < s.samples; ++n)
        for (std::int64_t o = 0; o < s.outputs; ++o)
            for (std::int64_t i = 0; i < s.result(0); ++i)
                for (std::int64_t j = 0; j < s.result(1); ++j)
                    QVERIFY(std::abs(y[place++] - convolved(s, x, w, {n, o, i, j})) <= allowed);
}

QTEST_APPLESS_MAIN(TestConvolution)
#include "tst_convolution.moc"
