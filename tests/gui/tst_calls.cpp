// SPDX-License-Identifier: GPL-3.0-or-later
//
// Types asked for by hand, and groups of operators and scopes: made, changed and taken back in the window.
#include "gui/document/commands.h"
#include "gui/document/groupnames.h"
#include "gui/document/session.h"
#include "gui/graph/graphview.h"
#include "gui/mixlist/callsmodel.h"
#include "gui/mixlist/callspane.h"
#include "gui/mixlist/groupdialog.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/shell/opstable.h"
#include "tests/gui/pictures.h"
#include "tests/gui/testwindow.h"
#include "tests/support/textgraph.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

using namespace halftone;

namespace {

const char* const kScoped = R"(input x: f32[8,8]
weight w: f32[8,8]
a: f32[8,8] = MatMul(x, w) name=/encoder/MatMul
b: f32[8,8] = Softmax(a) name=/encoder/Softmax
h: f32[8,8] = MatMul(b, w) name=/head/MatMul
y: f32[8,8] = Relu(h) name=last
output y
)";

}

class TestCalls : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void namesAreAsFewAsCanBe_data();
    void namesAreAsFewAsCanBe();
    void allNamesAreOffered();
    void rowsSayAskedAndGot();
    void aGroupIsMadeOfSelectedRows();
    void aGroupIsMadeByKeys();
    void aSingleMemberNeedsNoName();
    void mistakesAreSaid_data();
    void mistakesAreSaid();
    void aGroupIsChanged();
    void callsAreTakenBackByDel();
    void groupsAreInSessionsAndCommands();
    void filesAreWrittenAndProposed();
    void theGroupsPreviewTellsTheEffect();
    void theTableIsAGoodModel();
    void everyControlHasAName();

private:
    Document& document() { return m_window->document(); }
    QTableView* calls() const { return m_window->window().mixlistEditor()->calls()->table(); }
    GroupDialog* dialog() const { return m_window->find<GroupDialog>("groupDialog"); }
    QStringList members() const;
    void selectRows(int count);
    void showCalls();
    void makeGroup(const QString& name, DType type, const std::vector<std::string>& members);

    std::unique_ptr<test::TestWindow> m_window;
};

void TestCalls::init()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
    QVERIFY(m_window->openSample());
}

void TestCalls::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

QStringList TestCalls::members() const
{
    QStringList names;
    const auto* list = dialog()->findChild<QListWidget*>("groupMembers");
    for (int row = 0; row < list->count(); ++row)
        names += list->item(row)->text();
    return names;
}

// The first rows of the table of operators, as a person does: a click, then Shift and the arrow.
void TestCalls::selectRows(int count)
{
    QTableView* table = m_window->window().opsTable()->view();
    const QRect first = table->visualRect(table->model()->index(0, 0));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, first.center());
    for (int i = 1; i < count; ++i)
        QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
}

void TestCalls::showCalls()
{
    m_window->window().showView(MainWindow::View::Mixlist);
    m_window->find<QTabWidget>("mixlistSide")->setCurrentIndex(1);
    QTRY_VERIFY(m_window->window().mixlistEditor()->calls()->isVisible());
    QCoreApplication::processEvents(); // the panes of the graph make room
}

void TestCalls::makeGroup(const QString& name, DType type, const std::vector<std::string>& members)
{
    setCall(
        document(), name.toStdString(), {.target = name.toStdString(), .dtype = type, .members = members});
}

void TestCalls::namesAreAsFewAsCanBe_data()
{
    QTest::addColumn<QList<int>>("nodes");
    QTest::addColumn<QStringList>("names");
    QTest::addRow("one operator") << QList{0} << QStringList{"/encoder/MatMul"};
    QTest::addRow("a whole scope") << QList{0, 1} << QStringList{"/encoder"};
    QTest::addRow("parts of two scopes") << QList{0, 2} << QStringList{"/encoder/MatMul", "/head/MatMul"};
    QTest::addRow("a name without scope") << QList{3} << QStringList{"last"};
    QTest::addRow("nothing") << QList<int>() << QStringList();
}

void TestCalls::namesAreAsFewAsCanBe()
{
    QFETCH(const QList<int>, nodes);
    QFETCH(const QStringList, names);
    const GraphPtr graph = test::textGraph(kScoped);
    std::vector<NodeId> ids;
    for (const int node : nodes)
        ids.push_back({static_cast<std::uint32_t>(node)});
    QCOMPARE(namesFor(*graph, ids), names);
}

void TestCalls::allNamesAreOffered()
{
    QCOMPARE(namesIn(*test::textGraph(kScoped)),
        (QStringList{"/encoder", "/encoder/MatMul", "/encoder/Softmax", "/head", "/head/MatMul", "last"}));
}

void TestCalls::rowsSayAskedAndGot()
{
    overridePrecision(document(), "fc3", DType::Float32);
    overridePrecision(document(), "nowhere", DType::Float16);
    const std::vector<CallRow> rows = callRows(document().policy(), document().judgement().get());
    QCOMPARE(rows.size(), 2u);
    QVERIFY(rows[0].isJudged && rows[0].operators > 0 && rows[0].granted == rows[0].operators);
    QCOMPARE(rows[1].operators, std::size_t(0));
    const CallsModel* model = m_window->window().findChild<CallsModel*>();
    QCOMPARE(model->index(1, CallsModel::kGot).data().toString(), QString("no operator"));
    QVERIFY2(!callRows(document().policy(), nullptr).front().isJudged, "without a model nothing is known");
    QCOMPARE(m_window->find<QTabWidget>("mixlistSide")->tabText(1), QString("By Hand (2)"));
}

void TestCalls::aGroupIsMadeOfSelectedRows()
{
    selectRows(3);
    const std::vector<NodeId> nodes = document().selectedNodes();
    QCOMPARE(nodes.size(), 3u);
    m_window->action("model.group")->trigger();
    QVERIFY(dialog());
    QCOMPARE(members(), namesFor(*document().graph(), nodes));
    auto* name = dialog()->findChild<QLineEdit*>("groupName");
    QVERIFY(!dialog()->findChild<QPushButton*>("groupOk")->isEnabled());
    QTest::keyClicks(name, "start");
    QVERIFY(dialog()->findChild<QPushButton*>("groupOk")->isEnabled());
    QTest::mouseClick(dialog()->findChild<QPushButton*>("groupOk"), Qt::LeftButton);
    QTRY_VERIFY(!dialog());
    QCOMPARE(document().policy().overrides.size(), 1u);
    const PrecisionOverride& made = document().policy().overrides.front();
    QCOMPARE(made.target, std::string("start"));
    QCOMPARE(made.members.size(), 3u);
    for (const NodeId node : nodes)
        QVERIFY(document().judgement()->decisions().precision(node) != DType::Float16);
    m_window->action("edit.undo")->trigger();
    QVERIFY(document().policy().overrides.empty());
}

void TestCalls::aGroupIsMadeByKeys()
{
    m_window->action("model.group")->trigger();
    QVERIFY(dialog());
    auto* search = dialog()->findChild<QLineEdit*>("groupSearch");
    auto* candidates = dialog()->findChild<QListView*>("groupCandidates");
    QTRY_VERIFY(candidates->model()->rowCount() > 2);
    for (const char* word : {"fc1", "fc2"}) {
        search->clear();
        QTest::keyClicks(search, word);
        QVERIFY(candidates->model()->rowCount() > 0);
        candidates->setFocus();
        candidates->setCurrentIndex(candidates->model()->index(0, 0));
        QTest::keyClick(candidates, Qt::Key_Return);
    }
    QCOMPARE(members().size(), 2);
    QVERIFY2(dialog()->isVisible(), "Return adds, and does not close");
    auto* list = dialog()->findChild<QListWidget*>("groupMembers");
    list->setFocus();
    list->setCurrentRow(1);
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(members().size(), 1);
    dialog()->reject();
    QVERIFY(document().policy().overrides.empty());
}

void TestCalls::aSingleMemberNeedsNoName()
{
    document().select(test::nodeOfType(document(), "Conv"));
    const std::string conv = document().graph()->node(document().selection()).name;
    m_window->action("model.group")->trigger();
    dialog()->findChild<QComboBox*>("groupType")->setCurrentText("bfloat16");
    QTest::mouseClick(dialog()->findChild<QPushButton*>("groupOk"), Qt::LeftButton);
    QTRY_VERIFY(!dialog());
    QCOMPARE(document().policy().overrides.size(), 1u);
    QVERIFY((document().policy().overrides.front() ==
        PrecisionOverride{.target = conv, .dtype = DType::BFloat16}));
}

void TestCalls::mistakesAreSaid_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("members");
    QTest::addColumn<QString>("says");
    QTest::addRow("no members") << "head" << 0 << "Add an operator";
    QTest::addRow("several without a name") << "" << 2 << "need a name";
    QTest::addRow("a comma") << "a,b" << 2 << "commands could not say them";
    QTest::addRow("an equals sign") << "a=b" << 2 << "commands could not say them";
    QTest::addRow("the name of another call") << "taken" << 2 << "taken already";
}

void TestCalls::mistakesAreSaid()
{
    QFETCH(const QString, name);
    QFETCH(const int, members);
    QFETCH(const QString, says);
    makeGroup("taken", DType::Float32, {"fc1", "fc2"});
    PrecisionOverride call{.target = name.toStdString(), .dtype = DType::Float32};
    for (int i = 0; i < members; ++i)
        call.members.push_back("fc" + std::to_string(i + 1));
    GroupDialog group(document(), members > 0 ? call : PrecisionOverride{}, GroupDialog::Purpose::Make);
    group.setAttribute(Qt::WA_DeleteOnClose, false);
    group.findChild<QLineEdit*>("groupName")->setText(name);
    const QString said = group.findChild<QLabel*>("groupSays")->text();
    QVERIFY2(said.contains(says), qPrintable(said));
    QVERIFY(!group.findChild<QPushButton*>("groupOk")->isEnabled());
}

void TestCalls::aGroupIsChanged()
{
    makeGroup("head", DType::Float32, {"fc1", "fc2"});
    overridePrecision(document(), "fc3", DType::Float32);
    showCalls();
    const QRect row = calls()->visualRect(calls()->model()->index(0, 0));
    QTest::mouseClick(calls()->viewport(), Qt::LeftButton, {}, row.center());
    QTest::keyClick(calls(), Qt::Key_Return);
    QVERIFY(dialog());
    QCOMPARE(members(), (QStringList{"fc1", "fc2"}));
    auto* name = dialog()->findChild<QLineEdit*>("groupName");
    name->selectAll();
    QTest::keyClicks(name, "ends");
    dialog()->findChild<QComboBox*>("groupType")->setCurrentText("float16");
    QTest::mouseClick(dialog()->findChild<QPushButton*>("groupOk"), Qt::LeftButton);
    QTRY_VERIFY(!dialog());
    const PrecisionOverride changed{.target = "ends", .dtype = DType::Float16, .members = {"fc1", "fc2"}};
    QCOMPARE(document().policy().overrides.size(), 2u);
    QVERIFY2(document().policy().overrides.front() == changed, "in its old place: the order counts");
    m_window->action("edit.undo")->trigger();
    QCOMPARE(document().policy().overrides.front().target, std::string("head"));
}

void TestCalls::callsAreTakenBackByDel()
{
    moveTypes(document(), {"Conv2D"}, List::Black);
    makeGroup("head", DType::Float32, {"fc1", "fc2"});
    overridePrecision(document(), "fc3", DType::Float32);
    showCalls();
    calls()->setFocus();
    calls()->selectRow(0);
    QTest::keyClick(calls(), Qt::Key_Delete);
    QCOMPARE(document().policy().overrides.size(), 1u);
    QVERIFY2(document().policy().mixlist.entries.size() == 1, "Del means these rows here");
    calls()->selectRow(0);
    QTest::mouseClick(m_window->find<QPushButton>("callsRemove"), Qt::LeftButton);
    QVERIFY(document().policy().overrides.empty());
    QVERIFY(m_window->find<QLabel>("callsNothing")->isVisible());
    m_window->action("edit.undo")->trigger();
    m_window->action("edit.undo")->trigger();
    QCOMPARE(document().policy().overrides.size(), 2u);
}

void TestCalls::groupsAreInSessionsAndCommands()
{
    makeGroup("head", DType::Float32, {"fc1", "fc2"});
    const std::string written = writeSession({.policy = document().policy()}, "/s.halftone");
    const auto read = parseSession(QByteArray::fromStdString(written), "/s.halftone");
    QVERIFY(read);
    QVERIFY(read->session.policy.overrides == document().policy().overrides);
    QApplication::clipboard()->clear();
    m_window->action("model.copyCommand")->trigger();
    const QString command = QApplication::clipboard()->text();
    QVERIFY2(command.contains("--node-group head=fc1,fc2 --to-float head=float32"), qPrintable(command));
}

void TestCalls::filesAreWrittenAndProposed()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("hand.json");
    QVERIFY(!m_window->action("model.saveCalls")->isEnabled());
    makeGroup("head", DType::Float32, {"fc1", "fc2"});
    const auto calls = document().policy().overrides;
    m_window->action("model.saveCalls")->trigger();
    QVERIFY(m_window->chooseFile(path));
    QVERIFY(QFile::exists(path));
    removeCalls(document(), {"head"});
    m_window->action("model.openCalls")->trigger();
    QVERIFY(m_window->chooseFile(path));
    QVERIFY2(document().policy().overrides.empty(), "it is looked at first");
    QTest::mouseClick(m_window->find<QPushButton>("proposalApply"), Qt::LeftButton);
    QVERIFY(document().policy().overrides == calls);

    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\n \"calls\": [{\"to_float\": \"a\"}]}");
    file.close();
    m_window->action("model.openCalls")->trigger();
    QVERIFY(m_window->chooseFile(path));
    const QString said = m_window->window().messages().message();
    QVERIFY2(said.contains("hand.json:2:"), qPrintable(said));
    QVERIFY(document().policy().overrides == calls);
}

void TestCalls::theGroupsPreviewTellsTheEffect()
{
    const Policy before = document().policy();
    m_window->action("model.group")->trigger();
    auto* candidates = dialog()->findChild<QListView*>("groupCandidates");
    QTRY_VERIFY(candidates->model()->rowCount() > 2);
    candidates->selectAll();
    QTest::mouseClick(dialog()->findChild<QPushButton*>("groupAdd"), Qt::LeftButton);
    QTest::keyClicks(dialog()->findChild<QLineEdit*>("groupName"), "all");
    auto* says = dialog()->findChild<QLabel*>("groupSays");
    QTRY_VERIFY2(says->text().contains("16→32"), qPrintable(says->text()));
    QVERIFY(document().policy() == before);
    if (test::savesPictures())
        test::savePicture(*dialog(), "group-dialog");
    dialog()->reject();
    if (test::savesPictures()) {
        makeGroup("head", DType::Float32, {"fc1", "fc2"});
        overridePrecision(document(), "nowhere", DType::Float16);
        showCalls();
        test::savePicture(m_window->window(), "calls");
    }
}

void TestCalls::theTableIsAGoodModel()
{
    auto* model = m_window->window().findChild<CallsModel*>();
    QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    makeGroup("head", DType::Float32, {"fc1", "fc2"});
    removeCalls(document(), {"head"});
}

void TestCalls::everyControlHasAName()
{
    makeGroup("head", DType::Float32, {"fc1", "fc2"});
    showCalls();
    QCOMPARE(test::unnamedControls(m_window->window()), QStringList());
    QCOMPARE(test::cutTexts(*m_window->window().mixlistEditor()), QStringList());
    m_window->action("model.group")->trigger();
    QTRY_VERIFY(dialog()->isVisible());
    QCOMPARE(test::unnamedControls(*dialog()), QStringList());
    QCOMPARE(test::cutTexts(*dialog()), QStringList());
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestCalls>(argc, argv);
}
#include "tst_calls.moc"
