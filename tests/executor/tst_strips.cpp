// SPDX-License-Identifier: GPL-3.0-or-later
//
// Large products of 16-bit numbers go strip by strip, and give what the whole product would.
#include "executor/program/program.h"
#include "kernels/scalar.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <algorithm>
#include <format>
#include <numeric>

using namespace halftone;
using namespace halftone::test;

namespace {

/// A product [batch, rows, inner] x [batch, inner, columns], with the operands as they are stored.
struct Case
{
    std::size_t batch;
    std::size_t rows;
    std::size_t inner;
    std::size_t columns;
    bool transA;
    bool transB;
    const char* model;

    std::size_t leftAt(std::size_t matrix, std::size_t row, std::size_t k) const
    {
        return matrix * rows * inner + (transA ? k * rows + row : row * inner + k);
    }
    std::size_t rightAt(std::size_t matrix, std::size_t k, std::size_t column) const
    {
        return matrix * inner * columns + (transB ? column * inner + k : k * columns + column);
    }
};

constexpr Case kRows{1, 1024, 128, 64, false, false,
    "input x: f16[16,64,128]\n input w: f16[128,64]\n y: f16[16,64,64] = MatMul(x, w)\n output y\n"};
constexpr Case kTurnedRight{1, 640, 256, 96, false, true,
    "input x: f16[640,256]\n input w: f16[96,256]\n"
    "y: f16[640,96] = halftone.training::BatchMatMul(x, w) transB=1\n output y\n"};
constexpr Case kBatch{48, 32, 64, 32, false, false,
    "input x: f16[12,4,32,64]\n input w: f16[12,4,64,32]\n y: f16[12,4,32,32] = MatMul(x, w)\n output y\n"};
constexpr Case kTurnedBatch{30, 64, 32, 64, true, true,
    "input x: f16[30,32,64]\n input w: f16[30,64,32]\n"
    "y: f16[30,64,64] = halftone.training::BatchMatMul(x, w) transA=1 transB=1\n output y\n"};
constexpr Case kPacked{1, 192, 1024, 64, true, false,
    "input x: f16[1024,192]\n input w: f16[1024,64]\n y: f16[192,64] = Gemm(x, w) transA=1\n output y\n"};

Program compiled(const Case& product, kernels::OnOverflow onOverflow = kernels::OnOverflow::Infinity)
{
    auto program = Program::compile(
        textGraph(product.model), {.onOverflow = onOverflow, .path = ProgramOptions::Path::Emulated});
    if (!program)
        qFatal("%s", describe(program.error()).c_str());
    return *std::move(program);
}

/// Small multiples of 1/4, whose products add up exactly in float32.
std::vector<float> quarters(std::size_t size, std::size_t seed)
{
    std::vector<float> values(size);
    for (std::size_t i = 0; i < size; ++i)
        values[i] = static_cast<float>((i * 7 + seed + i / 13) % 17) * 0.25f - 2.0f;
    return values;
}

std::vector<float> expectedOf(const Case& c, std::span<const float> left, std::span<const float> right)
{
    std::vector<float> results;
    for (std::size_t matrix = 0; matrix < c.batch; ++matrix) {
        for (std::size_t row = 0; row < c.rows; ++row) {
            for (std::size_t column = 0; column < c.columns; ++column) {
                double sum = 0;
                for (std::size_t k = 0; k < c.inner; ++k)
                    sum += static_cast<double>(left[c.leftAt(matrix, row, k)]) *
                        static_cast<double>(right[c.rightAt(matrix, k, column)]);
                results.push_back(kernels::rounded(static_cast<float>(sum), kernels::Format16::F16));
            }
        }
    }
    return results;
}

ValueId valueOf(const Program& program, std::string_view name)
{
    return program.graph()->findValue(name);
}

void addCases()
{
    QTest::addColumn<const Case*>("product");
    QTest::newRow("rows that share the right operand") << &kRows;
    QTest::newRow("rows, right operand transposed") << &kTurnedRight;
    QTest::newRow("batch") << &kBatch;
    QTest::newRow("batch, both transposed") << &kTurnedBatch;
    QTest::newRow("sums over many rows") << &kPacked;
}

}

Q_DECLARE_METATYPE(const Case*)

class TestStrips : public QObject
{
    Q_OBJECT

private slots:
    void resultsAreThoseOfTheWholeProduct_data() { addCases(); }
    void resultsAreThoseOfTheWholeProduct()
    {
        QFETCH(const Case*, product);
        Program program = compiled(*product);
        QVERIFY2(program.plan().back().implementation.ends_with("in strips"),
            program.plan().back().implementation.c_str());
        const ValueId x = valueOf(program, "x"), w = valueOf(program, "w"), y = valueOf(program, "y");
        const std::vector<float> left = quarters(product->batch * product->rows * product->inner, 3),
                                 right = quarters(product->batch * product->inner * product->columns, 8);
        program.write(x, left);
        program.write(w, right);
        program.run(Stage::Compute);
        const std::vector<float> expected = expectedOf(*product, left, right);
        QCOMPARE(program.read(y), expected);
        const kernels::RoundStats& stats = program.state().rounding[y];
        QCOMPARE(stats.count, expected.size());
        QCOMPARE(stats.overflows, 0u);
        const auto magnitude = [](float value) { return std::abs(value); };
        QCOMPARE(kernels::rounded(stats.absMax, kernels::Format16::F16),
            magnitude(*std::ranges::max_element(expected, {}, magnitude)));
    }

    /// One element in the last strip overflows.
    void overflowsAreCountedAndFound_data()
    {
        QTest::addColumn<const Case*>("product");
        QTest::addColumn<bool>("saturates");
        for (const bool saturates : {false, true}) {
            for (const auto& [name, product] :
                {std::pair{"rows", &kRows}, {"batch", &kBatch}, {"sums", &kPacked}})
                QTest::addRow("%s, %s", name, saturates ? "saturating" : "infinite") << product << saturates;
        }
    }
    void overflowsAreCountedAndFound()
    {
        QFETCH(const Case*, product);
        QFETCH(const bool, saturates);
        Program program =
            compiled(*product, saturates ? kernels::OnOverflow::Saturate : kernels::OnOverflow::Infinity);
        const std::size_t matrix = product->batch - 1, row = product->rows - 2, column = 5,
                          k = product->inner - 1;
        std::vector<float> left(product->batch * product->rows * product->inner, 0.0f),
            right(product->batch * product->inner * product->columns, 0.0f);
        left[product->leftAt(matrix, row, k)] = -60000;
        right[product->rightAt(matrix, k, column)] = 2;
        program.write(valueOf(program, "x"), left);
        program.write(valueOf(program, "w"), right);
        program.run(Stage::Compute);
        const ValueId y = valueOf(program, "y");
        const std::size_t element = (matrix * product->rows + row) * product->columns + column;
        QCOMPARE(program.read(y)[element], saturates ? -65504.0f : -std::numeric_limits<float>::infinity());
        QCOMPARE(program.state().rounding[y].overflows, 1u);
        QCOMPARE(program.state().firstOverflow.value, y);
        QCOMPARE(program.state().firstOverflow.element, element);
        QVERIFY(program.state().stickyOverflow);
    }

    /// All results are too small for float16: the largest is named.
    void collapsesAreFound()
    {
        Program program = compiled(kRows);
        std::vector<float> left(1024 * 128, 0x1p-14f), right(128 * 64, 0x1p-20f);
        left[700 * 128 + 9] = 0x1p-13f;
        program.write(valueOf(program, "x"), left);
        program.write(valueOf(program, "w"), right);
        program.run(Stage::Compute);
        const ValueId y = valueOf(program, "y");
        QCOMPARE(program.state().rounding[y].underflows, 1024u * 64u);
        QCOMPARE(program.state().firstCollapse.value, y);
        QCOMPARE(program.state().firstCollapse.element, 700u * 64u);
    }

    void whatGainsNothingIsComputedWhole_data()
    {
        QTest::addColumn<QString>("model");
        QTest::newRow("small")
            << "input x: f16[64,32]\n input w: f16[32,16]\n y: f16[64,16] = MatMul(x, w)\n output y\n";
        QTest::newRow("a prime number of rows")
            << "input x: f16[1021,128]\n input w: f16[128,64]\n y: f16[1021,64] = MatMul(x, w)\n output y\n";
        QTest::newRow("a large right operand") << "input x: f16[1024,1024]\n input w: f16[1024,256]\n y: "
                                                  "f16[1024,256] = MatMul(x, w)\n output y\n";
        QTest::newRow("a batch that shares one matrix, broadcast")
            << "input x: f16[48,32,64]\n input w: f16[1,64,32]\n y: f16[48,32,32] = MatMul(x, w)\n output "
               "y\n";
        QTest::newRow("float32")
            << "input x: f32[1024,128]\n input w: f32[128,64]\n y: f32[1024,64] = MatMul(x, w)\n output y\n";
    }
    void whatGainsNothingIsComputedWhole()
    {
        QFETCH(const QString, model);
        auto program =
            Program::compile(textGraph(model.toStdString()), {.path = ProgramOptions::Path::Emulated});
        QVERIFY(program);
        QVERIFY2(!program->plan().back().implementation.contains("strips"),
            program->plan().back().implementation.c_str());
        program->run(Stage::Compute);
    }
};

QTEST_APPLESS_MAIN(TestStrips)
#include "tst_strips.moc"
