// SPDX-License-Identifier: GPL-3.0-or-later
//
// What must hold for every graph, list and mode, tried on graphs by chance.
#include "analysis/casts/castinsertion.h"
#include "analysis/judge/explain.h"
#include "analysis/judge/graphjudge.h"
#include "analysis/judge/modeoptions.h"
#include "analysis/judge/rules.h"
#include "tests/analysis/decisiontext.h"
#include "tests/analysis/listwords.h"
#include "tests/support/randomgraph.h"

#include <QTest>

#include <set>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr std::uint32_t kSeeds = 30;

void addSeeds()
{
    QTest::addColumn<quint32>("seed");
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed)
        QTest::addRow("graph %u", seed) << seed;
}

// A chip and a mode that it can run, by chance.
JudgeInput randomInput(std::mt19937& random)
{
    const std::span<const ChipTraits> chips = OpLibrary::chips();
    while (true) {
        const ChipTraits& chip = chips[random() % chips.size()];
        const Mode mode = modeNames()[random() % modeNames().size()].mode;
        if (!refusalOf(mode, chip))
            return {OpLibrary::embedded(chip.soc)->get(), mode, nullptr};
    }
}

// Moves some types of the library, mostly such as occur in the graph.
Mixlist randomMixlist(std::mt19937& random, const OpLibrary& chip, const Decisions& decisions)
{
    std::vector<std::string> types;
    for (NodeId node : decisions.graph()->nodes()) {
        for (const PartDecision& part : decisions.parts(node))
            types.push_back(part.ascendType);
    }
    Mixlist list;
    for (int i = 0; i < 4; ++i) {
        const std::string& type = random() % 4 == 0 ? chip.ops()[random() % chip.ops().size()].type
                                                    : types[random() % types.size()];
        const LibraryOp* op = chip.find(type);
        list = withOpInList(list, type, op ? op->list : List::Gray, static_cast<List>(random() % 3));
    }
    return list;
}

// All of a judgement: decisions with their reasons, parts, engines, findings.
QStringList everything(const Decisions& decisions)
{
    QStringList lines = describe(decisions);
    for (NodeId node : decisions.graph()->nodes()) {
        for (const PartDecision& part : decisions.parts(node))
            lines << QString::fromStdString(part.ascendType) + ' ' + name(part.list).data() + ' ' +
                    name(part.engine).data() + ' ' + QString::fromUtf8(part.rule) + ' ' +
                    test::words(part.inputs) + '>' + test::words(part.outputs) +
                    QStringLiteral(" %1 %2 %3 %4")
                        .arg(part.decidedBy.index)
                        .arg(static_cast<int>(part.source.kind))
                        .arg(part.source.entry)
                        .arg(part.source.line);
    }
    for (ValueId value : decisions.graph()->values())
        lines << test::word(decisions.produced(value));
    for (const Finding& finding : decisions.findings())
        lines << QString::fromStdString(finding.id + ' ' + finding.where + ' ' + finding.message);
    return lines;
}

}

class TestJudgeProperties : public QObject
{
    Q_OBJECT

private slots:
    void decidingTwiceIsEqual_data() { addSeeds(); }
    void decidingTwiceIsEqual();
    void decidingAgainAfterEditsIsDecidingAnew_data() { addSeeds(); }
    void decidingAgainAfterEditsIsDecidingAnew();
    void keepingFloat32InsertsNoCast_data() { addSeeds(); }
    void keepingFloat32InsertsNoCast();
    void namesChangeNothing_data() { addSeeds(); }
    void namesChangeNothing();
    void reasonsEndAtAListAnInputOrTheMode_data() { addSeeds(); }
    void reasonsEndAtAListAnInputOrTheMode();
    void exportedListsDecideTheSame_data() { addSeeds(); }
    void exportedListsDecideTheSame();
    void insertedCastsLeaveNoMismatch_data() { addSeeds(); }
    void insertedCastsLeaveNoMismatch();
};

void TestJudgeProperties::decidingTwiceIsEqual()
{
    QFETCH(const quint32, seed);
    std::mt19937 random(seed);
    const GraphPtr graph = randomGraph(seed);
    for (int i = 0; i < 5; ++i) {
        const JudgeInput input = randomInput(random);
        QCOMPARE(everything(judge(graph, input).value()), everything(judge(graph, input).value()));
    }
}

// One object that is asked again and again says what a new one would; what it said before does not change.
void TestJudgeProperties::decidingAgainAfterEditsIsDecidingAnew()
{
    QFETCH(const quint32, seed);
    std::mt19937 random(seed);
    const GraphPtr graph = randomGraph(seed, {.nodes = 120});
    GraphJudge again(graph);
    Mixlist list;
    JudgeInput input{&library("910b"), Mode::MixFp16, nullptr};
    const Decisions first = again.decide(input).value();
    const QStringList firstText = everything(first);
    for (int i = 0; i < 40; ++i) {
        if (random() % 8 == 0)
            input.mode = random() % 2 == 0 ? Mode::MixFp16 : Mode::MixBf16;
        if (random() % 12 == 0)
            input.library = random() % 2 == 0 ? &library("910b") : &library("310b");
        list = random() % 5 == 0 ? Mixlist{} : randomMixlist(random, *input.library, first);
        input.mixlist = &list;
        QCOMPARE(everything(again.decide(input).value()), everything(judge(graph, input).value()));
    }
    QCOMPARE(everything(first), firstText);
}

void TestJudgeProperties::keepingFloat32InsertsNoCast()
{
    QFETCH(const quint32, seed);
    const GraphPtr graph = randomGraph(seed, {.isAllFloat32 = true});
    for (const char* soc : {"910b", "910", "310p"}) {
        const Decisions decisions = judge(graph, {&library(soc), Mode::KeepOrigin, nullptr}).value();
        QVERIFY(findCasts(decisions).empty());
        const MixedGraph mixed = insertCasts(decisions);
        QCOMPARE(mixed.graph->nodeCount(), graph->nodeCount());
        for (NodeId node : graph->nodes()) {
            QCOMPARE(mixed.graph->node(node).name, graph->node(node).name);
            QVERIFY(std::ranges::equal(mixed.graph->inputs(node), graph->inputs(node)));
            QVERIFY(std::ranges::equal(mixed.graph->outputs(node), graph->outputs(node)));
        }
        for (ValueId value : graph->values()) {
            QCOMPARE(mixed.graph->value(value).name, graph->value(value).name);
            QCOMPARE(mixed.graph->value(value).dtype, graph->value(value).dtype);
        }
    }
}

void TestJudgeProperties::namesChangeNothing()
{
    QFETCH(const quint32, seed);
    std::mt19937 random(seed);
    const JudgeInput input = randomInput(random);
    const QString renamed =
        everything(judge(randomGraph(seed, {.prefix = "other_"}), input).value()).join('\n').remove("other_");
    QCOMPARE(renamed, everything(judge(randomGraph(seed), input).value()).join('\n'));
}

// Whoever follows names whom; the last one in a chain was decided by a list, a mode, a graph input, a
// constant or the library, and the explanation says so.
void TestJudgeProperties::reasonsEndAtAListAnInputOrTheMode()
{
    QFETCH(const quint32, seed);
    std::mt19937 random(seed);
    const std::set<std::string_view> followers{
        rules::kGrayFollows, rules::kGrayLooksThrough, rules::kNullKernel};
    const GraphPtr graph = randomGraph(seed);
    for (int i = 0; i < 4; ++i) {
        const JudgeInput input = randomInput(random);
        const Decisions decisions = judge(graph, input).value();
        for (NodeId node : graph->nodes()) {
            NodeId last = node;
            for (NodeId next = decisions.node(node).decidedBy; next.isValid();
                next = decisions.node(next).decidedBy) {
                QVERIFY(next < last); // so it ends
                last = next;
            }
            const NodeDecision& end = decisions.node(last);
            // A null kernel behind a graph input or a constant follows nobody.
            if (followers.contains(end.rule) && end.rule != rules::kNullKernel)
                QVERIFY2(decisions.parts(last).size() > 1, end.rule.data());
            const Explanation why = explain(decisions, node, input);
            QVERIFY(why.steps.size() >= 2);
            for (const Explanation::Step& step : why.steps)
                QVERIFY2(step.text.ends_with('.'), step.text.c_str());
            QVERIFY(!ruleOf(end.rule).title.empty());
        }
    }
}

void TestJudgeProperties::exportedListsDecideTheSame()
{
    QFETCH(const quint32, seed);
    std::mt19937 random(seed);
    const GraphPtr graph = randomGraph(seed);
    const OpLibrary& chip = library("910b");
    const Decisions plain = judge(graph, {&chip, Mode::MixFp16, nullptr}).value();
    for (int i = 0; i < 10; ++i) {
        const Mixlist list = randomMixlist(random, chip, plain);
        const Mixlist read = parseMixlist(writeMixlist(list), "ops_info.json").value().mixlist;
        const Decisions before = judge(graph, {&chip, Mode::MixFp16, &list}).value();
        const Decisions after = judge(graph, {&chip, Mode::MixFp16, &read}).value();
        QCOMPARE(describe(after), describe(before));
    }
}

void TestJudgeProperties::insertedCastsLeaveNoMismatch()
{
    QFETCH(const quint32, seed);
    std::mt19937 random(seed);
    const GraphPtr graph = randomGraph(seed);
    for (int i = 0; i < 5; ++i) {
        const JudgeInput input = randomInput(random);
        const Decisions decisions = judge(graph, input).value();
        const MixedGraph mixed = insertCasts(decisions);
        QVERIFY(verify(*mixed.graph).empty());
        for (NodeId node : graph->nodes()) {
            const std::span<const ValueId> inputs = mixed.graph->inputs(mixed.nodeOf[node]);
            for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
                if (inputs[slot].isValid() && decisions.inputDTypes(node)[slot] != DType::Undefined)
                    QCOMPARE(mixed.graph->value(inputs[slot]).dtype, decisions.inputDTypes(node)[slot]);
            }
            const std::span<const ValueId> outputs = mixed.graph->outputs(mixed.nodeOf[node]);
            for (std::size_t slot = 0; slot < outputs.size(); ++slot)
                QCOMPARE(mixed.graph->value(outputs[slot]).dtype, decisions.outputDTypes(node)[slot]);
        }
        for (std::size_t output = 0; output < graph->graphOutputs().size(); ++output)
            QCOMPARE(mixed.graph->value(mixed.graph->graphOutputs()[output]).dtype,
                graph->value(graph->graphOutputs()[output]).dtype);
        QVERIFY(findCasts(Decisions(mixed.graph)).empty());
    }
}

QTEST_APPLESS_MAIN(TestJudgeProperties)
#include "tst_judgeproperties.moc"
