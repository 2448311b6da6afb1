// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mixed models as files: weights of any size are streamed, and ONNX Runtime runs what was written.
#include "analysis/casts/castinsertion.h"
#include "analysis/graph/graphbuilder.h"
#include "analysis/judge/modeoptions.h"
#include "analysis/policy/policy.h"
#include "executor/files/mixedmodelfile.h"
#include "executor/files/modelfile.h"
#include "tests/executor/folder.h"
#include "tests/support/interpreter.h"
#include "tests/support/onnxmodel.h"
#include "tests/support/onnxruntime.h"

#include <QDir>

#include <cmath>
#include <sys/resource.h>

using namespace halftone;
using namespace halftone::test;

namespace {

Decisions decidedBy(const GraphPtr& graph, const QString& policy, const QString& mode)
{
    PrecisionPolicy chosen = makePolicy(policy.toStdString()).value();
    if (auto* ascend = std::get_if<AscendSettings>(&chosen.settings))
        ascend->modeName = mode.toStdString();
    auto decisions = decide(graph, chosen);
    if (!decisions)
        return Decisions(graph); // the tool refuses the model: nothing to cast
    return *std::move(decisions);
}

void addModels()
{
    HALFTONE_NEED_SHARED("corpus/README.md");
    QTest::addColumn<QString>("path");
    for (const char* folder : {"real_models", "light_models", "train_models"}) {
        const QDir models(sharedPath(QStringLiteral("corpus/") + folder));
        for (const QString& file : models.entryList({"*.onnx"}, QDir::Files))
            QTest::addRow("%s/%s", folder, qPrintable(file)) << models.filePath(file);
    }
}

struct Choice
{
    const char* policy;
    const char* mode;
};
constexpr Choice kChoices[]{{"ascend", "allow_mix_precision_fp16"}, {"ascend", "force_fp16"},
    {"ascend", "cube_fp16in_fp32out"}, {"mindspore", ""}, {"pytorch", ""}, {"onnx-float16", ""}};

// By name, the dtype in which consumers meet each tensor of the model itself.
QStringList differences(const Decisions& decisions, const Graph& written)
{
    std::map<std::string_view, DType> types;
    for (ValueId value : written.values())
        types[written.value(value).name] = written.value(value).dtype;
    QStringList lines;
    const MixedGraph mixed = insertCasts(decisions);
    for (ValueId value : mixed.graph->values()) {
        const Value& decided = mixed.graph->value(value);
        const auto found = types.find(decided.name);
        const ValueId original = decisions.graph()->findValue(decided.name);
        const bool isUntyped =
            original.isValid() && decisions.graph()->value(original).dtype == DType::Undefined;
        const bool isComputed = isReducibleFloat(decided.dtype) && !isUntyped && !mixed.graph->data(value);
        if (isComputed && found != types.end() && found->second != decided.dtype)
            lines << QString::fromStdString(decided.name);
    }
    return lines;
}

}

class TestMixedModel : public QObject
{
    Q_OBJECT

private slots:
    void modelsOfTheWorldAreAccepted_data() { addModels(); }
    void modelsOfTheWorldAreAccepted();
    void lenetIsWithinItsRoundings();
    void weightsBesideTheModelStayBeside();
    void hugeWeightsAreStreamed();
    void exportOverTheModelItselfIsWhole();
};

void TestMixedModel::modelsOfTheWorldAreAccepted()
{
    HALFTONE_NEED_SHARED("corpus/README.md");
    QFETCH(const QString, path);
    const auto opened = openModel(path.toStdString());
    if (!opened)
        QSKIP("the file is broken on purpose or its weights are not here");
    const bool isChecked = faultOfFile(path.toStdString()).empty();
    const Folder folder;
    nlohmann::json request{{"models", {path.toStdString()}}, {"compare", true}};
    for (const Choice& choice : kChoices) {
        const std::filesystem::path target = folder / (std::to_string(request["models"].size()) + ".onnx");
        const Decisions decisions = decidedBy(opened->graph, choice.policy, choice.mode);
        const auto written = exportMixedModel(path.toStdString(), decisions, target);
        QVERIFY2(written, written ? "" : describe(written.error()).c_str());
        if (isChecked)
            QCOMPARE(faultOfFile(target), std::string());
        const auto again = openModel(target);
        QVERIFY2(again, again ? "" : describe(again.error()).c_str());
        QCOMPARE(differences(decisions, *again->graph), QStringList());
        request["models"].push_back(target.string());
    }
    HALFTONE_NEED_ONNXRUNTIME();
    nlohmann::json answers = runOnnx(request);
    QVERIFY(answers.is_array());
    if (answers[0].contains("error")) {
        request["size"] = 512; // speech models want a window of sound
        answers = runOnnx(request);
    }
    if (answers[0].contains("error"))
        QSKIP(("ONNX Runtime does not run the model itself: " + answers[0]["error"].get<std::string>())
                .c_str());
    for (std::size_t i = 1; i < answers.size(); ++i) {
        QVERIFY2(!answers[i].contains("error"),
            (std::string(kChoices[i - 1].policy) + " " + kChoices[i - 1].mode + ": " + answers[i].dump())
                .c_str());
        for (const auto& [name, output] : answers[i]["outputs"].items()) {
            QCOMPARE(output["type"], answers[0]["outputs"][name]["type"]);
            QCOMPARE(output["dims"], answers[0]["outputs"][name]["dims"]);
        }
    }
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
    bool differs = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double error = std::abs(values[i] - exact.values[i]);
        QVERIFY2(error <= growth * largest.values[i], qPrintable(QString::number(error)));
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
    const std::string text = "<ir_version: 8, opset_import: [\"\" : 17]> g (float[1," +
        std::to_string(kRows) + "] x) => (float[1,1024] y) <float[" + std::to_string(kRows) +
        ",1024] w = [\"location\": \"w\"]> { y = MatMul(x, w) }";
    writeFile(folder / "m.onnx", onnxModel(text));
    writeFile(folder / "w", "");
    std::filesystem::resize_file(folder / "w", kRows * kColumns * 4);
    const auto opened = openModel(folder / "m.onnx");
    QVERIFY2(opened, opened ? "" : describe(opened.error()).c_str());
    // A page of a mapped file counts as resident, but it can be dropped at any time: what counts is memory of
    // our own, which is limited here.
    rlimit before{};
    ::getrlimit(RLIMIT_DATA, &before);
    const rlimit small{std::size_t{1} << 30, before.rlim_max};
    ::setrlimit(RLIMIT_DATA, &small);
    const auto written = exportMixedModel(folder / "m.onnx",
        decidedBy(opened->graph, "ascend", "allow_mix_precision_fp16"), folder / "half.onnx");
    ::setrlimit(RLIMIT_DATA, &before);
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
