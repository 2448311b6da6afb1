// SPDX-License-Identifier: GPL-3.0-or-later
//
// Models that other people made: their expected outputs, and what one of them scores.
#include "analysis/graph/graphbuilder.h"
#include "analysis/onnx/import.h"
#include "analysis/onnx/tensorfile.h"
#include "executor/dynamic/modelrunner.h"
#include "executor/files/modelfile.h"
#include "executor/program/program.h"
#include "tests/support/corpusdata.h"
#include "tests/support/interpreter.h"
#include "tests/support/onnxruntime.h"
#include "tests/support/shared.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <set>

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

/// Sizes of open dimensions and numbers of inputs where 1 and a random one would not do.
struct Setting
{
    const char* model; ///< How its name starts.
    const char* input;
    std::vector<std::int64_t> dims;
    std::optional<std::int64_t> value = std::nullopt;
};
const Setting kSettings[] = {
    {"ch_PP-OCRv4_det", "x", {1, 3, 64, 96}},
    {"ch_PP-OCRv4_rec", "x", {2, 3, 48, 160}},
    {"ch_ppocr_mobile", "x", {2, 3, 48, 192}},
    {"melspectrogram", "input", {1, 1760}},
    {"silero", "input", {1, 512}}, // 32 ms at 16 kHz
    {"silero", "sr", {}, 16000},
};

const Setting* settingOf(const QString& model, const std::string& input)
{
    const auto found = std::ranges::find_if(kSettings, [&](const Setting& setting) {
        return model.startsWith(QLatin1String(setting.model)) && input == setting.input;
    });
    return found == std::end(kSettings) ? nullptr : found;
}

/// Numbers for one input, from -1 to 1; integers 0 and 1.
TensorData inputFor(const Graph& graph, ValueId id, const QString& model)
{
    const Value& value = graph.value(id);
    std::vector<std::int64_t> dims;
    for (const Dim& dim : graph.dims(id))
        dims.push_back(std::max<std::int64_t>(dim.size, 1));
    const Setting* setting = settingOf(model, value.name);
    if (setting && !setting->value)
        dims = setting->dims;
    const Tensor random = randomTensor(dims, id.index);
    if (value.dtype == DType::Float32)
        return TensorData::of(
            DType::Float32, dims, std::vector<float>(random.values.begin(), random.values.end()));
    std::vector<std::int64_t> numbers;
    for (const double number : random.values)
        numbers.push_back(setting && setting->value ? *setting->value : number < 0 ? 0 : 1);
    if (value.dtype == DType::Int64)
        return TensorData::of(DType::Int64, dims, std::move(numbers));
    return TensorData::of(value.dtype, dims, std::vector<std::int32_t>(numbers.begin(), numbers.end()));
}

/// The same tensor with every float moved by a unit in its last place, up or down by a fixed generator.
TensorData moved(const TensorData& tensor, unsigned seed)
{
    if (tensor.dtype != DType::Float32)
        return tensor;
    const std::vector<double> values = toDoubles(tensor);
    std::mt19937 generator(seed);
    std::vector<float> others(values.size());
    std::ranges::transform(values, others.begin(), [&](double value) {
        return static_cast<float>(value * (1 + (generator() % 2 == 0 ? 0x1p-23 : -0x1p-23)));
    });
    return TensorData::of(DType::Float32, tensor.dims, std::move(others));
}

// Not the smallest constants: scales that decide the size of an image must stay what they are.
GraphPtr withMovedWeights(const GraphPtr& graph, unsigned seed)
{
    constexpr std::int64_t kMostScales = 4;
    GraphBuilder builder(*graph);
    for (ValueId id : graph->values()) {
        if (const TensorData* data = graph->data(id); data && data->elementCount() > kMostScales)
            builder.setData(id, moved(*data, seed + id.index));
    }
    return std::move(builder).finish()->graph;
}

std::size_t countNodes(const Graph& graph)
{
    std::size_t count = graph.nodeCount();
    for (NodeId id : graph.nodes()) {
        for (const Body& body : graph.node(id).bodies)
            count += countNodes(*body.graph);
    }
    return count;
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b)
{
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::isnan(a[i]) != std::isnan(b[i]))
            return std::numeric_limits<double>::infinity();
        if (a[i] != b[i] && !std::isnan(a[i])) // equal infinities are equal
            largest = std::max(largest, std::abs(a[i] - b[i]));
    }
    return largest;
}

Result<std::vector<TensorData>> outputsOf(const GraphPtr& graph, const std::vector<TensorData>& inputs)
{
    auto runner = ModelRunner::create(graph);
    return runner ? runner->run(inputs) : std::unexpected(runner.error());
}

double largestMagnitude(const std::vector<double>& values)
{
    return largestDifference(values, std::vector<double>(values.size()));
}

// ONNX Runtime's Sigmoid is a quotient of polynomials that is exact to a unit in the last place of 1, not of
// the result: below some 1e-8 it gives no smaller number.
double rangeOf(const Graph& graph, ValueId output, const std::vector<double>& values)
{
    const NodeId producer = graph.value(output).producer;
    return producer.isValid() && graph.node(producer).opType == "Sigmoid" ? 1 : largestMagnitude(values);
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

// Also those that corpus/fetch-real-models put into the folder that HALFTONE_REAL_MODELS names.
void TestRealModels::modelsOfTheCatalogueRun_data()
{
    HALFTONE_NEED_SHARED("corpus/real_models");
    QTest::addColumn<QString>("path");
    std::set<QString> seen;
    for (const QString& folder :
        {sharedPath("corpus/real_models"), qEnvironmentVariable("HALFTONE_REAL_MODELS")}) {
        if (folder.isEmpty())
            continue;
        for (const QFileInfo& file : QDir(folder).entryInfoList({"*.onnx"}, QDir::Files)) {
            if (seen.insert(file.fileName()).second)
                QTest::newRow(qPrintable(file.completeBaseName())) << file.filePath();
        }
    }
}

// Each node rounds its results as inputs and weights were rounded once. What moving all of those by a unit in
// the last place changes is what one such rounding changes in the end, and there is one in each node.
void TestRealModels::modelsOfTheCatalogueRun()
{
    HALFTONE_NEED_ONNXRUNTIME();
    QFETCH(const QString, path);
    const QString model = QFileInfo(path).completeBaseName();
    if (const char* why = exclusionOf(model))
        QSKIP(why);
    const auto opened = openModel(path.toStdString());
    QVERIFY2(opened, opened ? "" : describe(opened.error()).c_str());
    const Graph& graph = *opened->graph;
    std::vector<TensorData> inputs;
    nlohmann::json feeds = nlohmann::json::object();
    for (ValueId id : graph.graphInputs()) {
        inputs.push_back(inputFor(graph, id, model));
        feeds[graph.value(id).name] = {{"dims", inputs.back().dims}, {"values", toDoubles(inputs.back())}};
    }
    const auto outputs = outputsOf(opened->graph, inputs);
    QVERIFY2(outputs, outputs ? "" : describe(outputs.error()).c_str());
    std::vector<double> once(outputs->size());
    for (const unsigned seed : {1u, 2u, 3u}) {
        std::vector<TensorData> others;
        for (const TensorData& input : inputs)
            others.push_back(moved(input, seed));
        const auto disturbed = outputsOf(withMovedWeights(opened->graph, seed), others);
        QVERIFY2(disturbed, disturbed ? "" : describe(disturbed.error()).c_str());
        for (std::size_t i = 0; i < once.size(); ++i)
            once[i] =
                std::max(once[i], largestDifference(toDoubles((*outputs)[i]), toDoubles((*disturbed)[i])));
    }
    QVERIFY(std::ranges::all_of(once, [](double each) { return std::isfinite(each); }));
    QCOMPARE(outputs->size(), graph.graphOutputs().size());
    const nlohmann::json answer = runOnnx({{"models", {path.toStdString()}}, {"inputs", feeds}});
    QVERIFY2(answer.is_array() && answer[0].contains("outputs"), answer.dump().c_str());
    for (std::size_t i = 0; i < outputs->size(); ++i) {
        const std::string& name = graph.value(graph.graphOutputs()[i]).name;
        const nlohmann::json& expected = answer[0]["outputs"][name];
        QCOMPARE((*outputs)[i].dims, expected["dims"].get<std::vector<std::int64_t>>());
        const auto wanted = expected["values"].get<std::vector<double>>();
        const double rounding = std::max(once[i], 0x1p-24 * rangeOf(graph, graph.graphOutputs()[i], wanted));
        const double allowed = rounding * static_cast<double>(countNodes(graph));
        const double difference = largestDifference(toDoubles((*outputs)[i]), wanted);
        QVERIFY2(difference <= allowed,
            qPrintable(QString("%1 differs by %2 where %3 is allowed")
                    .arg(name.c_str())
                    .arg(difference)
                    .arg(allowed)));
    }
}

QTEST_APPLESS_MAIN(TestRealModels)
#include "tst_realmodels.moc"
