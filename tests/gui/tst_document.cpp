// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/commands.h"
#include "tests/gui/guitest.h"
#include "tests/support/onnxmodel.h"

#include <QTemporaryDir>

#include <future>

using namespace halftone;

namespace {

// Everything of a document that an undo step must bring back.
struct Snapshot
{
    Policy policy;
    PrecisionSummary summary;
    std::vector<DType> precisions;
    std::vector<Finding> findings;
    bool operator==(const Snapshot&) const = default;
};

Snapshot snapshotOf(const Document& document)
{
    Snapshot snapshot{document.policy(), document.judgement()->summary(), {}, document.findings()};
    for (NodeId node : document.graph()->nodes())
        snapshot.precisions.push_back(document.judgement()->decisions().precision(node));
    return snapshot;
}

}

class TestDocument : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void aModelOpensOnAnotherThread();
    void aMissingFileIsAnErrorWithARemedy();
    void everyEditIsUndoneToAnEqualDocument_data();
    void everyEditIsUndoneToAnEqualDocument();
    void conv2dOnTheBlackListRaisesThePrecision();
    void anEditThatChangesNothingLeavesNoStep();
    void aModeWithoutListsSaysSo();
    void everyChoiceDecidesAsTheEngineDoes_data();
    void everyChoiceDecidesAsTheEngineDoes();
    void anOverrideHoldsUnderEveryTool();
    void aChipWithoutBf16Refuses();
    void theSelectionFollowsIntoTheTrainingGraph();
    void theSelectionFollowsWhereLoopsAreWrittenOut();
    void theTitleMarkFollowsTheSavedFile();
    void adviceFixesAMisspelledName();
    void aStaleJobIsDropped();
    void aJobMayOutliveItsRunner();

private:
    std::unique_ptr<Document> m_document;
};

void TestDocument::init()
{
    m_document = std::make_unique<Document>();
    QVERIFY(test::openSample(*m_document));
}

void TestDocument::aModelOpensOnAnotherThread()
{
    Document document;
    QSignalSpy opened(&document, &Document::modelChanged);
    document.open(text(kSampleModel));
    QVERIFY(document.jobs().isBusy());
    QVERIFY(!document.hasModel());
    QVERIFY(opened.wait());
    QVERIFY(!document.jobs().isBusy());
    QVERIFY2(document.judgement(), "the model is decided while its training step is still being made");
    QTRY_VERIFY(document.hasTraining());
    QVERIFY(!document.isTrainingPending());
}

void TestDocument::aMissingFileIsAnErrorWithARemedy()
{
    QSignalSpy failed(m_document.get(), &Document::openingFailed);
    m_document->open("/no/such/model.onnx");
    QVERIFY(failed.wait());
    const auto error = failed[0][0].value<Error>();
    QVERIFY(!error.remedy.empty());
    QVERIFY2(m_document->hasModel(), "the model that was open stays open");
}

void TestDocument::everyEditIsUndoneToAnEqualDocument_data()
{
    using Edit = std::function<void(Document&)>;
    QTest::addColumn<Edit>("edit");
    QTest::addRow("a type moves to the black list")
        << Edit([](Document& d) { moveTypes(d, {"Conv2D"}, List::Black); });
    QTest::addRow("two types move at once")
        << Edit([](Document& d) { moveTypes(d, {"Conv2D", "Relu"}, List::Black); });
    QTest::addRow("the mode changes")
        << Edit([](Document& d) { changeChoice(d, test::choiceNamed("force_fp16")); });
    QTest::addRow("another tool decides")
        << Edit([](Document& d) { changeChoice(d, test::choiceNamed("PyTorch autocast float16")); });
    QTest::addRow("one operator is asked for in FP32")
        << Edit([](Document& d) { overridePrecision(d, "conv1", DType::Float32); });
    QTest::addRow("the chip changes") << Edit([](Document& d) { changeChip(d, "ascend910"); });
    QTest::addRow("a file is loaded") << Edit([](Document& d) {
        const auto loaded = parseMixlist(R"({"white-list": {"to-remove": ["MatMulV2"]}})", "ops_info.json");
        loadMixlist(d, loaded->mixlist, "/tmp/ops_info.json");
    });
    QTest::addRow("an unknown name is typed") << Edit([](Document& d) {
        const auto typed = parseMixlist(R"({"black-list": {"to-add": ["MatMu1V2"]}})", "");
        changeMixlist(d, typed->mixlist, "Edit JSON");
    });
}

void TestDocument::everyEditIsUndoneToAnEqualDocument()
{
    using Edit = std::function<void(Document&)>;
    QFETCH(const Edit, edit);
    const Snapshot before = snapshotOf(*m_document);
    edit(*m_document);
    const Snapshot after = snapshotOf(*m_document);
    QVERIFY(!(before == after));
    QVERIFY(!m_document->undoStack().undoText().isEmpty());
    m_document->undoStack().undo();
    QVERIFY(snapshotOf(*m_document) == before);
    m_document->undoStack().redo();
    QVERIFY(snapshotOf(*m_document) == after);
}

void TestDocument::conv2dOnTheBlackListRaisesThePrecision()
{
    const NodeId conv = test::nodeOfType(*m_document, "Conv");
    QVERIFY(conv.isValid());
    QCOMPARE(m_document->judgement()->decisions().precision(conv), DType::Float16);
    QSignalSpy decided(m_document.get(), &Document::decisionsChanged);
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    QCOMPARE(decided.count(), 1);
    QCOMPARE(m_document->judgement()->decisions().precision(conv), DType::Float32);
    QVERIFY(std::ranges::contains(m_document->changed(), conv));
    const auto moves = precisionMoves(*m_document->builtIn(), *m_document->judgement());
    QVERIFY(!moves.empty());
    QCOMPARE(moves.front().from, DType::Float16);
    QCOMPARE(moves.front().to, DType::Float32);
    resetTypes(*m_document, {"Conv2D"});
    QCOMPARE(m_document->judgement()->decisions().precision(conv), DType::Float16);
}

void TestDocument::anEditThatChangesNothingLeavesNoStep()
{
    moveTypes(*m_document, {"Conv2D"}, List::White); // where the library has it
    changeChoice(*m_document, *m_document->policy().choice);
    changeChip(*m_document, m_document->policy().soc);
    resetTypes(*m_document, {"Conv2D"});
    QCOMPARE(m_document->undoStack().count(), 0);
}

void TestDocument::aModeWithoutListsSaysSo()
{
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    changeChoice(*m_document, test::choiceNamed("force_fp16"));
    QVERIFY(!m_document->policy().mixlistInForce());
    QVERIFY(!m_document->judgement()->refusal());
    QVERIFY(std::ranges::contains(m_document->findings(), "mixlist.needs-mixed-mode", &Finding::id));
}

void TestDocument::everyChoiceDecidesAsTheEngineDoes_data()
{
    QTest::addColumn<int>("choice");
    for (std::size_t i = 0; i < policyChoices().size(); ++i) {
        const PolicyChoice& choice = policyChoices()[i];
        QTest::addRow("%s, %s", choice.name.c_str(), choice.group.c_str()) << static_cast<int>(i);
    }
}

void TestDocument::everyChoiceDecidesAsTheEngineDoes()
{
    QFETCH(const int, choice);
    changeChoice(*m_document, policyChoices()[static_cast<std::size_t>(choice)]);
    const Judgement& judgement = *m_document->judgement();
    const auto expected = decide(m_document->graph(), m_document->policy().precision());
    QCOMPARE(judgement.refusal().has_value(), !expected.has_value());
    for (NodeId node : m_document->graph()->nodes()) {
        if (expected)
            QVERIFY(
                std::ranges::equal(judgement.decisions().outputDTypes(node), expected->outputDTypes(node)));
        QVERIFY(!judgement.reason(node).empty());
        QVERIFY(!judgement.explain(node).steps.empty());
    }
}

void TestDocument::anOverrideHoldsUnderEveryTool()
{
    const NodeId conv = test::nodeOfType(*m_document, "Conv");
    for (const char* tool : {"allow_mix_precision_fp16", "MindSpore O3", "PyTorch autocast float16"}) {
        changeChoice(*m_document, test::choiceNamed(tool));
        overridePrecision(*m_document, "conv1", DType::Undefined);
        QCOMPARE(m_document->judgement()->decisions().precision(conv), DType::Float16);
        overridePrecision(*m_document, "conv1", DType::Float32);
        QCOMPARE(m_document->judgement()->decisions().precision(conv), DType::Float32);
        QVERIFY(m_document->judgement()->reason(conv).contains("You asked for float32"));
    }
}

void TestDocument::aChipWithoutBf16Refuses()
{
    changeChoice(*m_document, test::choiceNamed("mixed_bfloat16"));
    QVERIFY(!m_document->judgement()->refusal());
    changeChip(*m_document, "ascend910");
    QVERIFY(m_document->judgement()->refusal());
    QVERIFY(!m_document->judgement()->refusal()->remedy.empty());
    const NodeId conv = test::nodeOfType(*m_document, "Conv");
    QCOMPARE(m_document->judgement()->decisions().precision(conv), DType::Float32);
    QVERIFY(!m_document->judgement()->explain(conv).steps.empty());
    QVERIFY(!m_document->judgement()->reason(conv).empty());
}

void TestDocument::theSelectionFollowsIntoTheTrainingGraph()
{
    const NodeId conv = test::nodeOfType(*m_document, "Conv");
    const std::string name = m_document->graph()->displayName(conv);
    m_document->select(conv);
    m_document->show(Document::Shown::Training);
    QVERIFY(m_document->graph()->nodeCount() > m_document->model().forward->nodeCount());
    QCOMPARE(m_document->graph()->displayName(m_document->selection()), name);
    m_document->show(Document::Shown::Forward);
    QCOMPARE(m_document->selection(), conv);
}

// The turns of the loop, and Casts of the weights, stand in front of the last product.
void TestDocument::theSelectionFollowsWhereLoopsAreWrittenOut()
{
    QTemporaryDir folder;
    QFile file(folder.filePath("loop.onnx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const std::string model =
        test::onnxModel(R"(<ir_version: 8, opset_import: ["" : 17]> g (float[N,2] x) => (float[N,2] y)
        <int64 n = {3}, float[2,2] v = {1,2,3,4}, float16[2,2] h = {1,2,3,4}> {
            a = Loop(n, , x) < body = b (int64 i, bool on, float[N,2] s) => (bool on2, float[N,2] t) {
                on2 = Identity(on)
                t = Tanh(s)
            } >
            w = Cast<to = 1>(h)
            p = MatMul(a, w)
            r = Round(p)
            c = Add(p, r)
            y = MatMul(c, v)
        })");
    file.write(model.data(), std::ssize(model));
    file.close();
    QSignalSpy trained(m_document.get(), &Document::trainingChanged);
    m_document->open(file.fileName());
    QVERIFY(trained.wait());
    QVERIFY2(m_document->hasTraining(), "the loop has three turns");
    for (const char* id : {"graph.loop-known", "graph.master-weights"})
        QVERIFY2(std::ranges::contains(m_document->findings(), id, &Finding::id), id);
    const auto nodeMaking = [&](const char* name) {
        const ValueId value = m_document->graph()->findValue(name);
        return value.isValid() ? m_document->graph()->value(value).producer : NodeId{};
    };
    for (const char* name : {"p", "r", "y"}) {
        const NodeId node = nodeMaking(name);
        m_document->select(node);
        m_document->show(Document::Shown::Training);
        QCOMPARE(m_document->selection(), nodeMaking(name));
        m_document->show(Document::Shown::Forward);
        QCOMPARE(m_document->selection(), node);
    }
    m_document->select(nodeMaking("a"));
    m_document->show(Document::Shown::Training);
    QCOMPARE(m_document->graph()->node(m_document->selection()).opType, std::string("Identity"));
}

void TestDocument::theTitleMarkFollowsTheSavedFile()
{
    QVERIFY(!m_document->isMixlistModified());
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    QVERIFY(m_document->isMixlistModified());
    nameMixlist(*m_document, "/tmp/ops_info.json");
    m_document->markMixlistSaved("/tmp/ops_info.json", m_document->policy().mixlist);
    QVERIFY(!m_document->isMixlistModified());
    moveTypes(*m_document, {"Relu"}, List::Black);
    QVERIFY(m_document->isMixlistModified());
    m_document->undoStack().undo();
    QVERIFY(!m_document->isMixlistModified());
}

void TestDocument::adviceFixesAMisspelledName()
{
    const auto typed = parseMixlist(R"({"black-list": {"to-add": ["Conv2D", "MatMu1V2"]}})", "");
    changeMixlist(*m_document, typed->mixlist, "Edit JSON");
    QCOMPARE(m_document->advice().size(), std::size_t{1});
    const MixlistAdvice& advice = m_document->advice().front();
    QCOMPARE(advice.entry, std::size_t{1});
    QVERIFY(advice.fix);
    QVERIFY2(advice.fix->label.contains("MatMulV2"), qPrintable(advice.fix->label));
    changeMixlist(*m_document, Mixlist(advice.fix->result), advice.fix->label);
    QVERIFY(m_document->advice().empty());
}

void TestDocument::aStaleJobIsDropped()
{
    JobRunner jobs;
    QStringList results;
    const auto work = [](const QString& result) {
        return [result](const std::stop_token&) { return result; };
    };
    const auto done = [&results](const QString& result) { results.append(result); };
    jobs.start("first", work("first"), done);
    jobs.start("second", work("second"), done);
    QTRY_COMPARE(results, QStringList{"second"});
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(results, QStringList{"second"});
}

void TestDocument::aJobMayOutliveItsRunner()
{
    std::promise<void> release;
    bool delivered = false;
    {
        JobRunner jobs;
        jobs.start(
            "slow",
            [gate = release.get_future().share()](const std::stop_token& stop) {
                gate.wait();
                return stop.stop_requested();
            },
            [&](bool) { delivered = true; });
    }
    release.set_value();
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(!delivered);
}

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_document.moc"
