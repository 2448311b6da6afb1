// SPDX-License-Identifier: GPL-3.0-or-later
//
// ONNX's own node tests, one row each. None may fail; what is left out stands in kExcluded with its reason,
// and that list only shrinks. Tests whose data the standard itself has since corrected, or that draw random
// numbers, are held to the standard: see nodecorrections.h.
#include "analysis/onnx/import.h"
#include "analysis/onnx/tensorfile.h"
#include "executor/dynamic/modelrunner.h"
#include "executor/ops/opruns.h"
#include "tests/executor/nodecorrections.h"
#include "tests/support/shared.h"

#include <QDir>
#include <QTest>

#include <cmath>
#include <map>

using namespace halftone;
using namespace halftone::test;

namespace {

// Of ONNX 1.17, and what ONNX 1.22 has beyond that.
const QStringList kSuites{"onnx_node_tests", "onnx_node_tests_newer"};

struct Exclusion
{
    const char* test;
    const char* why;
};

constexpr const char* kStrings = "there are no tensors of strings";
constexpr const char* kContainers = "there are no sequences and optional values";

constexpr Exclusion kExcluded[] = {
    {"onnx_node_tests/test_cast_FLOAT_to_STRING", kStrings},
    {"onnx_node_tests/test_cast_STRING_to_FLOAT", kStrings},
    {"onnx_node_tests/test_castlike_FLOAT_to_STRING", kStrings},
    {"onnx_node_tests/test_castlike_FLOAT_to_STRING_expanded", kStrings},
    {"onnx_node_tests/test_castlike_STRING_to_FLOAT", kStrings},
    {"onnx_node_tests/test_castlike_STRING_to_FLOAT_expanded", kStrings},
    {"onnx_node_tests/test_equal_string", kStrings},
    {"onnx_node_tests/test_equal_string_broadcast", kStrings},
    {"onnx_node_tests/test_identity_opt", kContainers},
    {"onnx_node_tests/test_identity_sequence", kContainers},
    {"onnx_node_tests_newer/test_identity_sequence", kContainers},
};

const char* exclusionOf(const QString& test)
{
    for (const Exclusion& exclusion : kExcluded) {
        if (test == QLatin1String(exclusion.test))
            return exclusion.why;
    }
    return nullptr;
}

std::span<const std::byte> bytesOf(const QByteArray& file)
{
    return std::as_bytes(std::span(file.constData(), static_cast<std::size_t>(file.size())));
}

// A test is named by its folders: "onnx_node_tests/test_abs".
QString folderOf(const QString& test)
{
    return sharedPath("corpus/" + test);
}

QByteArray modelOf(const QString& test)
{
    return readAll(folderOf(test) + "/model.onnx");
}

/// The tensors input_0.pb, input_1.pb, ... or those of outputs; nullopt where one is no tensor.
std::optional<std::vector<TensorData>> tensorsOf(const QString& test, const QString& kind)
{
    std::vector<TensorData> tensors;
    for (int number = 0;; ++number) {
        const QString path = QString("%1/test_data_set_0/%2_%3.pb").arg(folderOf(test), kind).arg(number);
        if (!QFile::exists(path))
            return tensors;
        const QByteArray file = readAll(path);
        auto tensor = parseTensorFile(bytesOf(file), path.toStdString());
        if (!tensor)
            return std::nullopt;
        tensors.push_back(std::move(tensor->data));
    }
}

// Some tensors of bfloat16 are stored as the bits that they are.
std::vector<TensorData> typedAs(const Graph& graph, std::vector<TensorData> inputs)
{
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (graph.value(graph.graphInputs()[i]).dtype == DType::BFloat16 && inputs[i].dtype == DType::UInt16)
            inputs[i].dtype = DType::BFloat16;
    }
    return inputs;
}

// The corpus asks for 1e-3 relative and 1e-5 absolute.
QString compareTensors(const TensorData& got, TensorData expected)
{
    if (got.dtype == DType::BFloat16 && expected.dtype == DType::UInt16)
        expected.dtype = DType::BFloat16; // Some outputs are stored as the bits that they are.
    if (got.dtype != expected.dtype)
        return QString("the type is %1 instead of %2")
            .arg(name(got.dtype).data(), name(expected.dtype).data());
    if (got.dims != expected.dims)
        return "the shape differs";
    const std::vector<double> actual = toDoubles(got), wanted = toDoubles(expected);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool isEqual = actual[i] == wanted[i] || (std::isnan(actual[i]) && std::isnan(wanted[i]));
        if (!isEqual && !(std::abs(actual[i] - wanted[i]) <= 1e-5 + 1e-3 * std::abs(wanted[i])))
            return QString("element %1 is %2 instead of %3").arg(i).arg(actual[i]).arg(wanted[i]);
    }
    return {};
}

}

class TestNodeTests : public QObject
{
    Q_OBJECT

private slots:
    void resultsAreThoseOfOnnx_data();
    void resultsAreThoseOfOnnx();
    void exclusionsAreTests();
    void cleanupTestCase();

private:
    int m_passed = 0;
};

void TestNodeTests::resultsAreThoseOfOnnx_data()
{
    HALFTONE_NEED_SHARED("corpus/onnx_node_tests");
    QTest::addColumn<QString>("test");
    for (const QString& suite : kSuites) {
        for (const QString& folder : QDir(sharedPath("corpus/" + suite)).entryList({"test_*"}, QDir::Dirs)) {
            const QString test = suite + '/' + folder;
            QTest::newRow(qPrintable(test)) << test;
        }
    }
}

void TestNodeTests::resultsAreThoseOfOnnx()
{
    QFETCH(QString, test);
    if (const char* why = exclusionOf(test))
        QSKIP(why);
    const auto inputs = tensorsOf(test, "input");
    auto expected = tensorsOf(test, "output");
    QVERIFY2(inputs && expected, "the data of the test is read");
    const QByteArray file = modelOf(test);
    const auto model = importOnnx(bytesOf(file), test.toStdString());
    QVERIFY2(model, model ? "" : describe(model.error()).c_str());
    const NodeCorrection* correction = correctionOf(test.toStdString());
    const GraphPtr graph = correction && correction->model ? correction->model(*model->graph) : model->graph;
    auto runner = ModelRunner::create(graph);
    QVERIFY2(runner, runner ? "" : describe(runner.error()).c_str());
    const auto outputs = runner->run(typedAs(*graph, *inputs));
    QVERIFY2(outputs, outputs ? "" : describe(outputs.error()).c_str());
    if (correction && correction->expected)
        expected = correction->expected(*inputs, *expected, *outputs);
    QCOMPARE(outputs->size(), expected->size());
    for (std::size_t i = 0; i < outputs->size(); ++i) {
        const QString difference = compareTensors((*outputs)[i], (*expected)[i]);
        const std::string& output = graph->value(graph->graphOutputs()[i]).name;
        QVERIFY2(difference.isEmpty(), qPrintable(QString("%1: %2").arg(output.c_str(), difference)));
    }
    ++m_passed;
}

void TestNodeTests::exclusionsAreTests()
{
    HALFTONE_NEED_SHARED("corpus/onnx_node_tests");
    for (const Exclusion& exclusion : kExcluded)
        QVERIFY2(!modelOf(exclusion.test).isEmpty(), exclusion.test);
    for (const NodeCorrection& correction : kCorrections)
        QVERIFY2(!modelOf(correction.test).isEmpty(), correction.test);
}

void TestNodeTests::cleanupTestCase()
{
    qInfo("%d node tests of ONNX pass, %zu of them by the standard instead of their data; %zu are excluded "
          "by name.",
        m_passed, std::size(kCorrections), std::size(kExcluded));
}

QTEST_APPLESS_MAIN(TestNodeTests)
#include "tst_nodetests.moc"
