// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of Ascend's precision modes, and where a mode, a list or a chip is refused.
#include "analysis/judge/judge.h"
#include "tests/analysis/judgedgraphs.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

class TestModes : public QObject
{
    Q_OBJECT

private slots:
    void everyModeNameParsesToItsMode_data();
    void everyModeNameParsesToItsMode();
    void unknownModesAreRefusedWithTheNearest_data();
    void unknownModesAreRefusedWithTheNearest();
    void bf16ModesAreRefusedWithoutBf16_data();
    void bf16ModesAreRefusedWithoutBf16();
    void hif8ModesAreWarnedAbout();
    void mixlistsAreRefusedOutsideMixedModes_data();
    void mixlistsAreRefusedOutsideMixedModes();
    void impossibleModesNameTheOperator_data();
    void impossibleModesNameTheOperator();
};

void TestModes::everyModeNameParsesToItsMode_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("mode");
    const auto row = [](const char* text, Mode mode) {
        QTest::addRow("%s", text) << text << static_cast<int>(mode);
    };
    row("force_fp16", Mode::ForceFp16);
    row("fp16", Mode::ForceFp16);
    row("force_fp32", Mode::ForceFp32);
    row("cube_fp16in_fp32out", Mode::ForceFp32);
    row("allow_fp32_to_fp16", Mode::AllowFp32ToFp16);
    row("allow_fp32_to_bf16", Mode::AllowFp32ToBf16);
    row("allow_mix_precision", Mode::MixFp16);
    row("allow_mix_precision_fp16", Mode::MixFp16);
    row("mixed_float16", Mode::MixFp16);
    row("allow_mix_precision_bf16", Mode::MixBf16);
    row("mixed_bfloat16", Mode::MixBf16);
    row("must_keep_origin_dtype", Mode::KeepOrigin);
    row("origin", Mode::KeepOrigin);
    row("cube_hif8", Mode::CubeHif8);
    row("mixed_hif8", Mode::MixHif8);
}

void TestModes::everyModeNameParsesToItsMode()
{
    QFETCH(const QString, text);
    const Result<ModeName> parsed = parseMode(text.toStdString());
    QVERIFY(parsed);
    QTEST(static_cast<int>(parsed->mode), "mode");
    // The v2 family has seven values; one of them is also a value of the older option.
    QCOMPARE(std::ranges::count(modeNames(), true, &ModeName::isV2), 7);
    QCOMPARE(std::ranges::count(modeNames(), false, &ModeName::isV2), 9);
    QVERIFY(parsed->doc.ends_with('.'));
}

void TestModes::unknownModesAreRefusedWithTheNearest_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("hint");
    QTest::addRow("capitals") << "Mixed_Float16" << "Did you mean mixed_float16?";
    QTest::addRow("slip") << "allow_mix_presicion" << "Did you mean allow_mix_precision?";
    QTest::addRow("nothing near") << "O2" << "Choose a mode such as allow_mix_precision_fp16 or force_fp16.";
    QTest::addRow("the engine's own mode") << "force_lowerprecision"
                                           << "Choose a mode such as allow_mix_precision_fp16 or force_fp16.";
}

void TestModes::unknownModesAreRefusedWithTheNearest()
{
    QFETCH(const QString, text);
    const Result<ModeName> parsed = parseMode(text.toStdString());
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, "E10001");
    QTEST(QString::fromStdString(parsed.error().remedy), "hint");
}

void TestModes::bf16ModesAreRefusedWithoutBf16_data()
{
    QTest::addColumn<QString>("soc");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<bool>("refused");
    for (const char* mode : {"mixed_bfloat16", "allow_fp32_to_bf16", "mixed_float16"}) {
        const bool needs = QByteArrayView(mode).contains("bf");
        QTest::addRow("910b %s", mode) << "910b" << mode << false;
        QTest::addRow("910 %s", mode) << "910" << mode << needs;
        QTest::addRow("310p %s", mode) << "310p" << mode << needs;
    }
}

void TestModes::bf16ModesAreRefusedWithoutBf16()
{
    QFETCH(const QString, soc);
    QFETCH(const QString, mode);
    QFETCH(const bool, refused);
    const auto result = judge(textGraph(kConvReluLog),
        {&library(soc.toLatin1()), parseMode(mode.toStdString()).value().mode, nullptr});
    QCOMPARE(!result, refused);
    if (refused)
        QCOMPARE(result.error().code, "E20101");
}

void TestModes::hif8ModesAreWarnedAbout()
{
    for (const char* mode : {"cube_hif8", "mixed_hif8"}) {
        const Decisions decisions = judged(textGraph(kConvReluLog), "910b", mode);
        QVERIFY(ids(decisions.findings()).contains("judge.no-hif8"));
        QCOMPARE(
            decisions.outputDTypes(decisions.graph()->findNode("c"))[0], DType::Float16); // the next best
        const Decisions documented =
            judged(textGraph("input x: f32[4]\n r = Relu(x)\n output r"), "950", mode);
        QVERIFY(!ids(documented.findings()).contains("judge.no-hif8"));
    }
}

void TestModes::mixlistsAreRefusedOutsideMixedModes_data()
{
    QTest::addColumn<QString>("mode");
    for (const ModeName& row : modeNames())
        QTest::addRow("%s%s", row.name.data(), row.isV2 ? " (v2)" : "") << QString::fromUtf8(row.name);
}

void TestModes::mixlistsAreRefusedOutsideMixedModes()
{
    QFETCH(const QString, mode);
    const Mode parsed = parseMode(mode.toStdString()).value().mode;
    const Mixlist list = listFrom(black("Add"));
    const Mixlist empty;
    const Mixlist emptyFile = listFrom("{}");
    const GraphPtr graph = textGraph(kConvReluLog);
    const bool refused = !mode.contains("mix");
    for (const Mixlist* given : {&list, &emptyFile}) {
        const auto result = judge(graph, {&library("910b"), parsed, given});
        QCOMPARE(!result, refused);
        QCOMPARE(usesMixlist(parsed), !refused);
        if (refused) {
            QCOMPARE(result.error().code, "E10001");
            QCOMPARE(result.error().where, "modify_mixlist");
        }
    }
    QVERIFY(judge(graph, {&library("910b"), parsed, &empty}));
}

void TestModes::impossibleModesNameTheOperator_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("setting"); // chip and mode
    QTest::addColumn<QString>("message");
    QTest::addRow("must_keep_origin_dtype and a kernel in FP16 only")
        << QString(kConv3d) << "910 must_keep_origin_dtype"
        << "must_keep_origin_dtype is impossible for Conv3D: it has no kernel in its original types.";
    QTest::addRow("the same by its other name")
        << QString(kConv3d) << "910 origin"
        << "must_keep_origin_dtype is impossible for Conv3D: it has no kernel in its original types.";
    QTest::addRow("cube_fp16in_fp32out and FP64")
        << "input x: f64[4]\n r: f64 = Relu(x)\n output r" << "910 cube_fp16in_fp32out"
        << "force_fp32 (cube_fp16in_fp32out) is impossible for Relu: it has no kernel in FP32.";
    QTest::addRow("a mode that may lower") << QString(kConv3d) << "910 force_fp16" << "";
}

void TestModes::impossibleModesNameTheOperator()
{
    QFETCH(const QString, graph);
    QFETCH(const QString, setting);
    const Decisions decisions = judged(textGraph(graph.toStdString()), setting.section(' ', 0, 0).toLatin1(),
        setting.section(' ', 1).toLatin1());
    QString message;
    for (const Finding& finding : decisions.findings()) {
        if (finding.id == "judge.no-kernel")
            message = QString::fromStdString(finding.message);
    }
    QTEST(message, "message");
}

QTEST_APPLESS_MAIN(TestModes)
#include "tst_modes.moc"
