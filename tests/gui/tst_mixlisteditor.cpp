// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/commands.h"
#include "gui/mixlist/jsonedit.h"
#include "gui/mixlist/jsonpane.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/mixlist/typecolumn.h"
#include "gui/mixlist/typelistmodel.h"
#include "gui/mixlist/typelistview.h"
#include "gui/shell/actions.h"
#include "tests/gui/guitest.h"

#include <QCheckBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QTextBlock>

using namespace halftone;

class TestMixlistEditor : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void keysMoveTypes_data();
    void keysMoveTypes();
    void deleteReturnsToTheBuiltInList();
    void severalTypesMoveAtOnceAndStaySelected();
    void aDropMovesTypes();
    void otherThingsCannotBeDropped();
    void undoReturnsListsAndText();
    void listsAppearInTheTextAtOnce();
    void textAppearsInTheListsAfterAPause();
    void anotherSpellingOfTheSameTextStays();
    void brokenTextKeepsTheListAndNamesThePlace();
    void brokenTextIsTakenBack();
    void thePreviewCountsWhatChanges();
    void entriesShowTheirEffect();
    void aMisspelledNameIsFixedByOneClick();
    void aModeWithoutListsDisablesTheEditorAndSaysWhy();
    void searchAndLibrarySwitchNarrowTheLists();
    void worksWithoutAModel();
    void everyControlHasANameForTestsAndReaders();

private:
    TypeListView* view(List list) const { return m_editor->column(list)->view(); }
    QStringList types(List list) const;
    void type(const QString& json) const;

    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Document> m_document;
    MixlistEditor* m_editor = nullptr;
};

void TestMixlistEditor::init()
{
    m_document = std::make_unique<Document>();
    QVERIFY(test::openSample(*m_document));
    m_window = std::make_unique<QWidget>();
    auto* actions = new Actions(m_window.get());
    m_editor = new MixlistEditor(*m_document, *actions, m_window.get());
    m_editor->resize(1280, 760);
    m_window->resize(1280, 760);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestMixlistEditor::cleanup()
{
    m_window.reset();
    m_document.reset();
}

QStringList TestMixlistEditor::types(List list) const
{
    QStringList names;
    const QAbstractItemModel& model = *view(list)->model();
    for (int row = 0; row < model.rowCount(); ++row)
        names += model.index(row, 0).data().toString();
    return names;
}

void TestMixlistEditor::type(const QString& json) const
{
    m_editor->json()->edit()->setPlainText(json);
}

void TestMixlistEditor::keysMoveTypes_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<List>("to");
    QTest::addRow("B moves to black") << Qt::Key_B << List::Black;
    QTest::addRow("G moves to gray") << Qt::Key_G << List::Gray;
}

void TestMixlistEditor::keysMoveTypes()
{
    QFETCH(const Qt::Key, key);
    QFETCH(const List, to);
    QVERIFY(types(List::White).contains("Conv2D"));
    view(List::White)->selectTypes({"Conv2D"});
    QTest::keyClick(view(List::White), key);
    QVERIFY(types(to).contains("Conv2D"));
    QVERIFY(!types(List::White).contains("Conv2D"));
    view(to)->selectTypes({"Conv2D"});
    QTest::keyClick(view(to), Qt::Key_W);
    QVERIFY(types(List::White).contains("Conv2D"));
    QVERIFY2(
        m_document->policy().mixlist.isEmpty(), "white is where the library has it, so no entry is needed");
}

void TestMixlistEditor::deleteReturnsToTheBuiltInList()
{
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    view(List::Black)->selectTypes({"Conv2D"});
    QTest::keyClick(view(List::Black), Qt::Key_Delete);
    QVERIFY(types(List::White).contains("Conv2D"));
    QVERIFY(m_document->policy().mixlist.isEmpty());
}

void TestMixlistEditor::severalTypesMoveAtOnceAndStaySelected()
{
    const QStringList moved = {"Conv2D", "MatMulV2"};
    view(List::White)->selectTypes(moved);
    QCOMPARE(view(List::White)->selectedTypes().size(), 2);
    QTest::keyClick(view(List::White), Qt::Key_B);
    QStringList selected = view(List::Black)->selectedTypes();
    selected.sort();
    QCOMPARE(selected, moved);
    QCOMPARE(m_document->undoStack().count(), 1);
}

void TestMixlistEditor::aDropMovesTypes()
{
    QMimeData data;
    data.setData(TypeListModel::mimeType(), "Conv2D\nMatMulV2");
    QWidget* target = view(List::Black)->viewport();
    QDragEnterEvent enter({20, 20}, Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({20, 20}, Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &drop);
    QVERIFY(drop.isAccepted());
    QVERIFY(types(List::Black).contains("Conv2D"));
    QVERIFY(types(List::Black).contains("MatMulV2"));
}

void TestMixlistEditor::otherThingsCannotBeDropped()
{
    QMimeData data;
    data.setText("Conv2D");
    QDragEnterEvent enter({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(view(List::Black)->viewport(), &enter);
    QVERIFY(!enter.isAccepted());
}

void TestMixlistEditor::undoReturnsListsAndText()
{
    const QString before = m_editor->json()->edit()->toPlainText();
    const QStringList black = types(List::Black);
    view(List::White)->selectTypes({"Conv2D"});
    QTest::keyClick(view(List::White), Qt::Key_B);
    QVERIFY(m_editor->json()->edit()->toPlainText() != before);
    m_document->undoStack().undo();
    QCOMPARE(m_editor->json()->edit()->toPlainText(), before);
    QCOMPARE(types(List::Black), black);
}

void TestMixlistEditor::listsAppearInTheTextAtOnce()
{
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    const QString shown = m_editor->json()->edit()->toPlainText();
    const auto parsed = parseMixlist(shown.toStdString(), "");
    QVERIFY(parsed);
    QCOMPARE(parsed->mixlist, m_document->policy().mixlist);
}

void TestMixlistEditor::textAppearsInTheListsAfterAPause()
{
    type(R"({"black-list": {"to-add": ["Conv2D"]}})");
    QVERIFY2(!types(List::Black).contains("Conv2D"), "nothing happens while a person types");
    QTRY_VERIFY(types(List::Black).contains("Conv2D"));
    QCOMPARE(m_document->undoStack().undoText(), "Edit JSON");
}

void TestMixlistEditor::anotherSpellingOfTheSameTextStays()
{
    const QString own = R"({ "black-list":
      {"to-add": ["Conv2D"]} })";
    type(own);
    QTRY_VERIFY(types(List::Black).contains("Conv2D"));
    QCOMPARE(m_editor->json()->edit()->toPlainText(), own);
}

void TestMixlistEditor::brokenTextKeepsTheListAndNamesThePlace()
{
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    const Mixlist good = m_document->policy().mixlist;
    type("{\n  \"black-list\": {\n    \"to-add\": [\n      \"Conv2D\" \"Relu\"\n    ]\n  }\n}");
    auto* message = m_editor->findChild<QLabel*>("jsonMessage");
    QTRY_VERIFY(message->isVisible());
    QVERIFY2(message->text().startsWith("line 4, column "), qPrintable(message->text()));
    QCOMPARE(m_editor->json()->edit()->extraSelections().size(), 1);
    const QTextCursor mark = m_editor->json()->edit()->extraSelections().front().cursor;
    QCOMPARE(mark.block().blockNumber() + 1, 4);
    QCOMPARE(mark.selectedText(), "\"Relu\"");
    QCOMPARE(m_document->policy().mixlist, good);
    QVERIFY(types(List::Black).contains("Conv2D"));
    QVERIFY(m_editor->mistake());
}

void TestMixlistEditor::brokenTextIsTakenBack()
{
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    const QString good = m_editor->json()->edit()->toPlainText();
    type("{ broken");
    auto* button = m_editor->findChild<QPushButton*>("jsonRevert");
    QTRY_VERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(m_editor->json()->edit()->toPlainText(), good);
    QVERIFY(!m_editor->mistake());
    QVERIFY(!button->isVisible());
    QVERIFY(m_editor->json()->edit()->extraSelections().isEmpty());
}

void TestMixlistEditor::thePreviewCountsWhatChanges()
{
    QVERIFY(m_editor->previewText().contains("built-in"));
    const std::size_t before = m_document->judgement()->casts().size();
    moveTypes(*m_document, {"Conv2D"}, List::Black);
    const std::size_t after = m_document->judgement()->casts().size();
    const QString preview = m_editor->findChild<QLabel*>("mixlistPreview")->text();
    QVERIFY2(preview.contains("16→32"), qPrintable(preview));
    QVERIFY2(preview.contains(QStringLiteral("casts %1→%2").arg(before).arg(after)), qPrintable(preview));
}

void TestMixlistEditor::entriesShowTheirEffect()
{
    moveTypes(*m_document, {"Conv2D", "Abs"}, List::Black);
    const auto tip = [this](const QString& name) {
        const QAbstractItemModel& model = *view(List::Black)->model();
        const QModelIndexList found = model.match(model.index(0, 0), kNameRole, name, 1, Qt::MatchExactly);
        return found.isEmpty() ? QString() : found.front().data(Qt::ToolTipRole).toString();
    };
    QTRY_VERIFY2(tip("Conv2D").contains("16→32"), qPrintable(tip("Conv2D")));
    QVERIFY2(tip("Abs").contains("no op changes"), qPrintable(tip("Abs")));
}

void TestMixlistEditor::aMisspelledNameIsFixedByOneClick()
{
    type(R"({"black-list": {"to-add": ["MatMu1V2"]}})");
    QTRY_VERIFY(types(List::Black).contains("MatMu1V2"));
    auto* fix = m_editor->findChild<QPushButton*>("adviceFix");
    QVERIFY(fix);
    QVERIFY2(fix->text().contains("MatMulV2"), qPrintable(fix->text()));
    QTest::mouseClick(fix, Qt::LeftButton);
    QVERIFY(types(List::Black).contains("MatMulV2"));
    QVERIFY(!types(List::Black).contains("MatMu1V2"));
    QVERIFY(m_document->advice().empty());
}

void TestMixlistEditor::aModeWithoutListsDisablesTheEditorAndSaysWhy()
{
    QVERIFY(view(List::Black)->isEnabled());
    changeChoice(*m_document, test::choiceNamed("force_fp16"));
    QVERIFY(!view(List::Black)->isEnabled());
    QVERIFY(!m_editor->json()->isEnabled());
    auto* reason = m_editor->findChild<QLabel*>("noListsText");
    QVERIFY(reason->isVisible());
    QVERIFY2(reason->text().contains("force_fp16"), qPrintable(reason->text()));
    QTest::mouseClick(m_editor->findChild<QPushButton*>("useLists"), Qt::LeftButton);
    QVERIFY(view(List::Black)->isEnabled());
    QVERIFY(!reason->isVisible());
}

void TestMixlistEditor::searchAndLibrarySwitchNarrowTheLists()
{
    const qsizetype ofTheModel = types(List::White).size();
    m_editor->findChild<QCheckBox*>("showLibrary")->setChecked(true);
    QVERIFY(types(List::White).size() > ofTheModel);
    m_editor->findChild<QLineEdit*>("whiteSearch")->setText("conv2dback");
    QVERIFY(!types(List::White).isEmpty());
    for (const QString& name : types(List::White))
        QVERIFY2(name.contains("Conv2DBack"), qPrintable(name));
}

void TestMixlistEditor::worksWithoutAModel()
{
    m_document->closeModel();
    type(R"({"black-list": {"to-add": ["Conv2D"]}})");
    QTRY_VERIFY(types(List::Black).contains("Conv2D"));
    m_document->undoStack().undo();
    QVERIFY(types(List::Black).isEmpty());
}

void TestMixlistEditor::everyControlHasANameForTestsAndReaders()
{
    type(R"({"black-list": {"to-add": ["MatMu1V2"]}})");
    QTRY_VERIFY(types(List::Black).contains("MatMu1V2"));
    const QStringList unnamed = test::unnamedControls(*m_window);
    QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
}

QTEST_MAIN(TestMixlistEditor)
#include "tst_mixlisteditor.moc"
