// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pools whose last window hangs over (ceil_mode): one that would start behind the image and its front padding
// is left out, whatever the opset, as ONNX Runtime and PyTorch do and ONNX itself since opset 22.
#include "executor/dynamic/modelrunner.h"
#include "tests/executor/folder.h"
#include "tests/support/onnxmodel.h"
#include "tests/support/onnxruntime.h"

#include <QTest>

#include <cmath>
#include <format>

using namespace halftone;
using namespace halftone::test;

namespace {

struct Pool
{
    const char* type;
    int opset;
    std::int64_t pixels;
    std::int64_t kernel;
    std::int64_t stride;
    std::int64_t before = 0;
    std::int64_t after = 0;
    bool countsPadding = false;
};

std::string modelOf(const Pool& pool)
{
    const std::string counts = pool.countsPadding ? ", count_include_pad = 1" : "";
    return onnxModel(
        std::format("<ir_version: 8, opset_import: [\"\" : {}]> g (float[1,1,{}] x) => (float[?,?,?] y) "
                    "{{ y = {}<kernel_shape = [{}], strides = [{}], pads = [{},{}], ceil_mode = 1{}>(x) }}",
            pool.opset, pool.pixels, pool.type, pool.kernel, pool.stride, pool.before, pool.after, counts));
}

std::vector<double> ramp(std::int64_t count)
{
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(static_cast<double>(i + 1));
    return values;
}

/// What a window that starts at \p start comes to.
double windowOf(const Pool& pool, const std::vector<double>& x, std::int64_t start)
{
    double largest = -HUGE_VAL, sum = 0, squares = 0;
    std::int64_t inside = 0, padded = 0;
    for (std::int64_t at = start; at < start + pool.kernel; ++at) {
        padded += at < pool.pixels + pool.after ? 1 : 0;
        if (at < 0 || at >= pool.pixels)
            continue;
        const double value = x[static_cast<std::size_t>(at)];
        largest = std::max(largest, value);
        sum += value;
        squares += value * value;
        ++inside;
    }
    const std::string_view type = pool.type;
    if (type == "MaxPool")
        return largest;
    return type == "LpPool" ? std::sqrt(squares)
                            : sum / static_cast<double>(pool.countsPadding ? padded : inside);
}

std::vector<double> expectedOf(const Pool& pool)
{
    const std::vector<double> x = ramp(pool.pixels);
    std::vector<double> y;
    std::int64_t start = -pool.before;
    // A window fits in part when it starts in front of the rear padding; the first one is always there.
    do {
        y.push_back(windowOf(pool, x, start));
        start += pool.stride;
    } while (start < pool.pixels && start - pool.stride + pool.kernel < pool.pixels + pool.after);
    return y;
}

}

class TestPoolSizes : public QObject
{
    Q_OBJECT

private slots:
    void windowsBehindTheImageAreLeftOut_data();
    void windowsBehindTheImageAreLeftOut();
    void onnxRuntimeSaysTheSame_data() { windowsBehindTheImageAreLeftOut_data(); }
    void onnxRuntimeSaysTheSame();
};

void TestPoolSizes::windowsBehindTheImageAreLeftOut_data()
{
    QTest::addColumn<Pool>("pool");
    QTest::addColumn<int>("size");
    const auto row = [](const char* name, const Pool& pool, int size) {
        QTest::addRow("%s, opset %d, %s", pool.type, pool.opset, name) << pool << size;
    };
    for (const auto& [type, opset] : {std::pair("MaxPool", 10), {"MaxPool", 12}, {"MaxPool", 22},
             {"AveragePool", 11}, {"AveragePool", 19}, {"AveragePool", 22}, {"LpPool", 18}, {"LpPool", 22}}) {
        row("a window in the rear padding", {type, opset, 3, 2, 2, 1, 1}, 2);
        row("a stride beyond the window", {type, opset, 3, 1, 3}, 1);
        row("a window that hangs over by half", {type, opset, 5, 2, 2}, 3);
        row("a window that hangs over with padding", {type, opset, 7, 3, 2, 1, 0}, 4);
        row("windows that fit", {type, opset, 6, 2, 2}, 3);
        if (type == std::string_view("AveragePool"))
            row("a mean that counts padding", {type, opset, 6, 3, 2, 1, 1, true}, 4);
    }
}

void TestPoolSizes::windowsBehindTheImageAreLeftOut()
{
    QFETCH(const Pool, pool);
    QFETCH(const int, size);
    const GraphPtr graph = importedGraph(modelOf(pool));
    const ValueId y = graph->graphOutputs()[0];
    QCOMPARE(graph->fixedShape(y), std::optional(std::vector<std::int64_t>{1, 1, size}));
    auto runner = ModelRunner::create(graph);
    QVERIFY(runner);
    const std::vector<double> x = ramp(pool.pixels);
    const auto outputs = runner->run(
        {{TensorData::of(DType::Float32, {1, 1, pool.pixels}, std::vector<float>(x.begin(), x.end()))}});
    QVERIFY2(outputs, outputs ? "" : describe(outputs.error()).c_str());
    const std::vector<double> got = toDoubles((*outputs)[0]), wanted = expectedOf(pool);
    QCOMPARE(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i)
        QVERIFY(std::abs(got[i] - wanted[i]) <= static_cast<double>(pool.kernel) * 0x1p-23 * wanted[i]);
}

void TestPoolSizes::onnxRuntimeSaysTheSame()
{
    HALFTONE_NEED_ONNXRUNTIME();
    QFETCH(const Pool, pool);
    QFETCH(const int, size);
    if (pool.opset > 21)
        QSKIP("the runtime at hand may be older than this opset");
    const Folder folder;
    writeFile(folder / "pool.onnx", modelOf(pool));
    const nlohmann::json answer = runOnnx({{"models", {(folder / "pool.onnx").string()}},
        {"inputs", {{"x", {{"dims", {1, 1, pool.pixels}}, {"values", ramp(pool.pixels)}}}}}});
    QVERIFY2(answer.is_array() && answer[0].contains("outputs"), answer.dump().c_str());
    QCOMPARE(answer[0]["outputs"]["y"]["dims"].get<std::vector<std::int64_t>>(),
        (std::vector<std::int64_t>{1, 1, size}));
}

QTEST_APPLESS_MAIN(TestPoolSizes)
#include "tst_poolsizes.moc"
