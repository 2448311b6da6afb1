// SPDX-License-Identifier: GPL-3.0-or-later
//
// Groups that a person makes where names carry no scopes, and the file that holds them.
#include "analysis/policy/overridefile.h"
#include "analysis/policy/policy.h"
#include "tests/support/textgraph.h"

#include <QTest>

using namespace halftone;
using test::textGraph;

namespace {

constexpr char kFile[] = R"({
  "calls": [{"to_float": "head", "type": "float32"},
            {"add_flags": "r", "type": "bfloat16"}],
  "groups": {"head": ["a", "c"]}
})";

}

class TestOverrideFile : public QObject
{
    Q_OBJECT

private slots:
    void groupsMayStandBehindCalls();
    void whatIsWrittenIsReadBack();
    void groupsSetTheirMembersAlone_data();
    void groupsSetTheirMembersAlone();
    void groupsWithoutMembersInTheModelAreSaid();
    void brokenFilesHaveAPlace_data();
    void brokenFilesHaveAPlace();
};

void TestOverrideFile::groupsMayStandBehindCalls()
{
    const OverrideFile file = parseOverrides(kFile, "calls.json").value();
    QCOMPARE(file.groups.size(), std::size_t{1});
    QCOMPARE(file.calls.size(), std::size_t{2});
    QCOMPARE(
        file.calls[0], (PrecisionOverride{.target = "head", .dtype = DType::Float32, .members = {"a", "c"}}));
    QCOMPARE(file.calls[1],
        (PrecisionOverride{
            .target = "r", .kind = PrecisionOverride::Kind::AddFlags, .dtype = DType::BFloat16}));
    QVERIFY(parseOverrides("{}", "").value().calls.empty());
}

void TestOverrideFile::whatIsWrittenIsReadBack()
{
    std::vector<PrecisionOverride> calls = parseOverrides(kFile, "").value().calls;
    calls.push_back({.target = "", .dtype = DType::Float16}); // the whole network
    calls.push_back({.target = "a \"name\"", .dtype = DType::Float32});
    const std::string text = writeOverrides(calls);
    QVERIFY(text.ends_with("}\n"));
    const auto again = parseOverrides(text, "calls.json");
    QVERIFY(again);
    QVERIFY(again->calls == calls);
    QVERIFY(parseOverrides(writeOverrides({}), "").value().calls.empty());
}

void TestOverrideFile::groupsSetTheirMembersAlone_data()
{
    QTest::addColumn<QString>("policy");
    for (const PolicyDef& row : policyTable())
        QTest::addRow("%s", row.id.data()) << QString::fromUtf8(row.id);
}

void TestOverrideFile::groupsSetTheirMembersAlone()
{
    QFETCH(const QString, policy);
    const GraphPtr graph = textGraph(R"(
        input  x: f32[4,4]
        weight w: f32[4,4]
        a: f32[4,4] = MatMul(x, w)
        b: f32[4,4] = MatMul(a, w)
        c: f32[4,4] = MatMul(b, w)
        output c)");
    PrecisionPolicy chosen = makePolicy(policy.toStdString()).value();
    chosen.overrides = parseOverrides(kFile, "").value().calls;
    chosen.overrides.pop_back();
    const Decisions decisions = decide(graph, chosen).value();
    const auto precision = [&](const char* node) { return decisions.precision(graph->findNode(node)); };
    QCOMPARE(precision("a"), DType::Float32);
    QCOMPARE(precision("b"), DType::Float16);
    QCOMPARE(precision("c"), DType::Float32);
    QCOMPARE(decisions.outcomes().size(), std::size_t{2});
}

void TestOverrideFile::groupsWithoutMembersInTheModelAreSaid()
{
    const GraphPtr graph = textGraph("input x: f32[4]\n y: f32[4] = Relu(x)\n output y");
    PrecisionPolicy chosen = makePolicy("pytorch").value();
    chosen.overrides = {{.target = "y", .dtype = DType::Float16, .members = {"no", "such"}}};
    const Decisions decisions = decide(graph, chosen).value();
    QCOMPARE(decisions.findings().front().id, std::string("policy.override-no-target"));
}

void TestOverrideFile::brokenFilesHaveAPlace_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* name, const char* text, const char* place) {
        QTest::addRow("%s", name) << text << place;
    };
    row("no JSON", "{\"calls\": [,]}", "1:12");
    row("a list", "[]", "1:1");
    row("an unknown member", "{\n \"group\": {}}", "2:2");
    row("a group that is a name", "{\"groups\": {\"head\": \"a\"}}", "1:21");
    row("an empty group", "{\"groups\": {\"head\": []}}", "1:21");
    row("a number in a group", "{\"groups\": {\"head\": [\"a\", 1]}}", "1:27");
    row("calls that are no list", "{\"calls\": {}}", "1:11");
    row("an unknown call", "{\"calls\": [{\"to_half\": \"a\"}]}", "1:13");
    row("a call without a type", "{\"calls\": [\n {\"to_float\": \"a\"}]}", "2:2");
    row("a call to a type that is none", "{\"calls\": [{\"to_float\": \"a\", \"type\": \"int8\"}]}", "1:12");
    row("something behind it", "{}\n{}", "2:1");
}

void TestOverrideFile::brokenFilesHaveAPlace()
{
    QFETCH(const QString, text);
    QFETCH(const QString, place);
    const auto file = parseOverrides(text.toStdString(), "calls.json");
    QVERIFY(!file);
    QCOMPARE(file.error().where, std::string("calls.json"));
    QCOMPARE(QString("%1:%2").arg(file.error().line).arg(file.error().column), place);
    QVERIFY(!file.error().remedy.empty());
}

QTEST_APPLESS_MAIN(TestOverrideFile)
#include "tst_overridefile.moc"
