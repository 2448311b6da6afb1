// SPDX-License-Identifier: GPL-3.0-or-later
//
// What models give whose sizes follow from numbers: shapes that are computed, branches, loops and scans.
#include "tests/executor/dynamicmodel.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

class TestDynamicResults : public QObject
{
    Q_OBJECT

private slots:
    void resultsFollowFromTheirInputs_data();
    void resultsFollowFromTheirInputs();
    void whatDoesNotFitIsRefused_data();
    void whatDoesNotFitIsRefused();
};

void TestDynamicResults::resultsFollowFromTheirInputs_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<std::vector<TensorData>>("inputs");
    QTest::addColumn<QStringList>("outputs");
    const TensorData three = floats({3}, {1, 2, 3});
    QTest::addRow("an empty tensor") << kDouble << std::vector{floats({0, 2}, {})} << QStringList{"[0,2]"};
    QTest::addRow("what is not zero, and how many") << R"((float[N] x) => (float[M] y, int64[K] s) {
            at = NonZero(x)
            flat = Flatten<axis = 0>(at)
            one = Constant<value_ints = [-1]>()
            places = Reshape(flat, one)
            y = Gather(x, places)
            s = Shape(y)
        })" << std::vector{floats({5}, {0, 7, 0, 8, 9})}
                                                    << QStringList{"[3] 7 8 9", "[1] 3"};
    constexpr std::int64_t kLarge = std::int64_t{1} << 53; // from here on, doubles leave integers out
    QTest::addRow("integers that no double tells apart")
        << "(int64[N] x) => (int64[M] y, int64[M] first, int64[N] inverse, int64[M] counts) "
           "{ y, first, inverse, counts = Unique(x) }"
        << std::vector{integers({3}, {kLarge, kLarge + 1, 5})}
        << QStringList{"[3] 5 9.0072e+15 9.0072e+15", "[3] 2 0 1", "[3] 1 2 0", "[3] 1 1 1"};
    QTest::addRow("the largest of doubles that floats do not tell apart")
        << R"((float[N] x) => (double[N] y) {
            tiny = Constant<value = double[3] {0.0, 1e-12, 0.0}>()
            wide = Cast<to = 11>(x)
            sum = Add(wide, tiny)
            y = Hardmax<axis = 0>(sum)
        })"
        << std::vector{floats({3}, {1, 1, 1})} << QStringList{"[3] 0 1 0"};
    QTest::addRow("through 4 bits and back") << R"((int64[N] x) => (int64[M,1] y) {
            small = Cast<to = 22>(x)
            shape = Constant<value = int64[2] {-1, 1}>()
            same = Reshape(small, shape)
            y = Cast<to = 7>(same)
        })" << std::vector{integers({3}, {7, 8, -3})}
                                             << QStringList{"[3,1] 7 -8 -3"};
    QTest::addRow("a shape that is an input") << R"((float[N] x, int64[R] shape) => (float[A,B] y) {
            y = Reshape(x, shape)
        })" << std::vector{floats({6}, {1, 2, 3, 4, 5, 6}), integers({2}, {2, -1})}
                                              << QStringList{"[2,3] 1 2 3 4 5 6"};
    QTest::addRow("a shape that is computed from numbers")
        << R"((int64[R] parts, float[N] x) => (float[?,?] y)
        <int64[1] rest = {-1}> {
            rows = ReduceSum<keepdims = 1>(parts)
            shape = Concat<axis = 0>(rows, rest)
            y = Reshape(x, shape)
        })"
        << std::vector{integers({2}, {1, 1}), floats({4}, {1, 2, 3, 4})} << QStringList{"[2,2] 1 2 3 4"};
    QTest::addRow("slices, tiles and pads by inputs")
        << R"((float[N] x, int64[1] from, int64[1] to, int64[1] times, int64[2] pads) => (float[?] a, float[?] b, float[?] c) {
            a = Slice(x, from, to)
            b = Tile(a, times)
            c = Pad(a, pads)
        })"
        << std::vector{three, integers({1}, {1}), integers({1}, {3}), integers({1}, {2}),
               integers({2}, {1, 0})}
        << QStringList{"[2] 2 3", "[4] 2 3 2 3", "[3] 0 2 3"};
    QTest::addRow("ranges, fills, hot places and the largest by inputs")
        << R"((int64 n, int64[1] size, int64[1] k, float[N] x)
            => (int64[?] r, float[?] z, float[?,?] h, float[?] top, int64[?] place) <int64 zero = {0}, int64 one = {1}, float[2] offOn = {0,1}> {
            r = Range(zero, n, one)
            z = ConstantOfShape(size)
            h = OneHot(r, n, offOn)
            top, place = TopK(x, k)
        })"
        << std::vector{integers({}, {2}), integers({1}, {3}), integers({1}, {2}), three}
        << QStringList{"[2] 0 1", "[3] 0 0 0", "[2,2] 1 0 0 1", "[2] 3 2", "[2] 2 1"};
    QTest::addRow("numbers against what the file states")
        << "(float[5] x, int64[1] k) => (float[3] top, int64[3] place) { top, place = TopK(x, k) }"
        << std::vector{floats({5}, {1, 5, 2, 4, 3}), integers({1}, {2})} << QStringList{"[2] 5 4", "[2] 1 3"};
    QTest::addRow("an image resized by an input")
        << R"((float[1,1,H,W] x, float[4] scales) => (float[?,?,?,?] y) {
            y = Resize<mode = "nearest", coordinate_transformation_mode = "asymmetric", nearest_mode = "floor">(x, , scales)
        })"
        << std::vector{floats({1, 1, 1, 2}, {1, 2}), floats({4}, {1, 1, 2, 2})}
        << QStringList{"[1,1,2,4] 1 1 2 2 1 1 2 2"};
    QTest::addRow("what differs")
        << R"((float[N] x) => (float[?] y, int64[?] first, int64[?] which, int64[?] count) {
            y, first, which, count = Unique(x)
        })"
        << std::vector{floats({6}, {2, 1, 1, 3, 4, 3})}
        << QStringList{"[4] 1 2 3 4", "[4] 1 0 3 4", "[6] 1 0 0 2 3 2", "[4] 2 1 2 1"};
    QTest::addRow("what is chosen, along an axis")
        << R"((float[2,3] x, bool[3] c) => (float[?,?] y) {
            y = Compress<axis = -1>(x, c)
        })"
        << std::vector{floats({2, 3}, {1, 2, 3, 4, 5, 6}),
               TensorData::of(DType::Bool, {3}, std::vector<std::uint8_t>{1, 0, 1})}
        << QStringList{"[2,2] 1 3 4 6"};
    const QString branches = R"((bool c, float[N] x) => (float[?] y) <float two = {2}> {
            d = Mul(x, two)
            y = If(c) <
                then_branch = t () => (float[?] p) { p = Concat<axis = 0>(d, x) },
                else_branch = e () => (float[?] q) { q = Identity(x) }
            >
        })";
    QTest::addRow("a branch that is taken")
        << branches << std::vector{truth(true), floats({1}, {3})} << QStringList{"[2] 6 3"};
    QTest::addRow("a branch that is not")
        << branches << std::vector{truth(false), floats({1}, {3})} << QStringList{"[1] 3"};
    const QString growing = R"((int64 n, float[N] x) => (float[?] last, float[?,?] all) <bool go = {1}> {
            last, all = Loop(n, go, x) <
                body = b (int64 i, bool on, float[K] state) => (bool on2, float[?] next, float[1] turn) {
                    on2 = Identity(on)
                    one = Constant<value_ints = [1]>()
                    number = Cast<to = 1>(i)
                    turn = Reshape(number, one)
                    next = Concat<axis = 0>(state, turn)
                }
            >
        })";
    QTest::addRow("a loop whose state grows") << growing << std::vector{integers({}, {3}), floats({1}, {9})}
                                              << QStringList{"[4] 9 0 1 2", "[3,1] 0 1 2"};
    QTest::addRow("a loop without a turn")
        << growing << std::vector{integers({}, {0}), floats({1}, {9})} << QStringList{"[1] 9", "[0,1]"};
    QTest::addRow("a loop until a condition")
        << R"((float x, float limit) => (float y) <bool go = {1}, float two = {2}, int64 most = {9223372036854775807}> {
            y = Loop(most, go, x) <
                body = b (int64 i, bool on, float state) => (bool on2, float next) {
                    next = Mul(state, two)
                    on2 = Less(next, limit)
                }
            >
        })"
        << std::vector{floats({}, {1}), floats({}, {50})} << QStringList{"[] 64"};
    QTest::addRow("a scan backwards, stacked along the last axis")
        << R"((float[2] x, float[K,2] xs) => (float[2] last, float[?,?] ys) {
            last, ys = Scan<num_scan_inputs = 1, scan_input_directions = [1], scan_output_axes = [1],
                body = b (float[2] state, float[2] item) => (float[2] next, float[2] out) {
                    next = Add(state, item)
                    out = Identity(next)
                }
            >(x, xs)
        })"
        << std::vector{floats({2}, {0, 0}), floats({3, 2}, {1, 2, 3, 4, 5, 6})}
        << QStringList{"[2] 9 12", "[2,3] 5 8 9 6 10 12"};
    QTest::addRow("a branch in a loop, with what both capture")
        << R"((int64 n, float[N] x, float[N] y) => (float[?] z) <bool go = {1}, int64 one = {1}> {
            z = Loop(n, go, x) <
                body = b (int64 i, bool on, float[N] state) => (bool on2, float[?] next) {
                    on2 = Identity(on)
                    first = Less(i, one)
                    next = If(first) <
                        then_branch = t () => (float[?] p) { p = Add(state, y) },
                        else_branch = e () => (float[?] q) { q = Mul(state, y) }
                    >
                }
            >
        })"
        << std::vector{integers({}, {3}), floats({2}, {1, 2}), floats({2}, {2, 3})}
        << QStringList{"[2] 12 45"};
}

void TestDynamicResults::resultsFollowFromTheirInputs()
{
    QFETCH(const QString, body);
    QFETCH(const std::vector<TensorData>, inputs);
    QFETCH(const QStringList, outputs);
    ModelRunner runner = runnerOf(body.toStdString());
    for (int time = 0; time < 2; ++time) { // the second time by the plans that are there
        const std::vector<TensorData> got = run(runner, inputs);
        QCOMPARE(qsizetype(got.size()), outputs.size());
        for (std::size_t i = 0; i < got.size(); ++i)
            QCOMPARE(textOf(got[i]), outputs[qsizetype(i)]);
    }
}

void TestDynamicResults::whatDoesNotFitIsRefused_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<std::vector<TensorData>>("inputs");
    QTest::addColumn<QString>("where");
    QTest::addRow("sizes of one name that differ")
        << "(float[N] x, float[N] y) => (float[N] z) { z = Add(x, y) }"
        << std::vector{floats({1}, {1}), floats({2}, {1, 2})} << "g";
    QTest::addRow("operands that do not broadcast")
        << "(float[N] x, float[M] y) => (float[K] z) { z = Add(x, y) }"
        << std::vector{floats({2}, {1, 2}), floats({3}, {1, 2, 3})} << "Add#0";
    QTest::addRow("axes that repeat, where the file states a shape")
        << "(float[4,4] x, int64[2] a, int64[2] b, int64[2] axes) => (float[2,4] z) { z = Slice(x, a, b, "
           "axes) }"
        << std::vector{floats({4, 4}, std::vector<float>(16)), integers({2}, {0, 3}), integers({2}, {1, 4}),
               integers({2}, {0, 0})}
        << "Slice#0";
    QTest::addRow("an element of nothing") << "(float[N] x, int64[M] i) => (float[M] z) { z = Gather(x, i) }"
                                           << std::vector{floats({0}, {}), integers({1}, {0})} << "Gather#0";
    QTest::addRow("a shape of another number of elements")
        << "(float[N] x, int64[M] s) => (float[K] z) { z = Reshape(x, s) }"
        << std::vector{floats({2}, {1, 2}), integers({1}, {3})} << "Reshape#0";
    QTest::addRow("values that share bytes") << R"((int64[N] x) => (int64[M] z) {
            small = Cast<to = 22>(x)
            twice = Concat<axis = 0>(small, small)
            z = Cast<to = 7>(twice)
        })" << std::vector{integers({3}, {1, 2, 3})}
                                             << "Concat#1";
    QTest::addRow("a pad that repeats nothing")
        << "(float[N] x, int64[2] pads) => (float[M] z) { z = Pad<mode = \"edge\">(x, pads) }"
        << std::vector{floats({0}, {}), integers({2}, {1, 1})} << "Pad#0";
    QTest::addRow("a scan that stacks along an axis that is not there") << R"((float[N] xs) => (float[?] ys) {
            ys = Scan<num_scan_inputs = 1, scan_output_axes = [3],
                body = b (float x) => (float y) { y = Neg(x) }
            >(xs)
        })" << std::vector{floats({2}, {1, 2})} << "Scan#0";
    QTest::addRow("parts that change their shape")
        << R"((int64 n, float[N] x) => (float[?] y, float[?,?] all) <bool go = {1}> {
            y, all = Loop(n, go, x) <
                body = b (int64 i, bool on, float[N] state) => (bool on2, float[?] next, float[?] part) {
                    on2 = Identity(on)
                    next = Concat<axis = 0>(state, state)
                    part = Identity(next)
                }
            >
        })"
        << std::vector{integers({}, {2}), floats({1}, {1})} << "Loop#0";
}

void TestDynamicResults::whatDoesNotFitIsRefused()
{
    QFETCH(const QString, body);
    QFETCH(const std::vector<TensorData>, inputs);
    QFETCH(const QString, where);
    ModelRunner runner = runnerOf(body.toStdString());
    const auto outputs = runner.run(inputs);
    QVERIFY(!outputs);
    QVERIFY2(outputs.error().where.contains(where.toStdString()), describe(outputs.error()).c_str());
}

QTEST_APPLESS_MAIN(TestDynamicResults)
#include "tst_dynamicresults.moc"
