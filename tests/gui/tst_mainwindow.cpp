// SPDX-License-Identifier: GPL-3.0-or-later
//
// Going through the window: views, selection, keys, find.
#include "gui/document/commands.h"
#include "gui/document/text.h"
#include "gui/graph/graphview.h"
#include "gui/graph/picturegeometry.h"
#include "gui/inspector/inspector.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/models/columntable.h"
#include "gui/shell/findfield.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/modecombo.h"
#include "gui/shell/opstable.h"
#include "tests/gui/testwindow.h"

#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

using namespace halftone;

class TestMainWindow : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void theStartPageOffersWaysToBegin();
    void theSampleOpensByItsButton();
    void keysSwitchViews();
    void aClickInTheGraphSelectsEverywhere();
    void aRowOfTheTableSelectsEverywhere();
    void keyBMovesTheTypeOfTheSelectedOperator();
    void theInspectorMovesTypesAndExplains();
    void stepsOfTheReasonLeadToTheirOperators();
    void backGoesToTheOperatorBefore();
    void theModeComboShowsSpellingsAndDocs();
    void aChipThatCannotRunTheModeIsAMessageWithARemedy();
    void findLeadsToOperatorsAndCommands();
    void findKnowsMoreThanNames_data();
    void findKnowsMoreThanNames();
    void f6WalksThroughThePanes();

private:
    std::unique_ptr<test::TestWindow> m_window;
};

void TestMainWindow::init()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
}

void TestMainWindow::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

void TestMainWindow::theStartPageOffersWaysToBegin()
{
    QVERIFY(m_window->find<QWidget>("startPage")->isVisible());
    QVERIFY(m_window->find<QPushButton>("start.file.open")->isVisible());
    for (const char* dock : {"opsDock", "issuesDock", "inspectorDock"})
        QVERIFY2(!m_window->find<QDockWidget>(dock)->isVisible(), dock);
}

void TestMainWindow::theSampleOpensByItsButton()
{
    QTest::mouseClick(m_window->find<QPushButton>("start.file.sample"), Qt::LeftButton);
    QTRY_VERIFY(m_window->document().judgement());
    QVERIFY(m_window->find<QWidget>("graphPage")->isVisible());
    QVERIFY(m_window->find<QDockWidget>("opsDock")->isVisible());
    QVERIFY(m_window->find<QLabel>("policySummary")->text().contains("fp16"));
    QVERIFY(m_window->window().windowTitle().contains("LeNet-5"));
}

void TestMainWindow::keysSwitchViews()
{
    QVERIFY(m_window->openSample());
    QTest::keyClick(&m_window->window(), Qt::Key_2, Qt::ControlModifier);
    QVERIFY(m_window->window().mixlistEditor()->isVisible());
    QVERIFY(!m_window->find<QDockWidget>("opsDock")->isVisible());
    QTest::keyClick(&m_window->window(), Qt::Key_4, Qt::ControlModifier);
    QVERIFY(m_window->find<QWidget>("trainingView")->isVisible());
    QTest::keyClick(&m_window->window(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(m_window->window().graphPage()->isVisible());
    QVERIFY(m_window->find<QDockWidget>("opsDock")->isVisible());
}

void TestMainWindow::aClickInTheGraphSelectsEverywhere()
{
    QVERIFY(m_window->openSample());
    GraphView* view = m_window->window().graphPage()->view();
    const NodeId conv = test::nodeOfType(m_window->document(), "Conv");
    const QRectF box = boxRect(*view->picture(), view->picture()->box(conv));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->fromScene(box.center()).toPoint());
    QCOMPARE(m_window->document().selection(), conv);
    QCOMPARE(m_window->window().opsTable()->view()->currentIndex().data(kNodeRole).toUInt(), conv.index);
    QVERIFY(m_window->find<QWidget>("inspectorWhy"));
}

void TestMainWindow::aRowOfTheTableSelectsEverywhere()
{
    QVERIFY(m_window->openSample());
    QTableView* table = m_window->window().opsTable()->view();
    const QRect cell = table->visualRect(table->model()->index(2, 0));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
    QVERIFY(m_window->document().selection().isValid());
    QCOMPARE(m_window->window().graphPage()->view()->selectedNode(), m_window->document().selection());
}

void TestMainWindow::keyBMovesTheTypeOfTheSelectedOperator()
{
    QVERIFY(m_window->openSample());
    Document& document = m_window->document();
    const NodeId conv = test::nodeOfType(document, "Conv");
    document.select(conv);
    QTest::keyClick(m_window->window().graphPage()->view(), Qt::Key_B);
    QCOMPARE(document.judgement()->decisions().node(conv).list, List::Black);
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(m_window->find<QLabel>("policySummary")->text().contains("▲") ||
        m_window->find<QLabel>("policySummary")->text().contains("▼"));
    QTest::keyClick(&m_window->window(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(document.judgement()->decisions().node(conv).list, List::White);
}

void TestMainWindow::theInspectorMovesTypesAndExplains()
{
    QVERIFY(m_window->openSample());
    Document& document = m_window->document();
    const NodeId conv = test::nodeOfType(document, "Conv");
    document.select(conv);
    auto* black = m_window->find<QToolButton>("list.Conv2D.black");
    QVERIFY(black);
    QVERIFY(black->isEnabled());
    black->setFocus();
    QTest::mouseClick(black, Qt::LeftButton);
    QCOMPARE(document.judgement()->decisions().node(conv).list, List::Black);
    black = m_window->find<QToolButton>("list.Conv2D.black");
    QVERIFY2(black->isChecked(), "the inspector shows the new list");
    QVERIFY2(black->hasFocus(), "the keyboard stays on the button that was pressed");
    auto* reset = m_window->find<QToolButton>("list.Conv2D.reset");
    QVERIFY(reset);
    QTest::mouseClick(reset, Qt::LeftButton);
    QVERIFY(document.policy().mixlist.isEmpty());
    changeChoice(document, test::choiceNamed("force_fp16"));
    QVERIFY2(!m_window->find<QToolButton>("list.Conv2D.black")->isEnabled(), "this mode has no lists");
}

void TestMainWindow::stepsOfTheReasonLeadToTheirOperators()
{
    QVERIFY(m_window->openSample());
    Document& document = m_window->document();
    const Decisions& decisions = document.judgement()->decisions();
    const NodeId gray = test::nodeOfType(document, "Relu");
    const NodeId decider = decisions.node(gray).decidedBy;
    QVERIFY(decider.isValid());
    document.select(gray);
    const QString link = QStringLiteral("href='%1'").arg(decider.index);
    QLabel* step = nullptr;
    for (QLabel* label : m_window->find<QWidget>("inspectorWhy")->findChildren<QLabel*>()) {
        if (label->text().contains(link))
            step = label;
    }
    QVERIFY(step);
    emit step->linkActivated(QString::number(decider.index));
    QCOMPARE(document.selection(), decider);
}

void TestMainWindow::backGoesToTheOperatorBefore()
{
    QVERIFY(m_window->openSample());
    Document& document = m_window->document();
    document.select(NodeId{1});
    document.select(NodeId{3});
    QTest::keyClick(&m_window->window(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(document.selection(), NodeId{1});
    QTest::keyClick(&m_window->window(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(document.selection(), NodeId{3});
}

void TestMainWindow::theModeComboShowsSpellingsAndDocs()
{
    QVERIFY(m_window->openSample());
    auto* combo = m_window->find<ModeCombo>("modeCombo");
    QCOMPARE(combo->count(), static_cast<int>(policyChoices().size()));
    const int row = combo->findText("mixed_bfloat16");
    QVERIFY(row >= 0);
    combo->setCurrentIndex(row);
    emit combo->activated(row);
    QCOMPARE(m_window->document().policy().choice->name, std::string_view("mixed_bfloat16"));
    QVERIFY(m_window->find<QLabel>("policySummary")->text().contains("bf16"));
}

void TestMainWindow::aChipThatCannotRunTheModeIsAMessageWithARemedy()
{
    QVERIFY(m_window->openSample());
    Document& document = m_window->document();
    changeChoice(document, test::choiceNamed("mixed_bfloat16"));
    changeChip(document, "ascend910");
    QVERIFY2(m_window->window().messages().message().contains("BFloat16"),
        qPrintable(m_window->window().messages().message()));
    QTest::mouseClick(m_window->find<QPushButton>("messageRemedy"), Qt::LeftButton);
    QCOMPARE(document.policy().soc, std::string("ascend910b"));
    QVERIFY(m_window->window().messages().message().isEmpty());
}

void TestMainWindow::findLeadsToOperatorsAndCommands()
{
    QVERIFY(m_window->openSample());
    QTest::keyClick(&m_window->window(), Qt::Key_K, Qt::ControlModifier);
    FindField* field = m_window->window().findField();
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, "maxpool");
    QVERIFY(field->hits()->isVisible());
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!field->hits()->isVisible());
    const NodeId found = m_window->document().selection();
    QVERIFY(found.isValid());
    QCOMPARE(m_window->document().graph()->node(found).opType, std::string("MaxPool"));

    m_window->action("edit.find")->trigger();
    field->clear();
    QTest::keyClicks(field, "mixlist ctrl+2");
    field->clear();
    QTest::keyClicks(field, "edit the black");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(m_window->window().mixlistEditor()->isVisible());
}

void TestMainWindow::findKnowsMoreThanNames_data()
{
    QTest::addColumn<QString>("words");
    QTest::newRow("a type of Ascend") << "Conv2D";
    QTest::newRow("a shape") << "32×6×28×28";
    QTest::newRow("a data type") << "float16 conv";
    QTest::newRow("a list") << "white conv";
}

void TestMainWindow::findKnowsMoreThanNames()
{
    QFETCH(QString, words);
    QVERIFY(m_window->openSample());
    const NodeId conv = test::nodeOfType(m_window->document(), "Conv");
    const GraphPtr graph = m_window->document().graph();
    if (words.contains(QChar(0xD7)))
        words = text(graph->shapeText(graph->outputs(conv).front()));
    FindField* field = m_window->window().findField();
    field->start();
    QTest::keyClicks(field, words);
    QTRY_VERIFY(!field->hits()->isHidden());
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(text(graph->node(m_window->document().selection()).opType), "Conv");
}

void TestMainWindow::f6WalksThroughThePanes()
{
    QVERIFY(m_window->openSample());
    m_window->window().graphPage()->view()->setFocus();
    QTest::keyClick(&m_window->window(), Qt::Key_F6);
    QVERIFY(m_window->window().opsTable()->view()->hasFocus());
    QTest::keyClick(&m_window->window(), Qt::Key_F6);
    QVERIFY(m_window->find<Inspector>("inspector")->hasFocus());
    QTest::keyClick(&m_window->window(), Qt::Key_F6);
    QVERIFY(m_window->window().graphPage()->view()->hasFocus());
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestMainWindow>(argc, argv);
}
#include "tst_mainwindow.moc"
