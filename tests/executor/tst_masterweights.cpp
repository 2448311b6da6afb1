// SPDX-License-Identifier: GPL-3.0-or-later
//
// Models that were saved in FP16 or BF16, as a whole or in part, train with float32 weights behind what they
// compute.
#include "analysis/onnx/weightsexport.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/trainer.h"
#include "kernels/scalar.h"
#include "tests/executor/folder.h"
#include "tests/executor/smallsamples.h"
#include "tests/support/onnxmodel.h"

#include <QTest>

#include <cmath>
#include <format>
#include <initializer_list>

using namespace halftone;
using namespace halftone::test;

namespace {

// The text form of ONNX has the bits of 16-bit floats.
std::string literal(const std::string& type, std::initializer_list<float> values)
{
    std::string text;
    for (const float value : values) {
        const int bits = type == "float16" ? kernels::f16FromF32(value) : kernels::bf16FromF32(value);
        text += (text.empty() ? "" : ",") +
            (type == "float" ? std::format("{}", value) : std::format("{}", bits));
    }
    return "{" + text + "}";
}

// The type of what is multiplied, and of the ends.
std::string model(const std::string& type, const std::string& ends)
{
    const bool isWhole = type == ends;
    const std::string weights = std::format("{0}[3,4] w = {1}, {0}[4] b = {2}, {0}[4,2] v = {3}", type,
        literal(type, {0.5f, -0.25f, 0.75f, 1, -0.5f, 0.25f, 1, -1, 0.5f, 0.25f, -0.75f, 0.5f}),
        literal(type, {0.25f, -0.5f, 1, 0}), literal(type, {0.5f, -0.5f, 1, 0.25f, -0.25f, 0.75f, -1, 0.5f}));
    const std::string nodes =
        std::format("{} a = MatMul({}, w) s = Add(a, b) r = Relu(s) {} = MatMul(r, v) {}",
            isWhole ? "" : "c = Cast<to = 10>(x)", isWhole ? "x" : "c", isWhole ? "y" : "z",
            isWhole ? "" : "y = Cast<to = 1>(z)");
    return onnxModel(std::format(
        "<ir_version: 8, opset_import: [\"\" : 17]> g ({0}[N,3] x) => ({0}[N,2] y) <{1}> {{ {2} }}", ends,
        weights, nodes));
}

}

class TestMasterWeights : public QObject
{
    Q_OBJECT

private slots:
    void lowModelsTrainLikeFloat32_data();
    void lowModelsTrainLikeFloat32();
    void updatesBelowARoundingAddUp();
    void corpusModelsTrainWhole_data();
    void corpusModelsTrainWhole();
};

void TestMasterWeights::lowModelsTrainLikeFloat32_data()
{
    QTest::addColumn<std::string>("file");
    QTest::addColumn<double>("unit");
    QTest::newRow("float16 as a whole") << model("float16", "float16") << 0x1p-11;
    QTest::newRow("float16 inside") << model("float16", "float") << 0x1p-11;
    QTest::newRow("bfloat16 as a whole") << model("bfloat16", "bfloat16") << 0x1p-8;
}

// A step loses some ten roundings on its way, and later steps begin where the ones before have led.
void TestMasterWeights::lowModelsTrainLikeFloat32()
{
    QFETCH(const std::string, file);
    QFETCH(const double, unit);
    const Folder folder;
    writeFile(folder / "low.onnx", file);
    writeFile(folder / "full.onnx", model("float", "float"));
    const DatasetPair data = samples();
    constexpr int kSteps = 6;
    const TrainSettings settings{.batch = 8, .steps = kSteps, .learningRate = 0.01f, .threads = 1};
    auto low = Trainer::create(folder / "low.onnx", {}, data, settings);
    QVERIFY2(low, low ? "" : describe(low.error()).c_str());
    auto full = Trainer::create(folder / "full.onnx", {}, data, settings);
    QVERIFY(full);
    QCOMPARE(low->info().parameters, full->info().parameters);
    for (int i = 1; i <= kSteps; ++i) {
        const auto loss = static_cast<double>(low->step().loss),
                   other = static_cast<double>(full->step().loss);
        QVERIFY2(std::abs(loss - other) <= 10 * i * unit * std::max(1.0, other),
            qPrintable(QString("step %1: %2 instead of %3").arg(i).arg(loss).arg(other)));
    }
    const auto trained = withWeights(bytesOf(file), "low.onnx", low->weights());
    QVERIFY2(trained, trained ? "" : describe(trained.error()).c_str());
    const GraphPtr back = importedGraph(*trained);
    const TensorData* weight = back->data(back->findValue("w"));
    QVERIFY(weight && isLowPrecision(weight->dtype));
    const std::vector<float> master = low->weights().at("w");
    const std::vector<double> saved = toDoubles(*weight);
    for (std::size_t i = 0; i < saved.size(); ++i)
        QVERIFY(std::abs(saved[i] - static_cast<double>(master[i])) <=
            unit * std::abs(static_cast<double>(master[i])));
}

// FP16 tells numbers near 1 apart by a thousandth; all of these updates together are a hundredth of that.
void TestMasterWeights::updatesBelowARoundingAddUp()
{
    const Folder folder;
    writeFile(folder / "low.onnx", model("float16", "float16"));
    const DatasetPair data = samples();
    auto trainer = Trainer::create(
        folder / "low.onnx", {}, data, {.batch = 8, .steps = 20, .learningRate = 1e-6f, .threads = 1});
    QVERIFY(trainer);
    const std::vector<float> before = trainer->weights().at("w");
    for (int i = 0; i < 20; ++i)
        trainer->step();
    const std::vector<float> after = trainer->weights().at("w");
    bool hasMoved = false;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const bool isSameInHalf = kernels::f16FromF32(before[i]) == kernels::f16FromF32(after[i]);
        hasMoved = hasMoved || (before[i] != after[i] && isSameInHalf);
    }
    QVERIFY(hasMoved);
}

void TestMasterWeights::corpusModelsTrainWhole_data()
{
    HALFTONE_NEED_SHARED("corpus/train_models/lenet5_fp16.onnx");
    QTest::addColumn<QString>("name");
    for (const char* name : {"lenet5_fp16", "lenet5_mixed_manual"})
        QTest::newRow(name) << QString(name);
}

void TestMasterWeights::corpusModelsTrainWhole()
{
    QFETCH(const QString, name);
    const DatasetPair data = *sampleDigits();
    auto trainer = Trainer::create(sharedPath("corpus/train_models/" + name + ".onnx").toStdString(), {},
        data, {.batch = 32, .steps = 60, .threads = 1});
    QVERIFY2(trainer, trainer ? "" : describe(trainer.error()).c_str());
    QCOMPARE(trainer->info().parameters, std::uint64_t{61706}); // all of LeNet-5's
    float first = 0, last = 0;
    for (int i = 0; i < 60; ++i) {
        last = trainer->step().loss;
        first = i == 0 ? last : first;
    }
    QVERIFY2(last < first / 2, qPrintable(QString("%1 -> %2").arg(first).arg(last)));
}

QTEST_APPLESS_MAIN(TestMasterWeights)
#include "tst_masterweights.moc"
