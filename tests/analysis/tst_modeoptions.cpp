// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/modeoptions.h"

#include <QTest>

using namespace halftone;

namespace {

const ChipTraits& chip(const QString& soc)
{
    return (*OpLibrary::embedded(soc.toStdString()))->traits();
}

// "allow_mix_precision" sets the older option, "v2:fp16" the newer one; a blank is between them.
ModeOptions optionsOf(const QString& text, Purpose purpose = Purpose::Inference)
{
    ModeOptions options{.purpose = purpose};
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts))
        (word.startsWith("v2:") ? options.precisionModeV2 : options.precisionMode) =
            word.section(':', -1).toStdString();
    return options;
}

}

class TestModeOptions : public QObject
{
    Q_OBJECT

private slots:
    void everyValueIsTaken_data();
    void everyValueIsTaken();
    void withoutOptionsTheDefaultHolds_data();
    void withoutOptionsTheDefaultHolds();
    void whatCannRefusesIsRefused_data();
    void whatCannRefusesIsRefused();
    void hif8IsWarnedAboutElsewhereThanOn950_data();
    void hif8IsWarnedAboutElsewhereThanOn950();
    void rankingsAreThoseOfTheDocuments_data();
    void rankingsAreThoseOfTheDocuments();
    void bothOptionsNameTheSameModes_data();
    void bothOptionsNameTheSameModes();
};

void TestModeOptions::everyValueIsTaken_data()
{
    QTest::addColumn<int>("row");
    for (int i = 0; i < std::ssize(modeNames()); ++i)
        QTest::addRow("%s %s", modeNames()[static_cast<std::size_t>(i)].isV2 ? "v2" : "older",
            modeNames()[static_cast<std::size_t>(i)].name.data())
            << i;
}

void TestModeOptions::everyValueIsTaken()
{
    QFETCH(const int, row);
    const ModeName& name = modeNames()[static_cast<std::size_t>(row)];
    ModeOptions options;
    (name.isV2 ? options.precisionModeV2 : options.precisionMode) = std::string(name.name);
    const Result<ChosenMode> chosen = chooseMode(options, chip("910b"));
    QVERIFY(chosen);
    QCOMPARE(chosen->name.mode, name.mode);
    QCOMPARE(chosen->name.name, name.name);
    QVERIFY(!chosen->isDefault);
}

void TestModeOptions::withoutOptionsTheDefaultHolds_data()
{
    QTest::addColumn<QString>("soc");
    QTest::addColumn<bool>("training");
    QTest::addColumn<QString>("mode");
    for (const ChipTraits& traits : OpLibrary::chips()) {
        const QString soc = QString::fromUtf8(traits.soc);
        QTest::addRow("inference on %s", traits.title.data()) << soc << false << "force_fp16";
        const bool keeps = soc == "ascend910b" || soc == "ascend310b" || soc == "ascend950";
        QTest::addRow("training on %s", traits.title.data())
            << soc << true << (keeps ? "must_keep_origin_dtype" : "allow_fp32_to_fp16");
    }
}

void TestModeOptions::withoutOptionsTheDefaultHolds()
{
    QFETCH(const QString, soc);
    QFETCH(const bool, training);
    const Result<ChosenMode> chosen =
        chooseMode({.purpose = training ? Purpose::Training : Purpose::Inference}, chip(soc));
    QVERIFY(chosen);
    QTEST(QString::fromUtf8(chosen->name.name), "mode");
    QVERIFY(chosen->isDefault);
}

void TestModeOptions::whatCannRefusesIsRefused_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("soc");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("remedy"); // begins with
    const auto row = [](const char* name, const char* options, const char* soc, const char* code,
                         const char* remedy) {
        QTest::addRow("%s", name) << options << soc << code << remedy;
    };
    row("both options", "force_fp16 v2:origin", "910b", "E10056", "Set one of them: they are two names");
    row("both options for one mode", "force_fp16 v2:fp16", "910b", "E10056",
        "Set one of them: here they name the same mode.");
    row("both options, one of them no value", "O2 v2:fp16", "910b", "E10056", "Set one of them: they");
    row("unknown value", "allow_mix_presicion", "910b", "E10001", "Did you mean allow_mix_precision?");
    row("a value of the other option", "fp16", "910b", "E10001", "It is a value of precision_mode_v2.");
    row("a value of the older option", "v2:force_fp16", "910b", "E10001", "It is a value of precision_mode.");
    row("letter case counts", "Force_FP16", "910b", "E10001", "Did you mean force_fp16?");
    row("nothing near", "v2:O2", "910b", "E10001", "Choose one of mixed_float16, fp16, origin,");
    row("an internal mode", "force_lowerprecision", "910b", "E10001", "Choose one of");
    row("BF16 on the 910", "allow_fp32_to_bf16", "910", "E20101", "Choose allow_mix_precision_fp16");
    row("BF16 on the 310P", "v2:mixed_bfloat16", "310p", "E20101", "Choose");
    row("BF16 on the 310", "allow_mix_precision_bf16", "310", "E20101", "Choose");
}

void TestModeOptions::whatCannRefusesIsRefused()
{
    QFETCH(const QString, options);
    QFETCH(const QString, soc);
    QFETCH(const QString, remedy);
    const Result<ChosenMode> chosen = chooseMode(optionsOf(options), chip(soc));
    QVERIFY(!chosen);
    QTEST(QString::fromStdString(chosen.error().code), "code");
    QVERIFY2(chosen.error().remedy.starts_with(remedy.toStdString()), chosen.error().remedy.c_str());
    QVERIFY(chosen.error().what.ends_with('.') && !chosen.error().where.empty());
}

void TestModeOptions::hif8IsWarnedAboutElsewhereThanOn950_data()
{
    QTest::addColumn<QString>("soc");
    QTest::addColumn<bool>("warned");
    for (const ChipTraits& traits : OpLibrary::chips())
        QTest::addRow("%s", traits.title.data())
            << QString::fromUtf8(traits.soc) << (traits.soc != "ascend950");
}

void TestModeOptions::hif8IsWarnedAboutElsewhereThanOn950()
{
    QFETCH(const QString, soc);
    for (const char* mode : {"v2:cube_hif8", "v2:mixed_hif8"}) {
        const Result<ChosenMode> chosen = chooseMode(optionsOf(mode), chip(soc));
        QVERIFY(chosen);
        QTEST(chosen->warning.has_value(), "warned");
        if (chosen->warning)
            QCOMPARE(chosen->warning->id, "judge.no-hif8");
    }
    QVERIFY(!chooseMode(optionsOf("v2:fp16"), chip(soc))->warning);
}

void TestModeOptions::rankingsAreThoseOfTheDocuments_data()
{
    QTest::addColumn<bool>("isV2");
    QTest::addColumn<bool>("bySpeed");
    QTest::addColumn<QString>("order");
    QTest::addRow("precision of precision_mode")
        << false << false
        << "force_fp32 must_keep_origin_dtype allow_fp32_to_fp16 allow_mix_precision force_fp16";
    QTest::addRow("speed of precision_mode")
        << false << true
        << "force_fp16 allow_mix_precision allow_fp32_to_fp16 must_keep_origin_dtype force_fp32";
    QTest::addRow("precision of precision_mode_v2")
        << true << false << "origin mixed_float16 fp16 mixed_bfloat16 mixed_hif8";
    QTest::addRow("speed of precision_mode_v2")
        << true << true << "mixed_hif8 mixed_bfloat16 fp16 mixed_float16 origin";
}

void TestModeOptions::rankingsAreThoseOfTheDocuments()
{
    QFETCH(const bool, isV2);
    QFETCH(const bool, bySpeed);
    QMap<int, QString> ranked;
    for (const ModeName& name : modeNames()) {
        const int rank = bySpeed ? name.speedRank : name.precisionRank;
        // allow_mix_precision_fp16 is another spelling of a ranked value and shares its rank.
        if (name.isV2 == isV2 && rank > 0 && name.name != "allow_mix_precision_fp16")
            ranked[rank] = QString::fromUtf8(name.name);
        QCOMPARE(name.precisionRank > 0, name.speedRank > 0);
    }
    QTEST(QStringList(ranked.values()).join(' '), "order");
}

void TestModeOptions::bothOptionsNameTheSameModes_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("others");
    QTest::addRow("mixed FP16") << "v2:mixed_float16" << "allow_mix_precision_fp16, allow_mix_precision";
    QTest::addRow("FP16") << "force_fp16" << "fp16";
    QTest::addRow("original types") << "v2:origin" << "must_keep_origin_dtype";
    QTest::addRow("FP32") << "force_fp32" << "cube_fp16in_fp32out";
    QTest::addRow("no other name") << "allow_fp32_to_fp16" << "";
}

void TestModeOptions::bothOptionsNameTheSameModes()
{
    QFETCH(const QString, options);
    QTEST(
        QString::fromStdString(otherSpellings(chooseMode(optionsOf(options), chip("910b"))->name)), "others");
}

QTEST_APPLESS_MAIN(TestModeOptions)
#include "tst_modeoptions.moc"
