// SPDX-License-Identifier: GPL-3.0-or-later
//
// Modes side by side: what the columns decide, which operators differ, and the view over them.
#include "gui/compare/comparecard.h"
#include "gui/compare/comparetable.h"
#include "gui/compare/compareview.h"
#include "gui/document/commands.h"
#include "gui/graph/graphview.h"
#include "gui/models/columntable.h"
#include "gui/shell/modecombo.h"
#include "tests/gui/guitest.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

using namespace halftone;

class TestCompare : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void columnsDecideAsTheEngineDoes();
    void everyDifferenceIsFoundAndNothingElse();
    void differencesAreWalkedAroundTheEnds();
    void columnsFollowTheDocumentsList();
    void columnsReadTheOptionsOfTheWindow();
    void anOwnLibraryIsOfferedInEveryColumn();
    void nothingIsJudgedWhileNobodyLooks();
    void columnsComeAndGo();
    void theTableShowsOnlyDifferences();
    void graphsMoveTogether();
    void selectingInTheTableSelectsEverywhere();
    void anImpossibleModeSaysWhy();

private:
    template <typename T>
    T* find(const char* name) const
    {
        return m_view->findChild<T*>(QLatin1String(name));
    }
    void choose(const char* combo, const char* name);

    std::unique_ptr<Document> m_document;
    std::unique_ptr<CompareView> m_view;
};

void TestCompare::init()
{
    m_document = std::make_unique<Document>();
    QSignalSpy opened(m_document.get(), &Document::trainingChanged);
    m_document->open(QString::fromUtf8(kSampleModel.data(), qsizetype(kSampleModel.size())));
    QVERIFY(opened.wait());
    m_view = std::make_unique<CompareView>(*m_document);
    m_view->resize(1280, 740);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestCompare::cleanup()
{
    m_view.reset();
    m_document.reset();
}

void TestCompare::choose(const char* combo, const char* name)
{
    auto* modes = find<ModeCombo>(combo);
    const int row = modes->findText(QLatin1String(name));
    QVERIFY2(row >= 0, name);
    modes->setCurrentIndex(row);
    emit modes->activated(row);
}

void TestCompare::columnsDecideAsTheEngineDoes()
{
    for (const ComparedColumn& column : m_view->comparison().columns()) {
        const Policy policy{.choice = column.choice, .soc = column.soc};
        const auto expected = decide(m_document->graph(), policy.precision());
        QVERIFY(expected);
        for (NodeId node : m_document->graph()->nodes())
            QVERIFY(std::ranges::equal(
                column.judgement->decisions().outputDTypes(node), expected->outputDTypes(node)));
    }
}

void TestCompare::everyDifferenceIsFoundAndNothingElse()
{
    choose("compareModeC", "cube_fp16in_fp32out");
    const ColumnComparison& comparison = m_view->comparison();
    const auto typesOf = [&](std::size_t column, NodeId node) {
        const Decisions& decisions = comparison.columns()[column].judgement->decisions();
        std::vector<DType> types(decisions.inputDTypes(node).begin(), decisions.inputDTypes(node).end());
        types.insert(types.end(), decisions.outputDTypes(node).begin(), decisions.outputDTypes(node).end());
        return types;
    };
    bool anyDiffers = false;
    for (NodeId node : m_document->graph()->nodes()) {
        bool differs = false;
        for (std::size_t column = 1; column < comparison.columns().size(); ++column) {
            const bool here = typesOf(column, node) != typesOf(0, node);
            QCOMPARE(comparison.columns()[column].differsAt(node), here);
            differs = differs || here;
        }
        QCOMPARE(comparison.columns()[0].differsAt(node), differs);
        anyDiffers = anyDiffers || differs;
    }
    QVERIFY(anyDiffers);
}

void TestCompare::differencesAreWalkedAroundTheEnds()
{
    choose("compareModeB", "must_keep_origin_dtype");
    const std::vector<NodeId> all = m_view->comparison().differences();
    QVERIFY(all.size() > 2);
    m_view->goToDifference(1);
    QCOMPARE(m_document->selection(), all[0]);
    QTest::mouseClick(find<QPushButton>("compareNext"), Qt::LeftButton);
    QCOMPARE(m_document->selection(), all[1]);
    QTest::mouseClick(find<QPushButton>("comparePrevious"), Qt::LeftButton);
    QTest::mouseClick(find<QPushButton>("comparePrevious"), Qt::LeftButton);
    QCOMPARE(m_document->selection(), all.back());
    m_view->goToDifference(1);
    QCOMPARE(m_document->selection(), all.front());
}

void TestCompare::columnsFollowTheDocumentsList()
{
    const NodeId conv = test::nodeOfType(*m_document, "Conv");
    choose("compareModeC", "mixed_float16");
    choose("compareModeB", "mixed_float16"); // another spelling of what A has
    QVERIFY(m_view->comparison().columns()[1].way.differences.empty());
    QCOMPARE(find<QLabel>("compareCount")->text(), "All columns decide alike");
    QTest::keyClick(find<QComboBox>("compareVariantB"), Qt::Key_Down); // from my lists to the built-in ones
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    const auto precision = [&](std::size_t column) {
        return m_view->comparison().columns()[column].judgement->decisions().precision(conv);
    };
    QCOMPARE(precision(0), DType::Float32);
    QCOMPARE(precision(1), DType::Float16);
    QVERIFY(m_view->comparison().columns()[1].differsAt(conv));
    m_document->undoStack().undo();
    QVERIFY(m_view->comparison().columns()[1].way.differences.empty());
}

void TestCompare::columnsReadTheOptionsOfTheWindow()
{
    const auto conv = [this](std::size_t column) {
        return m_view->comparison().columns()[column].judgement->decisions().precision(
            test::nodeOfType(*m_document, "Conv"));
    };
    choose("compareModeB", "TensorFlow grappler");
    choose("compareModeC", "TensorFlow grappler");
    m_view->comparison().setUsesEdits(2, false);
    QCOMPARE(conv(1), DType::Float16);
    PolicyOptions options;
    options.tensorFlow.allowRemove = {"Conv2D"};
    changeOptions(*m_document, options);
    QCOMPARE(conv(1), DType::Float32);
    QVERIFY2(conv(2) == DType::Float16, "the built-in lists know no options");
    const std::string command = comparisonCommand(m_view->comparison().report(), {});
    QVERIFY2(command.contains("ALLOWLIST_REMOVE=Conv2D"), command.c_str());
}

void TestCompare::anOwnLibraryIsOfferedInEveryColumn()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("aic-ascend910b-ops-info.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        R"({"Conv2D": {"input0": {"name": "x", "paramType": "required", "dtype": "float16,float", "format": "ND,ND"},
        "output0": {"name": "y", "paramType": "required", "dtype": "float16,float", "format": "ND,ND"}}})");
    file.close();
    PolicyOptions options;
    QVERIFY(findPolicyOption("operator library")->set(options, path));
    const OpLibrary* own = options.library.get();
    changeOptions(*m_document, options);
    const auto library = [this](std::size_t column) {
        return &m_view->comparison().columns()[column].judgement->library();
    };
    QCOMPARE(library(0), own);
    auto* chips = find<ChipCombo>("compareChipA");
    QCOMPARE(chips->currentText(), QString("own library"));
    const auto chooseChip = [chips](int row) {
        chips->setCurrentIndex(row);
        emit chips->activated(row);
    };
    chooseChip(chips->findData("ascend910b"));
    QCOMPARE(library(0), OpLibrary::embedded("ascend910b")->get());
    QVERIFY2(library(1) == own, "the other columns stay");
    chips = find<ChipCombo>("compareChipA");
    chooseChip(chips->findText("own library"));
    QCOMPARE(library(0), own);
    QCOMPARE(m_view->comparison().columns()[0].way.library, path.toStdString());
}

void TestCompare::nothingIsJudgedWhileNobodyLooks()
{
    QSignalSpy judged(&m_view->comparison(), &ColumnComparison::judged);
    m_view->hide();
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    QCOMPARE(judged.count(), 0);
    m_view->show();
    QCOMPARE(judged.count(), 1);
}

void TestCompare::columnsComeAndGo()
{
    const std::size_t before = m_view->comparison().columns().size();
    while (m_view->comparison().columns().size() < ColumnComparison::kMostColumns)
        QTest::mouseClick(find<QPushButton>("compareAdd"), Qt::LeftButton);
    QVERIFY(!find<QPushButton>("compareAdd")->isEnabled());
    QSet<QString> names;
    for (const ComparedColumn& column : m_view->comparison().columns())
        names += QString::fromStdString(column.choice->name);
    QCOMPARE(names.size(), static_cast<qsizetype>(ColumnComparison::kMostColumns));
    QVERIFY2(!find<GraphView>("compareGraphE"), "a fifth graph would be too narrow");
    while (m_view->comparison().columns().size() > 2)
        QTest::mouseClick(find<QToolButton>("compareRemoveB"), Qt::LeftButton);
    QVERIFY(before > 2);
    QVERIFY(!find<QToolButton>("compareRemoveA")->isEnabled());
    QCOMPARE(m_view->shownTable().columnCount(), CompareModel::kFirstDecision + 2 + 1); // and why
}

void TestCompare::theTableShowsOnlyDifferences()
{
    choose("compareModeB", "mixed_float16");
    choose("compareModeC", "PyTorch autocast float16");
    const auto different = static_cast<int>(m_view->comparison().differences().size());
    QCOMPARE(m_view->shownTable().rowCount(), different);
    QTest::mouseClick(find<QCheckBox>("compareOnlyDifferences"), Qt::LeftButton);
    QCOMPARE(m_view->shownTable().rowCount(), static_cast<int>(m_document->graph()->nodeCount()));
    QTest::keyClicks(find<QLineEdit>("compareFilter"), "conv2");
    QCOMPARE(m_view->shownTable().rowCount(), 1);
    const QModelIndex cell = m_view->shownTable().index(0, CompareModel::kFirstDecision);
    QVERIFY(cell.data(Qt::DisplayRole).toString().startsWith("float16"));
    QVERIFY(!cell.data(Qt::ToolTipRole).toString().isEmpty());
}

void TestCompare::graphsMoveTogether()
{
    auto* first = find<GraphView>("compareGraphA");
    auto* second = find<GraphView>("compareGraphB");
    QVERIFY(first && second && first->picture() && second->picture());
    QVERIFY2(
        first->picture()->places == second->picture()->places, "one layout, so that places can be compared");
    second->setZoom(1.5, {});
    second->centreOn({10, 300});
    QCOMPARE(first->zoom(), second->zoom());
    const QPointF offset = first->visibleScene().center() - second->visibleScene().center();
    QVERIFY(qAbs(offset.x()) < 1 && qAbs(offset.y()) < 1);
}

void TestCompare::selectingInTheTableSelectsEverywhere()
{
    choose("compareModeC", "must_keep_origin_dtype");
    auto* table = find<QTableView>("compareTable");
    table->setFocus();
    table->setCurrentIndex(table->model()->index(1, 0));
    const NodeId node{table->model()->index(1, 0).data(kNodeRole).toUInt()};
    QCOMPARE(m_document->selection(), node);
    QCOMPARE(find<GraphView>("compareGraphB")->selectedNode(), node);
}

void TestCompare::anImpossibleModeSaysWhy()
{
    choose("compareModeB", "mixed_bfloat16");
    m_view->comparison().setChip(1, "ascend910");
    QVERIFY2(find<QLabel>("compareSummaryB")->text().startsWith("Not possible"),
        qPrintable(find<QLabel>("compareSummaryB")->text()));
}

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
