// SPDX-License-Identifier: GPL-3.0-or-later
//
// Groups in the window: the pane of scopes, the commands, and how finding opens the way.
#include "gui/graph/graphview.h"
#include "gui/mixlist/groupdialog.h"
#include "gui/models/scopesmodel.h"
#include "gui/shell/actions.h"
#include "gui/shell/appearance.h"
#include "gui/shell/findfield.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/scopespane.h"
#include "gui/shell/twolinedelegate.h"
#include "tests/gui/guitest.h"
#include "tests/gui/pictures.h"
#include "tests/gui/scopednet.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QFile>
#include <QListWidget>
#include <QMenu>
#include <QTemporaryDir>
#include <QTreeView>

using namespace halftone;

class TestScopes : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }

    void thePaneShowsTheScopesOfTheGraph();
    void thePaneIsHiddenWithoutScopes();
    void theModelIsSound();
    void aRowLeadsToItsGroup();
    void enterInTheTreeOpensTheGroup();
    void theTreeFollowsTheGraph();
    void scopesAreFilteredByPrecision();
    void findOpensTheWay();
    void findListsScopesAndOpensThem();
    void closingAGroupGivesUpTheSelectionInIt();
    void commandsOpenAndClose_data();
    void commandsOpenAndClose();
    void groupingCanBeSwitchedOff();
    void aRightClickOnAGroupOffersToOpenIt();
    void aScopeBecomesAGroup();
    void phasesOfTheTrainingStepAreSwitched_data();
    void phasesOfTheTrainingStepAreSwitched();
    void editsKeepWhatIsOpen();
    void picturesForReview();

private:
    GraphPage& page() const { return *m_window->graphPage(); }
    const GraphPicture& picture() const { return *page().view()->picture(); }
    ScopeId scope(std::string_view name) const;
    bool isShown(std::string_view name) const { return picture().box(scope(name)) != GraphPicture::kNoBox; }
    QTreeView* tree() const { return m_window->findChild<QTreeView*>("scopesView"); }
    QModelIndex rowOf(const QString& name) const;
    void click(const QModelIndex& row) const;

    QTemporaryDir m_folder;
    QString m_path;
    std::unique_ptr<MainWindow> m_window;
};

void TestScopes::initTestCase()
{
    applyTheme(Theme::Light);
    m_path = m_folder.filePath("layers.onnx");
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(test::layeredModel()));
}

void TestScopes::init()
{
    m_window = std::make_unique<MainWindow>(Settings());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    m_window->openModel(m_path);
    QTRY_VERIFY(page().view()->picture() && !m_window->document().isTrainingPending());
}

ScopeId TestScopes::scope(std::string_view name) const
{
    const ScopeTree& scopes = *page().grouping().tree();
    for (std::uint32_t id = 1; id < scopes.size(); ++id) {
        if (scopes.scope({id}).name == name)
            return {id};
    }
    return {};
}

QModelIndex TestScopes::rowOf(const QString& name) const
{
    const QModelIndexList rows = tree()->model()->match(
        tree()->model()->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly | Qt::MatchRecursive);
    return rows.value(0);
}

void TestScopes::click(const QModelIndex& row) const
{
    tree()->scrollTo(row);
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, tree()->visualRect(row).center());
}

void TestScopes::thePaneShowsTheScopesOfTheGraph()
{
    QTRY_VERIFY(m_window->findChild<QDockWidget*>("scopesDock")->isVisible());
    QCOMPARE(tree()->model()->rowCount(), 2);
    QCOMPARE(tree()->model()->index(0, ScopesModel::kName).data().toString(), "encoder/layer ×24");
    QCOMPARE(tree()->model()->index(0, ScopesModel::kOperators).data().toString(), "72");
    QTRY_VERIFY(tree()->columnWidth(ScopesModel::kName) > 70);
}

void TestScopes::thePaneIsHiddenWithoutScopes()
{
    QVERIFY(test::openSample(m_window->document()));
    QTRY_VERIFY(!m_window->findChild<QDockWidget*>("scopesDock")->isVisible());
    QVERIFY(!m_window->actions().get("view.expandAll")->isEnabled());
}

void TestScopes::theModelIsSound()
{
    ScopesModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTree(page().grouping().tree(), m_window->document().judgement());
    model.setTree(page().grouping().tree(), m_window->document().judgement());
    QCOMPARE(model.rowCount(model.index(0, 0)), 24);
    model.setTree(nullptr, nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestScopes::aRowLeadsToItsGroup()
{
    tree()->expandAll();
    click(rowOf("layer.7"));
    QTRY_VERIFY(isShown("layer.7"));
    QVERIFY(page().view()->selectedScope() == scope("layer.7"));
    const QRectF box = boxRect(picture(), picture().box(scope("layer.7")));
    QVERIFY(page().view()->visibleScene().contains(box));
}

void TestScopes::enterInTheTreeOpensTheGroup()
{
    click(rowOf("head"));
    QVERIFY(page().view()->selectedScope() == scope("head"));
    const bool wasOpen = page().grouping().isOpen(scope("head"));
    QTest::keyClick(tree(), Qt::Key_Return);
    QCOMPARE(page().grouping().isOpen(scope("head")), !wasOpen);
}

void TestScopes::theTreeFollowsTheGraph()
{
    m_window->document().select(m_window->document().graph()->findNode("/encoder/layer.3/Add"));
    QTRY_COMPARE(tree()->currentIndex().data().toString(), "layer.3");
    page().goTo(scope("layer.9"));
    QTRY_COMPARE(tree()->currentIndex().data().toString(), "layer.9");
}

void TestScopes::scopesAreFilteredByPrecision()
{
    auto* precision = m_window->findChild<QComboBox*>("scopesPrecision");
    precision->setFocus();
    QTest::keyClick(precision, Qt::Key_Down); // FP16
    QCOMPARE(tree()->model()->rowCount(), 2);
    QTest::keyClick(precision, Qt::Key_Down); // BF16, which nothing has
    QCOMPARE(tree()->model()->rowCount(), 0);
    QTest::keyClick(precision, Qt::Key_Home);
    QCOMPARE(tree()->model()->rowCount(), 2);
}

void TestScopes::findOpensTheWay()
{
    QVERIFY(!isShown("layer.17"));
    QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(m_window->findField(), "layer.17/Soft");
    QTest::keyClick(m_window->findField(), Qt::Key_Return);
    const NodeId node = m_window->document().graph()->findNode("/encoder/layer.17/Softmax");
    QVERIFY(m_window->document().selection() == node);
    QTRY_VERIFY(picture().box(node) != GraphPicture::kNoBox);
    QVERIFY(page().view()->selectedNode() == node);
    QVERIFY(page().view()->visibleScene().contains(boxRect(picture(), picture().box(node))));
}

void TestScopes::findListsScopesAndOpensThem()
{
    FindField* field = m_window->findField();
    QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(field, "encoder 17");
    QVERIFY(!field->hits()->isHidden());
    const QString first = field->hits()->item(0)->text();
    QVERIFY2(first.contains("layer") && first.endsWith("layer.17"), qPrintable(first));
    QTest::keyClick(field, Qt::Key_Return);
    const ScopeTreePtr& tree = page().grouping().tree();
    const ScopeId scope = tree->scopeOf(m_window->document().graph()->findNode("/encoder/layer.17/Softmax"));
    QTRY_VERIFY(page().isUpToDate() && page().view()->selectedScope() == scope);
    QVERIFY(page().grouping().isOpen(scope));
    QVERIFY(page().view()->visibleScene().intersects(boxRect(picture(), picture().box(scope))));
    field->start();
    QTest::keyClicks(field, "encoder");
    QStringList scopes;
    for (int i = 0; i < field->hits()->count(); ++i) {
        if (field->hits()->item(i)->data(TwoLineDelegate::kAsideRole).toString().startsWith("group"))
            scopes += field->hits()->item(i)->text();
    }
    QVERIFY2(scopes.size() == 1, "what is inside a scope that is called so is not listed, too");
}

void TestScopes::closingAGroupGivesUpTheSelectionInIt()
{
    m_window->document().select(m_window->document().graph()->findNode("/encoder/layer.17/Softmax"));
    QTRY_VERIFY(isShown("layer.17"));
    m_window->actions().get("view.collapseAll")->trigger();
    QTRY_VERIFY(!isShown("layer.17"));
    QVERIFY(!m_window->document().selection().isValid());
    QVERIFY(page().view()->selectedScope() == scope("encoder/layer"));
}

void TestScopes::commandsOpenAndClose_data()
{
    QTest::addColumn<QByteArray>("action");
    QTest::addColumn<bool>("showsLayers");
    QTest::addColumn<bool>("showsOperators");
    QTest::newRow("all") << QByteArray("view.expandAll") << true << true;
    QTest::newRow("none") << QByteArray("view.collapseAll") << false << false;
    QTest::newRow("one level") << QByteArray("view.depth1") << true << false;
    QTest::newRow("two levels") << QByteArray("view.depth2") << true << true;
    QTest::newRow("three levels") << QByteArray("view.depth3") << true << true;
}

void TestScopes::commandsOpenAndClose()
{
    QFETCH(const QByteArray, action);
    QFETCH(const bool, showsLayers);
    QFETCH(const bool, showsOperators);
    m_window->actions().get(action)->trigger();
    QTRY_COMPARE(isShown("layer.3"), showsLayers);
    const NodeId node = m_window->document().graph()->findNode("/encoder/layer.3/Add");
    QTRY_COMPARE(picture().box(node) != GraphPicture::kNoBox, showsOperators);
}

void TestScopes::groupingCanBeSwitchedOff()
{
    QTest::keyClick(m_window.get(), Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(picture().boxes.size(), 76u); // all operators, an input and an output
    QVERIFY(!m_window->findChild<QDockWidget*>("scopesDock")->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(picture().boxes.size() < 40);
    QTRY_VERIFY(m_window->findChild<QDockWidget*>("scopesDock")->isVisible());
}

void TestScopes::aRightClickOnAGroupOffersToOpenIt()
{
    GraphView* view = page().view();
    page().collapseAll();
    view->selectScope(scope("encoder/layer"));
    const QPoint place =
        view->fromScene(boxRect(picture(), picture().box(scope("encoder/layer"))).center()).toPoint();
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, view->viewport()->mapToGlobal(place));
    QApplication::sendEvent(view->viewport(), &event);
    QMenu* menu = nullptr;
    QTRY_VERIFY((menu = m_window->findChild<QMenu*>("scopeMenu")) && menu->isVisible());
    QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, Qt::Key_Return);
    QTRY_VERIFY(isShown("layer.0"));
}

void TestScopes::aScopeBecomesAGroup()
{
    page().collapseAll();
    page().view()->selectScope(scope("encoder/layer"));
    m_window->actions().get("model.group")->trigger();
    auto* dialog = m_window->findChild<GroupDialog*>("groupDialog");
    QVERIFY(dialog);
    const PrecisionOverride call = dialog->call();
    QVERIFY2(call.members.empty(), "a scope that holds nothing else is asked for itself");
    QCOMPARE(call.target, std::string("/encoder/layer"));
    dialog->reject();
}

void TestScopes::phasesOfTheTrainingStepAreSwitched_data()
{
    QTest::addColumn<QByteArray>("action");
    QTest::addColumn<Phase>("phase");
    QTest::newRow("forward") << QByteArray("view.phaseForward") << Phase::Forward;
    QTest::newRow("loss") << QByteArray("view.phaseLoss") << Phase::Loss;
    QTest::newRow("backward") << QByteArray("view.phaseBackward") << Phase::Backward;
    QTest::newRow("update") << QByteArray("view.phaseUpdate") << Phase::Update;
}

void TestScopes::phasesOfTheTrainingStepAreSwitched()
{
    QFETCH(const QByteArray, action);
    QFETCH(const Phase, phase);
    QVERIFY(test::openSample(m_window->document()));
    QVERIFY(!m_window->actions().get(action)->isEnabled());
    m_window->document().show(Document::Shown::Training);
    QTRY_COMPARE(picture().graph, m_window->document().graph());
    const auto hasPhase = [this, phase] {
        const GraphPtr& graph = picture().graph;
        for (NodeId node : graph->nodes()) {
            if (graph->node(node).phase == phase && picture().nearestBox(node) != GraphPicture::kNoBox)
                return true;
        }
        return false;
    };
    QVERIFY(hasPhase());
    m_window->actions().get(action)->trigger();
    QTRY_VERIFY(!hasPhase());
    m_window->actions().get(action)->trigger();
    QTRY_VERIFY(hasPhase());
}

void TestScopes::editsKeepWhatIsOpen()
{
    m_window->document().select(m_window->document().graph()->findNode("/encoder/layer.17/MatMul"));
    QTRY_VERIFY(isShown("layer.17"));
    const auto places = picture().places;
    QSignalSpy decided(&m_window->document(), &Document::decisionsChanged);
    m_window->actions().get("mixlist.black")->trigger();
    QTRY_COMPARE(decided.size(), 1);
    QTRY_VERIFY(page().isUpToDate());
    QCOMPARE(picture().places, places);
}

void TestScopes::picturesForReview()
{
    if (!test::savesPictures())
        QSKIP("saves pictures where HALFTONE_SHOTS names a folder");
    test::savePicture(*m_window, "window_groups");
    m_window->document().select(m_window->document().graph()->findNode("/encoder/layer.2/Softmax"));
    QTRY_VERIFY(isShown("layer.2"));
    tree()->expandAll();
    test::savePicture(*m_window, "window_group_open");
}

QTEST_MAIN(TestScopes)
#include "tst_scopes.moc"
