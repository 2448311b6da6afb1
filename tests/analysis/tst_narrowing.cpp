// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/enginechoice.h"
#include "analysis/judge/kerneltable.h"
#include "analysis/judge/narrowing.h"
#include "analysis/judge/promotion.h"
#include "analysis/judge/rules.h"
#include "tests/support/shared.h"

using namespace halftone;

namespace {

// Short words for dtypes, so that a row of a test fits a line.
DType dtype(const QString& word)
{
    const QHash<QString, DType> words{{"f32", DType::Float32}, {"f16", DType::Float16},
        {"bf16", DType::BFloat16}, {"f64", DType::Float64}, {"i32", DType::Int32}, {"i64", DType::Int64},
        {"i8", DType::Int8}, {"i16", DType::Int16}, {"u8", DType::UInt8}, {"bool", DType::Bool},
        {"hif8", DType::HiFloat8}, {"c64", DType::Complex64}, {"", DType::Undefined}};
    return words.contains(word) ? words[word] : parseDType(word.toStdString()).value();
}

std::vector<DType> dtypes(const QString& text, QChar separator)
{
    std::vector<DType> list;
    for (const QString& word : text.split(separator, Qt::SkipEmptyParts))
        list.push_back(dtype(word));
    return list;
}

// "f32+i32>f32;f16+i32>f16"
std::vector<DTypeColumn> columns(const QString& text)
{
    std::vector<DTypeColumn> list;
    for (const QString& column : text.split(';', Qt::SkipEmptyParts))
        list.push_back({dtypes(column.section('>', 0, 0), '+'), dtypes(column.section('>', 1), '+')});
    return list;
}

// "f32" alone is a peerless tensor; "f32<f16" stands behind an operator that gives f16, "f32<const",
// "f32<input" behind a constant or a graph input of its own type, and "f32<f32<f16<f16" behind a Cast from
// f16 to f32 whose own input is f16 from an operator that gives f16.
JudgedTensor tensor(
    const QString& text, const std::vector<DTypeColumn>& table, std::size_t index, bool isOutput)
{
    const QStringList words = text.split('<');
    JudgedTensor result{.original = dtype(words[0]),
        .columns = isOutput ? ColumnView::ofOutput(table, index) : ColumnView::ofInput(table, index)};
    if (words.size() == 1)
        return result;
    if (words[1] == "const" || words[1] == "input") {
        result.peer = {words[1] == "const" ? Peer::Kind::Constant : Peer::Kind::GraphInput, result.original};
        return result;
    }
    result.peer = {Peer::Kind::Operator, dtype(words[1])};
    if (words.size() == 4) {
        result.peer.castInput = dtype(words[2]);
        result.peer.beforeCast = dtype(words[3]);
    }
    return result;
}

const QHash<QString, Mode> kModes{{"force_lowerprecision", Mode::ForceLowerPrecision},
    {"allow_fp32_to_lowprecision", Mode::AllowFp32ToLowPrecision}, {"cube_hif8(cube op)", Mode::CubeHif8}};

Mode modeNamed(const QString& text)
{
    return kModes.contains(text) ? kModes[text] : parseMode(text.toStdString()).value().mode;
}

// An operator in words: "white cube null cast promoted2".
struct TestOp
{
    NarrowingInput input;
    std::vector<DTypeColumn> table;
    std::vector<JudgedTensor> inputs;
    std::vector<JudgedTensor> outputs;

    TestOp(const QString& mode, const QString& words, const QString& columnText, const QString& inputText,
        const QString& outputText)
        : table(columns(columnText))
    {
        const QStringList inputWords = inputText.split(' ', Qt::SkipEmptyParts);
        for (qsizetype i = 0; i < inputWords.size(); ++i)
            inputs.push_back(tensor(inputWords[i], table, static_cast<std::size_t>(i), false));
        const QStringList outputWords = outputText.split(' ', Qt::SkipEmptyParts);
        for (qsizetype i = 0; i < outputWords.size(); ++i)
            outputs.push_back(tensor(outputWords[i], table, static_cast<std::size_t>(i), true));
        input = {.mode = modeNamed(mode),
            .list = words.contains("white") ? List::White
                : words.contains("black")   ? List::Black
                                            : List::Gray,
            .isCube = words.contains("cube"),
            .isNullKernel = words.contains("null"),
            .isCast = words.contains("cast"),
            .columnCount = table.size(),
            .promotedInputs = words.contains("promoted") ? words.section("promoted", 1).toUInt() : 0,
            .inputs = inputs,
            .outputs = outputs};
    }
    TestOp(const TestOp&) = delete;
    TestOp& operator=(const TestOp&) = delete;
};

QString columnText(const DTypeColumn& column)
{
    const auto join = [](const std::vector<DType>& list) {
        QStringList words;
        for (DType one : list)
            words << QString::fromUtf8(name(one))
                         .replace("bfloat", "bf")
                         .replace("float", "f")
                         .replace("int", "i");
        return words.join('+');
    };
    return join(column.inputs) + '>' + join(column.outputs);
}

}

class TestNarrowing : public QObject
{
    Q_OBJECT

private slots:
    void agreesWithTheEnginesOwnTests_data();
    void agreesWithTheEnginesOwnTests();
    void choosesTheColumnAndNamesTheRule_data();
    void choosesTheColumnAndNamesTheRule();
    void matchersNarrowInOrder_data();
    void matchersNarrowInOrder();
    void ofTwoInputsWithOneKeyOnlyTheFirstIsJudged();
    void engineAcceptsWhatTheModeLetsIt_data();
    void engineAcceptsWhatTheModeLetsIt();
    void typesMeetInTheOneThatHoldsBoth_data();
    void typesMeetInTheOneThatHoldsBoth();
    void dynamicEntriesTakeTheInputsBetween_data();
    void dynamicEntriesTakeTheInputsBetween();
    void missingTablesAreAssumedFromBounds_data();
    void missingTablesAreAssumedFromBounds();
};

void TestNarrowing::agreesWithTheEnginesOwnTests_data()
{
    HALFTONE_NEED_SHARED("facts/ascend_dtype_golden.tsv");
    QTest::addColumn<QStringList>("row");
    const QList<QByteArray> lines =
        test::readAll(test::sharedPath("facts/ascend_dtype_golden.tsv")).trimmed().split('\n');
    QCOMPARE(lines.size(), 1 + 284);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const QStringList row = QString::fromUtf8(lines[i]).split('\t');
        QCOMPARE(row.size(), 7);
        QTest::addRow("%s, %s: %s of %s behind %s (line %lld)", qPrintable(row[0]), qPrintable(row[1]),
            qPrintable(row[3]), qPrintable(row[2]), row[4].isEmpty() ? "nothing" : qPrintable(row[4]),
            static_cast<long long>(i + 1))
            << row;
    }
}

// One tensor in and one out, with the same types in every column, as in those tests. Columns of the file:
// mode, list, supported types, original type, type of the predecessor, expected type, name of the test.
void TestNarrowing::agreesWithTheEnginesOwnTests()
{
    QFETCH(const QStringList, row);
    QString table;
    for (const QString& type : row[2].split('|'))
        table += type + '>' + type + ';';
    const QString input = row[4].isEmpty() ? row[3] : row[3] + '<' + row[4];
    const TestOp op(row[0], row[0].contains("cube op") ? row[1] + " cube" : row[1], table, input, row[3]);
    QCOMPARE(QString::fromUtf8(name(op.table[narrow(op.input).column].inputs[0])), row[5]);
}

void TestNarrowing::choosesTheColumnAndNamesTheRule_data()
{
    QTest::addColumn<QStringList>("op"); // mode, words, columns, inputs, outputs
    QTest::addColumn<QString>("choice");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char* name, const QStringList& op, const char* choice, std::string_view rule) {
        QTest::addRow("%s", name) << op << choice << QString::fromUtf8(rule);
    };
    const QString two = "f32+f32>f32;f16+f16>f16;bf16+bf16>bf16;i32+i32>i32";
    const QString mix = "mixed_float16";
    const QString mixB = "mixed_bfloat16";

    // Which input decides.
    row("gray follows its first input", {mix, "gray", two, "f32<f16 f32<f32", "f32"}, "f16+f16>f16",
        rules::kGrayFollows);
    row("gray follows its first input, also upwards", {mix, "gray", two, "f32<f32 f32<f16", "f32"},
        "f32+f32>f32", rules::kGrayFollows);
    row("a weight in front waits for the tensor behind it", {mix, "gray", two, "f32<const f32<f16", "f32"},
        "f16+f16>f16", rules::kGrayFollows);
    row("an unconnected input waits too", {mix, "gray", two, "f32 f32<f16", "f32"}, "f16+f16>f16",
        rules::kGrayFollows);
    row("only weights: they decide", {mix, "gray", two, "f32<const f32<const", "f32"}, "f32+f32>f32",
        rules::kGrayConstant);
    row("a graph input counts as predecessor", {mix, "gray", two, "f32<input f32<f16", "f32"}, "f32+f32>f32",
        rules::kGrayGraphInput);
    row("integers do not decide for floats",
        {mix, "gray", "bool+f32+f32>f32;bool+f16+f16>f16", "bool<bool f32<f16 f32<f32", "f32"},
        "bool+f16+f16>f16", rules::kGrayFollows);
    row("an absent dtype does not narrow", {mix, "gray", two, "<f16 f32<f32", "f32"}, "f32+f32>f32",
        rules::kGrayFollows);
    row("integers follow integers", {mix, "gray", two, "i32<i32 i32<i32", "i32"}, "i32+i32>i32",
        rules::kGrayFollows);

    // White.
    row("white takes FP16", {mix, "white", two, "f32<f32 f32<const", "f32"}, "f16+f16>f16", rules::kWhite);
    row("white takes BF16", {mixB, "white", two, "f32<f32 f32<const", "f32"}, "bf16+bf16>bf16",
        rules::kWhite);
    row("white keeps FP32 tensors that its kernels have",
        {mix, "white", "f32+f32>f32;f16+f32>f16", "f32<f32 f32<const", "f32"}, "f16+f32>f16", rules::kWhite);
    row("white already in BF16 may stay there",
        {mix, "white", "bf16+bf16>bf16;f16+f16>f16", "bf16<bf16 bf16<const", "bf16"}, "bf16+bf16>bf16",
        rules::kWhite);
    row("white without a low-precision kernel", {mix, "white", "f32>f32;i32>i32", "f32<f32", "f32"},
        "f32>f32", rules::kWhiteNoLow);
    row("white with only the forbidden type starts anew for its output",
        {mix, "white", "bf16>bf16;bf16>f32", "f32<f32", "f32"}, "bf16>f32", rules::kWhiteNoLow);
    row("white with one kernel, in FP32", {mix, "white", "f32>f32", "f32<f32", "f32"}, "f32>f32",
        rules::kWhiteNoLow);
    row("white with one kernel, from FP16 to FP32", {mix, "white", "f16+i32>f32", "f32<f32 i32<const", "f32"},
        "f16+i32>f32", rules::kOneType);
    row("white of integers is exact", {mix, "white", two, "i32<i32 i32<const", "i32"}, "i32+i32>i32",
        rules::kWhite);

    // Black.
    row("black keeps FP32", {mix, "black", two, "f32<f16 f32<f16", "f32"}, "f32+f32>f32", rules::kBlack);
    row("black rises to FP32", {mix, "black", "f32>f32;i32>i32", "f16<f16", "f16"}, "f32>f32", rules::kBlack);

    // Gray without a predecessor, reductions.
    row("gray with nothing to follow keeps its type", {mix, "gray", "f16>f16;f32>f32", "f32", "f32"},
        "f32>f32", rules::kGrayNoPredecessor);
    row("gray cube operator with nothing to follow takes FP16",
        {mix, "gray cube", "f16>f16;f32>f32", "f32", "f32"}, "f16>f16", rules::kGrayNoPredecessor);
    row("gray behind FP32 with an FP16 kernel only goes down",
        {mix, "gray", "i8>i8;f16>f16", "f32<f32", "f32"}, "f16>f16", rules::kGrayFollows);
    row("gray behind BF16 does not cross to FP16", {mix, "gray", "i8>i8;f16>f16", "bf16<bf16", "bf16"},
        "f16>f16",
        rules::kGrayFollows); // by REDUCE, not by RISE

    // Casts in front.
    row("gray looks through a Cast up", {mix, "gray", two, "f32<f32<f16<f16 f32<const", "f32"}, "f16+f16>f16",
        rules::kGrayLooksThrough);
    row("gray looks through a Cast to what stands before it",
        {mix, "gray", two, "f32<f32<f16<f32 f32<const", "f32"}, "f32+f32>f32", rules::kGrayLooksThrough);
    row("gray does not look through a Cast down", {mix, "gray", two, "f16<f16<f32<f32 f16<const", "f16"},
        "f16+f16>f16", rules::kGrayFollows);
    row("the BF16 mode looks through Casts from BF16 only",
        {mixB, "gray", two, "f32<f32<f16<f16 f32<const", "f32"}, "f32+f32>f32", rules::kGrayFollows);
    row("the BF16 mode looks through Casts from BF16",
        {mixB, "gray", two, "f32<f32<bf16<bf16 f32<const", "f32"}, "bf16+bf16>bf16",
        rules::kGrayLooksThrough);
    row("the HiFloat8 mode never looks through",
        {"mixed_hif8", "gray", two, "f32<f32<f16<f16 f32<const", "f32"}, "f32+f32>f32", rules::kGrayFollows);

    // Operators without a kernel.
    row("no kernel: follows in other modes too",
        {"allow_fp32_to_fp16", "gray null", two, "f32<f16 f32<const", "f32"}, "f16+f16>f16",
        rules::kNullKernel);
    row("no kernel: nothing is forbidden", {mix, "gray null", two, "f32<bf16 f32<const", "f32"},
        "bf16+bf16>bf16", rules::kNullKernel);
    row("no kernel in force_fp16: the mode decides",
        {"force_fp16", "gray null", two, "f32<f32 f32<const", "f32"}, "f16+f16>f16", rules::kForceFp16);
    row("no kernel but black: keeps its type", {mix, "black null", two, "f32<f16 f32<const", "f32"},
        "f32+f32>f32", rules::kBlack);
    row("no kernel but white: the list decides",
        {"force_fp32", "white null", two, "f32<f32 f32<const", "f32"}, "f16+f16>f16", rules::kWhite);
    row("no kernel in the BF16 mode looks through Casts from FP16",
        {mixB, "gray null", two, "f32<f32<f16<f16 f32<const", "f32"}, "f16+f16>f16", rules::kNullKernel);

    // Casts and complex numbers.
    row("a Cast keeps its types", {mix, "gray cast", "f32>f16;f16>f32;f32>bf16", "f32<f16", "f16"}, "f32>f16",
        rules::kCast);
    row("a black Cast keeps its types", {mix, "black cast", "f32>f16;f16>f32", "f16<f16", "f32"}, "f16>f32",
        rules::kCast);
    row("a Cast in force_fp16 keeps its types",
        {"force_fp16", "gray cast", "f16>f32;f32>f16;f16>i32", "f32<f16", "f16"}, "f32>f16", rules::kCast);
    row("complex numbers keep their types",
        {"force_fp16", "gray", "c64+f16>c64;c64+f32>c64", "c64<c64 f32<f32", "c64"},
        "complex64+f32>complex64", rules::kComplex);

    // Other modes.
    row("force_fp16 goes down", {"force_fp16", "black", two, "f32<f32 f32<const", "f32"}, "f16+f16>f16",
        rules::kForceFp16);
    row("force_fp16 falls back to FP32", {"force_fp16", "white", "bf16>bf16;f32>f32", "f32<f32", "f32"},
        "f32>f32", rules::kForceFp16);
    row("force_fp32 goes up", {"force_fp32", "white", two, "f16<f16 f16<const", "f16"}, "f32+f32>f32",
        rules::kForceFp32);
    row("force_fp32: a cube operator takes FP16 and gives FP32",
        {"force_fp32", "white cube", "f16+f16>f16;f32+f32>f32;f16+f16>f32", "f32<f32 f32<const", "f32"},
        "f16+f16>f32", rules::kForceFp32);
    row("force_fp32: a cube operator without such a kernel takes FP32",
        {"force_fp32", "white cube", "f16+f16>f16;f32+f32>f32", "f32<f32 f32<const", "f32"}, "f32+f32>f32",
        rules::kForceFp32);
    row("force_fp32: a vector operator with such a kernel takes FP32",
        {"force_fp32", "white", "f16+f16>f16;f32+f32>f32;f16+f16>f32", "f32<f32 f32<const", "f32"},
        "f32+f32>f32", rules::kForceFp32);
    row("allow_fp32_to_fp16: a vector operator keeps FP32",
        {"allow_fp32_to_fp16", "white", two, "f32<f16 f32<const", "f32"}, "f32+f32>f32", rules::kAllowFp16);
    row("allow_fp32_to_fp16: a cube operator takes FP16",
        {"allow_fp32_to_fp16", "black cube", two, "f32<f32 f32<const", "f32"}, "f16+f16>f16",
        rules::kAllowFp16Cube);
    row("allow_fp32_to_fp16: after one reduction everything goes to FP16",
        {"allow_fp32_to_fp16", "gray", "f16+i32>f32;f16+i32>f16", "f32<f32 i32<const", "f32"}, "f16+i32>f16",
        rules::kAllowFp16Reduced);
    row("allow_fp32_to_lowprecision has no such mark",
        {"allow_fp32_to_lowprecision", "gray", "f16+i32>f32;f16+i32>f16", "f32<f32 i32<const", "f32"},
        "f16+i32>f32", rules::kAllowLowPrecision);
    row("allow_fp32_to_bf16: cube operators are not special",
        {"allow_fp32_to_bf16", "white cube", two, "f32<f32 f32<const", "f32"}, "f32+f32>f32",
        rules::kAllowBf16);
    row("must_keep_origin_dtype keeps", {"must_keep_origin_dtype", "white", two, "f32<f16 f32<const", "f32"},
        "f32+f32>f32", rules::kKeepOrigin);

    // Nothing to choose, nothing that fits.
    row("one kernel only", {mix, "gray", "f16>f16", "f32<f32", "f32"}, "f16>f16", rules::kOneType);
    row("the output is always the same: the input is explained",
        {mix, "gray", "f32>bool;f16>bool", "f32<f16", "bool"}, "f16>bool", rules::kGrayFollows);
    row("nothing fits: the first kernel",
        {"must_keep_origin_dtype", "gray", "i32>i32;f16>f16", "f32<f32", "f32"}, "i32>i32",
        rules::kFirstColumn);

    // Promotion.
    row("inputs of different types meet", {mix, "black promoted2", two, "f16<f16 f32<f32", "f32"},
        "f32+f32>f32", rules::kPromote);
    row("inputs meet in a wider type when their own has no kernel",
        {mix, "black promoted2", "i32+i32>i32;f32+f32>f32", "f16<f16 i32<i32", "f16"}, "f32+f32>f32",
        rules::kPromote);
    row("inputs of one type are judged as ever", {mix, "black promoted2", two, "f16<f16 f16<f32", "f16"},
        "f16+f16>f16", rules::kBlack);
}

void TestNarrowing::choosesTheColumnAndNamesTheRule()
{
    QFETCH(const QStringList, op);
    const TestOp test(op[0], op[1], op[2], op[3], op[4]);
    const Narrowing result = narrow(test.input);
    QTEST(columnText(test.table[result.column]), "choice");
    QTEST(QString::fromUtf8(result.rule), "rule");
}

void TestNarrowing::matchersNarrowInOrder_data()
{
    QTest::addColumn<QString>("matcher"); // name, expected, forbidden
    QTest::addColumn<QString>("types"); // one per column
    QTest::addColumn<bool>("matched");
    QTest::addColumn<QString>("left"); // columns
    const auto row = [](const char* name, const char* matcher, const char* types, bool matched,
                         const char* left) {
        QTest::addRow("%s", name) << matcher << types << matched << left;
    };
    row("rise takes the exact type", "rise f16 -", "f32 f16 i8 f16", true, "1 3");
    row("rise goes up to FP32", "rise f16 -", "bf16 f32 f32", true, "1 2");
    row("rise never crosses from BF16 to FP16", "rise bf16 -", "f16 i8", false, "0 1");
    row("rise of FP32 has nowhere to go", "rise f32 -", "f16 bf16", false, "0 1");
    row("rise does not take the forbidden type", "rise bf16 bf16", "bf16 f32", true, "1");
    row("rise of integers is exact", "rise i32 -", "i64 i32", true, "1");
    row("rise of FP64 is exact", "rise f64 -", "f32 f16", false, "0 1");
    row("reduce keeps both low types, BF16 first", "reduce f32 -", "f16 bf16 f32", true, "1 0");
    row("reduce does not take the forbidden type", "reduce f32 bf16", "f16 bf16", true, "0");
    row("reduce of BF16 goes to FP16", "reduce bf16 -", "f32 f16 bf16 f16", true, "1 3");
    row("reduce of FP16 has nowhere to go", "reduce f16 -", "f16 f32", false, "0 1");
    row("reduce of integers is exact", "reduce i32 -", "f16 i32", true, "1");
    row("reduce keeps the order within a type", "reduce f32 -", "bf16 bf16 bf16", true, "0 1 2");
    // Keys: bf16 100000, fp16 100001, the second bf16 clashes, moves to 100001 and finds it taken.
    row("reduce loses a column to a clash, as the engine does", "reduce f32 -", "bf16 f16 bf16", true, "0 1");
    row("mix keeps both low types", "mix - -", "f32 f16 bf16 i8", true, "1 2");
    row("mix takes the forbidden columns out", "mix - bf16", "f32 f16 bf16", true, "1");
    row("mix takes them out even when it does not match", "mix - bf16", "f32 bf16 i8", false, "0 2");
    row("mix can leave nothing", "mix - bf16", "bf16 bf16", false, "");
    row("exact takes the type", "exact i8 -", "f16 i8", true, "1");
    row("exact that fails leaves the set", "exact i8 -", "f16 f32", false, "0 1");
    row("first-of takes the first that exists", "first hif8,f16,f32 -", "f32 f16", true, "1");
}

void TestNarrowing::matchersNarrowInOrder()
{
    QFETCH(const QString, matcher);
    QFETCH(const QString, types);
    const std::vector<DType> list = dtypes(types, ' ');
    const ColumnView view = ColumnView::ofList(list);
    ColumnSet left;
    for (std::uint32_t column = 0; column < list.size(); ++column)
        left.push_back(column);
    const QString kind = matcher.section(' ', 0, 0);
    const std::vector<DType> expected = dtypes(matcher.section(' ', 1, 1).remove('-'), ',');
    const DType forbidden = dtype(matcher.section(' ', 2, 2).remove('-'));
    const bool matched = kind == "rise" ? matchRise(left, view, expected[0], forbidden)
        : kind == "reduce"              ? matchReduce(left, view, expected[0], forbidden)
        : kind == "mix"                 ? matchMix(left, view, forbidden)
        : kind == "exact"               ? matchExact(left, view, expected[0])
                                        : matchFirstOf(left, view, expected);
    QTEST(matched, "matched");
    QStringList words;
    for (std::uint32_t column : left)
        words << QString::number(column);
    QTEST(words.join(' '), "left");
}

// Input 0 is fed by a constant and so has the key 255, which is that of input 255.
void TestNarrowing::ofTwoInputsWithOneKeyOnlyTheFirstIsJudged()
{
    const std::vector<DType> types{DType::Float32, DType::Float16};
    JudgedTensor constant{DType::Float32, ColumnView::ofList(types), {Peer::Kind::Constant, DType::Float32}};
    JudgedTensor undecided{
        DType::Undefined, ColumnView::ofList(types), {Peer::Kind::Operator, DType::Float16}};
    JudgedTensor last{DType::Float32, ColumnView::ofList(types), {Peer::Kind::Operator, DType::Float16}};
    std::vector<JudgedTensor> inputs(256, undecided);
    inputs.front() = constant;
    inputs.back() = last;
    NarrowingInput op{.columnCount = 2, .inputs = inputs};
    QCOMPARE(narrow(op).column, 0U); // the constant's; input 255 would have chosen FP16
    QCOMPARE(narrow(op).steps.size(), 1);
    inputs[254] = last;
    QCOMPARE(narrow(op).column, 1U); // input 254 has a key of its own, before the constant's
}

void TestNarrowing::engineAcceptsWhatTheModeLetsIt_data()
{
    QTest::addColumn<QStringList>("op"); // mode, words, columns, inputs, outputs
    QTest::addColumn<bool>("accepted");
    const auto row = [](const char* name, const QStringList& op, bool accepted) {
        QTest::addRow("%s", name) << op << accepted;
    };
    const QString fp16Only = "f16>f16;i8>i8";
    const QString bf16Only = "bf16>bf16;i8>i8";
    const QStringList modes{"force_fp16", "force_fp32", "allow_fp32_to_fp16", "allow_fp32_to_bf16",
        "mixed_float16", "mixed_bfloat16", "must_keep_origin_dtype", "cube_hif8", "mixed_hif8"};
    // gray to fp16, black to fp16, gray to bf16, black to bf16
    const QStringList lets{"1111", "1010", "1100", "0011", "1000", "0010", "0000", "1111", "1111"};
    for (qsizetype i = 0; i < modes.size(); ++i) {
        row(qPrintable(modes[i] + ": fp32 to an fp16 kernel, gray"),
            {modes[i], "gray", fp16Only, "f32", "f32"}, lets[i][0] == '1');
        row(qPrintable(modes[i] + ": fp32 to an fp16 kernel, black"),
            {modes[i], "black", fp16Only, "f32", "f32"}, lets[i][1] == '1');
        row(qPrintable(modes[i] + ": fp32 to a bf16 kernel, gray"),
            {modes[i], "gray", bf16Only, "f32", "f32"}, lets[i][2] == '1');
        row(qPrintable(modes[i] + ": fp32 to a bf16 kernel, black"),
            {modes[i], "black", bf16Only, "f32", "f32"}, lets[i][3] == '1');
    }
    const QString keep = "must_keep_origin_dtype";
    row("fp16 may always rise", {keep, "black", "f32>f32", "f16", "f16"}, true);
    row("bf16 may always rise", {keep, "black", "f32>f32", "bf16", "bf16"}, true);
    row("bf16 to fp16 is a reduction", {"force_fp16", "gray", fp16Only, "bf16", "bf16"}, true);
    row("bf16 to fp16 is refused with reductions", {keep, "gray", fp16Only, "bf16", "bf16"}, false);
    row("fp16 never goes to bf16", {"force_fp16", "gray", bf16Only, "f16", "f16"}, false);
    row("fp64 goes nowhere", {"force_fp16", "gray", "f32>f32", "f64", "f64"}, false);
    row("nothing goes to hif8", {"mixed_hif8", "gray", "hif8>hif8", "f16", "f16"}, false);
    row("integers are exact", {"force_fp16", "gray", "i32>i32", "i64", "i64"}, false);
    row("every tensor counts", {"force_fp16", "gray", "f32+i32>f32", "f32 i64", "f32"}, false);
    row("each tensor is checked alone", {keep, "gray", "f32+i32>f32;f16+i64>f16", "f32 i64", "f32"}, true);
    row("the output counts", {keep, "gray", "f32>i32", "f32", "f32"}, false);
    row("no table: everything", {keep, "gray", "", "f64", "f64"}, true);
    row("a Cast needs one column with all its types", {"force_fp16", "cast", "f32>f16;i32>f32", "f32", "f32"},
        false);
    row("a Cast with its column", {keep, "cast", "f32>f16;i32>f32", "i32", "f32"}, true);
    row("promoted inputs may widen to what they meet in",
        {keep, "promoted2", "f32+f32>f32", "f32 i32", "f32"}, true);
    row("promoted inputs take a kernel of the type that they meet in",
        {keep, "promoted2", "f16+f16>f16", "f16 i64", "f16"}, true);
    row("promoted inputs beyond the kernels", {keep, "promoted2", "f32+f32>f32", "f64 f32", "f32"}, false);
}

void TestNarrowing::engineAcceptsWhatTheModeLetsIt()
{
    QFETCH(const QStringList, op);
    const TestOp test(op[0], op[1], op[2], op[3], op[4]);
    QTEST(aiCoreAccepts(test.input), "accepted");
}

void TestNarrowing::typesMeetInTheOneThatHoldsBoth_data()
{
    QTest::addColumn<QString>("types");
    const char* rows[] = {"f16 f32 f32", "f16 bf16 f32", "i64 f16 f16", "i8 u8 i16", "bool i8 i8",
        "bool bool bool", "f32 f64 f64", "i32 i64 i64", "f32 c64 c64", "f64 c64 complex128",
        "f16 complex32 complex32", "f32 complex32 c64", "i64 complex32 complex32", "hif8 f32 ",
        "string string "};
    for (const char* row : rows)
        QTest::addRow("%s", row) << row;
}

void TestNarrowing::typesMeetInTheOneThatHoldsBoth()
{
    QFETCH(const QString, types);
    const QStringList words = types.split(' ');
    QCOMPARE(promotedType(dtype(words[0]), dtype(words[1])), dtype(words[2]));
    QCOMPARE(promotedType(dtype(words[1]), dtype(words[0])), dtype(words[2]));
}

void TestNarrowing::dynamicEntriesTakeTheInputsBetween_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("column"); // entries are told apart by their types
    QTest::addColumn<QString>("inputs"); // c: fed by a constant
    QTest::addColumn<QString>("entries");
    const auto row = [](const char* name, const char* type, const char* column, const char* inputs,
                         const char* entries) {
        QTest::addRow("%s", name) << type << column << inputs << entries;
    };
    row("as many inputs as entries", "Add", "f16+f32>f16", "- -", "f16 f32");
    row("optional inputs left out", "LayerNorm", "f16+f32+i32>f16", "- -", "f16 f32");
    row("the only entry takes all", "AddN", "f16>f16", "- - -", "f16 f16 f16");
    row("the last entry takes the rest", "Concat", "i32+f16>f16", "c - - -", "i32 f16 f16 f16");
    row("the first entry takes all but the last", "ConcatV2", "f16+i32>f16", "- - - c", "f16 f16 f16 i32");
    row("the first of three", "RoiExtractor", "f16+f32+i32>f16", "- - - -", "f16 f16 f32 i32");
    row("constants beyond the entries have become attributes", "TransposeD", "f16>f16", "- c", "f16 ");
    row("other inputs beyond the entries go to the last", "IdentityN", "f16>f16", "- -", "f16 f16");
}

void TestNarrowing::dynamicEntriesTakeTheInputsBetween()
{
    QFETCH(const QString, type);
    QFETCH(const QString, column);
    QFETCH(const QString, inputs);
    LibraryOp op;
    op.type = type.toStdString();
    op.columns = columns(column);
    const QStringList words = inputs.split(' ');
    const KernelTable table(op, static_cast<std::size_t>(words.size()), DType::Float32, DType::Float32);
    QStringList found;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const ColumnView view = table.input(static_cast<std::size_t>(i), DType::Float32, words[i] == "c");
        found << QString::fromUtf8(name(view.at(0))).replace("float", "f").replace("int", "i");
    }
    QTEST(found.join(' '), "entries");
    QVERIFY(!table.isAssumed());
}

void TestNarrowing::missingTablesAreAssumedFromBounds_data()
{
    QTest::addColumn<QString>("bounds"); // of input > output
    QTest::addColumn<QString>("originals"); // input > output
    QTest::addColumn<QString>("assumed"); // in the order of the columns; "-" for refused
    const auto row = [](const char* name, const char* bounds, const char* originals, const char* assumed) {
        QTest::addRow("%s", name) << bounds << originals << assumed;
    };
    row("common types, in the order of the input", "f16,f32,i8,bf16>f32,bf16,f16", "f32>f32", "f16 f32 bf16");
    row("only the common ones", "f16,f32,bf16>f32", "f32>f32", "f32");
    row("a bound of one side counts alone", "f16,f32>", "f32>f32", "f16 f32");
    row("no bounds: nothing is known", ">", "f32>f32", "");
    row("a bound without any float is not about a float tensor", "i32,i64>f16,f32", "f32>f32", "f16 f32");
    row("a bool input leaves the choice to the output", "bool>f16,f32", "bool>f32", "f16 f32");
    row("a bool output leaves the choice to the input", "f16,f32>bool", "f32>bool", "f16 f32");
    row("integers keep their type", "f16,i32>f16,i32", "i32>i32", "");
    row("integers outside the bounds are refused", "f16,i32>f16,i32", "i64>i64", "-");
    row("FP64 outside the bounds is refused", "f16,f32>f16,f32", "f64>f64", "-");
}

void TestNarrowing::missingTablesAreAssumedFromBounds()
{
    QFETCH(const QString, bounds);
    QFETCH(const QString, originals);
    const DType in = dtype(originals.section('>', 0, 0));
    const DType out = dtype(originals.section('>', 1));
    LibraryOp op;
    op.firstInput = dtypes(bounds.section('>', 0, 0), ',');
    op.firstOutput = dtypes(bounds.section('>', 1), ',');
    const KernelTable table(op, 1, in, out);
    QVERIFY(table.isAssumed());
    QStringList found;
    for (std::uint32_t column = 0; column < table.columnCount(); ++column) {
        const DType float32 = table.input(0, DType::Float32, false).at(column);
        found << QString::fromUtf8(name(float32)).replace("bfloat", "bf").replace("float", "f");
        QCOMPARE(table.output(0, DType::Float16).at(column), float32); // all float tensors alike
        QCOMPARE(table.input(0, DType::Int8, false).at(column), DType::Int8); // the others as they are
    }
    QTEST(table.isRefused() ? QStringLiteral("-") : found.join(' '), "assumed");
}

QTEST_APPLESS_MAIN(TestNarrowing)
#include "tst_narrowing.moc"
