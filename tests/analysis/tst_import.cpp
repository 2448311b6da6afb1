// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graphbuilder.h"
#include "executor/files/modelfile.h"
#include "tests/support/shared.h"

#include <algorithm>

using namespace halftone;

namespace {

/// What a file of the corpus must lead to: an error with that code, or a graph with that finding ("" for none).
struct Expected
{
    const char* file;
    const char* error;
    const char* finding;
    const char* mentions; // text in the error or the finding
};

const Expected kEdgeFiles[] = {
    {"bad_shape", "E-TENSOR", "", "fc1.weight"},
    {"bfloat16", "", "", ""},
    {"bitflip", "E-ONNX-DAMAGED", "", "damaged"},
    {"cycle", "E-GRAPH-CYCLE", "", "cycle"},
    {"duplicate_node_names", "", "graph.repeated-name", "same"},
    {"duplicate_output", "E-GRAPH-DEFINED-TWICE", "", "defined twice"},
    {"empty", "E-ONNX-EMPTY", "", "empty"},
    {"external_escape", "E-EXTERNAL-PATH", "", "outside"},
    {"external_missing", "E-EXTERNAL-MISSING", "", "not_there.bin"},
    {"float_data_storage", "", "", ""},
    {"huge_dim", "E-TENSOR", "", "1152921504606846976"},
    {"if_subgraph", "", "graph.subgraphs", "subgraph"},
    {"init_also_input", "", "", ""},
    {"ir_99", "", "graph.ir-newer", "99"},
    {"local_function", "", "", ""},
    {"mismatched_gemm", "E-SHAPE", "", "fc2"},
    {"missing_input", "E-GRAPH-UNDEFINED", "", "nowhere"},
    {"nan_inf_weights", "", "", ""},
    {"negative_dim", "E-TENSOR", "", "negative"},
    {"no_input_type", "", "graph.untyped-input", "input"},
    {"no_nodes", "", "graph.empty", "no nodes"},
    {"not_protobuf", "E-ONNX-FORMAT", "", "not an ONNX file"},
    {"opset_99", "", "graph.opset-newer", "99"},
    {"opset_missing", "", "graph.opset-missing", "opset"},
    {"reversed_order", "", "graph.sorted", "order"},
    {"truncated", "E-ONNX-DAMAGED", "", "cut off"},
    {"unicode_names", "", "", ""},
    {"unknown_domain", "", "graph.unknown-domain", "com.example"},
    {"unknown_op", "", "graph.unknown-op", ""},
    {"unnamed_nodes", "", "", ""},
    {"unused_initializer", "", "graph.unused-initializer", ""},
    {"weights_beyond_fp16", "", "", ""},
    {"zero_batch_dim", "", "graph.zero-dim", ""},
};

Result<ImportedModel> openShared(const QString& relative, const OpenOptions& options = {})
{
    return openModel(test::sharedPath(relative).toStdString(), options);
}

}

class TestImport : public QObject
{
    Q_OBJECT

private slots:
    void sampleHasTwelveNodes();
    void dimensionsAreBound();
    void edgeFilesLeadToClearMessages_data();
    void edgeFilesLeadToClearMessages();
    void everyEdgeFileIsCovered();
    void missingWeightsCanBeTolerated();
    void realModelsOpen_data();
    void realModelsOpen();
    void initializersAreNotCopied();
};

void TestImport::sampleHasTwelveNodes()
{
    const auto model = openModel(kSampleModel);
    QVERIFY2(model, model ? "" : describe(model.error()).c_str());
    const Graph& graph = *model->graph;
    QCOMPARE(graph.nodeCount(), 12u);
    QCOMPARE(graph.node(NodeId{0}).opType, std::string("Conv"));
    QCOMPARE(graph.shapeText(graph.graphInputs()[0]), std::string("N×1×32×32"));
    QCOMPARE(model->info.symbols, std::vector<std::string>{"N"});
    QVERIFY(model->findings.empty());
    QVERIFY(verify(graph).empty());
}

void TestImport::dimensionsAreBound()
{
    const auto model = openModel(kSampleModel, {.dims = {{"N", 7}}});
    QVERIFY(model);
    for (ValueId id : model->graph->values())
        QVERIFY(model->graph->fixedShape(id));
    QCOMPARE(model->graph->fixedShape(model->graph->graphOutputs()[0]), (std::vector<std::int64_t>{7, 10}));
    QCOMPARE(openModel(kSampleModel, {.dims = {{"N", 0}}}).error().code, std::string("E-DIM"));
}

void TestImport::edgeFilesLeadToClearMessages_data()
{
    QTest::addColumn<QString>("error");
    QTest::addColumn<QString>("finding");
    QTest::addColumn<QString>("mentions");
    for (const Expected& row : kEdgeFiles)
        QTest::newRow(row.file) << row.error << row.finding << row.mentions;
}

void TestImport::edgeFilesLeadToClearMessages()
{
    HALFTONE_NEED_SHARED("corpus/train_models/edge/EXPECT.tsv");
    QFETCH(QString, error);
    QFETCH(QString, finding);
    QFETCH(QString, mentions);
    const auto model = openShared(QString("corpus/train_models/edge/%1.onnx").arg(QTest::currentDataTag()));
    if (!error.isEmpty()) {
        QVERIFY2(!model, "the file should be refused");
        QCOMPARE(QString::fromStdString(model.error().code), error);
        const QString text = QString::fromStdString(describe(model.error()));
        QVERIFY2(text.contains(mentions), qPrintable(text));
        QVERIFY(!model.error().remedy.empty());
        return;
    }
    QVERIFY2(model, model ? "" : describe(model.error()).c_str());
    QVERIFY(verify(*model->graph).empty());
    QStringList messages;
    bool found = finding.isEmpty();
    for (const Finding& each : model->findings) {
        messages.append(QString::fromStdString(each.id + ": " + each.where + ": " + each.message));
        found = found || (each.id == finding.toStdString() && messages.last().contains(mentions));
        QVERIFY(!kindOf(each).remedy.empty());
    }
    QVERIFY2(found, qPrintable("findings: " + messages.join("; ")));
}

void TestImport::everyEdgeFileIsCovered()
{
    HALFTONE_NEED_SHARED("corpus/train_models/edge/EXPECT.tsv");
    for (const QByteArray& line : test::readAll(test::sharedPath("corpus/train_models/edge/EXPECT.tsv")).split('\n').mid(1)) {
        const QByteArray file = line.split('\t').first();
        if (file.isEmpty())
            continue;
        QVERIFY2(std::ranges::any_of(kEdgeFiles, [&](const Expected& row) { return file == QByteArray(row.file) + ".onnx"; }),
            file.constData());
    }
}

void TestImport::missingWeightsCanBeTolerated()
{
    HALFTONE_NEED_SHARED("corpus/train_models/edge/external_missing.onnx");
    const auto model = openShared("corpus/train_models/edge/external_missing.onnx", {.missingData = ImportOptions::MissingData::Tolerate});
    QVERIFY(model);
    QCOMPARE(model->findings.size(), 1u);
    QCOMPARE(model->findings[0].id, std::string("graph.needs-values"));
}

void TestImport::realModelsOpen_data()
{
    QTest::addColumn<QString>("path");
    for (const QString folder : {"corpus/real_models", "corpus/light_models", "corpus/train_models"}) {
        for (const QString& file : QDir(test::sharedPath(folder)).entryList({"*.onnx"}))
            QTest::newRow(qPrintable(file)) << folder + "/" + file;
    }
    if (!QFile::exists(test::sharedPath("corpus")))
        QTest::newRow("no corpus") << "corpus/real_models/cntk_mnist.onnx";
}

void TestImport::realModelsOpen()
{
    QFETCH(QString, path);
    if (!QFile::exists(test::sharedPath(path)))
        QSKIP("needs shared/corpus (CMake variable HALFTONE_SHARED_DIR)");
    const auto model = openShared(path);
    QVERIFY2(model, model ? "" : describe(model.error()).c_str());
    QVERIFY(verify(*model->graph).empty());
    QVERIFY(model->graph->nodeCount() > 0);
    if (std::ranges::contains(model->findings, std::string("graph.unknown-domain"), &Finding::id))
        return; // Behind operators of other domains nothing can be inferred.
    std::size_t typed = 0;
    for (ValueId id : model->graph->values())
        typed += model->graph->value(id).dtype != DType::Undefined ? 1 : 0;
    QVERIFY2(typed * 2 > model->graph->valueCount(), "shape inference found almost nothing");
}

void TestImport::initializersAreNotCopied()
{
    HALFTONE_NEED_SHARED("corpus/train_models/lenet5_external.onnx");
    const auto model = openShared("corpus/train_models/lenet5_external.onnx");
    QVERIFY2(model, model ? "" : describe(model.error()).c_str());
    // All large weights lie in one mapped file: their addresses are at most its size apart.
    constexpr std::size_t kLarge = 1024;
    const std::byte* lowest = nullptr;
    const std::byte* highest = nullptr;
    for (ValueId id : model->graph->values()) {
        const TensorData* data = model->graph->data(id);
        if (!data || data->bytes.size() < kLarge)
            continue;
        lowest = lowest ? std::min(lowest, data->bytes.data()) : data->bytes.data();
        highest = std::max(highest, data->bytes.data() + data->bytes.size());
    }
    const qint64 fileSize = QFile(test::sharedPath("corpus/train_models/lenet5_external.data")).size();
    QVERIFY(lowest);
    QVERIFY(highest - lowest <= fileSize);
}

QTEST_APPLESS_MAIN(TestImport)
#include "tst_import.moc"
