// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/mixlist/mixlist.h"
#include "analysis/oplibrary/oplibrary.h"
#include "tests/analysis/listwords.h"
#include "tests/support/shared.h"

#include <QDir>

using namespace halftone;
using namespace halftone::test;

namespace {

// "+black Add 2:20" for each entry.
QStringList describe(const Mixlist& mixlist)
{
    QStringList lines;
    for (const MixlistEntry& entry : mixlist.entries)
        lines << QStringLiteral("%1%2 %3 %4:%5")
                     .arg(entry.action == MixlistEntry::Action::Add ? "+" : "-",
                         QString::fromUtf8(name(entry.list)), QString::fromStdString(entry.opType))
                     .arg(entry.line)
                     .arg(entry.column);
    return lines;
}

}

class TestMixlist : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatCannReads_data();
    void readsWhatCannReads();
    void refusesWhatCannRefuses_data();
    void refusesWhatCannRefuses();
    void combinationsOfOneOperator_data();
    void combinationsOfOneOperator();
    void effectiveListFollowsTheOrderOfTheEngine_data();
    void effectiveListFollowsTheOrderOfTheEngine();
    void movingAnOperatorTakesTheFewestEntries_data();
    void movingAnOperatorTakesTheFewestEntries();
    void movingKeepsTheOtherEntriesInPlace();
    void movingReachesTheWantedListFromAnyStart();
    void writesStrictSortedJson();
    void writtenListsReadBackEqual_data();
    void writtenListsReadBackEqual();
    void writingNamesThatAreNoUtf8StillGivesJson();
    void publishedListsLoad_data();
    void publishedListsLoad();
    void publishedCommentsAreReadWithAFinding();
};

void TestMixlist::readsWhatCannReads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("entries");
    QTest::addColumn<QStringList>("findings");
    const QStringList none;
    QTest::addRow("empty object") << QByteArray("{}") << none << none;
    QTest::addRow("one entry") << QByteArray("{\n  \"black-list\": {\"to-add\": [\"Add\"]}\n}")
                               << QStringList{"+black Add 2:29"} << none;
    QTest::addRow("all six arrays, in the order of the file")
        << QByteArray(R"({"white-list":{"to-remove":["A"],"to-add":["B"]},
"gray-list":{"to-add":["C"],"to-remove":["D"]},
"black-list":{"to-add":["D"],"to-remove":["E"]}})")
        << QStringList{"-white A 1:29", "+white B 1:44", "+gray C 2:24", "-gray D 2:42", "+black D 3:25",
               "-black E 3:43"}
        << none;
    QTest::addRow("empty lists and arrays")
        << QByteArray(R"({"black-list":{},"white-list":{"to-add":[],"to-remove":[]}})") << none << none;
    QTest::addRow("a name twice") << QByteArray(R"({"black-list":{"to-add":["Add","Add"]}})")
                                  << QStringList{"+black Add 1:26", "+black Add 1:32"} << none;
    QTest::addRow("unknown operators")
        << QByteArray(R"({"black-list":{"to-add":["Matmul"]}})") << QStringList{"+black Matmul 1:26"} << none;
    QTest::addRow("byte order mark") << QByteArray("\xEF\xBB\xBF{\"black-list\":{\"to-add\":[\"Add\"]}}")
                                     << QStringList{"+black Add 1:26"} << none;
    QTest::addRow("text behind the end")
        << QByteArray("{\n} x") << none << QStringList{"mixlist.trailing-text"};
    QTest::addRow("a second object behind the end") << QByteArray(R"({} {"black-list":{"to-add":["Add"]}})")
                                                    << none << QStringList{"mixlist.trailing-text"};
    QTest::addRow("a key twice: the last one counts, the first is not checked")
        << QByteArray(R"({"black-list":5,"black-list":{"to-add":["Add"]}})") << QStringList{"+black Add 1:41"}
        << QStringList{"mixlist.repeated-key"};
    QTest::addRow("an array twice") << QByteArray(R"({"black-list":{"to-add":["Mul"],"to-add":["Add"]}})")
                                    << QStringList{"+black Add 1:43"} << QStringList{"mixlist.repeated-key"};
    QTest::addRow("line comment") << QByteArray("{ // words\n\"black-list\":{\"to-add\":[\"Add\"]}}")
                                  << QStringList{"+black Add 2:25"} << QStringList{"mixlist.comments"};
    QTest::addRow("block comment") << QByteArray("{/* \"x\" */\"black-list\":{\"to-add\":[\"Add\"]}}")
                                   << QStringList{"+black Add 1:35"} << QStringList{"mixlist.comments"};
    QTest::addRow("escapes in a name") << QByteArray(R"({"black-list":{"to-add":["\"\\","A\u0064d"]}})")
                                       << QStringList{"+black \"\\ 1:26", "+black Add 1:33"} << none;
    QTest::addRow("columns count characters, not bytes")
        << QByteArray("{\"black-list\":{\"to-add\":[\"\xC3\xA9\",\"Add\"]}}")
        << QStringList{QString::fromUtf8("+black \xC3\xA9 1:26"), "+black Add 1:30"} << none;
    QTest::addRow("Windows line ends") << QByteArray("{\r\n\"black-list\":{\r\n\"to-add\":[\"Add\"]}}\r\n")
                                       << QStringList{"+black Add 3:11"} << none;
}

void TestMixlist::readsWhatCannReads()
{
    QFETCH(const QByteArray, text);
    const Result<LoadedMixlist> loaded = parseMixlist(text.toStdString(), "ops_info.json");
    QVERIFY2(loaded, loaded ? "" : describe(loaded.error()).c_str());
    QTEST(describe(loaded->mixlist), "entries");
    QTEST(ids(loaded->findings), "findings");
    QCOMPARE(loaded->mixlist.fileName, "ops_info.json");
}

void TestMixlist::refusesWhatCannRefuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    const auto row = [](const char* name, const QByteArray& text, const char* code, int line, int column) {
        QTest::addRow("%s", name) << text << code << line << column;
    };
    row("empty file", "", "mixlist.empty-file", 1, 1);
    row("white space only", " \n\t\n", "mixlist.empty-file", 1, 1);
    row("byte order mark only", "\xEF\xBB\xBF", "E21002", 1, 1);
    row("no JSON", "black Add", "E21002", 1, 1);
    row("trailing comma", R"({"black-list":{"to-add":["Add",]}})", "E21002", 1, 32);
    row("missing brace", "{\"black-list\":{\n\"to-add\":[]}", "E21002", 2, 13);
    row("not a number", R"({"black-list": NaN})", "E21002", 1, 16);
    row("invalid UTF-8 in a name", "{\"black-list\":{\"to-add\":[\"\xFF\"]}}", "E21002", 1, 27);
    row("array at the top", R"([])", "E21002", 1, 1);
    row("string at the top", "\n \"black-list\"", "E21002", 2, 2);
    row("misspelled list", R"({"grey-list":{}})", "E21002", 1, 2);
    row("list with a digit", "{\n \"white1-list\":{}}", "E21002", 2, 2);
    row("misspelled action", R"({"black-list":{"to-add1":[]}})", "E21002", 1, 16);
    row("list is an array", R"({"black-list": []})", "E21002", 1, 16);
    row("list is null", R"({"black-list": null})", "E21002", 1, 16);
    row("list is a number", R"({"black-list": -12.5})", "E21002", 1, 16);
    row("array is a string", R"({"black-list":{"to-add":"Add"}})", "E21002", 1, 25);
    row("array is an object", R"({"black-list":{"to-add":{}}})", "E21002", 1, 25);
    row("element is a number", R"({"black-list":{"to-add":["Add", 7]}})", "E21002", 1, 33);
    row("element is an array", R"({"black-list":{"to-add":[[]]}})", "E21002", 1, 26);
    row("nested without end", QByteArray(100000, '['), "E21002", 1, 101);
    row("in two lists", "{\"black-list\":{\"to-add\":[\"Add\"]},\n\"white-list\":{\"to-add\":[\"Add\"]}}",
        "E20003", 2, 25);
}

void TestMixlist::refusesWhatCannRefuses()
{
    QFETCH(const QByteArray, text);
    const Result<LoadedMixlist> loaded = parseMixlist(text.toStdString(), "ops_info.json");
    QVERIFY(!loaded);
    QTEST(QString::fromStdString(loaded.error().code), "code");
    QTEST(loaded.error().line, "line");
    QTEST(loaded.error().column, "column");
    QCOMPARE(loaded.error().kind, ErrorKind::Format);
    QCOMPARE(loaded.error().where, "ops_info.json");
    QVERIFY(loaded.error().what.ends_with('.') && loaded.error().remedy.ends_with('.'));
}

// All 63 sets of arrays that can name one operator: the 11 of GraphEngine's table are allowed, no others.
void TestMixlist::combinationsOfOneOperator_data()
{
    QTest::addColumn<QString>("entries");
    QTest::addColumn<bool>("allowed");
    const QStringList allowed{"-black", "-white", "+gray", "-black +gray", "-white +gray", "+white",
        "+white -gray", "+white -black", "+black", "+black -gray", "+black -white"};
    const QStringList arrays{"+black", "-black", "+white", "-white", "+gray", "-gray"};
    const auto sorted = [](QStringList words) {
        words.sort();
        return words;
    };
    QList<QStringList> allowedSets;
    for (const QString& set : allowed)
        allowedSets << sorted(set.split(' '));
    for (unsigned bits = 1; bits < 64; ++bits) {
        QStringList words;
        for (qsizetype i = 0; i < arrays.size(); ++i) {
            if (bits & (1U << i))
                words << arrays[i];
        }
        QTest::addRow("%s", qPrintable(words.join(' ')))
            << words.join(" Op, ") + " Op" << allowedSets.contains(sorted(words));
    }
}

void TestMixlist::combinationsOfOneOperator()
{
    QFETCH(const QString, entries);
    QFETCH(const bool, allowed);
    const Result<LoadedMixlist> loaded = parseMixlist(writeMixlist(mixlistOf(entries)), "ops_info.json");
    QCOMPARE(loaded.has_value(), allowed);
    if (!allowed) {
        QCOMPARE(loaded.error().code, "E20003");
        QVERIFY(loaded.error().what.contains("\"Op\""));
    }
}

void TestMixlist::effectiveListFollowsTheOrderOfTheEngine_data()
{
    QTest::addColumn<QString>("entries");
    QTest::addColumn<QString>("fromLibrary");
    QTest::addColumn<QString>("effective");
    const auto row = [](const char* name, const char* entries, const char* from, const char* effective) {
        QTest::addRow("%s", name) << entries << from << effective;
    };
    row("no entry", "+black Mul", "white", "white");
    row("added to black", "+black Add", "white", "black");
    row("added to white", "+white Add", "black", "white");
    row("removed from its list", "-white Add", "white", "gray");
    row("removed from another list", "-black Add", "white", "white");
    row("adding to gray alone does nothing", "+gray Add", "black", "black");
    row("removed and added to gray", "-black Add, +gray Add", "black", "gray");
    row("moved from black to white", "-black Add, +white Add", "black", "white");
    row("black wins over white", "+white Add, +black Add", "gray", "black");
    row("other letters are another name", "+black add", "gray", "gray");
}

void TestMixlist::effectiveListFollowsTheOrderOfTheEngine()
{
    QFETCH(const QString, entries);
    QFETCH(const QString, fromLibrary);
    const List list = effectiveList("Add", listNamed(fromLibrary), mixlistOf(entries));
    QTEST(QString::fromUtf8(name(list)), "effective");
}

void TestMixlist::movingAnOperatorTakesTheFewestEntries_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("fromLibrary");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* from, const char* wanted,
                         const char* after) {
        QTest::addRow("%s", name) << before << from << wanted << after;
    };
    row("gray to black", "", "gray", "black", "+black Add");
    row("white to gray", "", "white", "gray", "-white Add");
    row("black to gray", "", "black", "gray", "-black Add");
    row("already there", "", "black", "black", "");
    row("back to the library", "+black Add", "gray", "gray", "");
    row("black to white, over an older wish", "-black Add, +gray Add", "black", "white", "+white Add");
}

void TestMixlist::movingAnOperatorTakesTheFewestEntries()
{
    QFETCH(const QString, before);
    QFETCH(const QString, fromLibrary);
    QFETCH(const QString, wanted);
    QFETCH(const QString, after);
    QCOMPARE(
        withOpInList(mixlistOf(before), "Add", listNamed(fromLibrary), listNamed(wanted)), mixlistOf(after));
}

void TestMixlist::movingKeepsTheOtherEntriesInPlace()
{
    Mixlist mixlist = mixlistOf("+black A, +black Add, +white B, -black Add, -white C");
    mixlist.fileName = "ops_info.json";
    const Mixlist moved = withOpInList(mixlist, "Add", List::Black, List::White);
    QCOMPARE(moved, mixlistOf("+black A, +white Add, +white B, -white C"));
    QCOMPARE(moved.fileName, "ops_info.json");
}

void TestMixlist::movingReachesTheWantedListFromAnyStart()
{
    const char* starts[] = {
        "", "+black Add", "+white Add", "-black Add", "-white Add", "+gray Add, -black Add"};
    for (const char* start : starts) {
        for (List from : {List::White, List::Black, List::Gray}) {
            for (List wanted : {List::White, List::Black, List::Gray}) {
                const Mixlist moved = withOpInList(mixlistOf(start), "Add", from, wanted);
                QCOMPARE(effectiveList("Add", from, moved), wanted);
                QVERIFY(parseMixlist(writeMixlist(moved), ""));
                QVERIFY(moved.entries.size() <= 1);
            }
        }
    }
}

void TestMixlist::writesStrictSortedJson()
{
    const Mixlist mixlist =
        mixlistOf("+white B, -white Z, +black Mul, +gray C, +black Add, +black Mul, -black Pow");
    QCOMPARE(QString::fromStdString(writeMixlist(mixlist)), QStringLiteral(R"({
  "black-list": {
    "to-add": [
      "Add",
      "Mul"
    ],
    "to-remove": [
      "Pow"
    ]
  },
  "white-list": {
    "to-add": [
      "B"
    ],
    "to-remove": [
      "Z"
    ]
  },
  "gray-list": {
    "to-add": [
      "C"
    ]
  }
}
)"));
    QCOMPARE(writeMixlist({}), "{}\n");
}

void TestMixlist::writtenListsReadBackEqual_data()
{
    QTest::addColumn<QString>("entries");
    QTest::addRow("empty") << "";
    QTest::addRow("all arrays") << "+black A, +black B, -black C, +white D, -white E, +gray C, -gray A";
    QTest::addRow("names with quotes and letters beyond ASCII")
        << QString::fromUtf8("+black \"\\\", +black \xC3\xA9");
}

void TestMixlist::writtenListsReadBackEqual()
{
    QFETCH(const QString, entries);
    const Mixlist mixlist = mixlistOf(entries);
    const Result<LoadedMixlist> loaded = parseMixlist(writeMixlist(mixlist), "");
    QVERIFY(loaded);
    QCOMPARE(loaded->mixlist, mixlist);
    QCOMPARE(writeMixlist(loaded->mixlist), writeMixlist(mixlist));
    QVERIFY(loaded->findings.empty());
}

void TestMixlist::writingNamesThatAreNoUtf8StillGivesJson()
{
    QVERIFY(parseMixlist(writeMixlist({.entries = {{.opType = "\xFF", .list = List::Black}}}), ""));
}

void TestMixlist::publishedListsLoad_data()
{
    HALFTONE_NEED_SHARED("corpus/mixlists/README.md");
    QTest::addColumn<QString>("path");
    const QDir folder(test::sharedPath("corpus/mixlists"));
    const QStringList files = folder.entryList({"*.json"});
    QCOMPARE(files.size(), 57);
    for (const QString& file : files)
        QTest::addRow("%s", qPrintable(file)) << folder.filePath(file);
}

void TestMixlist::publishedListsLoad()
{
    QFETCH(const QString, path);
    const QByteArray text = test::readAll(path);
    const Result<LoadedMixlist> loaded = parseMixlist(text.toStdString(), "ops_info.json");
    QVERIFY2(loaded, loaded ? "" : describe(loaded.error()).c_str());
    QVERIFY(loaded->findings.empty());
    for (const MixlistEntry& entry : loaded->mixlist.entries) {
        const QString line = QString::fromUtf8(text.split('\n')[entry.line - 1]);
        QVERIFY(line.sliced(entry.column - 1).startsWith('"' + QString::fromStdString(entry.opType) + '"'));
    }
}

void TestMixlist::publishedCommentsAreReadWithAFinding()
{
    HALFTONE_NEED_SHARED("corpus/mixlists/tf1_symnet_1292.with-comments.txt");
    const QByteArray text =
        test::readAll(test::sharedPath("corpus/mixlists/tf1_symnet_1292.with-comments.txt"));
    const Result<LoadedMixlist> loaded = parseMixlist(text.toStdString(), "ops_info.json");
    QVERIFY(loaded);
    QCOMPARE(loaded->mixlist, mixlistOf("+white matmulv2"));
    QCOMPARE(ids(loaded->findings), QStringList{"mixlist.comments"});
    QCOMPARE(loaded->findings.front().where, "ops_info.json:2:30");
}

QTEST_APPLESS_MAIN(TestMixlist)
#include "tst_mixlist.moc"
