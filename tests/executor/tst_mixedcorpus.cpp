// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mixed models of the world: ONNX and ONNX Runtime take them as they took the originals, and they say what
// was decided when they are opened again.
#include "analysis/casts/castinsertion.h"
#include "executor/files/modelfile.h"
#include "tests/executor/folder.h"
#include "tests/executor/mixedtest.h"
#include "tests/support/models.h"
#include "tests/support/onnxmodel.h"
#include "tests/support/onnxruntime.h"

using namespace halftone;
using namespace halftone::test;

namespace {

void addModels()
{
    HALFTONE_NEED_SHARED("corpus/README.md");
    addModelRows({"real_models", "light_models", "train_models"});
}

struct Choice
{
    const char* policy;
    const char* mode;
};
// All modes but those whose types ONNX does not have, and those of BF16, which it has in few operators.
constexpr Choice kChoices[]{{"ascend", "allow_mix_precision_fp16"}, {"ascend", "force_fp16"},
    {"ascend", "cube_fp16in_fp32out"}, {"ascend", "allow_fp32_to_fp16"}, {"ascend", "must_keep_origin_dtype"},
    {"mindspore", ""}, {"tensorflow", ""}, {"pytorch", ""}, {"autocast", ""}, {"onnx-float16", ""}};

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

class TestMixedCorpus : public QObject
{
    Q_OBJECT

private slots:
    void modelsOfTheWorldAreAccepted_data() { addModels(); }
    void modelsOfTheWorldAreAccepted();
    void bf16ModelsAreValid_data() { addModels(); }
    void bf16ModelsAreValid();
    void modelsOfEveryOperatorAreAccepted_data();
    void modelsOfEveryOperatorAreAccepted();
};

void TestMixedCorpus::modelsOfTheWorldAreAccepted()
{
    HALFTONE_NEED_SHARED("corpus/README.md");
    QFETCH(const QString, path);
    HALFTONE_NEED_MODEL(path);
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
    if (answers[0].contains("error")) {
        request["run"] = false; // it wants inputs of its own, but it loads
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

// ONNX Runtime's CPU has BF16 kernels of few operators; a row says which one is missing.
void TestMixedCorpus::bf16ModelsAreValid()
{
    HALFTONE_NEED_SHARED("corpus/README.md");
    QFETCH(const QString, path);
    HALFTONE_NEED_MODEL(path);
    const auto opened = openModel(path.toStdString());
    if (!opened)
        QSKIP("the file is broken on purpose or its weights are not here");
    const Folder folder;
    const std::filesystem::path target = folder / "bf16.onnx";
    const Decisions decisions = decidedBy(opened->graph, "ascend", "allow_mix_precision_bf16");
    const auto written = exportMixedModel(path.toStdString(), decisions, target);
    constexpr int kBf16Opset = 13;
    if (opened->graph->opset() < kBf16Opset && !written) {
        QCOMPARE(written.error().code, std::string("E-EXPORT"));
        QSKIP(written.error().what.c_str());
    }
    QVERIFY2(written, written ? "" : describe(written.error()).c_str());
    if (faultOfFile(path.toStdString()).empty())
        QCOMPARE(faultOfFile(target), std::string());
    HALFTONE_NEED_ONNXRUNTIME();
    const nlohmann::json answers =
        runOnnx({{"models", {path.toStdString(), target.string()}}, {"compare", true}, {"size", 512}});
    QVERIFY(answers.is_array());
    if (answers[0].contains("error"))
        QSKIP("ONNX Runtime does not run the model itself on zeros and ones");
    if (answers[1].contains("error")) {
        const std::string why = answers[1]["error"];
        QVERIFY2(why.contains("NOT_IMPLEMENTED") || why.contains("Type Error"), why.c_str());
        QSKIP(why.c_str());
    }
    QVERIFY(!answers[1]["outputs"].empty());
    QCOMPARE(answers[1]["outputs"].size(), answers[0]["outputs"].size());
    for (const auto& [name, output] : answers[1]["outputs"].items())
        QCOMPARE(output["type"], answers[0]["outputs"][name]["type"]);
}

void TestMixedCorpus::modelsOfEveryOperatorAreAccepted_data()
{
    HALFTONE_NEED_SHARED("corpus/README.md");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("mode");
    for (const char* folder :
        {"onnx_node_tests", "onnx_node_tests_newer", "peer_tests/simple", "peer_tests/pytorch-operator"}) {
        for (const char* mode : {"force_fp16", "allow_mix_precision_fp16"})
            QTest::addRow("%s in %s", folder, mode) << folder << mode;
    }
}

// Whatever ONNX and ONNX Runtime take before, they take afterwards.
void TestMixedCorpus::modelsOfEveryOperatorAreAccepted()
{
    HALFTONE_NEED_SHARED("corpus/README.md");
    QFETCH(const QString, folder);
    QFETCH(const QString, mode);
    const QDir models(sharedPath(QStringLiteral("corpus/") + folder));
    const Folder target;
    nlohmann::json request{{"models", nlohmann::json::array()}, {"run", false}};
    for (const QString& name : models.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const std::string path = models.filePath(name + "/model.onnx").toStdString();
        const auto opened = openModel(path);
        if (!opened)
            continue; // Of a newer ONNX than ours.
        const std::filesystem::path mixed = target / (name.toStdString() + ".onnx");
        const auto written = exportMixedModel(path, decidedBy(opened->graph, "ascend", mode), mixed);
        QVERIFY2(written, written ? "" : (path + ": " + describe(written.error())).c_str());
        if (faultOfFile(path).empty())
            QVERIFY2(faultOfFile(mixed).empty(), (path + ": " + faultOfFile(mixed)).c_str());
        request["models"].push_back(path);
        request["models"].push_back(mixed.string());
    }
    QVERIFY(request["models"].size() > 20);
    HALFTONE_NEED_ONNXRUNTIME();
    const nlohmann::json answers = runOnnx(request);
    QCOMPARE(answers.size(), request["models"].size());
    for (std::size_t i = 0; i < answers.size(); i += 2) {
        if (!answers[i].contains("error"))
            QVERIFY2(!answers[i + 1].contains("error"),
                (request["models"][i].get<std::string>() + ": " + answers[i + 1].dump()).c_str());
    }
}

QTEST_APPLESS_MAIN(TestMixedCorpus)
#include "tst_mixedcorpus.moc"
