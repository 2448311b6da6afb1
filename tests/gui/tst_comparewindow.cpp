// SPDX-License-Identifier: GPL-3.0-or-later
//
// The compare view inside the window: the keys from one difference to the next, and the way from a number
// that is infinite to the operator where that began.
#include "gui/compare/comparetable.h"
#include "gui/compare/compareview.h"
#include "gui/models/columntable.h"
#include "tests/gui/testwindow.h"
#include "tests/support/shared.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTableView>

using namespace halftone;
using namespace halftone::test;

class TestCompareWindow : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void keysGoFromDifferenceToDifference_data();
    void keysGoFromDifferenceToDifference();
    void infinityIsTracedToTheOperatorThatMadeIt();
    void tableIsSortedByAnyColumn();

private:
    ColumnComparison& comparison() { return m_window->window().compareView()->comparison(); }

    std::unique_ptr<TestWindow> m_window;
};

void TestCompareWindow::init()
{
    m_window = std::make_unique<TestWindow>();
    m_window->window().resize(1280, 800);
    QVERIFY(m_window->show());
}

void TestCompareWindow::cleanup()
{
    m_window.reset();
    QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join('\n')));
}

void TestCompareWindow::keysGoFromDifferenceToDifference_data()
{
    QTest::addColumn<QString>("focus");
    QTest::newRow("in the table") << "compareTable";
    QTest::newRow("in a graph") << "compareGraphB";
    QTest::newRow("in the strip") << "compareStrip";
    QTest::newRow("in the filter") << "compareFilter";
    QTest::newRow("on a mode") << "compareModeB";
}

void TestCompareWindow::keysGoFromDifferenceToDifference()
{
    QFETCH(const QString, focus);
    QVERIFY(m_window->openSample());
    m_window->action("view.compare")->trigger();
    QTRY_VERIFY(comparison().graph());
    comparison().setChoice(1, choiceNamed("must_keep_origin_dtype"));
    QTRY_VERIFY(comparison().differences().size() > 2);
    const std::vector<NodeId> all = comparison().differences();
    auto* widget = m_window->find<QWidget>(focus.toLatin1());
    QVERIFY(widget);
    widget->setFocus();
    m_window->document().select({});
    const auto press = [&](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); };
    press(Qt::Key_F8);
    QCOMPARE(m_window->document().selection(), all[0]);
    press(Qt::Key_F8);
    QCOMPARE(m_window->document().selection(), all[1]);
    press(Qt::Key_F7);
    QCOMPARE(m_window->document().selection(), all[0]);
}

// Exp of this model leaves FP16: everything behind it is infinite or NaN, and the card leads to Exp.
void TestCompareWindow::infinityIsTracedToTheOperatorThatMadeIt()
{
    HALFTONE_NEED_SHARED("corpus/train_models/nasty_train_digits.onnx");
    HALFTONE_NEED_SHARED("corpus/data/digits8x8");
    QSignalSpy trained(&m_window->document(), &Document::trainingChanged);
    m_window->window().openModel(sharedPath("corpus/train_models/nasty_train_digits.onnx"));
    QVERIFY(trained.wait());
    m_window->document().show(Document::Shown::Training);
    m_window->action("view.compare")->trigger();
    QTRY_VERIFY(comparison().graph());
    comparison().setChoice(1, choiceNamed("force_fp16"));
    m_window->find<QSpinBox>("compareAfter")->setValue(30); // It does not begin with the first step.
    m_window->find<QComboBox>("compareData")->setEditText(sharedPath("corpus/data/digits8x8"));
    m_window->find<QSpinBox>("compareBatch")->setValue(32);
    QTest::mouseClick(m_window->find<QPushButton>("compareRun"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!comparison().isComputing(), 60'000);
    auto* numbers = m_window->find<QLabel>("compareNumbersB");
    const QString said = numbers->text();
    QVERIFY2(said.contains("!inf") && said.contains("infinite from"), qPrintable(said));
    static const QRegularExpression link(R"re(infinite from <a href="(\d+)">)re");
    const auto match = link.match(said);
    QVERIFY(match.hasMatch());
    emit numbers->linkActivated(match.captured(1)); // what a click on the name does
    const GraphPtr graph = m_window->document().graph();
    const NodeId selected = m_window->document().selection();
    qInfo("begins in %s", graph->displayName(selected).c_str());
    QVERIFY2(graph->node(selected).opType == "Exp" || graph->node(selected).opType == "Pow",
        graph->node(selected).opType.c_str());
    QCOMPARE(graph->node(selected).phase, Phase::Forward);
}

void TestCompareWindow::tableIsSortedByAnyColumn()
{
    QVERIFY(m_window->openSample());
    m_window->action("view.compare")->trigger();
    QTRY_VERIFY(comparison().graph());
    comparison().setChoice(1, choiceNamed("must_keep_origin_dtype"));
    QTRY_VERIFY(comparison().differences().size() > 2);
    auto* table = m_window->find<QTableView>("compareTable");
    for (int column = 0; column < table->model()->columnCount(); ++column) {
        if (table->isColumnHidden(column))
            continue;
        table->scrollTo(table->model()->index(0, column));
        QTest::mouseClick(table->horizontalHeader()->viewport(), Qt::LeftButton, {},
            {table->columnViewportPosition(column) + 20, table->horizontalHeader()->height() / 2});
        QStringList shown;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            shown << table->model()->index(row, column).data(kSortRole).toString();
        QStringList sorted = shown;
        sorted.sort(Qt::CaseInsensitive);
        if (column != CompareModel::kPhase) // sorted as a step goes
            QCOMPARE(shown, sorted);
        QVERIFY(shown.size() > 2);
    }
}

int main(int argc, char* argv[])
{
    return runWindowTest<TestCompareWindow>(argc, argv);
}
#include "tst_comparewindow.moc"
