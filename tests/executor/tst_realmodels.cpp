// SPDX-License-Identifier: GPL-3.0-or-later
//
// Models that other people made: their expected outputs, and what one of them scores.
#include "analysis/onnx/import.h"
#include "analysis/onnx/tensorfile.h"
#include "executor/files/modelfile.h"
#include "executor/program/program.h"
#include "tests/support/corpusdata.h"
#include "tests/support/shared.h"

#include <QDir>
#include <QTest>

#include <cmath>
#include <format>

using namespace halftone;
using namespace halftone::test;

namespace {

Result<Program> compileModel(const QString& path, std::map<std::string, std::int64_t> dims = {})
{
    const auto model = openModel(sharedPath(path).toStdString(), {.dims = std::move(dims)});
    return model ? Program::compile(model->graph) : std::unexpected(model.error());
}

struct Exclusion
{
    const char* model;
    const char* why;
};
constexpr Exclusion kExcluded[] = {
    {"mobilenetv2_optimizer", "an optimizer as a model: sequences of tensors"},
    {"pytorch_superresolution_op18", "reads and writes image files by operators of com.microsoft.extensions"},
};

const char* exclusionOf(const QString& model)
{
    for (const Exclusion& exclusion : kExcluded) {
        if (model == QLatin1String(exclusion.model))
            return exclusion.why;
    }
    return nullptr;
}

QString textOf(const Result<Program>& program)
{
    return program ? QString() : QString::fromStdString(describe(program.error()));
}

}

class TestRealModels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { setThreads(2); }
    void lightModelsGiveTheirExpectedOutputs_data();
    void lightModelsGiveTheirExpectedOutputs();
    void cntkMnistReadsTheTestDigits();
    void modelsOfTheCatalogueRun_data();
    void modelsOfTheCatalogueRun();
};

void TestRealModels::lightModelsGiveTheirExpectedOutputs_data()
{
    HALFTONE_NEED_SHARED("corpus/light_models");
    QTest::addColumn<QString>("model");
    for (const QString& file : QDir(sharedPath("corpus/light_models")).entryList({"*.onnx"}, QDir::Files))
        QTest::newRow(qPrintable(file.chopped(5))) << file.chopped(5);
}

// ONNX's test runner feeds these models with their only input filled with zeros to ones by position.
void TestRealModels::lightModelsGiveTheirExpectedOutputs()
{
    QFETCH(QString, model);
    auto program = compileModel("corpus/light_models/" + model + ".onnx");
    QVERIFY2(program, qPrintable(textOf(program)));
    const Graph& graph = *program->graph();
    const std::span<float> input = program->floats(graph.graphInputs()[0]);
    for (std::size_t i = 0; i < input.size(); ++i)
        input[i] = static_cast<float>(static_cast<double>(i) / static_cast<double>(input.size()));
    program->run(Stage::Compute);
    const QByteArray file = readAll(sharedPath("corpus/light_models/" + model + "_output_0.pb"));
    const auto expected =
        parseTensorFile(std::as_bytes(std::span(file.constData(), static_cast<std::size_t>(file.size()))),
            model.toStdString());
    QVERIFY(expected);
    const std::vector<double> wanted = toDoubles(expected->data);
    const std::vector<float> got = program->read(graph.graphOutputs()[0]);
    QCOMPARE(got.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        QVERIFY2(std::abs(static_cast<double>(got[i]) - wanted[i]) <= 1e-5 + 1e-3 * std::abs(wanted[i]),
            qPrintable(QString("element %1 is %2 instead of %3")
                    .arg(i)
                    .arg(static_cast<double>(got[i]))
                    .arg(wanted[i])));
}

void TestRealModels::cntkMnistReadsTheTestDigits()
{
    HALFTONE_NEED_SHARED("corpus/real_models/cntk_mnist.onnx");
    auto program = compileModel("corpus/real_models/cntk_mnist.onnx");
    QVERIFY2(program, qPrintable(textOf(program)));
    const CorpusData digits = mnistTestDigits();
    constexpr std::size_t kPixels = 784;
    const ValueId input = program->graph()->graphInputs()[0], output = program->graph()->graphOutputs()[0];
    std::size_t right = 0;
    for (std::size_t i = 0; i < digits.count; ++i) {
        std::ranges::copy(
            std::span(digits.samples).subspan(i * kPixels, kPixels), program->floats(input).begin());
        program->run(Stage::Compute);
        const std::span<const float> scores = program->view(output);
        right += std::ranges::max_element(scores) - scores.begin() == digits.labels[i] ? 1 : 0;
    }
    QCOMPARE(right, std::size_t{9891}); // 98.91 %, as onnxruntime counts.
}

void TestRealModels::modelsOfTheCatalogueRun_data()
{
    HALFTONE_NEED_SHARED("corpus/real_models");
    QTest::addColumn<QString>("model");
    for (const QString& file : QDir(sharedPath("corpus/real_models")).entryList({"*.onnx"}, QDir::Files))
        QTest::newRow(qPrintable(file.chopped(5))) << file.chopped(5);
}

// Batches of one and half a second of sound at 16 kHz.
void TestRealModels::modelsOfTheCatalogueRun()
{
    QFETCH(QString, model);
    if (const char* why = exclusionOf(model))
        QSKIP(why);
    const QByteArray file = readAll(sharedPath("corpus/real_models/" + model + ".onnx"));
    const auto bytes = std::as_bytes(std::span(file.constData(), static_cast<std::size_t>(file.size())));
    const auto opened = importOnnx(bytes, model.toStdString());
    QVERIFY(opened);
    ImportOptions options{.knownBranches = ImportOptions::KnownBranches::Inline};
    for (const std::string& symbol : opened->info.symbols)
        options.dims[symbol] = symbol.contains("sequence") || symbol.contains("input.1") ? 512 : 1;
    for (ValueId input : opened->graph->graphInputs()) {
        for (std::size_t axis = 0; axis < opened->graph->dims(input).size(); ++axis) {
            const std::string key = std::format("{}.{}", opened->graph->value(input).name, axis);
            if (opened->graph->dims(input)[axis].size == 0) // Some exporters write 0 for any size.
                options.dims[key] = key == "input.1" ? 512 : 1;
        }
    }
    const ValueId rate = opened->graph->findValue("sr");
    if (rate.isValid() && opened->graph->value(rate).kind == ValueKind::Input)
        options.values["sr"] = TensorData::of(DType::Int64, {}, std::vector<std::int64_t>{16000});
    const auto bound = importOnnx(bytes, model.toStdString(), options);
    QVERIFY(bound);
    auto program = Program::compile(bound->graph);
    QVERIFY2(program, qPrintable(textOf(program)));
    program->run(Stage::Compute);
}

QTEST_APPLESS_MAIN(TestRealModels)
#include "tst_realmodels.moc"
