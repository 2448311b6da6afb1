// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/compareview.h"
#include "gui/document/commands.h"
#include "gui/document/session.h"
#include "gui/mixlist/jsonpane.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/shell/actions.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/training/trainingview.h"
#include "tests/gui/guitest.h"

#include <QCheckBox>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QTableView>
#include <QToolButton>

using namespace halftone;

class TestVariants : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_window.reset(); }

    void aCopyIsEditedWithoutTheOriginal();
    void everyChangeOfVariantsIsUndone();
    void theComboSwitches();
    void aListGetsAName();
    void aTextWithAMistakeIsNotLeftBehind();
    void variantsAreComparedInTwoColumns();
    void aRunTakesAListOfItsOwn();
    void sessionsHoldAllVariants();
    void closingAsksForListsPutAside();

private:
    void trigger(const char* id) { m_window->actions().get(id)->trigger(); }
    Document& document() { return m_window->document(); }
    QComboBox* combo() { return m_window->findChild<QComboBox*>("variantCombo"); }

    std::unique_ptr<MainWindow> m_window;
};

void TestVariants::init()
{
    m_window = std::make_unique<MainWindow>(Settings());
    m_window->show();
    QVERIFY(test::openSample(document()));
    m_window->showView(MainWindow::View::Mixlist);
    moveTypes(document(), {"Conv2D"}, List::Black);
}

void TestVariants::aCopyIsEditedWithoutTheOriginal()
{
    const Mixlist original = document().policy().mixlist;
    QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(document().policy().mixlist, original);
    QCOMPARE(combo()->currentText(), QString("List 2"));
    moveTypes(document(), {"Relu"}, List::Black);
    QCOMPARE(document().policy().mixlist.entries.size(), std::size_t{2});
    QCOMPARE(document().policy().variant(""), original);
    QCOMPARE(duplicateVariant(document()), QString("List 3"));
    QCOMPARE(document().policy().variantNames(), QStringList({"", "List 2", "List 3"}));
}

void TestVariants::everyChangeOfVariantsIsUndone()
{
    trigger("mixlist.duplicate");
    moveTypes(document(), {"Relu"}, List::White);
    const Policy before = document().policy();
    const auto undoes = [&] {
        const bool isChanged = !(document().policy() == before);
        trigger("edit.undo");
        return isChanged && document().policy() == before;
    };
    switchVariant(document(), "");
    QVERIFY(undoes());
    QVERIFY(renameVariant(document(), "careful"));
    QVERIFY(undoes());
    trigger("mixlist.delete");
    QVERIFY(document().policy().variants.empty());
    QVERIFY(undoes());
    trigger("mixlist.duplicate");
    QVERIFY(undoes());
}

void TestVariants::theComboSwitches()
{
    trigger("mixlist.duplicate");
    resetTypes(document(), {"Conv2D"});
    const int row = combo()->findText("List 1");
    QVERIFY(row >= 0);
    combo()->setCurrentIndex(row);
    emit combo() -> activated(row);
    QCOMPARE(document().policy().mixlist.entries.size(), std::size_t{1});
    QVERIFY(document().policy().variant("List 2").isEmpty());
    QCOMPARE(m_window->mixlistEditor()->json()->draft(), QString());
    QVERIFY2(
        document().judgement()->decisions().node(test::nodeOfType(document(), "Conv")).list == List::Black,
        "the decisions follow");
}

void TestVariants::aListGetsAName()
{
    trigger("mixlist.duplicate");
    const auto rename = [this](const QString& name) {
        trigger("mixlist.rename");
        auto* dialog = m_window->findChild<QInputDialog*>("variantNameDialog");
        if (!dialog)
            return false;
        dialog->setTextValue(name);
        dialog->accept();
        return QTest::qWaitFor([this] { return !m_window->findChild<QInputDialog*>("variantNameDialog"); });
    };
    QVERIFY(rename("careful"));
    QCOMPARE(combo()->currentText(), QString("careful"));
    QVERIFY(rename("List 1"));
    QVERIFY(m_window->messages().message().contains("List 1"));
    QCOMPARE(combo()->currentText(), QString("careful"));
    QVERIFY(!renameVariant(document(), ""));
}

void TestVariants::aTextWithAMistakeIsNotLeftBehind()
{
    trigger("mixlist.duplicate");
    m_window->mixlistEditor()->json()->setDraft("{ \"black-list\": ");
    const int row = combo()->findText("List 1");
    combo()->setCurrentIndex(row);
    emit combo() -> activated(row);
    QCOMPARE(document().policy().variantName, QString("List 2"));
    QCOMPARE(combo()->currentText(), QString("List 2"));
    QCOMPARE(m_window->mixlistEditor()->json()->draft(), QString("{ \"black-list\": "));
    QVERIFY(m_window->messages().message().contains("line") || !m_window->messages().message().isEmpty());
}

void TestVariants::variantsAreComparedInTwoColumns()
{
    QVERIFY(!m_window->actions().get("mixlist.compare")->isEnabled());
    trigger("mixlist.duplicate");
    resetTypes(document(), {"Conv2D"});
    trigger("mixlist.compare");
    QCOMPARE(m_window->view(), MainWindow::View::Compare);
    CompareView* compare = m_window->compareView();
    QTRY_VERIFY(compare->isUpToDate());
    const std::vector<ComparedColumn>& columns = compare->comparison().columns();
    QCOMPARE(columns.size(), std::size_t{2});
    QCOMPARE(columns[0].variant, std::optional(QString("List 2")));
    QCOMPARE(columns[1].variant, std::optional(QString()));
    const NodeId conv = test::nodeOfType(document(), "Conv");
    QVERIFY2(columns[1].differsAt(conv), "the first list keeps it in FP32");
    auto* list = m_window->findChild<QComboBox*>("compareVariantB");
    QVERIFY(list && list->isVisible());
    QCOMPARE(list->currentText(), QString("List 1"));
    list->setCurrentIndex(0);
    emit list->activated(0);
    QVERIFY(compare->comparison().differences().empty());
}

void TestVariants::aRunTakesAListOfItsOwn()
{
    auto* lists = m_window->findChild<QComboBox*>("runVariant1");
    QVERIFY(lists->isHidden());
    trigger("mixlist.duplicate");
    moveTypes(document(), {"Relu"}, List::Black);
    m_window->showView(MainWindow::View::Training);
    QTRY_VERIFY(lists->isVisible());
    QCOMPARE(lists->count(), 2);
    lists->setFocus();
    QTest::keyClick(lists, Qt::Key_Down);
    QCOMPARE(lists->currentText(), QString("List 1"));
    TrainingRun& run = *m_window->trainingView()->runs()->runs()[1];
    QCOMPARE(run.spec().variant, QString());
    const Policy& window = document().policy();
    QCOMPARE(policyOf(run.spec(), window).mixlist, window.variant(""));
    QVERIFY(specLabel(run.spec(), window).endsWith(", List 1"));
    const RunRequest request = planRun({}, run.spec(), window, {}, {});
    const auto& settings = std::get<AscendSettings>(request.settings.precision->policy.settings);
    QCOMPARE(settings.mixlist, window.variant(""));
    m_window->findChild<QCheckBox*>("runUsesList1")->click();
    QVERIFY(!lists->isEnabled());
    QVERIFY(policyOf(run.spec(), window).mixlist.isEmpty());
}

void TestVariants::sessionsHoldAllVariants()
{
    trigger("mixlist.duplicate");
    QVERIFY(renameVariant(document(), "careful"));
    moveTypes(document(), {"Relu"}, List::Black);
    const Session session{.policy = document().policy()};
    const auto read =
        parseSession(QByteArray::fromStdString(writeSession(session, "/s.halftone")), "/s.halftone");
    QVERIFY(read);
    QVERIFY(read->session == session);
    QVERIFY(read->remarks.isEmpty());
}

void TestVariants::closingAsksForListsPutAside()
{
    trigger("mixlist.duplicate");
    resetTypes(document(), {"Conv2D"});
    QVERIFY(!document().isMixlistModified());
    QVERIFY2(!m_window->close(), "the first list is nowhere else");
    auto* question = m_window->findChild<QMessageBox*>("closeQuestion");
    QVERIFY(question);
    QVERIFY(question->text().contains("session"));
    question->reject();
}

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("halftone-test"));
    TestVariants test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_variants.moc"
