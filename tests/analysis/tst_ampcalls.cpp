// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls of mindspore.amp: what is refused and in which order, what options mean, and precision by hand.
#include "analysis/policy/mindspore/ampcall.h"
#include "analysis/policy/policy.h"
#include "analysis/policy/policyrules.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <algorithm>

using namespace halftone;
using test::textGraph;

namespace {

using Change = void (*)(AmpCall&);

AmpCall call(AmpApi api, Change change)
{
    AmpCall made{.api = api};
    if (api == AmpApi::CustomMixedPrecision)
        made.whiteList = PythonList{"nn.Conv2d"};
    change(made);
    return made;
}

constexpr char kNet[] = R"(
    input  x: f32[1,3,8,8]
    weight w: f32[4,3,3,3]
    weight s: f32[4]
    weight d: f32[144,4]
    conv: f32[1,4,6,6] = Conv(x, w)
    bn: f32[1,4,6,6] = BatchNormalization(conv, s, s, s, s)
    relu: f32[1,4,6,6] = Relu(bn)
    flat: f32[1,144] = Flatten(relu)
    fc: f32[1,4] = Gemm(flat, d, s) name=head/fc
    soft: f32[1,4] = Softmax(fc)
    output soft
)";

// "conv f16" for every node that is not FP32.
QStringList lowNodes(const Decisions& decisions)
{
    QStringList nodes;
    for (NodeId node : decisions.graph()->nodes()) {
        if (isLowPrecision(decisions.precision(node)))
            nodes << QString::fromStdString(
                decisions.graph()->value(decisions.graph()->outputs(node)[0]).name);
    }
    return nodes;
}

Decisions decided(const MindSporeSettings& settings, std::vector<PrecisionOverride> overrides = {})
{
    return decide(textGraph(kNet), {.settings = settings, .overrides = std::move(overrides)}).value();
}

bool hasFinding(const Decisions& decisions, std::string_view id)
{
    return std::ranges::contains(decisions.findings(), id, &Finding::id);
}

}

class TestAmpCalls : public QObject
{
    Q_OBJECT

private slots:
    void mistakesRaiseWhatMindSporeRaises_data();
    void mistakesRaiseWhatMindSporeRaises();
    void theFirstMistakeInMindSporesOrderIsRaised_data();
    void theFirstMistakeInMindSporesOrderIsRaised();
    void goodCallsBecomeSettings_data();
    void goodCallsBecomeSettings();
    void optionsMoveWhatTheySay_data();
    void optionsMoveWhatTheySay();
    void surprisesAreSaid_data();
    void surprisesAreSaid();
    void callsByHandHaveMindSporesPrecedence_data();
    void callsByHandHaveMindSporesPrecedence();
    void scopesAreNamePrefixes_data();
    void scopesAreNamePrefixes();
    void pairsGoOnlyWhereEveryReaderIsLow_data();
    void pairsGoOnlyWhereEveryReaderIsLow();
    void lossyRoundTripsStayAndAreSaid();
};

void TestAmpCalls::mistakesRaiseWhatMindSporeRaises_data()
{
    QTest::addColumn<AmpCall>("made");
    QTest::addColumn<QString>("exception"); // empty: none
    const auto row = [](const char* name, AmpApi api, const char* exception, Change change) {
        QTest::addRow("%s", name) << call(api, change) << exception;
    };
    using enum AmpApi;
    row("a network that is no Cell, even at O0", AutoMixedPrecision, "TypeError",
        [](AmpCall& c) { c.network = std::string("net"); });
    row("a level that is none", AutoMixedPrecision, "ValueError",
        [](AmpCall& c) { c.level = std::string("O4"); });
    row("a level in small letters", AutoMixedPrecision, "ValueError",
        [](AmpCall& c) { c.level = std::string("o1"); });
    row("a level that is None", AutoMixedPrecision, "ValueError",
        [](AmpCall& c) { c.level = std::monostate{}; });
    row("a level that is a number", AutoMixedPrecision, "ValueError",
        [](AmpCall& c) { c.level = std::int64_t{1}; });
    row("auto in 2.0", AutoMixedPrecision, "ValueError", [](AmpCall& c) {
        c.version = "2.0";
        c.level = std::string("auto");
    });
    row("auto in 2.4", AutoMixedPrecision, "", [](AmpCall& c) { c.level = std::string("auto"); });
    row("dtype in 2.0", AutoMixedPrecision, "TypeError", [](AmpCall& c) {
        c.version = "2.0";
        c.dtype = DType::BFloat16;
    });
    row("dtype float32", AutoMixedPrecision, "ValueError", [](AmpCall& c) { c.dtype = DType::Float32; });

    row("an optimizer that is none", BuildTrainNetwork, "TypeError",
        [](AmpCall& c) { c.optimizer = PythonObject{"Cell"}; });
    row("FreezeOpt", BuildTrainNetwork, "", [](AmpCall& c) { c.optimizer = PythonObject{"FreezeOpt"}; });
    row("a level that is no text", BuildTrainNetwork, "TypeError",
        [](AmpCall& c) { c.level = std::int64_t{2}; });
    row("no such level", BuildTrainNetwork, "ValueError", [](AmpCall& c) { c.level = std::string("O5"); });
    row("no such boost_level", BuildTrainNetwork, "ValueError",
        [](AmpCall& c) { c.boostLevel = std::string("O3"); });
    row("auto on the CPU in 2.0", BuildTrainNetwork, "ValueError", [](AmpCall& c) {
        c.version = "2.0";
        c.device = AmpDevice::Cpu;
        c.level = std::string("auto");
    });
    row("a keyword that is none", BuildTrainNetwork, "ValueError",
        [](AmpCall& c) { c.kwargs.emplace_back("keep_bn", true); });
    row("cast_model_type bfloat16", BuildTrainNetwork, "TypeError",
        [](AmpCall& c) { c.kwargs.emplace_back("cast_model_type", DType::BFloat16); });
    row("keep_batchnorm_fp32 1", BuildTrainNetwork, "TypeError",
        [](AmpCall& c) { c.kwargs.emplace_back("keep_batchnorm_fp32", std::int64_t{1}); });
    row("a manager that is none", BuildTrainNetwork, "TypeError",
        [](AmpCall& c) { c.kwargs.emplace_back("loss_scale_manager", std::int64_t{1024}); });
    row("a manager that is false", BuildTrainNetwork, "",
        [](AmpCall& c) { c.kwargs.emplace_back("loss_scale_manager", std::int64_t{0}); });
    row("a loss that is no Cell", BuildTrainNetwork, "TypeError",
        [](AmpCall& c) { c.lossFn = std::string("mse"); });
    row("no loss", BuildTrainNetwork, "", [](AmpCall& c) { c.lossFn = std::monostate{}; });

    row("neither list", CustomMixedPrecision, "ValueError",
        [](AmpCall& c) { c.whiteList = std::monostate{}; });
    row("both lists", CustomMixedPrecision, "ValueError",
        [](AmpCall& c) { c.blackList = PythonList{"nn.Dense"}; });
    row("a list that is text", CustomMixedPrecision, "TypeError",
        [](AmpCall& c) { c.whiteList = std::string("nn.Conv2d"); });
    row("an element that is no class", CustomMixedPrecision, "TypeError",
        [](AmpCall& c) { c.whiteList = PythonList{"3d"}; });
    row("a primitive in the black list", CustomMixedPrecision, "TypeError", [](AmpCall& c) {
        c.whiteList = std::monostate{};
        c.blackList = PythonList{"ops.MatMul"};
    });
    row("an empty list", CustomMixedPrecision, "", [](AmpCall& c) { c.whiteList = PythonList{}; });
    row("custom dtype float32", CustomMixedPrecision, "ValueError",
        [](AmpCall& c) { c.dtype = DType::Float32; });
    row("no such version", AutoMixedPrecision, "E-AMP-VERSION", [](AmpCall& c) { c.version = "1.9"; });
}

void TestAmpCalls::mistakesRaiseWhatMindSporeRaises()
{
    QFETCH(const AmpCall, made);
    const std::optional<Error> error = ampError(made);
    QTEST(QString::fromStdString(error ? error->code : std::string()), "exception");
    if (error)
        QVERIFY(error->what.ends_with('.') && error->remedy.ends_with('.') && !error->where.empty());
    QCOMPARE(settingsOf(made).has_value(), !error.has_value());
}

void TestAmpCalls::theFirstMistakeInMindSporesOrderIsRaised_data()
{
    QTest::addColumn<int>("mistakes"); // so many of the list, from the end
    QTest::addColumn<QString>("argument");
    QTest::addRow("loss only") << 1 << "loss_fn";
    QTest::addRow("manager before loss") << 2 << "loss_scale_manager";
    QTest::addRow("keep_batchnorm_fp32 before the manager") << 3 << "keep_batchnorm_fp32";
    QTest::addRow("cast_model_type before keep_batchnorm_fp32") << 4 << "cast_model_type";
    QTest::addRow("unknown keywords before them") << 5 << "kwargs";
    QTest::addRow("boost_level before keywords") << 6 << "boost_level";
    QTest::addRow("level before boost_level") << 7 << "level";
    QTest::addRow("optimizer before all") << 8 << "optimizer";
}

void TestAmpCalls::theFirstMistakeInMindSporesOrderIsRaised()
{
    QFETCH(const int, mistakes);
    constexpr std::array<Change, 8> kMistakes{
        [](AmpCall& c) { c.lossFn = std::string("mse"); },
        [](AmpCall& c) { c.kwargs.emplace_back("loss_scale_manager", std::string("dynamic")); },
        [](AmpCall& c) { c.kwargs.emplace_back("keep_batchnorm_fp32", std::int64_t{1}); },
        [](AmpCall& c) { c.kwargs.emplace_back("cast_model_type", DType::Int8); },
        [](AmpCall& c) { c.kwargs.emplace_back("keep_bn", true); },
        [](AmpCall& c) { c.boostLevel = std::string("O9"); },
        [](AmpCall& c) { c.level = std::string("O9"); },
        [](AmpCall& c) { c.optimizer = std::monostate{}; },
    };
    AmpCall made{.api = AmpApi::BuildTrainNetwork};
    for (int i = 0; i < mistakes; ++i)
        kMistakes[static_cast<std::size_t>(i)](made);
    QTEST(QString::fromStdString(ampError(made)->where), "argument");
}

void TestAmpCalls::goodCallsBecomeSettings_data()
{
    QTest::addColumn<MindSporeSettings>("settings");
    QTest::addRow("defaults") << MindSporeSettings{};
    QTest::addRow("auto in BF16") << MindSporeSettings{.level = "auto", .low = DType::BFloat16};
    QTest::addRow("build_train_network with its options")
        << MindSporeSettings{.api = AmpApi::BuildTrainNetwork,
               .version = "2.0",
               .level = "O3",
               .device = AmpDevice::Gpu,
               .castModelType = DType::Float32,
               .keepBatchNormFp32 = true,
               .hasLossFunction = false};
    QTest::addRow("an empty white list")
        << MindSporeSettings{.api = AmpApi::CustomMixedPrecision, .whiteList = std::vector<std::string>{}};
}

void TestAmpCalls::goodCallsBecomeSettings()
{
    QFETCH(const MindSporeSettings, settings);
    QCOMPARE(settingsOf(ampCall(settings)).value(), settings);
}

void TestAmpCalls::optionsMoveWhatTheySay_data()
{
    QTest::addColumn<MindSporeSettings>("settings");
    QTest::addColumn<QStringList>("low");
    const auto row = [](const char* name, const MindSporeSettings& settings, const QStringList& low) {
        QTest::addRow("%s", name) << settings << low;
    };
    const QStringList all{"conv", "bn", "relu", "flat", "fc", "soft"};
    const QStringList allButBn{"conv", "relu", "flat", "fc", "soft"};
    using enum AmpApi;
    row("O0", {.level = "O0"}, {});
    row("O1: white cells, ReLU by its primitive", {.level = "O1"}, {"conv", "relu", "fc"});
    row("O2", {.level = "O2"}, allButBn);
    row("O3", {.level = "O3"}, all);
    row("O2 without keep_batchnorm_fp32",
        {.api = BuildTrainNetwork, .level = "O2", .keepBatchNormFp32 = false}, all);
    row("O3 with it", {.api = BuildTrainNetwork, .level = "O3", .keepBatchNormFp32 = true}, allButBn);
    row("O1 with cast_model_type float16 casts everything",
        {.api = BuildTrainNetwork, .level = "O1", .castModelType = DType::Float16}, all);
    row("O2 in float32 without keep_batchnorm_fp32 casts all the same",
        {.api = BuildTrainNetwork,
            .level = "O2",
            .castModelType = DType::Float32,
            .keepBatchNormFp32 = false},
        all);
    row("O2 in float32 with it does nothing",
        {.api = BuildTrainNetwork, .level = "O2", .castModelType = DType::Float32}, {});
    row("auto of 2.0 on GPU is O2",
        {.api = BuildTrainNetwork, .version = "2.0", .level = "auto", .device = AmpDevice::Gpu}, allButBn);
    row("auto of 2.0 on Ascend is O3", {.api = BuildTrainNetwork, .version = "2.0", .level = "auto"}, all);
    row("auto of 2.4 goes by lists: a bias in FP32 gives FP32", {.level = "auto"}, {"conv"});
    row("a white list of one cell",
        {.api = CustomMixedPrecision, .whiteList = std::vector<std::string>{"nn.Dense"}}, {"fc"});
    row("a black list of one cell",
        {.api = CustomMixedPrecision, .blackList = std::vector<std::string>{"nn.Softmax"}},
        {"conv", "bn", "relu", "flat", "fc"});
    row("an empty white list", {.api = CustomMixedPrecision, .whiteList = std::vector<std::string>{}}, {});
    row("an empty black list", {.api = CustomMixedPrecision, .blackList = std::vector<std::string>{}}, all);
}

void TestAmpCalls::optionsMoveWhatTheySay()
{
    QFETCH(const MindSporeSettings, settings);
    QTEST(lowNodes(decided(settings)), "low");
}

void TestAmpCalls::surprisesAreSaid_data()
{
    QTest::addColumn<MindSporeSettings>("settings");
    QTest::addColumn<QString>("finding");
    const auto row = [](const char* finding, const MindSporeSettings& settings) {
        QTest::addRow("%s", finding) << settings << finding;
    };
    using enum AmpApi;
    row("policy.cast-model-type", {.api = BuildTrainNetwork, .level = "O1", .castModelType = DType::Float16});
    row("policy.float16-despite-float32",
        {.api = BuildTrainNetwork,
            .level = "O2",
            .castModelType = DType::Float32,
            .keepBatchNormFp32 = false});
    row("policy.idle-loss-scale", {.api = BuildTrainNetwork, .level = "O2", .castModelType = DType::Float32});
    row("policy.auto-by-device", {.api = BuildTrainNetwork, .version = "2.0", .level = "auto"});
    row("policy.cpu-loss-scale", {.api = BuildTrainNetwork, .level = "O2", .device = AmpDevice::Cpu});
    row("policy.black-default-missing",
        {.api = CustomMixedPrecision, .blackList = std::vector<std::string>{"nn.Dense"}});
    row("policy.unknown-name",
        {.api = CustomMixedPrecision, .whiteList = std::vector<std::string>{"nn.Conv2D"}});
    row("policy.no-effect",
        {.api = CustomMixedPrecision, .whiteList = std::vector<std::string>{"nn.LSTMCell"}});
    row("policy.bias-in-float32", {.level = "auto"});
}

void TestAmpCalls::surprisesAreSaid()
{
    QFETCH(const MindSporeSettings, settings);
    QFETCH(const QString, finding);
    const Decisions decisions = decided(settings);
    QVERIFY(hasFinding(decisions, finding.toStdString()));
    for (const Finding& one : decisions.findings())
        QCOMPARE(kindOf(one).id, one.id);
}

void TestAmpCalls::callsByHandHaveMindSporesPrecedence_data()
{
    using Calls = std::vector<PrecisionOverride>;
    QTest::addColumn<QString>("level");
    QTest::addColumn<std::vector<PrecisionOverride>>("calls");
    QTest::addColumn<QStringList>("low");
    constexpr auto kFlags = PrecisionOverride::Kind::AddFlags;
    constexpr auto kFloat = PrecisionOverride::Kind::ToFloat;
    const auto row = [](const char* name, const char* level, const Calls& calls, const QStringList& low) {
        QTest::addRow("%s", name) << level << calls << low;
    };
    // Its output keeps the type, and what follows takes it as it comes, until an FP32 weight widens it.
    row("to_float on a cell", "O0", {{"conv", kFloat, DType::Float16}}, {"conv", "bn", "relu", "flat"});
    row("the last to_float wins", "O0", {{"conv", kFloat, DType::Float16}, {"", kFloat, DType::Float32}}, {});
    row("fp32 first, then fp16 on the network: the flag stays", "O0",
        {{"head", kFlags, DType::Float32}, {"", kFlags, DType::Float16}},
        {"conv", "bn", "relu", "flat", "soft"});
    row("the same by to_float loses it", "O0",
        {{"head", kFloat, DType::Float32}, {"", kFloat, DType::Float16}},
        {"conv", "bn", "relu", "flat", "fc", "soft"});
    row("the network first, then the cell", "O0",
        {{"", kFloat, DType::Float16}, {"head", kFloat, DType::Float32}},
        {"conv", "bn", "relu", "flat", "soft"});
    row("fp16 counts before bf16", "O0",
        {{"conv", kFlags, DType::BFloat16}, {"conv", kFlags, DType::Float16}},
        {"conv", "bn", "relu", "flat"});
    row("O1 leaves such cells alone", "O1", {{"conv", kFloat, DType::Float32}}, {"relu", "fc"});
    row("a cell of the black list can be low", "O2", {{"bn", kFloat, DType::Float16}},
        {"conv", "bn", "relu", "flat", "fc", "soft"});
}

void TestAmpCalls::callsByHandHaveMindSporesPrecedence()
{
    QFETCH(const QString, level);
    QFETCH(const std::vector<PrecisionOverride>, calls);
    QTEST(lowNodes(decided({.level = level.toStdString()}, calls)), "low");
}

void TestAmpCalls::scopesAreNamePrefixes_data()
{
    QTest::addColumn<QString>("node");
    QTest::addColumn<QString>("scope");
    QTest::addColumn<bool>("isIn");
    const auto row = [](const char* node, const char* scope, bool isIn) {
        QTest::addRow("%s in %s", node, scope) << node << scope << isIn;
    };
    row("fc3", "fc3", true);
    row("fc3/MatMul", "fc3", true);
    row("fc3.bias", "fc3", true);
    row("/fc3/Gemm", "fc3", true);
    row("/fc3/Gemm", "/fc3", true);
    row("fc3/MatMul", "fc3/", true);
    row("fc31", "fc3", false);
    row("net/fc3", "fc3", false);
    row("anything", "", true);
}

void TestAmpCalls::scopesAreNamePrefixes()
{
    QFETCH(const QString, node);
    QFETCH(const QString, scope);
    QTEST(isInScope(node.toStdString(), scope.toStdString()), "isIn");
}

void TestAmpCalls::pairsGoOnlyWhereEveryReaderIsLow_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<int>("removed"); // casts
    const auto row = [](const char* name, const char* rest, int removed) {
        QTest::addRow("%s", name) << "input x: f32[4,4]\n weight w: f32[4,4]\n a: f32[4,4] = MatMul(x, w)\n" +
                QString(rest) << removed;
    };
    row("one low reader", "b: f32[4,4] = MatMul(a, w)\n output b", 2);
    row("two low readers", "b: f32[4,4] = MatMul(a, w)\n c: f32[4,4] = MatMul(a, w)\n output b\n output c",
        3);
    row("another reader keeps all of them",
        "b: f32[4,4] = MatMul(a, w)\n c: f32[4,4] = Exp(a)\n output b\n output c", 0);
    row("the output of the graph is a reader", "b: f32[4,4] = MatMul(a, w)\n output a\n output b", 0);
    row("no reader at all", "b: f32[4,4] = MatMul(x, w)\n output b", 0);
    row("not across another operator", "b: f32[4,4] = Identity(a)\n c: f32[4,4] = MatMul(b, w)\n output c",
        0);
}

void TestAmpCalls::pairsGoOnlyWhereEveryReaderIsLow()
{
    QFETCH(const QString, graph);
    const Decisions decisions = decide(textGraph(graph.toStdString()),
        {.settings = MindSporeSettings{.level = "O1"},
            .overrides = {}}).value();
    int removed = 0;
    for (const RemovedPair& pair : decisions.removedPairs())
        removed += static_cast<int>(pair.casts);
    QTEST(removed, "removed");
}

// f32 to f16 and back is a rounding. A black cell at O2 that another black cell reads keeps both casts.
void TestAmpCalls::lossyRoundTripsStayAndAreSaid()
{
    const GraphPtr graph = textGraph("input x: f32[4,4]\n weight s: f32[4]\n"
                                     " a: f32[4,4] = LayerNormalization(x, s, s)\n"
                                     " b: f32[4,4] = LayerNormalization(a, s, s)\n output b");
    const Decisions decisions = decide(graph, {.settings = MindSporeSettings{}, .overrides = {}}).value();
    QCOMPARE(decisions.precision({0}), DType::Float32);
    QCOMPARE(decisions.produced(graph->findValue("a")), DType::Float16);
    QCOMPARE(decisions.inputDTypes({1})[0], DType::Float32);
    QVERIFY(decisions.removedPairs().empty());
    QVERIFY(hasFinding(decisions, "policy.lossy-round-trip"));
}

QTEST_APPLESS_MAIN(TestAmpCalls)
#include "tst_ampcalls.moc"
