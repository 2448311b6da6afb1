// SPDX-License-Identifier: GPL-3.0-or-later
//
// Models from the world: each decides under every mode on every chip, and under every policy.
#include "analysis/casts/castinsertion.h"
#include "analysis/graph/graphbuilder.h"
#include "analysis/judge/explain.h"
#include "analysis/judge/graphjudge.h"
#include "analysis/judge/modeoptions.h"
#include "analysis/onnx/import.h"
#include "analysis/policy/policy.h"
#include "tests/analysis/decisiontext.h"
#include "tests/support/models.h"

#include <set>

using namespace halftone;

namespace {

void addModels()
{
    HALFTONE_NEED_SHARED("corpus/README.md");
    test::addModelRows({"real_models", "light_models", "train_models", "train_models/edge"});
}

// Weights beside the model do not matter for decisions. Nothing for a file that is broken on purpose.
GraphPtr open(const QString& path)
{
    const QByteArray bytes = test::readAll(path);
    const auto model = importOnnx(
        std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))), path.toStdString(),
        {.dims = {}, .readExternal = {}, .missingData = ImportOptions::MissingData::Tolerate});
    return model ? model->graph : nullptr;
}

void checkSlots(const Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    for (NodeId node : graph.nodes()) {
        for (const PartDecision& part : decisions.parts(node))
            QVERIFY(!part.ascendType.empty());
        QVERIFY(!decisions.node(node).rule.empty());
        for (std::size_t i = 0; i < graph.node(node).bodies.size(); ++i)
            checkSlots(decisions.body(node, i));
    }
}

}

class TestJudgeModels : public QObject
{
    Q_OBJECT

private slots:
    void everyModeDecidesOnEveryChip_data() { addModels(); }
    void everyModeDecidesOnEveryChip();
    void everyPolicyDecides_data() { addModels(); }
    void everyPolicyDecides();
};

void TestJudgeModels::everyModeDecidesOnEveryChip()
{
    QFETCH(const QString, path);
    HALFTONE_NEED_MODEL(path);
    const GraphPtr graph = open(path);
    if (!graph)
        QSKIP("not a readable model");
    GraphJudge again(graph); // one for all, so that going from mode to mode is tried, too
    std::set<Mode> modes;
    for (const ModeName& mode : modeNames())
        modes.insert(mode.mode);
    for (const ChipTraits& chip : OpLibrary::chips()) {
        for (const Mode mode : modes) {
            const JudgeInput input{OpLibrary::embedded(chip.soc)->get(), mode, nullptr};
            const auto decisions = again.decide(input);
            QCOMPARE(!decisions, refusalOf(mode, chip).has_value());
            if (!decisions)
                continue;
            checkSlots(*decisions);
            for (const Finding& finding : decisions->findings())
                QCOMPARE(kindOf(finding).id, finding.id);
        }
        const JudgeInput input{OpLibrary::embedded(chip.soc)->get(), Mode::MixFp16, nullptr};
        const Decisions decisions = judge(graph, input).value();
        QCOMPARE(test::describe(decisions), test::describe(again.decide(input).value()));
        QVERIFY(verify(*insertCasts(decisions).graph).empty());
        if (graph->nodeCount() == 0)
            continue;
        const NodeId last{static_cast<std::uint32_t>(graph->nodeCount()) - 1};
        QVERIFY(!explain(decisions, last, input).steps.empty());
    }
}

// A tool may refuse a model, as onnxconverter-common does one that has FP16; then it says why.
void TestJudgeModels::everyPolicyDecides()
{
    QFETCH(const QString, path);
    HALFTONE_NEED_MODEL(path);
    const GraphPtr graph = open(path);
    if (!graph)
        QSKIP("not a readable model");
    std::vector<PrecisionPolicy> policies;
    for (const PolicyDef& row : policyTable())
        policies.push_back(makePolicy(row.id).value());
    for (const char* level : {"O0", "O1", "O3", "auto"})
        policies.push_back({.settings = MindSporeSettings{.level = level}, .overrides = {}});
    for (const PrecisionPolicy& policy : policies) {
        const auto decisions = decide(graph, policy);
        if (!decisions) {
            QVERIFY(!decisions.error().code.empty() && !decisions.error().remedy.empty());
            continue;
        }
        QVERIFY(verify(*insertCasts(*decisions).graph).empty());
        checkSlots(*decisions);
        for (const Finding& finding : decisions->findings())
            QCOMPARE(kindOf(finding).id, finding.id);
        if (graph->nodeCount() == 0)
            continue;
        const NodeId last{static_cast<std::uint32_t>(graph->nodeCount()) - 1};
        QVERIFY(!explain(*decisions, last, policy).steps.empty());
    }
}

QTEST_APPLESS_MAIN(TestJudgeModels)
#include "tst_judgemodels.moc"
