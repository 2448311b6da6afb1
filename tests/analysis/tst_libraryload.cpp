// SPDX-License-Identifier: GPL-3.0-or-later
//
// Libraries in CANN's own layout: loading, comparing, editing.
#include "analysis/judge/kerneltable.h"
#include "analysis/oplibrary/canntype.h"
#include "analysis/oplibrary/librarycompare.h"
#include "analysis/oplibrary/libraryedit.h"
#include "analysis/oplibrary/oplibrary.h"

#include <QTest>

using namespace halftone;

namespace {

using Files = QList<QByteArray>;

Result<OpLibrary> load(const Files& texts)
{
    std::vector<LibraryFile> files;
    for (const QByteArray& text : texts)
        files.push_back({QStringLiteral("file%1.json").arg(files.size() + 1).toStdString(),
            {text.constData(), static_cast<std::size_t>(text.size())}});
    return OpLibrary::load(files, OpLibrary::chips().front());
}

// A tensor: name, paramType, types, formats.
QByteArray tensor(const char* name, const char* kind, const char* types, const char* formats = "")
{
    QByteArray text =
        QByteArray("{\"name\":\"") + name + "\",\"paramType\":\"" + kind + "\",\"dtype\":\"" + types + '"';
    if (*formats != '\0')
        text += QByteArray(",\"format\":\"") + formats + '"';
    return text + '}';
}

QByteArray op(const char* type, const QByteArray& members)
{
    return QByteArray("\"") + type + "\":{" + members + '}';
}

QByteArray add(const QByteArray& more = {})
{
    return "{" +
        op("Add",
            more + "\"input0\":" + tensor("x1", "required", "float16,float", "ND,ND") +
                ",\"input1\":" + tensor("x2", "required", "float16,float", "ND,ND") +
                ",\"output0\":" + tensor("y", "required", "float16,float", "ND,ND")) +
        "}";
}

QStringList columnsOf(const LibraryOp& entry)
{
    QStringList columns;
    for (const DTypeColumn& column : entry.columns)
        columns << QString::fromStdString(columnText(column));
    return columns;
}

}

class TestLibraryLoad : public QObject
{
    Q_OBJECT

private slots:
    void anOperatorIsRead();
    void flagsPutOperatorsIntoLists_data();
    void flagsPutOperatorsIntoLists();
    void tablesComeFromTypesAndPatterns_data();
    void tablesComeFromTypesAndPatterns();
    void laterFilesReplaceOperators();
    void onlyTheOperatorThatCountsIsChecked();
    void whatCannDoesNotLoadIsRefused_data();
    void whatCannDoesNotLoadIsRefused();
    void declaredDynamicEntriesTakeTheInputsBetween();
    void typesAreSpelledAsInCann_data();
    void typesAreSpelledAsInCann();
    void chipsAreFoundByFileName_data();
    void chipsAreFoundByFileName();
    void librariesAreCompared();
    void embeddedLibrariesDifferAsTheFactsSay();
    void editsLeaveOtherBytesAlone_data();
    void editsLeaveOtherBytesAlone();
    void editedLibrariesSayWhatWasAsked();
    void unknownOperatorsAreNotEdited();
};

void TestLibraryLoad::anOperatorIsRead()
{
    const auto library = load({add("\"precision_reduce\":{\"flag\":\"true\"},\"heavyOp\":{\"flag\":\"true\"},"
                                   "\"opFile\":{\"value\":\"add\"},\"promoteType\":{\"value\":\"x1,x2\"},")});
    QVERIFY2(library, library ? "" : describe(library.error()).c_str());
    const LibraryOp* entry = library->find("Add");
    QVERIFY(entry);
    QCOMPARE(entry->list, List::White);
    QCOMPARE(columnsOf(*entry), (QStringList{"float16+float16>float16", "float32+float32>float32"}));
    QCOMPARE(entry->inputs,
        (std::vector<LibraryTensor>{{"x1", ParamKind::Required}, {"x2", ParamKind::Required}}));
    QCOMPARE(entry->outputs, (std::vector<LibraryTensor>{{"y", ParamKind::Required}}));
    QCOMPARE(entry->promotedInputs, 2);
    QVERIFY(!entry->isNullKernel && !entry->isCube);
    QCOMPARE(library->placeOf(*entry), "file1.json:1");
    QCOMPARE(library->traits().soc, "ascend910b");
    const auto others = load({"{" + op("Reshape", "\"opFile\":{\"value\":\"Null\"}") + ',' +
        op("MatMulV2", "\"opFile\":{\"value\":\"mat_mul\"}") + ',' +
        op("Shape", "\"opFile\":{\"value\":\"AICore_Null\"}") + "}"});
    QVERIFY(others);
    QVERIFY(others->find("Reshape")->isNullKernel && others->find("Shape")->isNullKernel);
    QVERIFY(others->find("MatMulV2")->isCube && !others->find("MatMulV2")->isNullKernel);
    QCOMPARE(others->ops()[0].type, "MatMulV2"); // sorted by name
}

void TestLibraryLoad::flagsPutOperatorsIntoLists_data()
{
    QTest::addColumn<QByteArray>("flag");
    QTest::addColumn<QString>("list");
    QTest::addRow("true") << QByteArray("{\"flag\":\"true\"}") << "white";
    QTest::addRow("capitals") << QByteArray("{\"flag\":\" True \"}") << "white";
    QTest::addRow("false") << QByteArray("{\"flag\":\"false\"}") << "black";
    QTest::addRow("empty") << QByteArray("{\"flag\":\"\"}") << "gray";
    QTest::addRow("no flag") << QByteArray("{}") << "gray";
}

void TestLibraryLoad::flagsPutOperatorsIntoLists()
{
    QFETCH(const QByteArray, flag);
    const auto library = load({add("\"precision_reduce\":" + flag + ",")});
    QVERIFY(library);
    QTEST(QString::fromUtf8(name(library->find("Add")->list)), "list");
}

void TestLibraryLoad::tablesComeFromTypesAndPatterns_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QStringList>("columns");
    const auto row = [](const char* name, const QByteArray& members, const QStringList& columns) {
        QTest::addRow("%s", name) << members << columns;
    };
    const auto one = [](const char* types, const char* formats) {
        return "\"input0\":" + tensor("x", "required", types, formats) +
            ",\"output0\":" + tensor("y", "required", types, formats);
    };
    row("types with formats", one("float16,float,float16,float", "ND,ND,NC1HWC0,NC1HWC0"),
        {"float16>float16", "float32>float32"});
    row("types alone are no table", one("float16,float", ""), {});
    row("a pattern brings its formats along", "\"op\":{\"pattern\":\"reduce\"}," + one("float16,float", ""),
        {"float16>float16", "float32>float32"});
    row("any letter case", "\"op\":{\"pattern\":\"formatAgnostic\"}," + one("int8", ""), {"int8>int8"});
    row("dynamicFormat without formats", "\"dynamicFormat\":{\"flag\":\"true\"}," + one("float16,float", ""),
        {});
    row("dynamicFormat with formats", "\"dynamicFormat\":{\"flag\":\"true\"}," + one("float16", "ND"),
        {"float16>float16"});
    row("inputs are sorted by number",
        "\"input10\":" + tensor("z", "optional", "int8", "ND") + ",\"input2\":" +
            tensor("y", "required", "bool", "ND") + ",\"input0\":" + tensor("x", "required", "float", "ND") +
            ",\"output0\":" + tensor("o", "required", "float16", "ND"),
        {"float32+bool+int8>float16"});
    row("keys that only begin like tensors",
        "\"inputs\":{\"a\":\"b\"},\"input0\":" + tensor("x", "required", "float", "ND") +
            ",\"output0\":" + tensor("y", "required", "float", "ND"),
        {"float32>float32"});
    row("capitals in front",
        "\"Input0\":" + tensor("x", "required", "float", "ND") +
            ",\"Output0\":" + tensor("y", "required", "int64", "ND"),
        {"float32>int64"});
    row("types for other shapes too",
        "\"input0\":{\"name\":\"x\",\"paramType\":\"required\",\"dtype\":\"float\","
        "\"unknownshape_format\":\"ND\"},\"output0\":" +
            tensor("y", "required", "float", "ND"),
        {"float32>float32"});
    row("no tensors", "\"opFile\":{\"value\":\"x\"}", {});
}

void TestLibraryLoad::tablesComeFromTypesAndPatterns()
{
    QFETCH(const QByteArray, members);
    const auto library = load({"{" + op("X", members) + "}"});
    QVERIFY2(library, library ? "" : describe(library.error()).c_str());
    QTEST(columnsOf(*library->find("X")), "columns");
}

void TestLibraryLoad::laterFilesReplaceOperators()
{
    const QByteArray first = "{\n" + op("Add", "\"precision_reduce\":{\"flag\":\"true\"}") + ",\n" +
        op("Mul", "\"precision_reduce\":{\"flag\":\"true\"}") + "}";
    const QByteArray second = "{\n\n" + op("Add", "") + "}";
    const auto library = load({first, second});
    QVERIFY(library);
    QCOMPARE(library->find("Add")->list, List::Gray); // nothing is left of the first entry
    QCOMPARE(library->placeOf(*library->find("Add")), "file2.json:3");
    QCOMPARE(library->find("Mul")->list, List::White);
    QCOMPARE(library->placeOf(*library->find("Mul")), "file1.json:3");
    const auto repeated = load({"{" + op("Add", "\"precision_reduce\":{\"flag\":\"true\"}") + ',' +
        op("Add", "\"precision_reduce\":{\"flag\":\"false\"}") + "}"});
    QVERIFY(repeated);
    QCOMPARE(repeated->find("Add")->list, List::Black); // the last one in a file counts, too
    QCOMPARE(load({})->ops().size(), 0);
}

void TestLibraryLoad::onlyTheOperatorThatCountsIsChecked()
{
    const QByteArray broken = "{" + op("Add", "\"precision_reduce\":{\"flag\":\"maybe\"}") + "}";
    QVERIFY(!load({broken}));
    QVERIFY(load({broken, add()}));
}

void TestLibraryLoad::whatCannDoesNotLoadIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* name, const QByteArray& text, const char* place) {
        QTest::addRow("%s", name) << text << place;
    };
    row("nothing", "", "1:1");
    row("no JSON", "{\"Add\":\n}", "2:1");
    row("a comment", "{\n// Add\n}", "2:1");
    row("a list", "[]", "1:1");
    row("an operator without an object", "{\"Add\":1}", "1:8");
    row("an operator with blanks in its name", "{\" Add\":{}}", "1:9");
    row("a flag without an object", "{\"Add\":{\"op\":\"reduce\"}}", "1:14");
    row("a value that is no string", "{\"Add\":{\"heavyOp\":{\"flag\":true}}}", "1:27");
    row("an unknown precision_reduce", add("\"precision_reduce\":{\"flag\":\"gray\"},"), "1:36");
    row("an unknown dynamicFormat", add("\"dynamicFormat\":{\"flag\":\"yes\"},"), "1:33");
    row("an unknown pattern", add("\"op\":{\"pattern\":\"elementwise\"},"), "1:25");
    row("an unknown heavyOp", add("\"heavyOp\":{\"flag\":\"1\"},"), "1:27");
    row("a flag that precision does not need", add("\"jitCompile\":{\"flag\":\"sometimes\"},"), "1:30");
    row("a tensor without a name", "{\"X\":{\"input0\":{\"paramType\":\"required\"}}}", "1:16");
    row("an unknown paramType", "{" + op("X", "\"input0\":" + tensor("x", "needed", "float", "ND")) + "}",
        "1:16");
    row("an unknown type", "{" + op("X", "\"input0\":" + tensor("x", "required", "fp16", "ND")) + "}",
        "1:16");
    row("more types than formats",
        "{" + op("X", "\"input0\":" + tensor("x", "required", "float,int8", "ND")) + "}", "1:16");
    row("tensors of different length",
        "{" +
            op("X",
                "\"input0\":" + tensor("x", "required", "float", "ND") +
                    ",\n\"output0\":" + tensor("y", "required", "float,int8", "ND,ND")) +
            "}",
        "2:11");
    row("a pattern for one tensor on two",
        "{" +
            op("X",
                "\"op\":{\"pattern\":\"formatAgnostic\"},\"input0\":" + tensor("x", "required", "float") +
                    ",\"input1\":" + tensor("z", "required", "float") +
                    ",\"output0\":" + tensor("y", "required", "float")) +
            "}",
        "1:6");
}

void TestLibraryLoad::whatCannDoesNotLoadIsRefused()
{
    QFETCH(const QByteArray, text);
    const auto library = load({text});
    QVERIFY(!library);
    QCOMPARE(library.error().kind, ErrorKind::Format);
    QCOMPARE(library.error().where, "file1.json");
    QTEST(QStringLiteral("%1:%2").arg(library.error().line).arg(library.error().column), "place");
    QVERIFY(library.error().what.ends_with('.'));
}

// As CANN does by names x0, x1, ... of the entry x.
void TestLibraryLoad::declaredDynamicEntriesTakeTheInputsBetween()
{
    const auto library = load({"{" +
        op("Mine",
            "\"input0\":" + tensor("i", "required", "int32", "ND") +
                ",\"input1\":" + tensor("x", "dynamic", "float16", "ND") +
                ",\"input2\":" + tensor("b", "required", "bool", "ND") +
                ",\"output0\":" + tensor("y", "required", "float16", "ND")) +
        "}"});
    QVERIFY(library);
    const KernelTable table(*library->find("Mine"), 5, DType::Int32, DType::Float16);
    QStringList entries;
    for (std::size_t i = 0; i < 5; ++i)
        entries << QString::fromUtf8(name(table.input(i, DType::Float32, false).at(0)));
    QCOMPARE(entries.join(' '), "int32 float16 float16 float16 bool");
}

void TestLibraryLoad::typesAreSpelledAsInCann_data()
{
    QTest::addColumn<int>("dtype"); // -1: refused
    const auto row = [](const char* word, DType dtype) {
        QTest::addRow("%s", word) << static_cast<int>(dtype);
    };
    row("float", DType::Float32);
    row("FLOAT32", DType::Float32);
    row("bfloat16", DType::BFloat16);
    row("double", DType::Float64);
    row("hifloat8", DType::HiFloat8);
    row("complex64", DType::Complex64);
    row("resource", DType::Other);
    row("qint16", DType::Other);
    for (const char* word : {"bf16", "fp16", "fp32", "half", "float64", "undefined", "other", ""})
        QTest::addRow("%s is refused", word) << -1;
}

void TestLibraryLoad::typesAreSpelledAsInCann()
{
    const QString word = QString(QTest::currentDataTag()).remove(" is refused");
    const std::optional<DType> dtype = parseCannType(word == "is refused" ? "" : word.toStdString());
    QTEST(dtype ? static_cast<int>(*dtype) : -1, "dtype");
}

void TestLibraryLoad::chipsAreFoundByFileName_data()
{
    QTest::addColumn<QString>("soc");
    QTest::addRow("aic-ascend910b-ops-info-nn.json") << "ascend910b";
    QTest::addRow("aic-ascend310p-ops-info.json") << "ascend310p";
    QTest::addRow("aic-Ascend950-ops-info.json") << "ascend950";
    QTest::addRow("aic-ascend910_93-ops-info.json") << "";
    QTest::addRow("library.json") << "";
}

void TestLibraryLoad::chipsAreFoundByFileName()
{
    const ChipTraits* chip = OpLibrary::chipOfFile(QTest::currentDataTag());
    QTEST(chip ? QString::fromUtf8(chip->soc) : QString(), "soc");
}

void TestLibraryLoad::librariesAreCompared()
{
    const auto one = [](const char* types, const char* flag = "") {
        return QByteArray("\"precision_reduce\":{\"flag\":\"") + flag +
            "\"},\"op\":{\"pattern\":\"reduce\"}," + "\"input0\":" + tensor("x", "required", types) +
            ",\"output0\":" + tensor("y", "required", types);
    };
    const auto first = load({"{" + op("Same", one("float16,float")) + ',' + op("Gone", "") + ',' +
        op("Moved", one("float", "true")) + ',' + op("Kernels", one("float16,float")) + ',' +
        op("Order", one("float16,float")) + ',' + op("NoTable", "") + "}"});
    const auto second = load({"{" + op("Same", one("float16,float")) + ',' + op("New", "") + ',' +
        op("Moved", one("float", "false")) + ',' + op("Kernels", one("float,bfloat16")) + ',' +
        op("Order", one("float,float16")) + ',' + op("NoTable", one("float")) + "}"});
    QVERIFY(first && second);
    const LibraryComparison comparison = compareLibraries(*first, *second);
    QCOMPARE(comparison.onlyInFirst, (std::vector<std::string>{"Gone"}));
    QCOMPARE(comparison.onlyInSecond, (std::vector<std::string>{"New"}));
    QCOMPARE(
        comparison.lists, (std::vector<LibraryComparison::ListChange>{{"Moved", List::White, List::Black}}));
    const DTypeColumn f16{{DType::Float16}, {DType::Float16}};
    const DTypeColumn bf16{{DType::BFloat16}, {DType::BFloat16}};
    QCOMPARE(comparison.columns,
        (std::vector<LibraryComparison::ColumnChange>{{"Kernels", {f16}, {bf16}}, {"Order", {}, {}}}));
    QVERIFY(!comparison.isEqual());
    QVERIFY(compareLibraries(*first, *first).isEqual());
}

void TestLibraryLoad::embeddedLibrariesDifferAsTheFactsSay()
{
    const LibraryComparison comparison =
        compareLibraries(**OpLibrary::embedded("910b"), **OpLibrary::embedded("910"));
    const auto pool = std::ranges::find(comparison.lists, "MaxPoolV3", &LibraryComparison::ListChange::type);
    QVERIFY(pool != comparison.lists.end());
    QCOMPARE(pool->first, List::White);
    QCOMPARE(pool->second, List::Gray);
    QVERIFY(std::ranges::is_sorted(comparison.onlyInFirst));
}

void TestLibraryLoad::editsLeaveOtherBytesAlone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("list");
    QTest::addColumn<QByteArray>("edited");
    const auto row = [](const char* name, const char* text, const char* list, const char* edited) {
        QTest::addRow("%s", name) << QByteArray(text) << list << QByteArray(edited);
    };
    row("another value", "{ \"Add\" : { \"precision_reduce\":{ \"flag\":\"true\" } } }\n", "black",
        "{ \"Add\" : { \"precision_reduce\":{ \"flag\":\"false\" } } }\n");
    row("gray is an empty flag", "{\"Add\":{\"precision_reduce\":{\"flag\":\"false\"}}}", "gray",
        "{\"Add\":{\"precision_reduce\":{\"flag\":\"\"}}}");
    row("a new flag in front", "{\n  \"Add\": {\n    \"op\": {\n      \"pattern\": \"reduce\"\n    }\n  }\n}",
        "white",
        "{\n  \"Add\": {\n    \"precision_reduce\": {\"flag\": \"true\"},\n    \"op\": {\n      \"pattern\": "
        "\"reduce\"\n    }\n  }\n}");
    row("a new flag on one line", "{\"Add\":{\"op\":{}}}", "black",
        "{\"Add\":{\"precision_reduce\":{\"flag\":\"false\"},\"op\":{}}}");
    row("a new flag in an operator that says nothing", "{\"Add\":{}}", "black",
        "{\"Add\":{\"precision_reduce\":{\"flag\":\"false\"}}}");
    row("a missing flag", "{\"Add\":{\"precision_reduce\":{}}}", "white",
        "{\"Add\":{\"precision_reduce\":{\"flag\":\"true\"}}}");
    row("gray without a flag changes nothing", "{\"Add\":{}}", "gray", "{\"Add\":{}}");
    row("escapes and letters of the world", "{\"\\u00e4\":{\"a\":{\"b\":\"\xE4\xB8\xAD\\n\"}},\t\"Add\":{}}",
        "black",
        "{\"\\u00e4\":{\"a\":{\"b\":\"\xE4\xB8\xAD\\n\"}},\t\"Add\":{\"precision_reduce\":{\"flag\":"
        "\"false\"}}}");
    row("a byte order mark", "\xEF\xBB\xBF{\"Add\":{}}", "black",
        "\xEF\xBB\xBF{\"Add\":{\"precision_reduce\":{\"flag\":\"false\"}}}");
    row("of repeated operators the last", "{\"Add\":{},\"Add\":{\"op\":{}}}", "black",
        "{\"Add\":{},\"Add\":{\"precision_reduce\":{\"flag\":\"false\"},\"op\":{}}}");
}

void TestLibraryLoad::editsLeaveOtherBytesAlone()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, list);
    const List wanted = list == "white" ? List::White : list == "black" ? List::Black : List::Gray;
    const std::vector<LibraryEdit> edits{{"Add", wanted}};
    const auto edited = withPrecisionFlags(text.toStdString(), "mine.json", edits);
    QVERIFY2(edited, edited ? "" : describe(edited.error()).c_str());
    QTEST(QByteArray::fromStdString(*edited), "edited");
    QCOMPARE(load({QByteArray::fromStdString(*edited)})->find("Add")->list, wanted);
}

void TestLibraryLoad::editedLibrariesSayWhatWasAsked()
{
    QByteArray text = "{";
    for (const char* type : {"A", "B", "C", "D"})
        text += (text.size() > 1 ? ",\n" : "\n") + op(type, "\"precision_reduce\":{\"flag\":\"true\"}");
    text += "\n}\n";
    // Longer and shorter texts in any order, and two wishes for one operator.
    const std::vector<LibraryEdit> edits{
        {"D", List::Black}, {"A", List::Gray}, {"B", List::Gray}, {"B", List::Black}};
    const auto edited = withPrecisionFlags(text.toStdString(), "mine.json", edits);
    QVERIFY(edited);
    const auto library = load({QByteArray::fromStdString(*edited)});
    QVERIFY(library);
    QStringList lists;
    for (const LibraryOp& entry : library->ops())
        lists << QString::fromUtf8(name(entry.list));
    QCOMPARE(lists.join(' '), "gray black white black");
}

void TestLibraryLoad::unknownOperatorsAreNotEdited()
{
    const std::vector<LibraryEdit> edits{{"add", List::Black}};
    const auto edited = withPrecisionFlags("{\"Add\":{}}", "mine.json", edits);
    QVERIFY(!edited);
    QCOMPARE(edited.error().code, "library.unknown-op");
    QCOMPARE(edited.error().remedy, "Did you mean Add?");
    QVERIFY(!withPrecisionFlags("{\"Add\":1}", "mine.json", edits));
}

QTEST_APPLESS_MAIN(TestLibraryLoad)
#include "tst_libraryload.moc"
