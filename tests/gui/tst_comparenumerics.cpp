// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers in the compare view: computed on demand, the same as on the command line, and a way to the
// operator.
#include "gui/compare/comparestrip.h"
#include "gui/compare/comparetable.h"
#include "gui/compare/compareview.h"
#include "gui/compare/errorscatter.h"
#include "gui/document/commands.h"
#include "gui/graph/graphview.h"
#include "gui/models/columntable.h"
#include "gui/shell/modecombo.h"
#include "tests/gui/guitest.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QProcess>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>

using namespace halftone;

class TestCompareNumerics : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void numbersEqualThoseOfTheCommandLine_data();
    void numbersEqualThoseOfTheCommandLine();
    void aRunCanBeStopped();
    void closingTheModelEndsTheRun();
    void dataThatDoesNotFitSaysWhy();
    void numbersStayWithTheirWay();
    void aClickInThePlotSelectsTheOperator();
    void theSummaryLeadsToTheOrigin();
    void cellsShowTypesReasonsAndErrors();
    void theStripSelectsByMouseAndKeys();
    void anotherBaselineTurnsTheDifferencesRound();
    void unlinkedGraphsMoveAlone();
    void aColumnReadsAListFromAFile();
    void graphsShowErrorsWhenAsked();
    void everythingFitsTheWindow();

private:
    template <typename T>
    T* find(const char* name) const
    {
        return m_view->findChild<T*>(QLatin1String(name));
    }
    ColumnComparison& comparison() { return m_view->comparison(); }
    bool run(int batch = 8);

    std::unique_ptr<Document> m_document;
    std::unique_ptr<CompareView> m_view;
};

void TestCompareNumerics::init()
{
    m_document = std::make_unique<Document>();
    m_view = std::make_unique<CompareView>(*m_document);
    m_view->resize(1280, 740);
    QVERIFY(test::openSample(*m_document));
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    QTRY_VERIFY(comparison().graph());
}

void TestCompareNumerics::cleanup()
{
    m_view.reset();
    m_document.reset();
}

bool TestCompareNumerics::run(int batch)
{
    find<QSpinBox>("compareBatch")->setValue(batch);
    QTest::mouseClick(find<QPushButton>("compareRun"), Qt::LeftButton);
    return QTest::qWaitFor([this] { return !comparison().isComputing(); }, 60'000) &&
        comparison().hasNumbers();
}

void TestCompareNumerics::numbersEqualThoseOfTheCommandLine_data()
{
    QTest::addColumn<bool>("isTraining");
    QTest::addColumn<QString>("data");
    QTest::addColumn<int>("after");
    QTest::addRow("training step on digits") << true << "sample:digits" << 0;
    QTest::addRow("training step on random samples") << true << "synthetic" << 0;
    QTest::addRow("the step behind three others") << true << "sample:digits" << 3;
    QTest::addRow("forward pass on digits") << false << "sample:digits" << 0;
}

void TestCompareNumerics::numbersEqualThoseOfTheCommandLine()
{
    QFETCH(bool, isTraining);
    QFETCH(QString, data);
    QFETCH(int, after);
    if (isTraining)
        m_document->show(Document::Shown::Training);
    QTRY_VERIFY(comparison().graph());
    QTRY_COMPARE(find<QSpinBox>("compareAfter")->isEnabled(), isTraining);
    find<QSpinBox>("compareAfter")->setValue(after);
    moveTypes(
        *m_document, {"Conv2D"}, List::Black); // an edit that has no file: not for the columns compared here
    for (std::size_t i = 0; i < comparison().columns().size(); ++i)
        comparison().setUsesEdits(i, false);
    comparison().setChip(1, "ascend910");
    comparison().setBaseline(1);
    find<QComboBox>("compareData")->setCurrentIndex(find<QComboBox>("compareData")->findData(data));
    QVERIFY(run());
    const WayComparison report = comparison().report();
    QProcess cli;
    cli.setWorkingDirectory(QStringLiteral(HALFTONE_BIN_DIR));
    cli.start("sh", {"-c", "./" + QString::fromStdString(report.command) + " --json"});
    QVERIFY(cli.waitForFinished(120'000));
    QJsonObject there = QJsonDocument::fromJson(cli.readAllStandardOutput()).object();
    QJsonObject here = QJsonDocument::fromJson(QByteArray::fromStdString(comparisonJson(report))).object();
    QVERIFY2(!there["columns"].toArray().isEmpty(), report.command.c_str());
    there.remove("command");
    here.remove("command");
    for (const QString& key : here.keys())
        QVERIFY2(here[key] == there[key], qPrintable(key));
    QCOMPARE(here, there);
    QVERIFY(here["tensors"].toArray().size() > 10);
    QCOMPARE(here["after"].toInt(), after);
}

void TestCompareNumerics::aRunCanBeStopped()
{
    auto* button = find<QPushButton>("compareRun");
    auto* progress = find<QProgressBar>("compareProgress");
    QVERIFY(!progress->isVisible());
    find<QSpinBox>("compareBatch")->setValue(2000);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(comparison().isComputing() && progress->isVisible());
    QCOMPARE(button->text(), "&Stop");
    QTest::keyClick(button, Qt::Key_Space);
    QVERIFY(!comparison().isComputing() && !progress->isVisible() && !comparison().hasNumbers());
    QCOMPARE(button->text(), "&Run Numerics");
}

void TestCompareNumerics::closingTheModelEndsTheRun()
{
    QTest::mouseClick(find<QPushButton>("compareRun"), Qt::LeftButton);
    QVERIFY(comparison().isComputing());
    m_view->hide(); // another view is in front
    m_document->closeModel();
    QTRY_VERIFY_WITH_TIMEOUT(!comparison().isComputing(), 60'000);
    m_view->show();
    QVERIFY(!comparison().graph());
    QVERIFY(!comparison().hasNumbers());
    QVERIFY(!find<QPushButton>("compareRun")->isEnabled());
}

void TestCompareNumerics::dataThatDoesNotFitSaysWhy()
{
    auto* data = find<QComboBox>("compareData");
    data->setEditText("/nowhere/at/all");
    QTest::mouseClick(find<QPushButton>("compareRun"), Qt::LeftButton);
    QTRY_VERIFY(!comparison().isComputing());
    QVERIFY(comparison().numericsRefusal());
    QVERIFY(find<QLabel>("compareState")->text().contains("/nowhere/at/all"));
    QVERIFY(!find<QWidget>("compareScatterPanel")->isVisible());
}

void TestCompareNumerics::numbersStayWithTheirWay()
{
    QVERIFY(run());
    const auto first = comparison().columns()[0].way.numerics;
    comparison().setChoice(2, test::choiceNamed("allow_fp32_to_fp16"));
    QCOMPARE(comparison().columns()[0].way.numerics, first);
    QVERIFY(!comparison().columns()[2].way.numerics);
    QCOMPARE(find<QLabel>("compareNumbersC")->text(), "Not computed");
    QVERIFY(find<QLabel>("compareState")->text().contains("run again"));
    m_document->show(Document::Shown::Training); // another graph: no number is of it
    QTRY_COMPARE(comparison().graph(), m_document->graph());
    QVERIFY(!comparison().hasNumbers());
}

void TestCompareNumerics::aClickInThePlotSelectsTheOperator()
{
    QVERIFY(run());
    auto* plot = find<ErrorScatter>("compareScatter");
    QVERIFY(plot->isVisible());
    QVERIFY(plot->markCount() > 20);
    plot->replot();
    const std::size_t mark = plot->markCount() / 2;
    QTest::mouseClick(plot, Qt::LeftButton, {}, plot->markPosition(mark).toPoint());
    QCOMPARE(m_document->selection(), plot->markNode(mark));
    const NodeId before = m_document->selection();
    QTest::keyClick(plot, Qt::Key_Left);
    QVERIFY(m_document->selection() < before);
    QVERIFY(!plot->accessibleDescription().isEmpty());
    find<QComboBox>("compareScatterShown")->setCurrentIndex(1);
    QVERIFY(plot->markPosition(mark).y() > 0);
}

void TestCompareNumerics::theSummaryLeadsToTheOrigin()
{
    QVERIFY(run());
    auto* numbers = find<QLabel>("compareNumbersB");
    QVERIFY(numbers->isVisible());
    QVERIFY2(numbers->text().contains("max rel err"), qPrintable(numbers->text()));
    emit numbers->linkActivated("3"); // what a click on the name of an operator does
    QCOMPARE(m_document->selection(), NodeId{3});
}

void TestCompareNumerics::cellsShowTypesReasonsAndErrors()
{
    QVERIFY(run());
    QTest::mouseClick(find<QCheckBox>("compareOnlyDifferences"), Qt::LeftButton);
    auto* cells = find<QComboBox>("compareCells");
    const auto cell = [&](int row) {
        return m_view->shownTable().index(row, CompareModel::kFirstDecision + 1).data().toString();
    };
    QVERIFY(cell(0).contains("float16"));
    cells->setCurrentIndex(1);
    QVERIFY(!cell(0).contains("ULP") && cell(0).size() > 8);
    cells->setCurrentIndex(2);
    QVERIFY2(cell(0).contains("ULP"), qPrintable(cell(0)));
    auto* table = find<QTableView>("compareTable");
    table->sortByColumn(CompareModel::kFirstDecision + 1, Qt::DescendingOrder);
    double previous = std::numeric_limits<double>::infinity();
    for (int row = 0; row < m_view->shownTable().rowCount(); ++row) {
        const double error =
            m_view->shownTable().index(row, CompareModel::kFirstDecision + 1).data(kSortRole).toDouble();
        QVERIFY(error <= previous);
        previous = error;
    }
    const QModelIndex first = m_view->shownTable().index(0, CompareModel::kFirstDecision + 1);
    QVERIFY(first.data(kSortRole).toDouble() > previous);
}

void TestCompareNumerics::theStripSelectsByMouseAndKeys()
{
    auto* strip = find<CompareStrip>("compareStrip");
    QVERIFY(strip->isVisible());
    strip->setFocus();
    QTest::keyClick(strip, Qt::Key_Home);
    const NodeId first = m_document->selection();
    QVERIFY(first.isValid());
    QTest::keyClick(strip, Qt::Key_Right);
    QVERIFY(m_document->selection() > first);
    QTest::keyClick(strip, Qt::Key_Left);
    QCOMPARE(m_document->selection(), first);
    QTest::mouseClick(strip, Qt::LeftButton, {}, {strip->width() - 6, strip->height() / 2});
    QTest::keyClick(strip, Qt::Key_End);
    const NodeId last = m_document->selection();
    QVERIFY(last > first);
    QCOMPARE(find<GraphView>("compareGraphB")->selectedNode(), last);
}

void TestCompareNumerics::anotherBaselineTurnsTheDifferencesRound()
{
    comparison().setChoice(1, test::choiceNamed("must_keep_origin_dtype"));
    const std::vector<NodeId> before = comparison().columns()[1].way.differences;
    QVERIFY(!before.empty());
    auto* baseline = find<QComboBox>("compareBaseline");
    baseline->setFocus();
    QTest::keyClick(baseline, Qt::Key_Down);
    QCOMPARE(comparison().baseline(), 1u);
    QCOMPARE(comparison().columns()[0].way.differences, before);
    QVERIFY(find<QLabel>("compareTitleB")->text().contains("baseline"));
    QVERIFY(find<QLabel>("compareSummaryA")->text().contains(QStringLiteral("▲")));
    QTest::mouseClick(m_view->findChild<QAbstractButton*>("compareRemoveA"), Qt::LeftButton);
    QCOMPARE(comparison().baseline(), 0u);
}

void TestCompareNumerics::unlinkedGraphsMoveAlone()
{
    auto* first = find<GraphView>("compareGraphA");
    auto* second = find<GraphView>("compareGraphB");
    QTest::mouseClick(find<QCheckBox>("compareLink"), Qt::LeftButton, {},
        {8, find<QCheckBox>("compareLink")->height() / 2});
    QVERIFY(!find<QCheckBox>("compareLink")->isChecked());
    const double zoom = first->zoom();
    second->setZoom(zoom * 2, {});
    QCOMPARE(first->zoom(), zoom);
    QTest::keyClick(find<QCheckBox>("compareLink"), Qt::Key_Space);
    QCOMPARE(second->zoom(), first->zoom());
}

void TestCompareNumerics::aColumnReadsAListFromAFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("conv.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"black-list": {"to-add": ["Conv2D"]}})");
    file.close();
    comparison().setChoice(1, *comparison().columns()[0].choice);
    QVERIFY(comparison().columns()[1].way.differences.empty());
    QTest::keyClick(find<QComboBox>("compareVariantB"), Qt::Key_End);
    auto* dialog = m_view->findChild<QFileDialog*>("compareFileDialog");
    QVERIFY(dialog);
    dialog->selectFile(path);
    QMetaObject::invokeMethod(dialog, "accept");
    QTRY_VERIFY(comparison().columns()[1].differsAt(test::nodeOfType(*m_document, "Conv")));
    QCOMPARE(find<QComboBox>("compareVariantB")->currentText(), "conv.json");
    QVERIFY(comparison().report().command.contains("--mixlist " + path.toStdString()));
    QTest::keyClick(find<QComboBox>("compareVariantB"), Qt::Key_Home);
    QVERIFY(comparison().columns()[1].way.differences.empty());
}

void TestCompareNumerics::graphsShowErrorsWhenAsked()
{
    QVERIFY(run());
    auto* graph = find<GraphView>("compareGraphB");
    graph->setZoom(1, {});
    const QImage before = graph->grab().toImage();
    find<QCheckBox>("compareErrorsInGraphs")->setFocus();
    QTest::keyClick(find<QCheckBox>("compareErrorsInGraphs"), Qt::Key_Space);
    QVERIFY(graph->grab().toImage() != before);
    QTest::keyClick(find<QCheckBox>("compareErrorsInGraphs"), Qt::Key_Space);
    QCOMPARE(graph->grab().toImage(), before);
}

void TestCompareNumerics::everythingFitsTheWindow()
{
    QVERIFY(run());
    const auto cut = [this] { return test::cutTexts(*m_view); };
    QTRY_VERIFY2(cut().isEmpty(), qPrintable(cut().join('\n')));
    const QStringList unnamed = test::unnamedControls(*m_view);
    QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
}

QTEST_MAIN(TestCompareNumerics)
#include "tst_comparenumerics.moc"
