// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/commands.h"
#include "gui/export/exporttable.h"
#include "gui/mixlist/typelistmodel.h"
#include "gui/models/findingsmodel.h"
#include "gui/models/opsmodel.h"
#include "tests/gui/guitest.h"

#include <QAbstractItemModelTester>
#include <QMimeData>
#include <QStandardItemModel>

using namespace halftone;

class TestModels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();

    void theOperatorTableShowsTheDecisions();
    void theOperatorTableMarksWhatChanged();
    void operatorsAreFiltered_data();
    void operatorsAreFiltered();
    void operatorsAreSortedByPhaseInTheOrderOfTraining();
    void theGravestFindingsComeFirst();
    void typesOfTheModelComeFirst();
    void typesKnowWhatTheListDoesWithThem_data();
    void typesKnowWhatTheListDoesWithThem();
    void draggedTypesAreNamesOneALine();
    void csvQuotesWhatNeedsIt();

private:
    std::unique_ptr<Document> m_document;
};

void TestModels::initTestCase()
{
    m_document = std::make_unique<Document>();
    QVERIFY(test::openSample(*m_document));
}

void TestModels::theOperatorTableShowsTheDecisions()
{
    OpsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setJudgement(m_document->judgement(), std::vector<NodeId>());
    QCOMPARE(model.rowCount(), static_cast<int>(m_document->graph()->nodeCount()));
    const NodeId conv = test::nodeOfType(*m_document, "Conv");
    const int row = model.rowOf(conv);
    const auto cell = [&](int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(cell(OpsModel::kType), "Conv");
    QCOMPARE(cell(OpsModel::kAscendTypes), "Conv2D");
    QCOMPARE(cell(OpsModel::kList), "white");
    QCOMPARE(cell(OpsModel::kTypes), "float32 → float16");
    QVERIFY(cell(OpsModel::kReason).startsWith("white"));
    QCOMPARE(cell(OpsModel::kPhase), "forward");
    QCOMPARE(model.index(row, 0).data(kNodeRole).toUInt(), conv.index);
    model.setJudgement(nullptr, std::vector<NodeId>());
    QCOMPARE(model.rowCount(), 0);
}

void TestModels::theOperatorTableMarksWhatChanged()
{
    OpsModel model;
    OpsFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    model.setJudgement(m_document->judgement(), m_document->changed());
    QVERIFY(!m_document->changed().empty());
    const int row = model.rowOf(test::nodeOfType(*m_document, "Conv"));
    QCOMPARE(model.index(row, OpsModel::kChanged).data().toString(), "●");
    filter.setOnlyChanged(true);
    QCOMPARE(filter.rowCount(), static_cast<int>(m_document->changed().size()));
    m_document->undoStack().undo();
}

void TestModels::operatorsAreFiltered_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("type");
    QTest::addRow("by type") << "maxpool" << "MaxPool";
    QTest::addRow("by Ascend type") << "conv2d" << "Conv";
    QTest::addRow("by two words in any order") << "white conv" << "Conv";
    QTest::addRow("by the rule") << "follows relu" << "Relu";
}

void TestModels::operatorsAreFiltered()
{
    QFETCH(const QString, words);
    QFETCH(const QString, type);
    OpsModel model;
    OpsFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setJudgement(m_document->judgement(), std::vector<NodeId>());
    filter.setWords(words);
    QVERIFY(filter.rowCount() > 0);
    QVERIFY(filter.rowCount() < model.rowCount());
    for (int row = 0; row < filter.rowCount(); ++row)
        QCOMPARE(filter.index(row, OpsModel::kType).data().toString(), type);
    filter.setWords("no such words");
    QCOMPARE(filter.rowCount(), 0);
}

void TestModels::operatorsAreSortedByPhaseInTheOrderOfTraining()
{
    Document document;
    QVERIFY(test::openSample(document));
    document.show(Document::Shown::Training);
    OpsModel model;
    OpsFilter filter;
    filter.setSourceModel(&model);
    model.setJudgement(document.judgement(), std::vector<NodeId>());
    filter.sort(OpsModel::kPhase, Qt::DescendingOrder);
    QCOMPARE(filter.index(0, OpsModel::kPhase).data().toString(), "update");
    filter.sort(OpsModel::kPhase, Qt::AscendingOrder);
    QCOMPARE(filter.index(0, OpsModel::kPhase).data().toString(), "forward");
}

void TestModels::theGravestFindingsComeFirst()
{
    FindingsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setFindings({{.id = "graph.sorted", .where = "", .message = "a note", .node = {}},
        {.id = "judge.no-kernel", .where = "Conv_1", .message = "a problem", .node = NodeId{7}},
        {.id = "judge.unmapped", .where = "", .message = "a warning", .node = {}}});
    QCOMPARE(model.index(0, FindingsModel::kMessage).data().toString(), "a problem");
    QCOMPARE(model.index(0, FindingsModel::kMessage).data(kNodeRole).toUInt(), 7u);
    QCOMPARE(model.index(1, FindingsModel::kMessage).data().toString(), "a warning");
    QCOMPARE(model.index(2, FindingsModel::kMessage).data().toString(), "a note");
    QVERIFY(!model.index(0, FindingsModel::kRemedy).data().toString().isEmpty());
    QCOMPARE(model.countOf(Severity::Warning), std::size_t{1});
}

void TestModels::typesOfTheModelComeFirst()
{
    const Judgement& judgement = *m_document->judgement();
    const std::vector<TypeRow> rows = typeRows(judgement.library(), judgement.typeUses(), {});
    QVERIFY(rows.size() > 1000);
    QVERIFY(rows.front().uses > 0);
    QVERIFY(std::ranges::is_partitioned(rows, &TypeRow::isShownAlways));
    const auto conv = std::ranges::find(rows, "Conv2D", &TypeRow::type);
    QCOMPARE(conv->uses, std::size_t{2});
    QCOMPARE(conv->onnxTypes, "Conv");
    QCOMPARE(conv->list, List::White);
}

void TestModels::typesKnowWhatTheListDoesWithThem_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("type");
    QTest::addColumn<List>("list");
    QTest::addColumn<TypeRow::Mark>("mark");
    QTest::addColumn<bool>("isInLibrary");
    QTest::addRow("added to black") << R"({"black-list":{"to-add":["Conv2D"]}})" << "Conv2D" << List::Black
                                    << TypeRow::Mark::Added << true;
    QTest::addRow("removed from white") << R"({"white-list":{"to-remove":["Conv2D"]}})" << "Conv2D"
                                        << List::Gray << TypeRow::Mark::Removed << true;
    QTest::addRow("unknown name") << R"({"black-list":{"to-add":["MatMu1V2"]}})" << "MatMu1V2" << List::Black
                                  << TypeRow::Mark::Added << false;
    QTest::addRow("not named") << R"({"black-list":{"to-add":["MatMu1V2"]}})" << "Conv2D" << List::White
                               << TypeRow::Mark::None << true;
}

void TestModels::typesKnowWhatTheListDoesWithThem()
{
    QFETCH(const QString, json);
    QFETCH(const QString, type);
    const auto loaded = parseMixlist(json.toStdString(), "");
    QVERIFY(loaded);
    TypeListModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Judgement& judgement = *m_document->judgement();
    model.setRows(typeRows(judgement.library(), judgement.typeUses(), loaded->mixlist));
    const auto row = std::ranges::find(model.rows(), type, &TypeRow::type);
    QVERIFY(row != model.rows().end());
    QTEST(row->list, "list");
    QTEST(row->mark, "mark");
    QTEST(row->isInLibrary, "isInLibrary");
    TypeListFilter filter(row->list, nullptr);
    filter.setSourceModel(&model);
    QVERIFY(!filter.match(filter.index(0, 0), kNameRole, type, 1, Qt::MatchExactly).isEmpty());
}

void TestModels::draggedTypesAreNamesOneALine()
{
    TypeListModel model;
    const Judgement& judgement = *m_document->judgement();
    model.setRows(typeRows(judgement.library(), judgement.typeUses(), {}));
    const std::unique_ptr<QMimeData> data(model.mimeData({model.index(0, 0), model.index(1, 0)}));
    QVERIFY(data->hasFormat(TypeListModel::mimeType()));
    QCOMPARE(data->text(), model.row(0).type + '\n' + model.row(1).type);
    QVERIFY(model.flags(model.index(0, 0)).testFlag(Qt::ItemIsDragEnabled));
}

void TestModels::csvQuotesWhatNeedsIt()
{
    QStandardItemModel table(1, 3);
    table.setHorizontalHeaderLabels({"a", "b,c", "d"});
    table.setItem(0, 0, new QStandardItem("plain"));
    table.setItem(0, 1, new QStandardItem("say \"x\""));
    table.setItem(0, 2, new QStandardItem("two\nlines"));
    QCOMPARE(toCsv(table), "a,\"b,c\",d\r\nplain,\"say \"\"x\"\"\",\"two\nlines\"\r\n");
}

QTEST_MAIN(TestModels)
#include "tst_models.moc"
