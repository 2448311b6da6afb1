// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/oplibrary/localops.h"
#include "analysis/oplibrary/oplibrary.h"
#include "analysis/oplibrary/vocabulary.h"
#include "tests/analysis/listwords.h"
#include "tests/support/shared.h"

#include <thread>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr char kHeader[] =
    "op\tprecision_reduce\tcolumns\tin0_dtypes\tout0_dtypes\tdtype_source\top_file_null\tis_cube\tsource\n";

int countOf(const OpLibrary& chip, List list)
{
    return static_cast<int>(std::ranges::count(chip.ops(), list, &LibraryOp::list));
}

}

class TestOpLibrary : public QObject
{
    Q_OBJECT

private slots:
    void embeddedLibraryHasThePublishedCounts_data();
    void embeddedLibraryHasThePublishedCounts();
    void embeddedTableIsTheFactsTable_data();
    void embeddedTableIsTheFactsTable();
    void chipsAreFoundByShortAndLongName_data();
    void chipsAreFoundByShortAndLongName();
    void unknownChipIsRefusedWithTheKnownOnes();
    void chipTraitsFollowThePlatformFiles_data();
    void chipTraitsFollowThePlatformFiles();
    void namesOfFrameworksLeadToAscendAndBack();
    void rowsAreRead();
    void namesAreCaseSensitive();
    void unknownDTypeWordsBecomeOther();
    void movingALibraryKeepsItsNames();
    void brokenTablesAreRefusedWithTheirLine_data();
    void brokenTablesAreRefusedWithTheirLine();
    void aiCpuTakesOnlyListedTypes_data();
    void aiCpuTakesOnlyListedTypes();
    void aLibraryWithoutAiCpuGivesNothingToIt();
    void localOpsAreKnownByExactName_data();
    void localOpsAreKnownByExactName();
    void librariesAreSharedBetweenThreads();
};

void TestOpLibrary::embeddedLibraryHasThePublishedCounts_data()
{
    QTest::addColumn<QString>("soc");
    QTest::addColumn<int>("white");
    QTest::addColumn<int>("black");
    QTest::addColumn<int>("gray");
    QTest::addColumn<int>("withColumns");
    QTest::addColumn<int>("cube");
    QTest::addRow("910B") << "ascend910b" << 392 << 95 << 726 << 1099 << 26;
    QTest::addRow("910") << "ascend910" << 40 << 88 << 624 << 658 << 26;
    QTest::addRow("310P") << "ascend310p" << 63 << 2 << 670 << 649 << 26;
    QTest::addRow("310B") << "ascend310b" << 37 << 83 << 524 << 558 << 27;
    QTest::addRow("310") << "ascend310" << 17 << 2 << 490 << 436 << 18;
    QTest::addRow("950") << "ascend950" << 516 << 71 << 252 << 800 << 0;
}

// Counts of README.md of the facts. Not every chip has all 27 cube types; of the 950 none is public.
void TestOpLibrary::embeddedLibraryHasThePublishedCounts()
{
    QFETCH(const QString, soc);
    const OpLibrary& chip = library(soc.toLatin1().constData());
    QTEST(countOf(chip, List::White), "white");
    QTEST(countOf(chip, List::Black), "black");
    QTEST(countOf(chip, List::Gray), "gray");
    const auto hasColumns = [](const LibraryOp& op) { return !op.columns.empty(); };
    QTEST(static_cast<int>(std::ranges::count_if(chip.ops(), hasColumns)), "withColumns");
    QTEST(static_cast<int>(std::ranges::count(chip.ops(), true, &LibraryOp::isCube)), "cube");
}

void TestOpLibrary::embeddedTableIsTheFactsTable_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"op_library/ascend910b", "op_library/ascend910", "op_library/ascend310p",
             "op_library/ascend310b", "op_library/ascend310", "op_library/ascend950", "op_library/aicpu",
             "onnx_to_ascend", "tf_to_ascend", "ascend_const2attr"})
        QTest::addRow("%s", file) << file;
}

void TestOpLibrary::embeddedTableIsTheFactsTable()
{
    HALFTONE_NEED_SHARED("facts/op_library/ascend910b.tsv");
    QFETCH(const QString, file);
    const QByteArray facts = test::readAll(test::sharedPath("facts/" + file + ".tsv"));
    QVERIFY(!facts.isEmpty());
    QCOMPARE(test::readAll(QStringLiteral(HALFTONE_SOURCE_DIR "/resources/oplibrary/") +
                 file.section('/', -1) + ".tsv"),
        facts);
}

void TestOpLibrary::chipsAreFoundByShortAndLongName_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("soc");
    QTest::addRow("long") << "ascend910b" << "ascend910b";
    QTest::addRow("short") << "910b" << "ascend910b";
    QTest::addRow("capitals") << "Ascend910B" << "ascend910b";
    QTest::addRow("the older one is not taken for the newer") << "910" << "ascend910";
    QTest::addRow("inference chip") << "310P" << "ascend310p";
}

void TestOpLibrary::chipsAreFoundByShortAndLongName()
{
    QFETCH(const QString, text);
    QFETCH(const QString, soc);
    const auto found = OpLibrary::embedded(text.toStdString());
    QVERIFY(found);
    QCOMPARE(QString::fromUtf8((*found)->traits().soc), soc);
    QCOMPARE(QString::fromStdString((*found)->fileName()), soc + ".tsv");
}

void TestOpLibrary::unknownChipIsRefusedWithTheKnownOnes()
{
    for (const char* text : {"ascend910_93", "", "910c", "ascend"}) {
        const auto found = OpLibrary::embedded(text);
        QVERIFY2(!found, text);
        QCOMPARE(found.error().code, "E10001");
        QVERIFY(found.error().remedy.contains("ascend910b, ascend910, ascend310p, ascend310b, ascend310, "
                                              "ascend950"));
    }
}

void TestOpLibrary::chipTraitsFollowThePlatformFiles_data()
{
    QTest::addColumn<QString>("soc");
    QTest::addColumn<QString>("traits"); // cube in FP32, BF16, HiFloat8, saturates, partial
    QTest::addRow("910B") << "910b" << "cube bf16";
    QTest::addRow("910") << "910" << "saturates";
    QTest::addRow("310P") << "310p" << "saturates";
    QTest::addRow("310B") << "310b" << "cube bf16";
    QTest::addRow("310") << "310" << "saturates";
    QTest::addRow("950") << "950" << "cube bf16 hif8 partial";
}

void TestOpLibrary::chipTraitsFollowThePlatformFiles()
{
    QFETCH(const QString, soc);
    const ChipTraits& traits = library(soc.toLatin1().constData()).traits();
    QStringList words;
    const auto add = [&](bool has, const char* word) {
        if (has)
            words << word;
    };
    add(traits.cubeTakesFp32, "cube");
    add(traits.hasBf16, "bf16");
    add(traits.hasHif8, "hif8");
    add(traits.overflowSaturates, "saturates");
    add(traits.isPartial, "partial");
    QTEST(words.join(' '), "traits");
    QCOMPARE(OpLibrary::chips().size(), 6);
    QCOMPARE(OpLibrary::chips().front().soc, "ascend910b");
}

void TestOpLibrary::rowsAreRead()
{
    const OpLibrary& chip = library("910b");
    const LibraryOp* relu = chip.find("Relu");
    QVERIFY(relu);
    QCOMPARE(relu->list, List::Gray);
    QCOMPARE(relu->columns.size(), 6);
    QCOMPARE(relu->columns.front(), (DTypeColumn{{DType::Float16}, {DType::Float16}}));
    QVERIFY(!relu->isNullKernel && !relu->isCube);
    QCOMPARE(relu->source, "GE:aic-ascend910b-ops-info-legacy.json");
    QCOMPARE(&chip.ops()[static_cast<std::size_t>(relu->line) - 2], relu); // line 1 is the header

    const LibraryOp* conv = chip.find("Conv2D");
    QVERIFY(conv && conv->isCube && conv->columns.empty());
    QCOMPARE(conv->firstInput, (std::vector{DType::Float16, DType::Float32, DType::Int8, DType::BFloat16}));
    QVERIFY(chip.find("Reshape")->isNullKernel);
    QVERIFY(chip.find("Cmo")->columns.front().outputs.empty());
}

void TestOpLibrary::namesAreCaseSensitive()
{
    QVERIFY(library("910b").find("MatMul"));
    QVERIFY(!library("910b").find("Matmul")); // the name in the documents' sample, which CANN ignores
    QVERIFY(!library("910b").find(""));
}

void TestOpLibrary::unknownDTypeWordsBecomeOther()
{
    const auto parsed = OpLibrary::parse(
        std::string(kHeader) + "X\tabsent\tqint16+float32>resource\t\t\top_def\tfalse\tfalse\tNN\n", "x.tsv",
        {});
    QVERIFY(parsed);
    QCOMPARE(
        parsed->find("X")->columns.front(), (DTypeColumn{{DType::Other, DType::Float32}, {DType::Other}}));
}

void TestOpLibrary::movingALibraryKeepsItsNames()
{
    auto parsed = OpLibrary::parse(
        std::string(kHeader) + "A\ttrue\t\t\t\t\tfalse\tfalse\t\nB\tfalse\t\t\t\t\tfalse\tfalse\t\n", "x.tsv",
        {});
    QVERIFY(parsed);
    OpLibrary moved = std::move(*parsed);
    const OpLibrary again = std::move(moved);
    QCOMPARE(again.find("A"), &again.ops()[0]);
    QCOMPARE(again.find("B"), &again.ops()[1]);
}

void TestOpLibrary::brokenTablesAreRefusedWithTheirLine_data()
{
    QTest::addColumn<QByteArray>("table");
    QTest::addColumn<int>("line");
    const QByteArray header(kHeader);
    const QByteArray good = "A\ttrue\tfloat16>float16\t\t\t\tfalse\tfalse\t\n";
    QTest::addRow("nothing") << QByteArray() << 1;
    QTest::addRow("other header") << QByteArray("op\tflag\n") << 1;
    QTest::addRow("a column too few") << header + good + "B\ttrue\t\t\t\t\tfalse\tfalse\n" << 3;
    QTest::addRow("a column too many") << header + "B\ttrue\t\t\t\t\tfalse\tfalse\t\t\n" << 2;
    QTest::addRow("unknown flag") << header + good + "B\tmaybe\t\t\t\t\tfalse\tfalse\t\n" << 3;
    QTest::addRow("unknown truth value") << header + "B\ttrue\t\t\t\t\tno\tfalse\t\n" << 2;
    QTest::addRow("no name") << header + "\ttrue\t\t\t\t\tfalse\tfalse\t\n" << 2;
    QTest::addRow("kernel without arrow") << header + "B\ttrue\tfloat16\t\t\t\tfalse\tfalse\t\n" << 2;
    QTest::addRow("kernels of different width")
        << header + "B\ttrue\tfloat16>float16;float16+float16>float16\t\t\t\tfalse\tfalse\t\n"
        << 2;
    QTest::addRow("a name twice") << header + "A\ttrue\t\t\t\t\tfalse\tfalse\t\n" +
            "A\ttrue\t\t\t\t\tfalse\tfalse\t\n"
                                  << 3;
}

void TestOpLibrary::brokenTablesAreRefusedWithTheirLine()
{
    QFETCH(const QByteArray, table);
    const auto parsed = OpLibrary::parse(table.toStdString(), "mine.tsv", {});
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, ErrorKind::Format);
    QCOMPARE(parsed.error().where, "mine.tsv");
    QTEST(parsed.error().line, "line");
}

void TestOpLibrary::aiCpuTakesOnlyListedTypes_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("input");
    QTest::addColumn<int>("output");
    QTest::addColumn<bool>("accepted");
    const auto row = [](const char* name, const char* type, DType input, DType output, bool accepted) {
        QTest::addRow("%s", name) << type << static_cast<int>(input) << static_cast<int>(output) << accepted;
    };
    row("listed types", "Acos", DType::Float32, DType::Float32, true);
    row("type that is not listed", "Acos", DType::Int32, DType::Float32, false);
    row("no rise to fp32 from bf16", "Acos", DType::BFloat16, DType::BFloat16, false);
    row("output counts too", "Acos", DType::Float32, DType::Int8, false);
    row("unknown input matches", "Acos", DType::Undefined, DType::Float32, true);
    row("operator that it does not have", "Relu", DType::Float32, DType::Float32, false);
    row("name in other letters", "acos", DType::Float32, DType::Float32, false);
}

void TestOpLibrary::aiCpuTakesOnlyListedTypes()
{
    QFETCH(const QString, type);
    QFETCH(const int, input);
    QFETCH(const int, output);
    QTEST(library("910").aiCpuAccepts(
              type.toStdString(), static_cast<DType>(input), static_cast<DType>(output)),
        "accepted");
}

void TestOpLibrary::aLibraryWithoutAiCpuGivesNothingToIt()
{
    auto parsed = OpLibrary::parse(kHeader, "empty.tsv", {});
    QVERIFY(parsed);
    QVERIFY(!parsed->aiCpu());
    QVERIFY(!parsed->aiCpuAccepts("Acos", DType::Float32, DType::Float32));
}

void TestOpLibrary::localOpsAreKnownByExactName_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("isLocal");
    QTest::addRow("view") << "Reshape" << true;
    QTest::addRow("the form of opset 13") << "SqueezeV3" << true;
    QTest::addRow("graph input") << "Data" << true;
    QTest::addRow("control flow") << "While" << true;
    QTest::addRow("computation") << "Relu" << false;
    QTest::addRow("other letters") << "reshape" << false;
}

void TestOpLibrary::localOpsAreKnownByExactName()
{
    QFETCH(const QString, type);
    QTEST(isLocalOp(type.toStdString()), "isLocal");
}

void TestOpLibrary::namesOfFrameworksLeadToAscendAndBack()
{
    const auto text = [](std::span<const std::string_view> names) {
        QStringList list;
        for (std::string_view one : names)
            list << QString::fromUtf8(one);
        return list.join(' ');
    };
    QCOMPARE(text(ascendTypesOf(Framework::Onnx, "Conv")), "Conv2D Conv3D");
    QCOMPARE(text(ascendTypesOf(Framework::TensorFlow, "FusedBatchNormV3")), "BatchNorm");
    QCOMPARE(text(ascendTypesOf(Framework::Onnx, "conv")), "");
    QVERIFY(text(frameworkNamesOf(Framework::Onnx, "Conv2D")).split(' ').contains("Conv"));
    QVERIFY(text(frameworkNamesOf(Framework::TensorFlow, "MatMulV2")).split(' ').contains("MatMul"));
    QCOMPARE(text(frameworkNamesOf(Framework::TensorFlow, "NoSuchType")), "");
    QCOMPARE(name(Framework::TensorFlow), "TensorFlow");
}

void TestOpLibrary::librariesAreSharedBetweenThreads()
{
    const OpLibrary* seen[4] = {};
    {
        std::vector<std::jthread> threads;
        for (const OpLibrary*& slot : seen)
            threads.emplace_back([&slot] { slot = OpLibrary::embedded("310p")->get(); });
    }
    for (const OpLibrary* one : seen)
        QCOMPARE(one, &library("310p"));
}

QTEST_APPLESS_MAIN(TestOpLibrary)
#include "tst_oplibrary.moc"
