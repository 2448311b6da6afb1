// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mixed models as files: weights of any size are streamed, and ONNX Runtime runs what was written.
#include "analysis/casts/castinsertion.h"
#include "analysis/weights/weightpreview.h"
#include "executor/files/mappedfile.h"
#include "executor/files/modelfile.h"
#include "executor/program/program.h"
#include "tests/executor/folder.h"
#include "tests/executor/mixedtest.h"
#include "tests/support/interpreter.h"
#include "tests/support/onnxmodel.h"
#include "tests/support/onnxruntime.h"

#include <cmath>
#include <sys/resource.h>

using namespace halftone;
using namespace halftone::test;

namespace {

// The most that was in memory at a time so far.
std::size_t mostResidentBytes()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) << 10;
}

// What our own program makes of the same decisions.
std::vector<float> ownRun(const GraphPtr& graph, const Tensor& x)
{
    const MixedGraph mixed = insertCasts(decidedBy(graph, "ascend", "allow_mix_precision_fp16"));
    Program program = Program::compile(mixed.graph).value();
    std::ranges::transform(x.values, program.floats(mixed.graph->graphInputs()[0]).begin(),
        [](double value) { return static_cast<float>(value); });
    program.run(Stage::Compute);
    return program.read(mixed.graph->graphOutputs()[0]);
}

}

class TestMixedModel : public QObject
{
    Q_OBJECT

private slots:
    void controlFlowGivesWhatItGave_data();
    void controlFlowGivesWhatItGave();
    void lenetIsWithinItsRoundings();
    void weightsBesideTheModelStayBeside();
    void hugeWeightsAreStreamed();
    void exportOverTheModelItselfIsWhole();
};

void TestMixedModel::controlFlowGivesWhatItGave_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<double>("roundings"); // on the longest way, one for each input, weight and result
    QTest::addRow("a branch")
        << R"((bool c, float[2,2] x) => (float[2,2] z) <float[2,2] w = {0.3,0.2,0.1,0.7}> {
            y = MatMul(x, w)
            i = If (c) <
                then_branch = t () => (float[2,2] p) { a = MatMul(y, w) p = Relu(a) },
                else_branch = e () => (float[2,2] q) { b = MatMul(y, w) q = Relu(b) }
            >
            z = Relu(i)
        })"
        << 10.0;
    QTest::addRow("a loop of three") << R"((float[2,2] x) => (float[2,2] last, float[3,2,2] all)
        <float[2,2] w = {0.3,0.2,0.1,0.7}, int64 n = {3}, bool go = {1}> {
            last, all = Loop (n, go, x) <
                body = b (int64 i, bool on, float[2,2] state) => (bool on2, float[2,2] next, float[2,2] scan) {
                    on2 = Identity(on)
                    scan = MatMul(state, w)
                    next = Relu(scan)
                }
            >
        })" << 12.0;
    QTest::addRow("a scan of three") << R"((float[2] x, float[3,2] xs) => (float[2] last, float[3,2] ys)
        <float[2,2] w = {0.3,0.2,0.1,0.7}> {
            last, ys = Scan <num_scan_inputs = 1,
                body = b (float[2] state, float[2] item) => (float[2] next, float[2] out) {
                    m = MatMul(item, w)
                    next = Add(state, m)
                    out = Relu(next)
                }
            > (x, xs)
        })" << 16.0;
    QTest::addRow("bodies in bodies") << R"((bool c, float[2,2] x) => (float[2,2] z, float[2,2] v)
        <float[2,2] w = {0.3,0.2,0.1,0.7}> {
            v = MatMul(x, w)
            z = If (c) <
                then_branch = t () => (float[2,2] p) {
                    p = If (c) <
                        then_branch = tt () => (float[2,2] pp) { pp = MatMul(x, w) },
                        else_branch = te () => (float[2,2] pe) { pe = MatMul(v, w) }
                    >
                },
                else_branch = e () => (float[2,2] q) { q = MatMul(v, w) }
            >
        })" << 8.0;
}

// Sums of products of weights that are positive, so that the error is at most the growth of the roundings
// times what the same sum makes of ones.
void TestMixedModel::controlFlowGivesWhatItGave()
{
    HALFTONE_NEED_ONNXRUNTIME();
    QFETCH(const QString, body);
    QFETCH(const double, roundings);
    const Folder folder;
    writeFile(
        folder / "m.onnx", onnxModel("<ir_version: 8, opset_import: [\"\" : 17]> g " + body.toStdString()));
    const auto opened = openModel(folder / "m.onnx");
    QVERIFY2(opened, opened ? "" : describe(opened.error()).c_str());
    const Decisions decisions = decidedBy(opened->graph, "ascend", "allow_mix_precision_fp16");
    QVERIFY(exportMixedModel(folder / "m.onnx", decisions, folder / "mixed.onnx"));
    QCOMPARE(faultOfFile(folder / "mixed.onnx"), std::string());
    const nlohmann::json answers = runOnnx(
        {{"models", {(folder / "m.onnx").string(), (folder / "mixed.onnx").string()}}, {"compare", true}});
    QVERIFY2(!answers[1].contains("error"), answers.dump().c_str());
    // Columns of w sum to less than 1, and inputs are below 1: three products and the sum of a scan stay
    // below 5.
    constexpr double kLargest = 5;
    const double growth = std::pow(1 + 0x1p-11, roundings) - 1;
    double largest = 0;
    for (const auto& [name, output] : answers[1]["outputs"].items()) {
        largest = std::max(largest, output["difference"].get<double>());
        QVERIFY2(output["difference"] <= kLargest * growth, output.dump().c_str());
    }
    QVERIFY(largest > 0); // it was in FP16
}

// A network of sums and of functions that never grow a difference: its error is at most what the same network
// makes of magnitudes, times the growth of one rounding of each input, weight and result on the way.
void TestMixedModel::lenetIsWithinItsRoundings()
{
    HALFTONE_NEED_ONNXRUNTIME();
    const auto opened = openModel(kSampleModel, {.dims = {{"N", 1}}});
    const Folder folder;
    QVERIFY(exportMixedModel(
        kSampleModel, decidedBy(opened->graph, "ascend", "allow_mix_precision_fp16"), folder / "mixed.onnx"));
    const Tensor x = randomTensor({1, 1, 32, 32}, 7, 0, 1);
    const ValueId input = opened->graph->graphInputs()[0];
    const std::string inputName = opened->graph->value(input).name;
    const nlohmann::json answer = runOnnx({{"models", {(folder / "mixed.onnx").string()}},
        {"inputs", {{inputName, {{"dims", x.dims}, {"values", x.values}}}}}});
    QVERIFY2(answer.is_array() && !answer[0].contains("error"), answer.dump().c_str());

    const auto magnitude = [](Tensor tensor) {
        for (double& value : tensor.values)
            value = std::abs(value);
        return tensor;
    };
    Feeds magnitudes{{inputName, magnitude(x)}};
    for (ValueId value : opened->graph->values()) {
        const TensorData* data = opened->graph->data(value);
        if (data && data->dtype == DType::Float32)
            magnitudes[opened->graph->value(value).name] = magnitude({data->dims, toDoubles(*data), {}, 1});
    }
    const std::string outputName = opened->graph->value(opened->graph->graphOutputs()[0]).name;
    const Tensor exact = interpret(*opened->graph, {{inputName, x}}).at(outputName);
    const Tensor largest = interpret(*opened->graph, magnitudes).at(outputName);
    constexpr double kUnit = 0x1p-11;
    constexpr double kRoundings = 5 * 4 + 1; // five products: input, weight, product and sum with the bias
    const double growth = std::pow(1 + kUnit, kRoundings) - 1;
    const std::vector<double> values = answer[0]["outputs"][outputName]["values"];
    QCOMPARE(values.size(), exact.values.size());
    const std::vector<float> own = ownRun(opened->graph, x);
    bool differs = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double error = std::abs(values[i] - exact.values[i]);
        QVERIFY2(error <= growth * largest.values[i], qPrintable(QString::number(error)));
        QVERIFY(std::abs(values[i] - own[i]) <= 2 * growth * largest.values[i]);
        differs = differs || error > 1e-6 * std::abs(exact.values[i]); // FP32 would be nearer
    }
    QVERIFY(differs);
}

void TestMixedModel::weightsBesideTheModelStayBeside()
{
    HALFTONE_NEED_SHARED("corpus/train_models/lenet5_external.onnx");
    const std::string path = sharedPath("corpus/train_models/lenet5_external.onnx").toStdString();
    const auto opened = openModel(path);
    QVERIFY(opened);
    const Folder folder;
    const Decisions decisions = decidedBy(opened->graph, "ascend", "allow_mix_precision_fp16");
    const auto written = exportMixedModel(path, decisions, folder / "m.onnx");
    QVERIFY(written);
    QCOMPARE(written->dataFile, folder / "m.onnx.data");
    QCOMPARE(faultOfFile(folder / "m.onnx"), std::string());
    const auto again = openModel(folder / "m.onnx");
    QVERIFY(again);
    for (ValueId value : again->graph->values()) {
        const TensorData* half = again->graph->data(value);
        const ValueId wide = opened->graph->findValue(again->graph->value(value).name);
        if (!half || !wide.isValid() || half->dtype != DType::Float16)
            continue;
        const std::vector<double> expected = toDoubles(*opened->graph->data(wide));
        const std::vector<double> got = toDoubles(*half);
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY(std::abs(got[i] - expected[i]) <= std::abs(expected[i]) * 0x1p-11 + 0x1p-25);
    }
}

// 2.25 GiB of zeros that take no room on the disk.
void TestMixedModel::hugeWeightsAreStreamed()
{
    constexpr std::int64_t kRows = 9 << 16;
    constexpr std::int64_t kColumns = 1024;
    const Folder folder;
    if (std::filesystem::space(folder.path()).available < (std::uintmax_t{2} << 30))
        QSKIP("needs 2 GiB of disk for temporary files");
    const std::string text = "<ir_version: 8, opset_import: [\"\" : 17]> g (float[1," +
        std::to_string(kRows) + "] x) => (float[1,1024] y) <float[" + std::to_string(kRows) +
        ",1024] w = [\"location\": \"w\"]> { y = MatMul(x, w) }";
    writeFile(folder / "m.onnx", onnxModel(text));
    writeFile(folder / "w", "");
    std::filesystem::resize_file(folder / "w", kRows * kColumns * 4);
    const auto opened = openModel(folder / "m.onnx");
    QVERIFY2(opened, opened ? "" : describe(opened.error()).c_str());
    const std::size_t before = mostResidentBytes();
    QCOMPARE(previewWeights(*opened->graph, DType::Float16, letGo).front().float16.unchanged,
        static_cast<std::uint64_t>(kRows * kColumns));
    const auto written = exportMixedModel(folder / "m.onnx",
        decidedBy(opened->graph, "ascend", "allow_mix_precision_fp16"), folder / "half.onnx");
    QVERIFY2(mostResidentBytes() < before + (100 << 20),
        qPrintable(QString::number((mostResidentBytes() - before) >> 20)));
    QVERIFY2(written, written ? "" : describe(written.error()).c_str());
    QCOMPARE(std::filesystem::file_size(folder / "half.onnx.data"),
        static_cast<std::uintmax_t>(kRows * kColumns * 2));
    QCOMPARE(faultOfFile(folder / "half.onnx"), std::string());
}

void TestMixedModel::exportOverTheModelItselfIsWhole()
{
    const Folder folder;
    std::string values = "0";
    for (int i = 1; i < 1024; ++i)
        values += "," + std::to_string(i);
    const std::string model = onnxModel("<ir_version: 8, opset_import: [\"\" : 17]> g (float[32,32] x) => "
                                        "(float[32,32] y) <float[32,32] w = {" +
        values + "}> { y = MatMul(x, w) }");
    writeFile(folder / "m.onnx", model);
    const auto opened = openModel(folder / "m.onnx");
    QVERIFY(exportMixedModel(folder / "m.onnx", decidedBy(opened->graph, "ascend", "force_fp16"),
        folder / "m.onnx", {.mostInside = 0}));
    const auto again = openModel(folder / "m.onnx"); // now beside the model
    QVERIFY(again);
    QVERIFY(exportMixedModel(folder / "m.onnx", Decisions(again->graph), folder / "m.onnx"));
    const auto last = openModel(folder / "m.onnx");
    QVERIFY(last);
    const std::vector<double> weights = toDoubles(*last->graph->data(last->graph->findValue("w")));
    QCOMPARE(weights.size(), 1024U);
    QCOMPARE(weights.back(), 1023.0);
}

QTEST_APPLESS_MAIN(TestMixedModel)
#include "tst_mixedmodel.moc"
