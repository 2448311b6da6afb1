// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/commands.h"
#include "gui/graph/graphview.h"
#include "gui/graph/picturegeometry.h"
#include "gui/inspector/inspector.h"
#include "gui/mixlist/jsonedit.h"
#include "gui/mixlist/jsonpane.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/models/columntable.h"
#include "gui/shell/aboutdialog.h"
#include "gui/shell/actions.h"
#include "gui/shell/appearance.h"
#include "gui/shell/findfield.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/messagebar.h"
#include "gui/shell/modecombo.h"
#include "gui/shell/opstable.h"
#include "gui/shell/screenshots.h"
#include "gui/theme/palette.h"
#include "tests/gui/guitest.h"

#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <set>

using namespace halftone;

namespace {

// What Qt and we warned about since the last test began.
QStringList warnings;
QtMessageHandler defaultHandler = nullptr;

void collectWarnings(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    // The offscreen platform cannot do these, and says so each time.
    static const QStringList platformRemarks = {"This plugin does not support"};
    const bool isRemark =
        std::ranges::any_of(platformRemarks, [&](const QString& remark) { return message.contains(remark); });
    if (type != QtDebugMsg && type != QtInfoMsg && !isRemark)
        warnings += message;
    defaultHandler(type, context, message);
}

// Closes whatever an action has opened: a dialog or a menu.
void closeWhatOpened()
{
    QCoreApplication::processEvents();
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        auto* dialog = qobject_cast<QDialog*>(widget);
        if (dialog && dialog->isVisible())
            dialog->reject();
        if (qobject_cast<QMenu*>(widget) && widget->isVisible())
            widget->close();
    }
    QCoreApplication::processEvents();
}

}

class TestMainWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void theStartPageOffersWaysToBegin();
    void theSampleOpensByItsButton();
    void actionRowsAreSound();
    void everyActionHasAnEffectOrIsDisabled();
    void everyActionTriggersWithoutAWarning_data();
    void everyActionTriggersWithoutAWarning();
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
    void exportsAppearAsFiles_data();
    void exportsAppearAsFiles();
    void aDroppedListIsLoaded();
    void aDamagedListIsAMessageWithTheLine();
    void savingWritesTheListAndClearsTheMark();
    void closingWithUnsavedChangesAsksOnce();
    void aMissingModelIsAMessage();
    void layoutIsRememberedAndReset();
    void themesChangeThePalette_data();
    void themesChangeThePalette();
    void f6WalksThroughThePanes();
    void everyControlHasANameForTestsAndReaders();
    void noTextIsCutAt1280x800_data();
    void noTextIsCutAt1280x800();
    void screenshotsOfAllViewsAreWritten();
    void theAboutBoxNamesTheInstructions();

private:
    bool openSample();
    QAction* action(const char* id) const { return m_window->actions().get(id); }
    template <typename Widget>
    Widget* find(const char* name) const
    {
        return m_window->findChild<Widget*>(QLatin1String(name));
    }
    // Waits for the file dialog that an action opens and chooses a path in it.
    bool chooseFile(const QString& path) const;

    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_folder;
};

void TestMainWindow::initTestCase()
{
    applyTheme(Theme::Light);
    defaultHandler = qInstallMessageHandler(collectWarnings);
}

void TestMainWindow::init()
{
    warnings.clear();
    m_window = std::make_unique<MainWindow>(Settings());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestMainWindow::cleanup()
{
    closeWhatOpened();
    m_window.reset();
    QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join('\n')));
}

bool TestMainWindow::openSample()
{
    QSignalSpy trained(&m_window->document(), &Document::trainingChanged);
    action("file.sample")->trigger();
    return trained.wait() && QTest::qWaitFor([this] { return m_window->graphPage()->isUpToDate(); });
}

bool TestMainWindow::chooseFile(const QString& path) const
{
    QFileDialog* dialog = nullptr;
    if (!QTest::qWaitFor([&] { return (dialog = find<QFileDialog>("fileDialog")) && dialog->isVisible(); }))
        return false;
    emit dialog->fileSelected(path);
    dialog->close();
    return QTest::qWaitFor([&] { return !find<QFileDialog>("fileDialog"); });
}

void TestMainWindow::theStartPageOffersWaysToBegin()
{
    QVERIFY(find<QWidget>("startPage")->isVisible());
    QVERIFY(find<QPushButton>("start.file.open")->isVisible());
    for (const char* dock : {"opsDock", "issuesDock", "inspectorDock"})
        QVERIFY2(!find<QDockWidget>(dock)->isVisible(), dock);
}

void TestMainWindow::theSampleOpensByItsButton()
{
    QTest::mouseClick(find<QPushButton>("start.file.sample"), Qt::LeftButton);
    QTRY_VERIFY(m_window->document().judgement());
    QVERIFY(find<QWidget>("graphPage")->isVisible());
    QVERIFY(find<QDockWidget>("opsDock")->isVisible());
    QVERIFY(find<QLabel>("policySummary")->text().contains("fp16"));
    QVERIFY(m_window->windowTitle().contains("LeNet-5"));
}

void TestMainWindow::actionRowsAreSound()
{
    std::set<QString> ids;
    std::set<QString> keys;
    for (const ActionRow& row : actionRows()) {
        QVERIFY2(ids.insert(row.id).second, row.id);
        QVERIFY2(*row.shortcut == '\0' || keys.insert(row.shortcut).second, row.shortcut);
        QVERIFY2(QByteArrayView(row.tip).endsWith('.'), row.id);
        QVERIFY2(*row.shortcut == '\0' || !action(row.id)->shortcut().isEmpty(), row.id);
    }
}

void TestMainWindow::everyActionHasAnEffectOrIsDisabled()
{
    // Which signals are connected is known to the sender only.
    struct Reader : QAction
    {
        static bool isHandled(const QAction& action)
        {
            const auto isConnected =
                static_cast<bool (QObject::*)(const QMetaMethod&) const>(&Reader::isSignalConnected);
            return (action.*isConnected)(QMetaMethod::fromSignal(&QAction::triggered));
        }
    };
    for (const ActionRow& row : actionRows())
        QVERIFY2(Reader::isHandled(*action(row.id)), row.id);
}

void TestMainWindow::everyActionTriggersWithoutAWarning_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("hasModel");
    for (const ActionRow& row : actionRows()) {
        if (QByteArrayView(row.id) == "file.quit")
            continue; // closes the window: see closingWithUnsavedChangesAsksOnce
        QTest::addRow("%s without a model", row.id) << row.id << false;
        QTest::addRow("%s with an operator selected", row.id) << row.id << true;
    }
}

void TestMainWindow::everyActionTriggersWithoutAWarning()
{
    QFETCH(const QString, id);
    QFETCH(const bool, hasModel);
    if (hasModel) {
        QVERIFY(openSample());
        m_window->document().select(test::nodeOfType(m_window->document(), "Conv"));
    }
    action(qPrintable(id))->trigger(); // disabled ones do nothing
    closeWhatOpened();
}

void TestMainWindow::keysSwitchViews()
{
    QVERIFY(openSample());
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
    QVERIFY(m_window->mixlistEditor()->isVisible());
    QVERIFY(!find<QDockWidget>("opsDock")->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
    QVERIFY(find<QWidget>("trainingView")->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(m_window->graphPage()->isVisible());
    QVERIFY(find<QDockWidget>("opsDock")->isVisible());
}

void TestMainWindow::aClickInTheGraphSelectsEverywhere()
{
    QVERIFY(openSample());
    GraphView* view = m_window->graphPage()->view();
    const NodeId conv = test::nodeOfType(m_window->document(), "Conv");
    const QRectF box = boxRect(*view->picture(), view->picture()->box(conv));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->fromScene(box.center()).toPoint());
    QCOMPARE(m_window->document().selection(), conv);
    QCOMPARE(m_window->opsTable()->view()->currentIndex().data(kNodeRole).toUInt(), conv.index);
    QVERIFY(find<QWidget>("inspectorWhy"));
}

void TestMainWindow::aRowOfTheTableSelectsEverywhere()
{
    QVERIFY(openSample());
    QTableView* table = m_window->opsTable()->view();
    const QRect cell = table->visualRect(table->model()->index(2, 0));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
    QVERIFY(m_window->document().selection().isValid());
    QCOMPARE(m_window->graphPage()->view()->selectedNode(), m_window->document().selection());
}

void TestMainWindow::keyBMovesTheTypeOfTheSelectedOperator()
{
    QVERIFY(openSample());
    Document& document = m_window->document();
    const NodeId conv = test::nodeOfType(document, "Conv");
    document.select(conv);
    QTest::keyClick(m_window->graphPage()->view(), Qt::Key_B);
    QCOMPARE(document.judgement()->decisions().node(conv).list, List::Black);
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(find<QLabel>("policySummary")->text().contains("▲") ||
        find<QLabel>("policySummary")->text().contains("▼"));
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(document.judgement()->decisions().node(conv).list, List::White);
}

void TestMainWindow::theInspectorMovesTypesAndExplains()
{
    QVERIFY(openSample());
    Document& document = m_window->document();
    const NodeId conv = test::nodeOfType(document, "Conv");
    document.select(conv);
    auto* black = find<QToolButton>("list.Conv2D.black");
    QVERIFY(black);
    QVERIFY(black->isEnabled());
    black->setFocus();
    QTest::mouseClick(black, Qt::LeftButton);
    QCOMPARE(document.judgement()->decisions().node(conv).list, List::Black);
    black = find<QToolButton>("list.Conv2D.black");
    QVERIFY2(black->isChecked(), "the inspector shows the new list");
    QVERIFY2(black->hasFocus(), "the keyboard stays on the button that was pressed");
    auto* reset = find<QToolButton>("list.Conv2D.reset");
    QVERIFY(reset);
    QTest::mouseClick(reset, Qt::LeftButton);
    QVERIFY(document.policy().mixlist.isEmpty());
    changeChoice(document, test::choiceNamed("force_fp16"));
    QVERIFY2(!find<QToolButton>("list.Conv2D.black")->isEnabled(), "this mode has no lists");
}

void TestMainWindow::stepsOfTheReasonLeadToTheirOperators()
{
    QVERIFY(openSample());
    Document& document = m_window->document();
    const Decisions& decisions = document.judgement()->decisions();
    const NodeId gray = test::nodeOfType(document, "Relu");
    const NodeId decider = decisions.node(gray).decidedBy;
    QVERIFY(decider.isValid());
    document.select(gray);
    const QString link = QStringLiteral("href='%1'").arg(decider.index);
    QLabel* step = nullptr;
    for (QLabel* label : find<QWidget>("inspectorWhy")->findChildren<QLabel*>()) {
        if (label->text().contains(link))
            step = label;
    }
    QVERIFY(step);
    emit step->linkActivated(QString::number(decider.index));
    QCOMPARE(document.selection(), decider);
}

void TestMainWindow::backGoesToTheOperatorBefore()
{
    QVERIFY(openSample());
    Document& document = m_window->document();
    document.select(NodeId{1});
    document.select(NodeId{3});
    QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(document.selection(), NodeId{1});
    QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(document.selection(), NodeId{3});
}

void TestMainWindow::theModeComboShowsSpellingsAndDocs()
{
    QVERIFY(openSample());
    auto* combo = find<ModeCombo>("modeCombo");
    QCOMPARE(combo->count(), static_cast<int>(policyChoices().size()));
    const int row = combo->findText("mixed_bfloat16");
    QVERIFY(row >= 0);
    combo->setCurrentIndex(row);
    emit combo->activated(row);
    QCOMPARE(m_window->document().policy().choice->name, std::string_view("mixed_bfloat16"));
    QVERIFY(find<QLabel>("policySummary")->text().contains("bf16"));
}

void TestMainWindow::aChipThatCannotRunTheModeIsAMessageWithARemedy()
{
    QVERIFY(openSample());
    Document& document = m_window->document();
    changeChoice(document, test::choiceNamed("mixed_bfloat16"));
    changeChip(document, "ascend910");
    QVERIFY2(m_window->messages().message().contains("BFloat16"), qPrintable(m_window->messages().message()));
    QTest::mouseClick(find<QPushButton>("messageRemedy"), Qt::LeftButton);
    QCOMPARE(document.policy().soc, std::string("ascend910b"));
    QVERIFY(m_window->messages().message().isEmpty());
}

void TestMainWindow::findLeadsToOperatorsAndCommands()
{
    QVERIFY(openSample());
    QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
    FindField* field = m_window->findField();
    QTRY_VERIFY(field->hasFocus());
    QTest::keyClicks(field, "maxpool");
    QVERIFY(field->hits()->isVisible());
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!field->hits()->isVisible());
    const NodeId found = m_window->document().selection();
    QVERIFY(found.isValid());
    QCOMPARE(m_window->document().graph()->node(found).opType, std::string("MaxPool"));

    action("edit.find")->trigger();
    field->clear();
    QTest::keyClicks(field, "mixlist ctrl+2");
    field->clear();
    QTest::keyClicks(field, "edit the black");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(m_window->mixlistEditor()->isVisible());
}

void TestMainWindow::exportsAppearAsFiles_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QByteArray>("start");
    QTest::addRow("PNG") << "file.exportPng" << "png" << QByteArray("\x89PNG");
    QTest::addRow("SVG") << "file.exportSvg" << "svg" << QByteArray("<?xml");
    QTest::addRow("PDF") << "file.exportPdf" << "pdf" << QByteArray("%PDF");
    QTest::addRow("CSV") << "file.exportCsv" << "csv" << QByteArray("Name,");
    QTest::addRow("mixlist") << "mixlist.saveAs" << "json" << QByteArray("{");
    QTest::addRow("comparison for scripts") << "compare.exportJson" << "json" << QByteArray("{");
    QTest::addRow("report of the comparison")
        << "compare.exportReport" << "html" << QByteArray("<!DOCTYPE html>");
}

void TestMainWindow::exportsAppearAsFiles()
{
    QFETCH(const QString, id);
    QFETCH(const QString, suffix);
    QFETCH(const QByteArray, start);
    QVERIFY(openSample());
    const QString path = m_folder.filePath("export." + suffix);
    if (id.startsWith("compare."))
        action("view.compare")->trigger();
    action(qPrintable(id))->trigger();
    QVERIFY(chooseFile(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.startsWith(start));
    if (suffix == "png") {
        const QImage image = QImage::fromData(bytes);
        QVERIFY(image.width() > 100 && image.height() > image.width());
    }
    if (suffix == "csv")
        QCOMPARE(bytes.count("\r\n"), static_cast<qsizetype>(m_window->document().graph()->nodeCount()) + 1);
    QVERIFY2(m_window->messages().message().isEmpty(), qPrintable(m_window->messages().message()));
}

void TestMainWindow::aDroppedListIsLoaded()
{
    QVERIFY(openSample());
    const QString path = m_folder.filePath("dropped.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"black-list": {"to-add": ["Conv2D"]}})");
    file.close();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QVERIFY(find<QLabel>("dropHint")->isVisible());
    QDropEvent drop({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QVERIFY(!find<QLabel>("dropHint")->isVisible());
    QCOMPARE(m_window->document().policy().mixlist.entries.size(), std::size_t{1});
    QVERIFY(m_window->windowTitle().contains("dropped.json"));
    QVERIFY(!m_window->isWindowModified());
}

void TestMainWindow::aDamagedListIsAMessageWithTheLine()
{
    const QString path = m_folder.filePath("damaged.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\n  \"black-list\": [\n");
    file.close();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    QDropEvent drop({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    QVERIFY2(
        m_window->messages().message().contains("damaged.json:"), qPrintable(m_window->messages().message()));
    QVERIFY(m_window->document().policy().mixlist.isEmpty());
}

void TestMainWindow::savingWritesTheListAndClearsTheMark()
{
    QVERIFY(openSample());
    moveTypes(m_window->document(), {"Conv2D"}, List::Black);
    QVERIFY(m_window->isWindowModified());
    const QString path = m_folder.filePath("saved.json");
    action("mixlist.save")->trigger();
    QVERIFY(chooseFile(path));
    QVERIFY(!m_window->isWindowModified());
    moveTypes(m_window->document(), {"Relu"}, List::Black);
    QVERIFY(m_window->isWindowModified());
    action("mixlist.save")->trigger(); // knows its file now
    QVERIFY(!m_window->isWindowModified());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto read = parseMixlist(file.readAll().toStdString(), "");
    QVERIFY(read);
    QCOMPARE(read->mixlist, m_window->document().policy().mixlist);
}

void TestMainWindow::closingWithUnsavedChangesAsksOnce()
{
    QVERIFY(openSample());
    moveTypes(m_window->document(), {"Conv2D"}, List::Black);
    QVERIFY(!m_window->close());
    auto* question = find<QMessageBox>("closeQuestion");
    QVERIFY(question);
    QTest::mouseClick(question->button(QMessageBox::Cancel), Qt::LeftButton);
    QVERIFY(m_window->isVisible());
    QTRY_VERIFY(!find<QMessageBox>("closeQuestion"));
    QVERIFY(!m_window->close());
    question = find<QMessageBox>("closeQuestion");
    QTest::mouseClick(question->button(QMessageBox::Discard), Qt::LeftButton);
    QTRY_VERIFY(!m_window->isVisible());
}

void TestMainWindow::aMissingModelIsAMessage()
{
    m_window->openModel("/no/such/model.onnx");
    QTRY_VERIFY2(m_window->messages().message().contains("/no/such/model.onnx"),
        qPrintable(m_window->messages().message()));
    QVERIFY(!find<QMessageBox>(""));
}

void TestMainWindow::layoutIsRememberedAndReset()
{
    QVERIFY(openSample());
    find<QDockWidget>("opsDock")->hide();
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY2(!find<QDockWidget>("opsDock")->isVisible(), "the view keeps its layout");
    MainWindow second(m_window->settings());
    second.show();
    QSignalSpy decided(&second.document(), &Document::decisionsChanged);
    second.openModel("sample:lenet5");
    QVERIFY(decided.wait());
    QVERIFY2(!second.findChild<QDockWidget*>("opsDock")->isVisible(), "and so does the next start");
    second.actions().get("view.resetLayout")->trigger();
    QVERIFY(second.findChild<QDockWidget*>("opsDock")->isVisible());
}

void TestMainWindow::themesChangeThePalette_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<Scheme>("scheme");
    QTest::addRow("dark") << "theme.dark" << Scheme::Dark;
    QTest::addRow("high contrast") << "theme.high-contrast" << Scheme::HighContrast;
    QTest::addRow("light") << "theme.light" << Scheme::Light;
}

void TestMainWindow::themesChangeThePalette()
{
    QFETCH(const QString, theme);
    QVERIFY(openSample());
    m_window->document().select(NodeId{0});
    QSignalSpy saved(m_window.get(), &MainWindow::settingsChanged);
    m_window->findChild<QAction*>(theme)->trigger();
    QFETCH(const Scheme, scheme);
    QTRY_COMPARE(schemeOf(m_window->palette()), scheme);
    QVERIFY(saved.count() > 0);
    applyTheme(Theme::Light);
}

void TestMainWindow::f6WalksThroughThePanes()
{
    QVERIFY(openSample());
    m_window->graphPage()->view()->setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_F6);
    QVERIFY(m_window->opsTable()->view()->hasFocus());
    QTest::keyClick(m_window.get(), Qt::Key_F6);
    QVERIFY(find<Inspector>("inspector")->hasFocus());
    QTest::keyClick(m_window.get(), Qt::Key_F6);
    QVERIFY(m_window->graphPage()->view()->hasFocus());
}

void TestMainWindow::everyControlHasANameForTestsAndReaders()
{
    QVERIFY(openSample());
    Document& document = m_window->document();
    moveTypes(document, {"Conv2D"}, List::Black);
    document.select(test::nodeOfType(document, "Conv"));
    for (const auto view : {MainWindow::View::Graph, MainWindow::View::Mixlist, MainWindow::View::Training}) {
        m_window->showView(view);
        const QStringList unnamed = test::unnamedControls(*m_window);
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join('\n')));
    }
}

void TestMainWindow::noTextIsCutAt1280x800_data()
{
    QTest::addColumn<MainWindow::View>("view");
    QTest::addRow("graph") << MainWindow::View::Graph;
    QTest::addRow("mixlist") << MainWindow::View::Mixlist;
    QTest::addRow("training") << MainWindow::View::Training;
}

void TestMainWindow::noTextIsCutAt1280x800()
{
    QFETCH(const MainWindow::View, view);
    QVERIFY(openSample());
    m_window->resize(1280, 800);
    moveTypes(m_window->document(), {"Conv2D"}, List::Black);
    m_window->document().select(test::nodeOfType(m_window->document(), "Conv"));
    m_window->showView(view);
    QCoreApplication::processEvents();
    QVERIFY2(m_window->width() == 1280 && m_window->height() == 800, "the window does not need more room");
    const QStringList cut = test::cutTexts(*m_window);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    QVERIFY2(!find<QToolButton>("qt_toolbar_ext_button") ||
            !find<QToolButton>("qt_toolbar_ext_button")->isVisible(),
        "the policy bar hides nothing");
}

void TestMainWindow::screenshotsOfAllViewsAreWritten()
{
    m_window->openModel("sample:lenet5");
    const QString folder = m_folder.filePath("pictures");
    const auto done = takeScreenshots(*m_window, folder);
    QVERIFY2(done, done ? "" : describe(done.error()).c_str());
    for (const char* name : {"graph-forward", "graph-training", "mixlist", "training"}) {
        const QImage image(folder + '/' + name + ".png");
        QVERIFY2(image.size() == m_window->size(), name);
    }
}

void TestMainWindow::theAboutBoxNamesTheInstructions()
{
    QVERIFY(!AboutDialog::processorText().isEmpty());
    action("help.about")->trigger();
    auto* facts = find<QLabel>("aboutText");
    QVERIFY(facts);
    QVERIFY(facts->text().contains(AboutDialog::processorText()));
}

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("halftone-test"));
    TestMainWindow test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_mainwindow.moc"
