// SPDX-License-Identifier: GPL-3.0-or-later
//
// Decisions as files of other tools: right names, nothing dropped silently, and what is read back decides
// alike.
#include "analysis/export/target.h"
#include "analysis/judge/customdtypes.h"
#include "analysis/judge/keepdtypes.h"
#include "tests/analysis/decisiontext.h"
#include "tests/support/randomgraph.h"
#include "tests/support/textgraph.h"

#include <QRegularExpression>
#include <QTest>

#include <random>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr char kNet[] = R"(
    input  x: f32[1,3,8,8]
    weight w: f32[4,3,3,3]
    a: f32[1,4,6,6] = Conv(x, w) name=/block/0/conv/Conv
    l: f32[1,4,6,6] = Log(a) name=/block/1/Log
    r: f32[1,4,6,6] = Relu(l) name=/block/2/Relu
    output r
)";

PrecisionPolicy policyOf(const char* id)
{
    return makePolicy(id).value();
}

struct Written
{
    QString text;
    QStringList findings; ///< "where: message"
};

Written written(const char* target, const Decisions& decisions, const PrecisionPolicy& policy)
{
    const auto result = writeTarget(*findExportTarget(target),
        {.decisions = decisions,
            .policy = policy,
            .library = OpLibrary::embedded("910b").value(),
            .model = "model.onnx",
            .modeName = {},
            .findings = {}});
    if (!result)
        return {"error: " + QString::fromStdString(result.error().what), {}};
    Written text{QString::fromStdString(result->text), {}};
    for (const Finding& finding : result->findings)
        text.findings << QString::fromStdString(finding.where + ": " + finding.message);
    return text;
}

Written written(const char* target, const GraphPtr& graph, const PrecisionPolicy& policy)
{
    return written(target, decide(graph, policy).value(), policy);
}

PrecisionPolicy withList(const char* json)
{
    PrecisionPolicy policy = policyOf("ascend");
    std::get<AscendSettings>(policy.settings).mixlist = parseMixlist(json, "list.json").value().mixlist;
    return policy;
}

void addSeeds()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 50; ++seed)
        QTest::addRow("random graph %u", seed) << seed;
}

}

class TestExportTargets : public QObject
{
    Q_OBJECT

private slots:
    void targetsAreFoundByName();
    void opsInfoSaysTheDifference();
    void fullOpsInfoSaysAll();
    void otherPoliciesBecomeLists();
    void exportedListsDecideTheSame_data() { addSeeds(); }
    void exportedListsDecideTheSame();
    void keptNodesAreThoseInFloat32();
    void customTypesAreThoseOfTheOperator();
    void customTypesAreReadBack_data() { addSeeds(); }
    void customTypesAreReadBack();
    void hostileNamesAreSaid_data();
    void hostileNamesAreSaid();
    void mindSporeGetsItsOwnCall_data();
    void mindSporeGetsItsOwnCall();
    void mindSporeGetsOtherDecisionsAsAWhiteList();
    void adapterGetsOptionsOfCann();
    void adapterRefusesOtherPolicies();
    void tensorFlowGetsItsNames();
    void autoCastGetsTypesAndNames();
    void trtexecGetsLayers();
    void commentsStayComments();
    void hifloat8IsForAscendAlone();
};

void TestExportTargets::targetsAreFoundByName()
{
    for (const ExportTarget& target : exportTargets())
        QCOMPARE(findExportTarget(target.id)->id, target.id);
    const auto unknown = findExportTarget("keep_dtype");
    QVERIFY(!unknown);
    QVERIFY(QString::fromStdString(unknown.error().remedy).endsWith("Did you mean keep-dtype?"));
}

void TestExportTargets::opsInfoSaysTheDifference()
{
    const char* list = R"({"black-list":{"to-add":["Relu"]}})";
    QCOMPARE(written("ops-info", textGraph(kNet), withList(list)).text.simplified(),
        R"({ "black-list": { "to-add": [ "Relu" ] } })");
    QCOMPARE(written("ops-info", textGraph(kNet), policyOf("ascend")).text, "{}\n");
}

void TestExportTargets::fullOpsInfoSaysAll()
{
    const char* list = R"({"white-list":{"to-remove":["Conv2D"]}})";
    QCOMPARE(written("ops-info-full", textGraph(kNet), withList(list)).text.simplified(),
        R"({ "black-list": { "to-add": [ "Log" ] }, "white-list": { "to-remove": [ "Conv2D" ] }, )"
        R"("gray-list": { "to-add": [ "Conv2D", "Relu" ] } })");
}

void TestExportTargets::otherPoliciesBecomeLists()
{
    // PyTorch: convolutions low, log in FP32, and relu as it receives
    const Written list = written("ops-info", textGraph(kNet), policyOf("pytorch"));
    QCOMPARE(
        list.text.simplified(), R"({ "black-list": { "to-add": [ "Relu" ] } })"); // others are there already
    const Written mixed = written("ops-info", textGraph(R"(
        input  x: f32[4,4]
        weight w: f32[4,4]
        a: f32[4,4] = MatMul(x, w)
        b: f32[4,4] = Relu(a)
        c: f32[4,4] = Relu(x)
        output b
        output c)"),
        policyOf("pytorch"));
    QCOMPARE(mixed.findings,
        QStringList{"Relu: \"Relu\" stands for nodes that were decided differently; lists know types only."});
}

void TestExportTargets::exportedListsDecideTheSame()
{
    QFETCH(const unsigned, seed);
    std::mt19937 random(seed);
    const GraphPtr graph = randomGraph(seed, {.nodes = 60});
    PrecisionPolicy policy = policyOf("ascend");
    auto& settings = std::get<AscendSettings>(policy.settings);
    const OpLibrary& library = *OpLibrary::embedded("910b").value();
    const Decisions plain = decide(graph, policy).value();
    for (NodeId node : graph->nodes()) {
        for (const PartDecision& part : plain.parts(node)) {
            const LibraryOp* op = library.find(part.ascendType);
            if (op && random() % 4 == 0)
                settings.mixlist =
                    withOpInList(settings.mixlist, op->type, op->list, static_cast<List>(random() % 3));
        }
    }
    const QStringList before = describe(decide(graph, policy).value());
    for (const char* target : {"ops-info", "ops-info-full"}) {
        const auto again = parseMixlist(written(target, graph, policy).text.toStdString(), "again");
        QVERIFY2(again, target);
        PrecisionPolicy read = policyOf("ascend");
        std::get<AscendSettings>(read.settings).mixlist = again->mixlist;
        QCOMPARE(describe(decide(graph, read).value()), before);
    }
}

void TestExportTargets::keptNodesAreThoseInFloat32()
{
    const Written kept = written("keep-dtype", textGraph(kNet), policyOf("ascend"));
    QCOMPARE(kept.text, "/block/1/Log\n/block/2/Relu\n");
    QCOMPARE(parseKeepDTypes(kept.text.toStdString(), "kept").entries.size(), 2U);
}

void TestExportTargets::customTypesAreThoseOfTheOperator()
{
    QCOMPARE(written("customize-dtypes", textGraph(kNet), policyOf("ascend")).text,
        "/block/0/conv/Conv::InputDtype:float16,float16,OutputDtype:float16\n"
        "/block/1/Log::InputDtype:float32,OutputDtype:float32\n"
        "/block/2/Relu::InputDtype:float32,OutputDtype:float32\n");
    const Written gemm = written("customize-dtypes", textGraph(R"(
        input x: f32[4,4]
        weight w: f32[4,4]
        weight b: f32[4]
        y: f32[4,4] = Gemm(x, w, b)
        output y)"),
        policyOf("ascend"));
    QCOMPARE(gemm.text, "");
    QCOMPARE(gemm.findings, QStringList{"y: \"y\" becomes operators that CANN gives names of its own."});
}

void TestExportTargets::customTypesAreReadBack()
{
    QFETCH(const unsigned, seed);
    const Written file = written(
        "customize-dtypes", randomGraph(seed, {.nodes = 60, .isAllFloat32 = true}), policyOf("ascend"));
    const auto again = parseCustomDTypes(file.text.toStdString(), "again");
    QVERIFY2(again, again ? "" : describe(again.error()).c_str());
    QCOMPARE(again->findings.size(), 0U);
    QCOMPARE(again->dtypes.entries.size(), static_cast<std::size_t>(file.text.count('\n')));
}

void TestExportTargets::hostileNamesAreSaid_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("target");
    QTest::addRow("a colon ends a name") << "a:b" << QByteArray("customize-dtypes");
    QTest::addRow("a type that is none") << "OpType::Log" << QByteArray("keep-dtype");
    QTest::addRow("a name of two lines") << "a\nb" << QByteArray("keep-dtype");
    QTest::addRow("a blank that is trimmed") << " a" << QByteArray("keep-dtype");
    QTest::addRow("a comma ends a layer") << "a,b" << QByteArray("trtexec");
    QTest::addRow("a star is a pattern") << "a*" << QByteArray("trtexec");
}

void TestExportTargets::hostileNamesAreSaid()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, target);
    GraphBuilder builder;
    const ValueId x = builder.addInput("x", DType::Float32, fixedDims(std::array<std::int64_t, 1>{4}));
    const ValueId y = builder.addValueLike("y", x);
    builder.addNode({.opType = "Log", .name = name.toStdString(), .inputs = {x}, .outputs = {y}});
    builder.markOutput(y);
    const Written file =
        written(target.constData(), std::move(builder).finish().value().graph, policyOf("ascend"));
    QCOMPARE(file.findings.size(), 1);
    QVERIFY(file.findings[0].endsWith("has a name that cannot be written there."));
    QVERIFY(!file.text.contains(name + ":fp32") && !file.text.startsWith(name));
}

void TestExportTargets::mindSporeGetsItsOwnCall_data()
{
    QTest::addColumn<QString>("api");
    QTest::addColumn<QString>("call");
    QTest::addRow("a level") << "auto" << "net = amp.auto_mixed_precision(net, amp_level=\"O1\")\n";
    QTest::addRow("training") << "train"
                              << "train_net = amp.build_train_network(net, optimizer, loss_fn, level=\"O1\", "
                                 "keep_batchnorm_fp32=True)\n";
    QTest::addRow("lists") << "custom"
                           << "net = amp.custom_mixed_precision(net, white_list=[nn.Conv2d, ops.MatMul], "
                              "dtype=mstype.bfloat16)\n";
}

void TestExportTargets::mindSporeGetsItsOwnCall()
{
    QFETCH(const QString, api);
    QFETCH(const QString, call);
    PrecisionPolicy policy = policyOf("mindspore");
    auto& settings = std::get<MindSporeSettings>(policy.settings);
    settings.level = "O1";
    if (api == "train") {
        settings.api = AmpApi::BuildTrainNetwork;
        settings.keepBatchNormFp32 = true;
    } else if (api == "custom") {
        settings.api = AmpApi::CustomMixedPrecision;
        settings.low = DType::BFloat16;
        settings.whiteList = {"nn.Conv2d", "MatMul"};
    }
    policy.overrides.push_back({.target = "block/0/conv", .dtype = DType::Float32});
    policy.overrides.push_back(
        {.target = "", .kind = PrecisionOverride::Kind::AddFlags, .dtype = DType::Float16});
    QCOMPARE(written("mindspore", textGraph(kNet), policy).text.section("\n\n", 1),
        call + "net.block[0].conv.to_float(mstype.float32)\nnet.add_flags_recursive(fp16=True)\n");
}

void TestExportTargets::mindSporeGetsOtherDecisionsAsAWhiteList()
{
    const Written script = written("mindspore", textGraph(R"(
        input  x: f32[1,3,8,8]
        weight w: f32[4,3,3,3]
        a: f32[1,4,6,6] = Conv(x, w) name=/block/0/conv/Conv
        r: f32[1,4,6,6] = Relu(a) name=/block/1/Relu
        l: f32[1,4,6,6] = Log(r) name=/block/2/Log
        s: f32[1,4,6,6] = Relu(l) name=/block/3/Relu
        output s)"),
        policyOf("ascend"));
    QCOMPARE(script.text.section("\n\n", 1),
        "net = amp.custom_mixed_precision(net, white_list=[nn.Conv2d, nn.ReLU], dtype=mstype.float16)\n"
        "net.block[3].to_float(mstype.float32)\n");
}

void TestExportTargets::adapterGetsOptionsOfCann()
{
    PrecisionPolicy policy = withList(R"({"black-list":{"to-add":["Relu"]}})");
    std::get<AscendSettings>(policy.settings).modeName = "mixed_float16";
    std::get<AscendSettings>(policy.settings).keepDTypes = parseKeepDTypes("a\n", "kept.cfg");
    const Written lines = written("tf-adapter", textGraph(kNet), policy);
    QVERIFY(lines.text.contains("[\"precision_mode_v2\"].s = tf.compat.as_bytes(\"mixed_float16\")\n"));
    QVERIFY(lines.text.contains("[\"modify_mixlist\"].s = tf.compat.as_bytes(\"list.json\")\n"));
    QVERIFY(lines.text.contains("# Not translated"));
    QCOMPARE(lines.findings,
        QStringList{"kept.cfg: \"kept.cfg\" is a keep_dtype file, for which the TF adapter has no option."});
}

void TestExportTargets::adapterRefusesOtherPolicies()
{
    QCOMPARE(written("tf-adapter", textGraph(kNet), policyOf("pytorch")).text,
        "error: PyTorch autocast has no options of CANN.");
}

void TestExportTargets::tensorFlowGetsItsNames()
{
    // Conv2D is on the allow list and Relu on the clear list by themselves; Log is not to be in any.
    QCOMPARE(written("tf-env", textGraph(kNet), policyOf("ascend")).text,
        "export TF_AUTO_MIXED_PRECISION_GRAPH_REWRITE_INFERLIST_REMOVE=Log\n"
        "export TF_AUTO_MIXED_PRECISION_GRAPH_REWRITE_CLEARLIST_REMOVE=Relu\n");
    PrecisionPolicy own = policyOf("tensorflow");
    std::get<TensorFlowSettings>(own.settings).denyAdd = {"Relu", "Tanh"};
    QCOMPARE(written("tf-env", textGraph(kNet), own).text,
        "export TF_AUTO_MIXED_PRECISION_GRAPH_REWRITE_DENYLIST_ADD=Relu,Tanh\n");
    const Written unknown = written(
        "tf-env", textGraph("input x: f32[4]\n y: f32[4] = mine::Magic(x)\n output y"), policyOf("ascend"));
    QVERIFY(unknown.text.startsWith("# Not translated, because it is no operator of TensorFlow: Magic\n"));
}

void TestExportTargets::autoCastGetsTypesAndNames()
{
    const Written line = written("autocast", textGraph(R"(
        input  x: f32[4,4]
        weight w: f32[4,4]
        a: f32[4,4] = MatMul(x, w) name=first.mm
        r: f32[4,4] = Relu(a) name=first.relu
        l: f32[4,4] = Log(r) name=log
        s: f32[4,4] = Relu(l) name=second.relu
        output s)"),
        policyOf("ascend"));
    QCOMPARE(line.text,
        "python -m modelopt.onnx.autocast \\\n    --onnx_path model.onnx \\\n    --low_precision_type fp16 "
        "\\\n"
        "    --nodes_to_exclude 'second\\.relu$' \\\n    --op_types_to_exclude Log \\\n    "
        "--keep_io_types\n");
}

void TestExportTargets::trtexecGetsLayers()
{
    const Written line = written("trtexec", textGraph(R"(
        input  x: f32[4,4]
        weight w: f32[4,4]
        a: f32[4,4] = MatMul(x, w)
        p: f32[2,4], q: f32[2,4] = Split(a) name=halves
        l: f32[2,4] = Log(p)
        output l
        output q)"),
        policyOf("ascend"));
    QCOMPARE(line.text,
        "trtexec --onnx=model.onnx --fp16 --precisionConstraints=obey \\\n"
        "    --layerPrecisions=a:fp16,halves:fp16,l:fp32 \\\n"
        "    --layerOutputTypes=a:fp16,halves:fp16+fp16,l:fp32\n");
}

// A name with a line break must not become a line of a script.
void TestExportTargets::commentsStayComments()
{
    GraphBuilder builder;
    const ValueId x = builder.addInput("x", DType::Float32, fixedDims(std::array<std::int64_t, 1>{4}));
    const ValueId y = builder.addValueLike("y", x);
    builder.addNode({.opType = "a\nrm -rf", .domain = "mine", .inputs = {x}, .outputs = {y}});
    builder.markOutput(y);
    const GraphPtr graph = std::move(builder).finish().value().graph;
    for (const char* target : {"tf-env", "mindspore", "trtexec"}) {
        const QStringList lines = written(target, graph, policyOf("ascend")).text.split('\n');
        QVERIFY2(lines.filter(QRegularExpression("^rm")).isEmpty(), target);
    }
}

void TestExportTargets::hifloat8IsForAscendAlone()
{
    const GraphPtr graph = textGraph(kNet);
    Decisions decisions(graph);
    decisions.setSlots({0}, std::array{DType::HiFloat8, DType::HiFloat8}, std::array{DType::Float32});
    decisions.setSlots({1}, std::array{DType::Float32}, std::array{DType::HiFloat8});
    QVERIFY(written("customize-dtypes", decisions, policyOf("ascend"))
            .text.startsWith("/block/0/conv/Conv::InputDtype:hifloat8,hifloat8,OutputDtype:float32\n"));
    QCOMPARE(
        written("keep-dtype", decisions, policyOf("ascend")).text, "/block/0/conv/Conv\n/block/2/Relu\n");
    for (const char* target : {"mindspore", "tf-env", "autocast", "trtexec"})
        QCOMPARE(
            written(target, decisions, policyOf("ascend")).text, "error: HiFloat8 is known to Ascend alone.");
}

QTEST_APPLESS_MAIN(TestExportTargets)
#include "tst_exporttargets.moc"
